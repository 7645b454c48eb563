"""The bench of a running table measures the real thing; how fast a machine is, no test can say."""

import json

import pytest
from command_line import companion

from companion.app.bench_session import SessionBench, reached


@pytest.mark.parametrize(
    ("figures", "median", "good"),
    [
        ((5.0, 0.15, 350.0), 1.0, True),
        ((5.1, 0.1, 200.0), 0.5, False),
        ((2.0, 0.16, 200.0), 0.5, False),
        ((2.0, 0.1, 351.0), 0.5, False),
        ((2.0, 0.1, 200.0), 1.1, False),
    ],
)
def test_every_bar_counts(figures, median, good):
    assert reached(SessionBench(*figures), median) is good


@pytest.mark.slow
def test_the_command_gives_one_json_object_and_says_no_when_a_bar_is_missed():
    result = companion("bench", "session", "--json")
    figures = json.loads(result.stdout)
    assert set(figures) == {"ratio", "idle_core_share", "rss_mb"}
    assert all(figure > 0 for figure in figures.values())
    assert result.exit_code in (0, 1)
    if not reached(SessionBench(**figures), 0.0):
        assert result.exit_code == 1


@pytest.mark.slow
def test_people_read_all_four_figures():
    result = companion("bench", "session")
    assert "units" in result.stdout
    assert "MB" in result.stdout
    assert len(result.stderr.splitlines()) == 3

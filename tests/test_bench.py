"""The benches measure; how fast a machine is, no test can say."""

import json

import pytest
from command_line import companion

from companion.app.bench import measure_rules, told_web
from companion.app.bench_web import MOST_RATIO, WebBench
from companion.session.texts import Texts


def test_rules_are_measured_against_chess_in_the_same_run():
    laps: list[int] = []
    result = measure_rules(Texts.load("en"), 2, 0.05, laps.append)
    assert laps == [1, 2]
    ratio = result.decisions_per_cpu_s / result.chess_decisions_per_cpu_s
    assert result.ratio == pytest.approx(ratio, rel=0.01)


def test_an_unknown_subject_is_refused_with_the_known_ones():
    result = companion("bench", "chess")
    assert result.exit_code == 2
    assert "rules, table" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("subject", "keys"),
    [
        ("rules", {"ratio", "decisions_per_cpu_s", "chess_decisions_per_cpu_s"}),
        ("table", {"frames_per_s"}),
    ],
)
def test_a_bench_gives_one_json_object_and_says_no_when_the_bar_is_missed(subject, keys):
    result = companion("bench", subject, "--json")
    figures = json.loads(result.stdout)
    assert set(figures) == keys
    bar = {"rules": figures.get("ratio", 0) >= 1, "table": figures.get("frames_per_s", 0) >= 10}
    assert result.exit_code == (0 if bar[subject] else 1)


@pytest.mark.parametrize(("ratio", "verdict"), [(3.0, "passed"), (3.01, "missed")])
def test_the_bench_of_the_phones_says_whether_its_bar_is_reached(ratio, verdict):
    told = Texts.load("en")(told_web(WebBench(ratio, 6.0, 2.0), MOST_RATIO))
    assert f"ratio {ratio} (at most 3): {verdict}." in told

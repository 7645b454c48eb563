"""The bench of sight measures real readings; how fast a machine is, no test can say."""

import json

import numpy as np
import practice
import pytest
from command_line import companion

from companion.app.bench_vision import VisionBench, late_frames, measure_on


def test_the_three_figures_are_those_of_small_and_large_work():
    frames = late_frames(practice.table(), 2)
    result = measure_on(practice.table(), frames, rounds=2)
    # Only what no busy machine can turn round.
    assert 0 < result.gate < result.find


def test_no_two_frames_are_the_same_table():
    one, two = late_frames(practice.table(), 2)
    changed = np.abs(one.astype(int) - two).max(axis=2) > 60
    assert changed.sum() > 200


@pytest.mark.parametrize(
    ("figures", "reached"),
    [
        ((3.0, 0.15, 80.0), True),
        ((3.1, 0.1, 30), False),
        ((2, 0.2, 30), False),
        ((2, 0.1, 81), False),
    ],
)
def test_every_bar_counts(figures, reached):
    assert VisionBench(*figures).reached is reached


@pytest.mark.slow
def test_the_command_gives_one_json_object_and_says_no_when_a_bar_is_missed():
    result = companion("bench", "vision", "--json")
    figures = json.loads(result.stdout)
    assert set(figures) == {"ratio", "gate", "find"}
    assert result.exit_code == (0 if VisionBench(**figures).reached else 1)

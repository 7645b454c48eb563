"""Every line of a score sheet can be followed back to what happened."""

from collections import Counter

import pytest
from vienna_full_games import VARIANTS, play_out, some_deal

from companion.engine import Unknown
from companion.games.vienna.stages import Counting, Over
from companion.games.vienna.state import Source


def traced(game, events) -> Counter[tuple[int, str]]:
    """Add up what the events say, by seat and source."""
    points: Counter[tuple[int, str]] = Counter()
    for event in events:
        for scored in game.points(event):
            assert scored.points > 0
            points[scored.seat, scored.source] += scored.points
    return points


def listed(game, state) -> Counter[tuple[int, str]]:
    """Read the sheets, where their points are known."""
    outcome = game.outcome(state)
    return Counter(
        {
            (sheet.seat, line.source): line.points
            for sheet in outcome.sheets
            for line in sheet.lines
            if not isinstance(line.points, Unknown)
        }
    )


def check_points(seed):
    """Hold the events of a game against its sheets; return the sources that were met."""
    turns = play_out(some_deal(seed, VARIANTS))
    game, events = turns[0].game, []
    for turn in turns:
        events += turn.events
        if isinstance(turn.after.stage, Counting):
            # The majority is listed as soon as it is sure, and scored when all of it is.
            sheet = {k: n for k, n in listed(game, turn.after).items() if k[1] != Source.MAJORITY}
            assert traced(game, events) == Counter(sheet)
    assert isinstance(turns[-1].after.stage, Over)
    assert traced(game, events) == listed(game, turns[-1].after)
    return {source for _, source in traced(game, events)}


def test_points_add_up_to_every_line_of_every_sheet():
    sources = set().union(*(check_points(seed) for seed in range(30)))
    assert sources >= {"squares", "steps", "cards", "tiles", "desk", "majority"}


@pytest.mark.slow
def test_points_add_up_in_many_games():
    sources = set().union(*(check_points(seed) for seed in range(30, 400)))
    assert sources == set(Source)

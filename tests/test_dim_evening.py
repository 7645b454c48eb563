"""Whole evenings before an eye that doubts: nothing wrong is recorded, and nobody is accused."""

from __future__ import annotations

import pytest
from dim_eye import DimEye

from companion.app.seating import take_seats
from companion.app.trial import reached
from companion.app.trial_evening import gather, watch
from companion.app.trial_words import Count
from companion.games import Wish
from companion.session.texts import Texts

BOTH = ("third-man", "feld")
KINDS = [
    Wish(players, version, expansions, tracking)
    for players in (2, 3, 4)
    for version, expansions in (("entry", ()), ("full", ()), ("full", ("feld",)), ("full", BOTH))
    for tracking in ("board", "full")
]


def play(wish: Wish, seed: str) -> tuple[Count, tuple[str, ...]]:
    seating = take_seats(Texts.load("en"), "vienna", wish)
    options = seating.starting_with(0)
    people, levels = gather(seating, options, seed, 0.08)
    return watch(seating, options, people, levels, DimEye(seating.game, options, seed))


@pytest.mark.parametrize(
    ("wish", "seed"),
    [(Wish(2, "entry", (), "board"), "8417"), (Wish(3, "full", BOTH, "board"), "8404")],
)
def test_an_evening_in_doubt_ends_with_the_true_score_sheet(wish: Wish, seed: str) -> None:
    count, oddities = play(wish, seed)
    assert count.turns > 10
    assert reached(count), oddities


@pytest.mark.slow
@pytest.mark.parametrize("wish", KINDS, ids=str)
def test_evenings_in_doubt_of_every_kind(wish: Wish) -> None:
    for number in range(2):
        count, oddities = play(wish, f"{wish}.{number}")
        assert (count.wrong_moves, count.false_accusations) == (0, 0), oddities
        assert count.mistakes_caught == count.mistakes_planted, oddities
        assert count.questions <= 5, oddities

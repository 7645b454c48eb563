"""Whole evenings: nothing wrong is recorded, nobody is accused without reason, slips are caught."""

from __future__ import annotations

from random import Random

import pytest
from explain_people import Tally, Watcher, patchy, perfect
from explain_turns import play_out, turns
from test_people import TABLES

from companion.play.people_words import Habits
from companion.session.explain_verdicts import Explained, Impossible, Question, Unsure

CLUMSY = Habits.clumsy(0.08)
ENTRY, FULL = ("entry", (), 2, "board"), ("full", ("third-man", "feld"), 4, "full")
LATE_BOARD = ("full", ("third-man", "feld"), 4, "board")


def watch(table, seeds, habits=CLUMSY, camera=perfect, **more) -> Tally:
    tally = Tally()
    for seed in seeds:
        Watcher(table, habits, seed, tally, camera, **more).watch()
    return tally


def check(tally: Tally) -> None:
    assert tally.wrong == []
    assert tally.false == []
    assert tally.questions <= 3 * tally.games
    # A marker moved out of turn cannot be told from one that its owner has moved too soon.
    missed = [slip for slip in tally.missed if slip.rule != "vienna.rule.not-now"]
    assert missed == []


@pytest.mark.parametrize("table", [ENTRY, FULL])
def test_an_evening_with_slips(table):
    tally = watch(table, (2,))
    check(tally)
    assert len(tally.caught) >= 3


def test_an_evening_half_hidden():
    tally = watch(ENTRY, (1,), Habits(), patchy(Random(1), 0.1))
    check(tally)
    assert tally.looked_again > 0


def test_a_follower_says_what_a_fresh_look_would_say():
    check(watch(ENTRY, (3,), CLUMSY, patchy(Random(2), 0.01), check=True))


def check_turns(table, seed, hidden, every=1):
    """Play turns out by impatient people; return the verdicts at the taps."""
    game, spans = turns(table, seed)
    rng = Random(f"{table}.{seed}")
    last = []
    for span in spans[::every]:
        verdicts = [verdict for verdict, *_ in play_out(game, span, rng, hidden)]
        assert not any(isinstance(verdict, Impossible) for verdict in verdicts)
        assert not any(isinstance(verdict, Question) for verdict in verdicts[:-1])
        assert isinstance(verdicts[-1], Explained | Unsure)
        if isinstance(verdicts[-1], Explained):
            assert verdicts[-1].state == span.last.after
        last.append(verdicts[-1])
    return last


@pytest.mark.parametrize("table", [ENTRY, LATE_BOARD, FULL])
def test_hands_may_work_in_any_order(table):
    """Pieces move before the phone has been told why, and in any order; nobody is accused."""
    verdicts = check_turns(table, 1, hidden=0.0, every=3)
    assert all(isinstance(verdict, Explained) for verdict in verdicts)


def test_hands_may_work_in_any_order_with_places_hidden():
    verdicts = check_turns(ENTRY, 2, hidden=0.05)
    assert sum(isinstance(verdict, Explained) for verdict in verdicts) > len(verdicts) / 3


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_many_evenings(table, capsys):
    for habits, camera in (
        (Habits(), perfect),
        (CLUMSY, perfect),
        (CLUMSY, patchy(Random(str(table)), 0.04)),
    ):
        tally = watch(table, range(10, 13), habits, camera)
        with capsys.disabled():
            print(f"\n{table}: {tally}")  # noqa: T201 - the figures are what this test is for
        check(tally)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_many_turns_in_any_order(table):
    for seed in (11, 12):
        check_turns(table, seed, hidden=0.0)
        check_turns(table, seed, hidden=0.05)


@pytest.mark.slow
def test_a_late_four_player_game_is_explained_in_time():
    """A unit is about 11 ms of the machine these bounds are meant for."""
    tally = watch(LATE_BOARD, (10, 11))
    half = tally.times_s[len(tally.times_s) // 2 :]
    ordered = sorted(half)
    assert ordered[len(half) // 2] < 0.011
    assert ordered[int(0.95 * len(half))] < 0.055

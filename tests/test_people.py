"""People who play with care: the table always comes to show what the rules say."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import inf
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine import Accepted
from companion.games import Wish, kits
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.people import Evening, People, paced
from companion.play.people_words import Habits, Level, Moment

KIT = kits()["vienna"]
CAREFUL, CLUMSY = Habits(), Habits.clumsy(0.1)
BOTH = ("third-man", "feld")

#: Version, expansions, players, tracking.
TABLES = (
    ("entry", (), 2, "board"),
    ("entry", (), 3, "full"),
    ("entry", (), 4, "board"),
    ("full", (), 2, "full"),
    ("full", (), 3, "board"),
    ("full", BOTH, 4, "board"),
    ("full", BOTH, 4, "full"),
)


def seat_people(table: tuple[Any, ...], habits: Habits, seed: int = 1) -> tuple[Any, People]:
    """Seat people at a table; return the game, too."""
    version, expansions, players, tracking = table
    game, options = KIT.open(Wish(players, version, expansions, "full"))
    levels = tuple(map(Level, (tracking,) * players if isinstance(tracking, str) else tracking))
    options = replace(options, tracking=tuple(type(options.tracking[0])(level) for level in levels))
    bots = [seat_bot(Temper.GREEDY, f"{seed}.{seat}") for seat in range(players)]
    evening = Evening(options, bots, Dealer(seed), levels, KIT.signs, habits, seed)
    return game, People(game, evening)


@cache
def script(
    table: tuple[Any, ...], habits: str = "careful", seed: int = 1
) -> tuple[Any, tuple[Moment, ...]]:
    """Watch an evening to its end without a word."""
    game, people = seat_people(table, {"careful": CAREFUL, "clumsy": CLUMSY}[habits], seed)
    return game, tuple(people)


#: The tables that are watched throughout.
WATCHED = (*((t, "careful") for t in TABLES[1::2]), *((t, "clumsy") for t in TABLES[::3]))
MIXED = ("full", (), 3, ("board", "full", "board"))


def shown(game, state):
    return Counter(game.expected_view(state).atoms)


@pytest.mark.parametrize("table", TABLES)
def test_without_slips_the_table_shows_the_state_after_each_turn(table):
    game, moments = script(table)
    turns = 0
    for one, two in pairwise(moments):
        if two.turn != one.turn:
            assert one.at_rest
            assert one.settled
            assert one.table == shown(game, one.state)
        if two.taps and two.taps[0].ends_turn:
            assert one.at_rest
            assert one.table == shown(game, one.state)
            turns += 1
    assert turns > 10
    assert not any(moment.slip or moment.slips or moment.loose for moment in moments)
    assert game.outcome(moments[-1].state) is not None
    assert moments[-1].settled


@pytest.mark.parametrize(("table", "habits"), WATCHED)
def test_no_piece_appears_or_vanishes(table, habits):
    """From moment to moment at most one piece goes from the table to a hand, or back."""
    _, moments = script(table, habits)
    exist: Counter[str] = Counter()
    for moment in moments:
        if moment.settled:
            exist |= Counter(atom.piece for atom in moment.table)
    for one, two in pairwise(moments):
        if one.things is two.things and one.held is two.held:
            continue
        gone, come = one.table - two.table, two.table - one.table
        assert gone.total() + come.total() <= 1
        left = [atom.piece for atom in gone]
        assert set(left) <= {thing.piece for thing in (*two.held, *two.loose)}
        for atom in come:
            (held,) = one.held
            assert held.piece.partition(":")[0] == atom.piece.partition(":")[0]
        everywhere = Counter(t.piece for t in (*two.things, *two.held, *two.loose))
        assert everywhere <= exist
        assert len(two.held) <= 1


@pytest.mark.parametrize(("table", "habits"), WATCHED)
def test_hidden_places_are_never_claimed(table, habits):
    game, moments = script(table, habits)
    known = {place.id for place in game.places(moments[0].state)}
    hands = 0
    for moment in moments[::4]:
        assert moment.hidden <= known
        assert moment.seen.silent == moment.hidden
        assert not any(atom.place in moment.hidden for atom in moment.seen.atoms)
        assert all(set(hand.reach) <= hand.hides for hand in moment.hands)
        assert moment.at_rest == (not any(hand.moving for hand in moment.hands))
        if moment.held:
            assert not moment.at_rest
        hands += bool(moment.hands)
    assert hands > 50


@pytest.mark.parametrize(("table", "habits"), WATCHED)
def test_time_goes_on_and_an_evening_takes_as_long_as_one(table, habits):
    _, moments = script(table, habits)
    assert moments[0].time_s == 0
    assert all(one.time_s < two.time_s for one, two in pairwise(moments))
    assert 5 < moments[-1].time_s / 60 < 90
    assert all(tap.time_s == moment.time_s for moment in moments for tap in moment.taps)


def test_same_seed_same_script():
    def outline(seed):
        return [
            (m.time_s, m.things, m.hands, m.held, m.taps, m.slips, m.room)
            for m in seat_people(TABLES[0], CLUMSY, seed)[1]
        ]

    one, again, other = map(outline, (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.parametrize(("table", "habits"), [*WATCHED, (MIXED, "clumsy")])
def test_every_tap_answers_an_open_ask_and_leads_on(table, habits):
    """What is typed comes in the order of the rules, whatever hands do meanwhile."""
    game, moments = script(table, habits)
    kinds = set()
    for one, two in pairwise(moments):
        for tap in two.taps:
            assert tap.ask in {ask.id for ask in game.asks(one.state)}
            assert isinstance(game.decide(one.state, tap.move), Accepted)
            kinds.add(tap.kind)
    tracking = table[3]
    assert ("plan" in kinds) == ("full" in tracking)
    assert ("watch" in kinds) == ("board" in tracking)
    assert "act" not in kinds or "full" in tracking


def test_board_tracking_takes_one_tap_a_turn_and_no_more():
    _, moments = script(TABLES[0])
    taps = [tap for moment in moments if moment.seat is not None for tap in moment.taps]
    assert all(tap.ends_turn for tap in taps)
    assert len({moment.turn for moment in moments if moment.seat is not None}) == len(taps)


def test_hands_do_several_things_in_one_visit_and_not_always_in_the_same_order():
    _, moments = script(("full", BOTH, 4, "board"))
    visits, puts = [0], []
    for one, two in pairwise(moments):
        if two.hands and not one.hands:
            visits.append(0)
        for atom in two.table - one.table:
            visits[-1] += 1
            puts.append((two.turn, atom.place.partition(":")[0]))
    assert {1, 2} <= set(visits)
    starts = {}
    for turn, kind in puts:
        starts.setdefault(turn, kind)
    assert len(Counter(starts.values())) > 2


def test_pieces_are_set_down_a_little_off():
    _, moments = script(TABLES[0])
    offs = [abs(x) for thing in moments[-1].things for x in thing.off_mm]
    assert 0.5 < sum(offs) / len(offs) < 5


def test_pace_is_the_callers_matter():
    clock, slept = [0.0], []

    def sleep(seconds):
        slept.append(seconds)
        clock[0] += seconds

    moments = script(TABLES[0])[1][:50]
    assert tuple(paced(moments, 4, sleep, lambda: clock[0])) == moments
    assert clock[0] == pytest.approx(moments[-1].time_s / 4)
    slept.clear()
    assert tuple(paced(moments, inf, sleep, lambda: clock[0])) == moments
    assert slept == []


def test_the_signs_of_a_game_are_the_names_of_its_places_and_moves():
    game, moments = script(TABLES[3])
    places = [place.id for place in game.places(moments[0].state)]
    signs = KIT.signs
    assert [sum(p.startswith(s) for p in places) for s in (signs.score, signs.pawn)] == [100, 12]
    assert any(place.startswith(signs.track) for place in places)
    tags = {move.__struct_config__.tag for m in moments for move in [t.move for t in m.taps]}
    assert signs.turn_taps <= tags

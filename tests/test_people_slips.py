"""People who slip: every label is true, and everything is put right in the end."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from test_people import CLUMSY, TABLES, script, seat_people

from companion.engine import Accepted, Refused, fold
from companion.play.people_check import is_explained
from companion.play.people_words import HARMLESS, Habits, Level, Mends, SlipKind

ENTRY_BOARD, ENTRY_FULL = ("entry", (), 2, "board"), ("entry", (), 2, "full")
FULL_BOARD = ("full", (), 2, "board")
MISTAKES = sorted(set(SlipKind) - HARMLESS)


def often(*kinds: SlipKind, told: float = 0.5) -> Habits:
    """Return people who slip in these ways whenever they can."""
    return Habits(slips=dict.fromkeys(kinds, 1.0), told=told)


def watch(table, habits, tell=False, seed=1):
    """Watch an evening; point at what still stands after the turn tap, or say nothing."""
    game, people = seat_people(table, habits, seed)
    moments = []
    for moment in people:
        moments.append(moment)
        standing = [slip for slip in moment.slips if slip.mends is Mends.TOLD]
        if tell and standing and moment.at_rest and moment.slip is None:
            assert people.tell(standing[0].places) == standing[0]
    return game, moments


def check_labels(game, moments):
    """Hold every slip's label against the rules and against the table."""
    begun = {}
    for number, moment in enumerate(moments):
        slip = moment.slip
        if slip is None:
            continue
        begun[slip.number] = slip
        assert slip in moment.slips
        assert (slip.level is None) == (slip.kind in HARMLESS)
        if slip.rule is not None:
            turn = [m.state for m in moments[:number] if m.turn == moment.turn]
            turn.append(moments[number - 1].state)
            verdicts = [game.decide(state, slip.move) for state in turn]
            assert slip.rule in {v.rule for v in verdicts if isinstance(v, Refused)}
        if slip.kind not in HARMLESS:
            assert slip.places
            assert not moment.settled or slip.rule is not None or not slip.at_tap
    return begun


def check_ends(moments, begun):
    """See to it that whatever began has an end, and that the table is right after it."""
    ended = {moment.mended.number for moment in moments if moment.mended}
    assert ended == set(begun)
    for one, two in pairwise(moments):
        if two.turn != one.turn and not one.slips:
            assert one.settled
        for tap in two.taps:
            if tap.ends_turn:
                assert one.settled == (not any(slip.at_tap for slip in one.slips))
                assert all(slip.at_tap or slip.kind in HARMLESS for slip in one.slips)
    assert moments[-1].settled
    assert not moments[-1].slips


@pytest.mark.parametrize("tell", [False, True])
@pytest.mark.parametrize("kind", MISTAKES)
def test_mistakes_are_labelled_truly_and_put_right(kind, tell):
    tables = [FULL_BOARD if kind is SlipKind.FORGOT_FLIP else ENTRY_BOARD]
    if kind in (SlipKind.SCORE_FAR, SlipKind.TRACK_TWICE, SlipKind.FORGOT_SCORE):
        tables.append(ENTRY_FULL)
    stood = 0
    for table in tables:
        game, moments = watch(table, often(kind, told=0.7), tell)
        begun = check_labels(game, moments)
        check_ends(moments, begun)
        assert begun
        assert {slip.kind for slip in begun.values()} == {kind}
        stood += sum(slip.mends is Mends.TOLD for slip in begun.values())
    assert stood


@pytest.mark.parametrize("kind", sorted(HARMLESS))
def test_what_is_harmless_is_labelled_so(kind):
    game, moments = watch(ENTRY_BOARD, often(kind))
    begun = check_labels(game, moments)
    check_ends(moments, begun)
    assert len(begun) > 5
    if kind in (SlipKind.SLEEVE, SlipKind.CUP):
        covered = [m for m in moments if m.slips]
        assert all(set(m.slips[0].places) <= m.hidden for m in covered)
        assert any(m.at_rest for m in covered)


def test_jolts_change_what_the_camera_depends_on():
    for kind in (SlipKind.PUSH, SlipKind.BUMP, SlipKind.LAMP):
        _, moments = watch(ENTRY_BOARD, often(kind))
        for number, moment in enumerate(moments):
            if moment.slip is not None:
                room, before = moment.room, moments[number - 2].room
                changed = {
                    SlipKind.PUSH: room.surfaces != before.surfaces,
                    SlipKind.BUMP: room.camera != before.camera,
                    SlipKind.LAMP: room.lamp != before.lamp,
                }
                assert changed.pop(kind)
                assert not any(changed.values())


def test_a_knocked_figure_lies_at_no_place_until_it_is_set_up_again():
    _, moments = watch(ENTRY_BOARD, often(SlipKind.KNOCK))
    for moment in moments:
        assert len(moment.loose) <= 1
        if moment.slip is not None:
            (fallen,) = moment.loose
            assert fallen.place == moment.slip.places[0]
            assert moment.slip.right == (fallen.atom,)
            assert moment.table[fallen.atom] == 0


def test_a_double_really_is_one():
    _, moments = watch(TABLES[2], often(SlipKind.DOUBLE, told=1.0))
    slips = [moment for moment in moments if moment.slip]
    assert any(moment.slip.at_tap for moment in slips)
    assert any(not moment.slip.at_tap for moment in slips)
    for moment in slips:
        assert max(moment.table.values()) == 2
        assert moment.slip.rule == "vienna.rule.own-agent-there"


def test_acting_out_of_turn_is_refused_for_that_reason():
    _, moments = watch(ENTRY_BOARD, often(SlipKind.OUT_OF_TURN))
    slips = [moment for moment in moments if moment.slip]
    assert {moment.slip.rule for moment in slips} == {"vienna.rule.not-your-turn"}
    assert all(moment.slip.seat != moment.seat for moment in slips)


def legal_turns(game, start, tap, target):
    """Try every legal move, and drop only what can never become the target again.

    One agent a turn; markers and scores only go forward.  This is plain enumeration by ``options``,
    where the labels were found through ``attempts``.
    """

    def parts(state):
        atoms = game.expected_view(state).atoms
        figures = {a for a in atoms if a.place.startswith("b") and ":" not in a.place}
        return figures, dict(state.markers), [seat.score for seat in state.seats]

    wanted = {a for a in target if a.place.startswith("b") and ":" not in a.place}
    markers = {
        a.place.split(":")[1]: int(a.place.split(":")[2])
        for a in target
        if a.place.startswith("info:")
    }
    stood, been, waiting = parts(start)[0], set(), [start]
    scores = {
        a.piece.removeprefix("agent:"): int(a.place.removeprefix("score:"))
        for a in target
        if a.place.startswith("score:")
    }
    while waiting:
        state = waiting.pop()
        key = game.states.encode(state)
        if key in been:
            continue
        been.add(key)
        figures, tracks, points = parts(state)
        colours = [str(seat.colour) for seat in state.seats]
        ahead = any(tracks[info] > markers.get(str(info), 99) for info in tracks)
        over = any(p > scores.get(c, 99) for p, c in zip(points, colours, strict=True))
        if ahead or over or figures not in (stood, wanted):
            continue
        if Counter(game.expected_view(state).atoms) == target:
            return isinstance(game.decide(state, tap), Accepted)
        for ask in game.asks(state):
            if ask.kind == "watch":
                for move in game.options(state, ask):
                    verdict = game.decide(state, move)
                    if move != tap and isinstance(verdict, Accepted):
                        waiting.append(fold(game, state, verdict.events))
    return False


def test_no_legal_turn_looks_like_a_mistake_that_stands_at_the_tap():
    """Enumerate every legal turn: what board tracking is said to notice, none of them explains."""
    kinds = set()
    habits = often(*set(MISTAKES) - {SlipKind.DOUBLE}, told=0.9)
    for seed in (1, 2):
        game, moments = watch(ENTRY_BOARD, habits, tell=True, seed=seed)
        del moments[len(moments) // 2 :]  # the choices of the later rounds are no other, but more
        starts = {}
        for one, two in pairwise(moments):
            starts.setdefault(one.turn, one.state)
            for tap in two.taps:
                if tap.ends_turn and one.slips:
                    (slip,) = one.slips
                    assert slip.level is Level.BOARD
                    start = starts.get(two.turn, one.state)
                    assert not legal_turns(game, start, tap.move, one.table)
                    kinds.add(slip.kind)
    assert len(kinds) >= 4


def test_a_right_table_is_explained():
    """The search behind the labels finds the turn that was really played."""
    for table in (TABLES[0], TABLES[5], TABLES[6]):
        game, people = seat_people(table, Habits())
        spans = [span for span in people._spans if span.closing][::3]
        for span in spans:
            shown = Counter(game.expected_view(span.last.before).atoms)
            assert is_explained(game, span, shown)


def test_every_kind_happens_over_some_evenings():
    kinds, levels = Counter(), set()
    for table in (TABLES[0], TABLES[3], TABLES[6]):
        _, moments = script(table, "clumsy")
        slips = [moment.slip for moment in moments if moment.slip]
        kinds.update(slip.kind for slip in slips)
        levels |= {slip.level for slip in slips}
    assert levels == {None, Level.BOARD, Level.FULL}
    assert len(kinds) >= 13  # each kind by itself: see above


@pytest.mark.parametrize("table", [TABLES[0], TABLES[6]])
def test_nothing_stands_that_this_table_could_not_notice(table):
    _, moments = script(table, "clumsy")
    for moment in moments:
        for slip in moment.slips:
            if slip.mends is Mends.TOLD:
                assert slip.level in (Level.BOARD, Level(table[3]))


def test_people_who_are_told_put_it_right_at_once_and_others_later():
    late = {}
    for tell in (False, True):
        _, moments = watch(ENTRY_BOARD, often(SlipKind.FORGOT_SCORE, told=1.0), tell)
        turns, waits = {}, []
        for moment in moments:
            if moment.slip:
                turns[moment.slip.number] = moment.time_s
            if moment.mended:
                waits.append(moment.time_s - turns[moment.mended.number])
        late[tell] = sum(waits) / len(waits)
    assert late[True] < 6
    assert late[False] > 15


def test_people_shrug_at_an_accusation_without_reason():
    _, people = seat_people(ENTRY_BOARD, CLUMSY)
    quiet = script(ENTRY_BOARD, "clumsy")[1]
    for moment, same in zip(people, quiet, strict=True):
        assert moment == same
        assert people.tell({"nowhere"}) is None
        if not moment.slips:
            assert people.tell() is None


def test_the_turn_tap_is_repeated_only_when_asked_for():
    _, people = seat_people(ENTRY_BOARD, often(SlipKind.FORGOT_SCORE, told=1.0))
    taps, told = Counter(), set()
    for moment in people:
        taps.update(tap.ask for tap in moment.taps if tap.ends_turn)
        for slip in moment.slips:
            if any(tap.ends_turn for tap in moment.taps) and slip.number not in told:
                told.add(slip.number)
                assert people.tell(slip.places, tap_again=len(told) == 1) == slip
    assert len(told) > 1
    assert sorted(taps.values())[-2:] == [1, 2]

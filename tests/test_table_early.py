"""The next player is faster than the camera: two turns in one picture."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from table_room import BY_HOST, ENTRY, ROOMY, SET_UP, Room, by, is_tap, reading_of, record

from companion.engine import Text
from companion.session.commands import Answer, Choose, Done, No, Saw
from companion.session.evidence import Stir
from companion.session.store import Store

FULL = ("full", (), 2, "board")
#: Turns of the first rounds, each with the one after it.
PAIRS = [
    *((ENTRY, seed, turn) for seed in (1, 3) for turn in (0, 4, 6, 10)),
    *((FULL, seed, turn) for seed in (1, 3) for turn in (0, 2, 4)),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store.open(tmp_path_factory.mktemp("early") / "games.sqlite", ROOMY) as opened:
        yield opened


class TwoTurns:
    """A turn that is tapped off while hands move, and the next player at work before they rest."""

    def __init__(self, store, table, seed, turn, *, seen=False):
        _, answers = record(table, seed)
        taps = [n for n, one in enumerate(answers) if is_tap(one)]
        begin = next(n for n, one in enumerate(answers) if one.ask.kind not in SET_UP)
        self.first, self.second = taps[turn], taps[turn + 1]
        self.room = Room(store, table, at=taps[turn - 1] + 1 if turn else begin, seed=seed)
        self.answers = answers
        self.room.show(answers[self.first].before if seen else None)
        self.room.wait(1)
        self.room.move()
        assert isinstance(self.room.say(answers[self.first].move), Done)

    @property
    def truth(self):
        return self.answers[self.first].after

    def show(self, steps):
        """Let the table lie still after some moves of the second player."""
        self.room.show(self.answers[self.first + 1 + steps].before)
        self.room.wait(5)
        return self.room.snapshot


@pytest.mark.parametrize(("table", "seed", "turn"), PAIRS)
@pytest.mark.parametrize("steps", [0, 1, 2])
def test_what_the_next_player_did_is_never_the_first_ones_nor_a_fault(
    store, table, seed, turn, steps
):
    two = TwoTurns(store, table, seed, turn)
    snapshot = two.show(steps)
    assert snapshot.wrong is None
    if snapshot.doubt is not None:
        assert steps == 2  # one agent alone raises no question
        states = [choice.state for choice in snapshot.doubt.choices]
        two.room.table.take(Choose(BY_HOST, snapshot.version, states.index(two.truth)))
    assert two.room.snapshot.settled == two.truth
    assert two.room.snapshot.state == two.answers[two.first + 1 + steps].before


def show_touched(two, at_least_s):
    """Show two moves of the second player, who has touched nothing before this long after the tap."""
    room, at_s = two.room, two.room.clock.now_s
    game, end = room.game, two.answers[two.first + 3].before
    before, tapped, after = (
        game.expected_view(state).atoms
        for state in (room.state, two.answers[two.first].before, end)
    )
    touched = {atom.place: Stir(at_s - 2, at_s - 1) for atom in before ^ tapped}
    touched |= {a.place: Stir(at_s + at_least_s, at_s + 2) for a in tapped ^ after}
    room.table.take(replace(Saw(reading_of(game, end)), stirred=touched))
    room.wait(5)
    return room.snapshot


@pytest.mark.parametrize("late", [False, True])
def test_both_turns_advance_a_marker_and_the_points_tell_whose_is_whose(store, late):
    """Any other way would take points that nothing on the board explains."""
    two = TwoTurns(store, ENTRY, 1, 6)
    snapshot = show_touched(two, 1.0 if late else -1.0)
    assert (snapshot.wrong, snapshot.doubt) == (None, None)
    assert snapshot.settled == two.truth


@pytest.mark.parametrize("late", [False, True])
def test_two_agents_are_two_turns_only_if_the_second_came_after_the_tap(store, late):
    """A new round begins with the same player."""
    two = TwoTurns(store, ENTRY, 1, 3)
    snapshot = show_touched(two, 1.0 if late else -1.0)
    assert (snapshot.settled == two.truth) is late
    assert (snapshot.doubt is None) is late


def test_a_second_tap_behind_one_that_still_waits_is_told_to_wait(store):
    two = TwoTurns(store, ENTRY, 1, 0)
    tap = two.answers[two.second]
    reply = two.room.table.take(Answer(by(tap.move.seat), tap.ask.id, tap.move))
    assert reply == No(Text("core.table.looking"))


class SeenTurn:
    """A turn that was seen whole before its tap, and what follows before anybody sees the table again."""

    def __init__(self, store, table, seed, turn):
        _, self.answers = record(table, seed)
        taps = [n for n, one in enumerate(self.answers) if is_tap(one)]
        self.tap = taps[turn]
        self.room = Room(store, table, at=taps[turn - 1] + 1, seed=seed)
        self.room.show()
        for one in self.answers[taps[turn - 1] + 1 : self.tap]:
            if not one.ask.seen_at:
                assert isinstance(self.room.say(one.move), Done)
            self.room.show(one.after)
            self.room.wait(1)
        self.room.move()
        assert isinstance(self.room.say(self.answers[self.tap].move), Done)

    def go_on(self, steps):
        """Do so much more, with hands that have been there before the tap as well."""
        room, at_s = self.room, self.room.clock.now_s
        end = self.answers[self.tap + 1 + steps].before
        before, tapped, after = (
            room.game.expected_view(state).atoms
            for state in (room.state, self.answers[self.tap].before, end)
        )
        stirred = {atom.place: Stir(at_s - 2, at_s - 1) for atom in before ^ tapped}
        stirred |= {atom.place: Stir(at_s - 1, at_s + 2) for atom in tapped ^ after}
        room.table.take(replace(Saw(reading_of(room.game, end)), stirred=stirred))
        room.wait(6)
        return room.snapshot, end


@pytest.mark.parametrize(("seed", "turn", "steps"), [(6, 11, 2), (8, 13, 3)])
def test_agents_that_leave_at_payday_have_not_walked_to_who_came_before_the_tap(
    store, seed, turn, steps
):
    snapshot, end = SeenTurn(store, ("full", (), 2, "full"), seed, turn).go_on(steps)
    assert (snapshot.wrong, snapshot.doubt, snapshot.todo) == (None, None, ())
    assert snapshot.settled == end


@pytest.mark.parametrize("turn", [3, 11, 17, 21])
@pytest.mark.parametrize("steps", [1, 2])
def test_whoever_plays_two_turns_running_has_not_played_both_in_the_first(store, turn, steps):
    snapshot, end = SeenTurn(store, FULL, 1, turn).go_on(steps)
    assert (snapshot.wrong, snapshot.doubt) == (None, None)
    assert snapshot.state == end

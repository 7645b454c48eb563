"""The host says what lies at a place: at set-up, in mid game, and until the camera sees a change."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from table_room import BY_HOST, ENTRY, Room, by, two_agents
from test_table_setup import laid_out
from web_house import JPEG, Shot

from companion.engine import Atom, View
from companion.games.vienna.words import Info
from companion.session.commands import Correct, Done, Inspect, Pause, Saw, Sight
from companion.session.evidence import Reading
from companion.session.snapshot import Mode
from companion.session.store_entry import CORRECTED, HOST, How, seat
from companion.session.witness import Witness


@pytest.fixture
def new(store):
    """Return a table that is being set up."""
    return Room(store, ENTRY, at=0)


@pytest.fixture
def room(store):
    """Return a table where the first turn begins."""
    room = Room(store)
    room.show()
    return room


def correct(room, place, *pieces, who=BY_HOST):
    return room.table.take(Correct(who, place, frozenset(pieces)))


def trust(room, place):
    return room.table.take(Correct(BY_HOST, place, None))


def other_than(state, square):
    """Return the tile of a square, and one of another kind."""
    true = state.squares[square]
    return true, next(info for info in Info if info != true)


def misread(room, state, square):
    """Let the camera take the tile of a square for another one; return the true and the wrong one."""
    true, wrong = other_than(state, square)
    room.show(
        state,
        plus=(Atom(square, f"tile:{wrong}"),),
        less=(Atom(square, f"tile:{true}"),),
    )
    return true, wrong


# --- set-up ----------------------------------------------------------------------------------------


def test_one_word_sets_a_tile_and_the_rest_is_confirmed(new):
    done = laid_out(new)
    true, wrong = misread(new, done, "s03")
    assert new.snapshot.layout.state.squares["s03"] == wrong
    assert isinstance(correct(new, "s03", f"tile:{true}"), Done)
    (entry,) = new.standing
    assert (entry.by.who, entry.by.how, entry.ask) == (HOST, How.HOST, CORRECTED)
    assert new.snapshot.layout.state == done
    assert new.snapshot.layout.todo == ()
    assert isinstance(new.confirm(), Done)
    assert new.snapshot.settled == done


def test_a_slip_of_the_host_is_put_right_by_another_word(new):
    done = laid_out(new)
    true, wrong = misread(new, done, "s03")
    correct(new, "s03", f"tile:{wrong}")
    assert new.snapshot.settled.squares["s03"] == wrong
    assert isinstance(correct(new, "s03", f"tile:{true}"), Done)
    assert isinstance(new.confirm(), Done)
    assert new.snapshot.settled == done


def test_two_tiles_mixed_up_are_put_right_in_mid_game(new):
    done = laid_out(new)
    one, (two, other) = (
        "s03",
        next((s, i) for s, i in done.squares.items() if i != done.squares["s03"]),
    )
    true = done.squares[one]
    mixed = replace(done, squares={**done.squares, one: other, two: true})
    new.show(mixed)
    new.confirm()
    for answer in new.answers:
        if answer.ask.kind == "take-starter":
            new.say(answer.move)
    assert new.snapshot.mode is Mode.PLAY
    for square, info in ((one, true), (two, other)):
        assert isinstance(correct(new, square, f"tile:{info}"), Done)
        assert new.snapshot.settled.squares[square] == info
    assert [entry.ask for entry in new.standing[-2:]] == [CORRECTED] * 2
    new.at = 42
    assert new.snapshot.settled.squares == new.state.squares
    new.turn()
    assert new.snapshot.settled.seats == new.state.seats
    assert new.snapshot.wrong is None


def test_a_tile_that_has_been_taken_does_not_come_back(room):
    while None not in room.snapshot.settled.squares.values():
        room.turn()
    square = next(s for s, info in room.snapshot.settled.squares.items() if info is None)
    before = room.snapshot.settled
    assert isinstance(correct(room, square, "tile:flask"), Done)
    assert room.snapshot.settled == before


def test_without_a_camera_the_host_lays_the_table_word_by_word(new):
    new.table.take(Sight(blind=True))
    done = laid_out(new)
    for square, info in done.squares.items():
        assert isinstance(correct(new, square, f"tile:{info}"), Done)
    assert new.snapshot.settled.squares == done.squares


def test_an_empty_place_is_no_tile(new):
    done = laid_out(new)
    misread(new, done, "s03")
    assert isinstance(correct(new, "s03"), Done)
    assert new.snapshot.layout.bare == {"s03"}
    assert new.standing == ()


# --- in mid game -----------------------------------------------------------------------------------


def test_the_record_is_right_though_the_camera_sees_something_else(room):
    ghost = two_agents(room)[1]
    room.turn()
    room.show(plus=(ghost,))
    room.wait()
    assert room.snapshot.wrong.places == (ghost.place,)
    assert isinstance(correct(room, ghost.place), Done)
    room.wait()
    assert room.snapshot.wrong is None
    assert room.snapshot.said == (ghost.place,)
    room.move()
    room.show(room.tap.before, plus=(ghost,))
    assert isinstance(room.say(room.tap.move), Done)
    assert room.snapshot.wrong is None
    assert room.moves()[-1] == "done"


def test_a_figure_that_nobody_sees_counts_because_the_host_says_so(room):
    placed = room.answers[room.at]
    agent = Atom(placed.move.building, f"agent:{room.state.seats[placed.move.seat].colour}")
    assert isinstance(correct(room, agent.place, agent.piece), Done)
    assert agent.place in room.snapshot.state.seats[placed.move.seat].agents
    room.show(room.tap.before, less=(agent,))
    room.say(room.tap.move)
    first = room.standing[0]
    assert (first.by.who, first.by.how) == (seat(placed.move.seat), How.HOST)


def test_a_marker_is_where_the_host_says_and_not_beside_it(room):
    colour = room.state.seats[0].colour
    score = room.state.seats[0].score
    marker, shifted, true = (Atom(f"score:{score + n}", f"agent:{colour}") for n in (0, 2, 1))
    room.show(plus=(shifted,), less=(marker,))
    correct(room, true.place, true.piece)
    atoms = {a for a in room.table.saw.reading.atoms if a.place.startswith("score:")}
    assert true in atoms
    assert shifted not in atoms


def test_the_word_ends_when_the_camera_sees_a_change(room):
    ghost = two_agents(room)[1]
    room.show(plus=(ghost,))
    correct(room, ghost.place)
    assert room.snapshot.said == (ghost.place,)
    room.move()
    room.show(silent=(ghost.place,))
    assert room.snapshot.said == (ghost.place,)
    room.show(plus=(ghost,))
    assert room.snapshot.said == (ghost.place,)
    room.show()
    assert room.snapshot.said == ()


def test_the_camera_may_be_believed_again(room):
    ghost = two_agents(room)[1]
    room.show(plus=(ghost,))
    correct(room, ghost.place)
    assert isinstance(trust(room, ghost.place), Done)
    assert room.snapshot.said == ()
    assert ghost in room.table.saw.reading.atoms


# --- who, when, and what -----------------------------------------------------------------------------


def test_only_the_host_puts_the_record_right(room):
    assert correct(room, "s01", "tile:flask", who=by(0)).text.id == "core.table.host-only"


def test_a_table_that_rests_is_put_right_as_well(new):
    done = laid_out(new)
    true = done.squares["s03"]
    two, other = next((s, i) for s, i in done.squares.items() if i != true)
    new.show(replace(done, squares={**done.squares, "s03": other, two: true}))
    new.confirm()
    for answer in new.answers:
        if answer.ask.kind == "take-starter":
            new.say(answer.move)
    new.table.take(Pause(BY_HOST, True))
    for square, info in (("s03", true), (two, other)):
        assert isinstance(correct(new, square, f"tile:{info}"), Done)
    assert new.snapshot.mode is Mode.PAUSED
    assert new.snapshot.settled.squares == done.squares
    new.table.take(Pause(BY_HOST, False))
    new.wait()
    assert new.snapshot.mode is Mode.PLAY
    assert new.snapshot.wrong is None
    assert new.snapshot.settled.squares == done.squares


def test_a_table_that_rests_while_it_is_laid_out_is_put_right_as_well(new):
    done = laid_out(new)
    true, _ = misread(new, done, "s03")
    new.table.take(Pause(BY_HOST, True))
    assert isinstance(correct(new, "s03", f"tile:{true}"), Done)
    assert new.snapshot.layout.state == done
    new.table.take(Pause(BY_HOST, False))
    assert isinstance(new.confirm(), Done)
    assert new.snapshot.settled == done


@pytest.mark.parametrize(("place", "piece"), [("nowhere", "tile:flask"), ("s01", "agent:red")])
def test_what_cannot_lie_there_is_not_believed(room, place, piece):
    assert correct(room, place, piece).text.id == "core.table.stale"


def test_where_nobody_looks_moves_are_told(room):
    room.table.take(Sight(blind=True))
    assert correct(room, "b01").text.id == "core.table.nobody-looks"
    assert room.table.take(Inspect("b01")).barred.id == "core.table.nobody-looks"


def test_a_place_is_looked_at(room):
    ghost = two_agents(room)[1]
    reading = Reading(room.table.saw.reading.atoms | {ghost})
    room.table.take(Saw(reading, Shot()))
    seen = room.table.take(Inspect(ghost.place))
    assert (seen.pieces, seen.said, seen.picture) == ({ghost.piece}, None, JPEG)
    correct(room, ghost.place)
    seen = room.table.take(Inspect(ghost.place))
    assert (seen.pieces, seen.said) == ({ghost.piece}, set())
    assert seen.version == room.snapshot.version
    assert room.table.take(Inspect("nowhere")).text.id == "core.table.stale"
    room.table.take(Saw(Reading(reading.atoms, vague=frozenset({ghost}))))
    seen = room.table.take(Inspect(ghost.place))
    assert (seen.pieces, seen.likely) == (None, {ghost.piece})


def test_pieces_that_cannot_be_told_apart_stay_silent():
    """One red agent is said to be here; where the others are still nobody knows."""
    here, there = Atom("b01", "agent:red"), Atom("b02", "agent:red")
    witness = Witness()
    witness.say("b01", frozenset({"agent:red"}), BY_HOST)
    blurred = Saw(Reading(frozenset(), frozenset({"agent:red"})))
    assert "agent:red" in witness.amend(blurred, View(frozenset({here, there}))).reading.silent
    assert "agent:red" not in witness.amend(blurred, View(frozenset({here}))).reading.silent

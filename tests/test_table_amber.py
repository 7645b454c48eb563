"""The to-do list is amber only when a turn has ended, also where something was settled before."""

from __future__ import annotations

import pytest
from table_room import Room, two_agents

from companion.engine import CueKind
from companion.session.commands import Done, Sight


@pytest.fixture
def room(store):
    room = Room(store)
    room.show()
    room.turn()
    room.turn()
    return room


def is_amber(room):
    return bool(room.snapshot.overdue) or CueKind.TO_DO in {c.kind for c in room.snapshot.cues}


def tile_at(room):
    """Return the tile that the agent of this turn brings with him."""
    here, then = (
        room.game.expected_view(state).atoms for state in (room.state, room.answers[room.at].after)
    )
    return next(atom for atom in sorted(here - then) if atom.piece.startswith("tile:"))


def override_in_mid_turn(room):
    """Let another figure stand while the tile of this turn still lies there."""
    state, agent = two_agents(room)
    tile = tile_at(room)
    room.move()
    room.show(state, plus=(agent, tile))
    room.wait()
    assert room.snapshot.wrong is not None
    assert isinstance(room.override(), Done)
    room.wait()
    return agent, tile


def test_what_is_still_to_do_after_an_override_is_not_late_before_the_tap(room):
    agent, tile = override_in_mid_turn(room)
    assert [todo.origin for todo in room.snapshot.todo] == [tile.place]
    assert not is_amber(room)
    room.move()
    room.show(room.tap.before, plus=(agent, tile))
    room.wait()
    assert not is_amber(room)
    assert isinstance(room.say(room.tap.move), Done)
    room.wait()
    assert room.moves()[-1] == "done"
    assert [todo.origin for todo in room.snapshot.overdue] == [tile.place]
    assert is_amber(room)


def test_nor_is_it_when_the_tap_behind_it_is_taken_back(room):
    agent, tile = override_in_mid_turn(room)
    room.move()
    room.show(room.tap.before, plus=(agent, tile))
    room.say(room.tap.move)
    room.wait()
    assert is_amber(room)
    assert isinstance(room.undo(), Done)
    room.wait()
    assert tile.place in {todo.origin for todo in room.snapshot.todo}
    assert not is_amber(room)


def test_what_an_earlier_turn_owes_stays_late_through_an_override(room):
    late, tap = tile_at(room), room.tap
    room.move()
    room.show(tap.before, plus=(late,))
    room.say(tap.move)
    room.wait()
    room.at = room.answers.index(tap) + 1
    assert [todo.origin for todo in room.snapshot.overdue] == [late.place]
    state, agent = two_agents(room)
    tile = tile_at(room)
    room.move()
    room.show(state, plus=(agent, tile, late))
    room.wait()
    assert isinstance(room.override(), Done)
    room.wait()
    assert {tile.place, late.place} <= {todo.origin for todo in room.snapshot.todo}
    assert [todo.origin for todo in room.snapshot.overdue] == [late.place]


def test_what_was_told_while_nobody_saw_is_not_late_when_the_camera_is_back(room):
    place = room.answers[room.at]
    room.table.take(Sight(blind=True))
    assert isinstance(room.say(place.move), Done)
    room.table.take(Sight())
    room.show(place.before)
    room.wait()
    assert room.snapshot.todo
    assert not is_amber(room)
    room.move()
    room.show(room.tap.before, plus=(tile_at(room),))
    room.say(room.tap.move)
    room.wait()
    assert is_amber(room)

"""Where hands were: what nobody has touched has not changed, as long as somebody would know."""

from __future__ import annotations

import pytest
from table_room import ENTRY, ROOMY, Room, reading_of

from companion.engine import Atom
from companion.session.commands import Correct, Done, Saw, Sight
from companion.session.evidence import Reading, Stir, merged
from companion.session.store import Store
from companion.session.store_entry import HOST, By, How


@pytest.fixture
def room(tmp_path):
    with Store.open(tmp_path / "games.sqlite", ROOMY) as store:
        yield Room(store, ENTRY)


def see(room, state, *touched, plus=()):
    """Show a table, and where hands have been since."""
    whole = reading_of(room.game, state)
    now = Stir(room.clock.now_s, room.clock.now_s)
    reading = Reading(whole.atoms.union(plus), twice=whole.twice)
    room.table.take(Saw(reading, stirred=dict.fromkeys(touched, now)))
    room.wait(1.0)


def changes(room, before, after):
    """Return where two states differ on the table."""
    one, other = (room.game.expected_view(state).atoms for state in (before, after))
    return {atom.place for atom in one ^ other}


def tap(room):
    room.say(room.tap.move)
    room.wait(1.0)


def begin(room):
    """Let the eye tell of a hand for the first time."""
    see(room, room.state, "oriel")


def test_a_ghost_where_no_hand_was_is_nobodys_move_nor_fault(room):
    begin(room)
    done, start = room.tap.before, room.state
    colour = start.seats[1].colour
    free = {p.id for p in room.game.places(start) if p.id.startswith("b")}
    free -= {atom.place for atom in room.game.expected_view(done).atoms}
    ghost = Atom(min(free), f"agent:{colour}")
    see(room, done, *changes(room, start, done), plus=(ghost,))
    tap(room)
    assert room.snapshot.settled == room.tap.after
    room.wait(9.0)
    assert (room.snapshot.wrong, room.snapshot.overdue) == (None, ())


def test_one_that_is_gone_where_no_hand_was_is_looked_for_and_not_called_for(room):
    room.turn()
    begin(room)
    state = room.state
    shown = room.game.expected_view(state).atoms
    agent = next(atom for atom in sorted(shown) if atom.place.startswith("b"))
    see(room, state)
    reading = reading_of(room.game, state)
    gone = type(reading)(reading.atoms - {agent}, twice=reading.twice)
    room.table.take(Saw(gone, stirred={"oriel": Stir(room.clock.now_s, room.clock.now_s)}))
    room.wait(3.0)
    assert (room.snapshot.todo, room.snapshot.faded) == ((), ())
    room.wait(3.0)
    assert (room.snapshot.overdue, room.snapshot.faded) == ((), (agent.place,))


def cover(room, *places):
    """Lay an arm there that the eye has not noticed coming; it is gone when it looks again."""
    whole = reading_of(room.game, room.state)
    bare = frozenset(atom for atom in whole.atoms if atom.place not in places)
    room.table.take(Saw(Reading(bare, frozenset(places), twice=whole.twice)))
    room.wait(1.0)


def test_where_an_arm_lay_a_hand_has_been_though_nobody_noticed_it(room):
    begin(room)
    done, start = room.tap.before, room.state
    cover(room, *changes(room, start, done))
    see(room, done)
    tap(room)
    assert room.snapshot.settled == room.tap.after


def test_who_is_unclear_after_an_arm_lay_there_may_have_fallen_over(room):
    begin(room)
    whole = reading_of(room.game, room.state)
    marker = max(atom for atom in whole.atoms if atom.place.startswith("score:"))
    unclear = Reading(whole.atoms - {marker}, vague=frozenset({marker}), twice=whole.twice)
    room.table.take(Saw(unclear))
    room.wait(6.0)
    assert room.snapshot.faded == (), "nobody was there"
    cover(room, marker.place)
    room.table.take(Saw(unclear))
    room.wait(6.0)
    assert room.snapshot.faded == (marker.place,)


def test_what_lay_there_at_a_power_cut_counts_whoever_moved_it(room):
    room.turn()
    begin(room)
    start, done = room.state, room.tap.before
    first = room.answers[room.at].after
    see(room, first, *changes(room, start, first))
    room.sit_down()
    see(room, first, "oriel")
    see(room, done, *changes(room, first, done))
    tap(room)
    assert room.snapshot.wrong is None
    assert room.snapshot.settled == room.tap.after


def test_after_a_blind_moment_hands_are_watched_again_from_the_next_tap(room):
    begin(room)
    room.table.take(Sight(blind=True))
    room.table.take(Sight())
    assert room.table.turn.hands is None
    done = room.tap.before
    see(room, done, *changes(room, room.state, done))
    tap(room)
    assert room.snapshot.settled == room.tap.after
    assert room.table.turn.hands is not None


def test_the_hosts_word_counts_where_no_hand_was(room):
    begin(room)
    done, start = room.tap.before, room.state
    placed = room.answers[room.at].move
    agent = Atom(placed.building, f"agent:{start.seats[placed.seat].colour}")
    see(room, start, "oriel")
    reply = room.table.take(Correct(By(HOST, How.HOST), agent.place, frozenset({agent.piece})))
    assert isinstance(reply, Done)
    assert agent.place in room.snapshot.state.seats[placed.seat].agents
    rest = changes(room, start, done) - {agent.place}
    see(room, done, *rest)
    tap(room)
    assert room.snapshot.settled == room.tap.after


def test_hands_before_two_pictures_are_hands_before_the_second():
    early, late = Stir(1.0, 2.0), Stir(3.0, 4.0)
    both = merged({"b01": early, "b02": early}, {"b02": late, "b03": late})
    assert both == {"b01": early, "b02": Stir(1.0, 4.0), "b03": late}

"""What a turn tap confirms reaches whoever took the picture, and nothing else does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from table_room import ENTRY, ROOMY, Room, reading_of

from companion.engine import Atom, View
from companion.session.commands import Done, Saw
from companion.session.evidence import Evidence, Reading
from companion.session.store import Store
from companion.session.table_confirmed import confirmed

RED, BLUE, LATE = Atom("b01", "agent:red"), Atom("b02", "agent:blue"), Atom("b03", "agent:red")


class Picture:
    """The picture behind a reading, which remembers what it was told to show."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def crop(self, _places):
        return None

    def confirmed(self, view: View) -> None:
        self.views.append(view)


@pytest.fixture
def room(tmp_path):
    with Store.open(tmp_path / "games.sqlite", ROOMY) as store:
        yield Room(store, ENTRY)


def doubting(room: Room, state, piece: str) -> tuple[Reading, Atom]:
    """Read a state, but be unsure of one figure that nobody has touched in this turn."""
    whole = reading_of(room.game, state)
    still = whole.atoms & reading_of(room.game, room.state).atoms
    atom = min(a for a in still if a.piece.startswith(piece))
    return replace(whole, atoms=whole.atoms - {atom}, vague=frozenset({atom})), atom


def play_turns(room: Room, count: int) -> None:
    for _ in range(count):
        room.turn()


def test_a_tap_tells_the_picture_what_stands_on_a_doubtful_place(room):
    play_turns(room, 2)
    picture = Picture()
    reading, atom = doubting(room, room.tap.before, "agent:")
    room.table.take(Saw(reading, picture))
    room.wait()
    assert not picture.views  # before anybody has said that the turn is over
    assert isinstance(room.say(room.tap.move), Done)
    room.wait(6.0)
    (view,) = picture.views
    assert room.snapshot.settled == room.tap.after
    assert atom in view.atoms
    room.wait(6.0)
    assert len(picture.views) == 1


def test_a_table_that_shows_something_else_confirms_nothing(room):
    play_turns(room, 2)
    picture = Picture()
    reading, atom = doubting(room, room.tap.before, "agent:")
    lost = min(reading.atoms - {atom})  # plain to see, and not as the log has it
    room.table.take(Saw(replace(reading, atoms=reading.atoms - {lost}), picture))
    room.say(room.tap.move)
    room.wait(6.0)
    room.confirm()
    assert not picture.views


def test_an_undone_tap_confirms_nothing(room):
    picture = Picture()
    reading, _ = doubting(room, room.tap.before, "")
    room.say(room.tap.move)
    room.undo()
    room.table.take(Saw(reading, picture))
    room.wait(6.0)
    assert not picture.views


def test_what_the_tap_itself_brings_about_is_left_open():
    before, after = View(frozenset({RED, BLUE})), View(frozenset({RED, LATE}))
    for shown in (before, after):
        reading = Reading(shown.atoms - {RED}, vague=frozenset({RED}))
        assert confirmed(Evidence(reading), before, after).atoms == {RED}
    astray = Reading(frozenset({Atom("b09", "agent:green")}), vague=frozenset({RED}))
    assert confirmed(Evidence(astray), before, after) is None


def test_of_what_a_view_is_silent_about_nothing_is_confirmed():
    view = View(frozenset({RED, BLUE}), silent=frozenset({"b01"}))
    reading = Reading(frozenset(), vague=view.atoms)
    assert confirmed(Evidence(reading), view, view).atoms == {BLUE}

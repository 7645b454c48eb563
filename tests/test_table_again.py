"""Another evening, a pause, a full disk: the board is compared, and nothing is lost."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from table_room import ALL, CARDS, ENTRY, KIT, Room, by

from companion.engine import CueKind
from companion.session.commands import Answer, Done, No, Pause, Sight
from companion.session.pages import Pages
from companion.session.ports import Press
from companion.session.snapshot import Mode
from companion.session.texts import Texts


@pytest.fixture
def room(store):
    room = Room(store)
    room.show()
    room.turn()
    return room


def ids(room):
    return [notice.id for notice in room.snapshot.notices]


# --- another evening ----------------------------------------------------------------------------------


def test_the_same_board_goes_on_by_itself(room):
    room.sit_down()
    assert room.snapshot.mode is Mode.COMPARE
    assert CueKind.TROUBLE in {cue.kind for cue in room.snapshot.cues}
    assert room.snapshot.settled == room.state
    reply = room.say(room.tap.move)
    assert reply.text.id == "core.table.compare-first"
    room.show()
    assert room.snapshot.mode is Mode.PLAY
    room.turn()
    assert room.snapshot.settled == room.state


def test_a_turn_that_was_under_way_goes_on(room):
    place = room.answers[room.at]
    room.sit_down()
    room.show(place.after)
    assert room.snapshot.mode is Mode.PLAY
    assert room.snapshot.state == place.after
    room.turn()
    assert room.snapshot.settled == room.state


def test_answers_that_waited_for_their_tap_are_still_there(store):
    answers = Room(store, CARDS).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "plan")
    room = Room(store, CARDS, at=at)
    room.show()
    for one in answers[at : at + 3]:
        room.table.take(Answer(by(one.ask.seat), one.ask.id, one.move))
        room.at += 1
    act = answers[at + 2]
    assert act.ask.kind == "act"
    room.sit_down()
    assert room.table.turn.told[0].told.move == act.move
    room.show(act.before)  # nobody has moved the agent yet
    assert room.snapshot.mode is Mode.PLAY
    assert room.snapshot.state == act.after
    assert room.snapshot.todo


def test_a_board_that_is_covered_was_not_compared(room):
    room.sit_down()
    view = room.game.expected_view(room.state)
    covered = {place.id for place in room.game.places(room.state)}
    room.show(silent=covered)  # the lid of the box lies there
    room.wait()
    assert room.snapshot.mode is Mode.COMPARE
    assert room.say(room.tap.move).text.id == "core.table.compare-first"
    room.show(less=view.atoms)
    assert len(room.snapshot.todo) > 40
    room.move()
    room.show(silent=sorted(covered)[:5])  # a hand does not matter
    assert room.snapshot.mode is Mode.PLAY


def test_another_board_shows_what_to_do_and_goes_on_when_it_is_done(room):
    room.sit_down()
    view = room.game.expected_view(room.state)
    tile = next(atom for atom in sorted(view.atoms) if atom.piece.startswith("tile:"))
    room.show(less=(tile,))
    room.wait()
    assert room.snapshot.mode is Mode.COMPARE
    assert [todo.to for todo in room.snapshot.todo] == [tile.place]
    assert room.snapshot.wrong is None
    assert room.standing[-1].number == 3
    room.move()
    room.show()
    assert room.snapshot.mode is Mode.PLAY
    room.turn()
    assert room.snapshot.settled == room.state


def test_an_empty_board_lists_everything_and_accuses_nobody(room):
    room.sit_down()
    view = room.game.expected_view(room.state)
    room.show(less=view.atoms)
    room.wait()
    assert room.snapshot.mode is Mode.COMPARE
    assert len(room.snapshot.todo) > 40
    assert room.snapshot.wrong is None


def test_people_may_play_on_as_it_lies(room):
    room.sit_down()
    view = room.game.expected_view(room.state)
    tile = next(atom for atom in sorted(view.atoms) if atom.piece.startswith("tile:"))
    room.show(less=(tile,))
    assert isinstance(room.confirm(by(1)), Done)
    assert room.snapshot.mode is Mode.PLAY
    room.wait()
    assert room.snapshot.wrong is None
    tap = room.tap
    room.move()
    room.show(tap.before, less=(tile,))
    room.wait()
    assert room.snapshot.wrong is None
    room.say(tap.move)
    room.wait()
    assert room.snapshot.settled == tap.after


def test_whoever_plays_on_as_it_lies_is_not_reminded_of_it_turn_after_turn(room):
    room.sit_down()
    view = room.game.expected_view(room.state)
    lost = [atom for atom in sorted(view.atoms) if atom.piece.startswith("tile:")][-2:]
    room.show(less=lost)
    room.confirm(by(1))
    for _ in range(2):
        tap = room.tap
        room.move()
        room.show(tap.before, less=lost)
        room.wait()
        assert room.snapshot.overdue == ()
        room.say(tap.move)
        room.at = room.answers.index(tap) + 1
        room.move()
        room.show(less=lost)
        room.wait()
        assert room.snapshot.settled == tap.after
        assert room.snapshot.overdue == ()
        assert CueKind.TO_DO not in {cue.kind for cue in room.snapshot.cues}
    assert room.table.accepted == set(lost)
    room.show()
    assert room.table.accepted == set()


def test_a_confirm_without_a_picture_waits_for_one(room):
    room.sit_down()
    assert room.confirm().text.id == "core.table.nothing-to-do"
    room.table.take(Sight(blind=True))
    # Without eyes there is nothing to compare.
    assert room.snapshot.mode is Mode.PLAY
    assert isinstance(room.say(room.answers[room.at].move), Done)


def test_an_undo_while_the_board_is_compared_compares_again(room):
    room.sit_down()
    before = room.answers[room.at - 3].before
    room.show(before)
    assert room.snapshot.mode is Mode.COMPARE
    assert isinstance(room.undo(), Done)
    assert room.snapshot.mode is Mode.PLAY
    assert room.snapshot.settled == before


def test_half_a_set_up_is_taken_up_again(store):
    room = Room(store, ENTRY, at=0)
    done = next(one for one in room.answers if one.ask.kind == "take-starter").before
    tiles = sorted(room.game.expected_view(done).atoms)
    laid = [atom for atom in tiles if atom.piece.startswith("tile:")]
    room.show(done, less=laid[10:])
    assert isinstance(room.confirm(), Done)
    room.sit_down()
    assert room.snapshot.mode is Mode.SET_UP
    room.show(done)
    assert room.snapshot.layout is not None
    assert room.snapshot.layout.state == done
    assert isinstance(room.confirm(), Done)
    assert room.snapshot.settled == done


# --- a pause ------------------------------------------------------------------------------------------


def test_a_pause_stops_everything_and_then_compares(room):
    room.table.take(Pause(by(1), on=True))
    assert room.snapshot.mode is Mode.PAUSED
    assert CueKind.PAUSED in {cue.kind for cue in room.snapshot.cues}
    tap = room.tap
    view = room.game.expected_view(room.state)
    room.show(less=view.atoms)  # somebody wipes the table
    room.wait()
    assert room.snapshot.wrong is None
    assert room.table.take(Answer(by(1), tap.ask.id, tap.move)).text.id == "core.table.paused"
    room.table.take(Pause(by(1), on=False))
    assert room.snapshot.mode is Mode.COMPARE
    assert room.snapshot.todo
    room.show()
    assert room.snapshot.mode is Mode.PLAY
    room.turn()
    assert room.snapshot.settled == room.state


def test_a_pause_with_the_same_board_goes_on_at_once(room):
    room.table.take(Pause(by(1), on=True))
    room.table.take(Pause(by(0), on=True))
    room.table.take(Pause(by(1), on=False))
    assert room.snapshot.mode is Mode.PLAY


def test_a_tap_that_waited_during_a_pause_counts_after_it(room):
    tap = room.tap
    room.move()
    room.say(tap.move)
    room.table.take(Pause(by(0), on=True))
    room.show(tap.before)
    room.wait()
    assert len(room.standing) == 3
    room.table.take(Pause(by(0), on=False))
    room.wait()
    assert room.snapshot.settled == tap.after


# --- a full disk --------------------------------------------------------------------------------------


@contextmanager
def full_disk(store):
    """Let no entry fit into the database any more, until somebody makes room."""
    pages = store._db.execute("pragma page_count").fetchone()[0]
    store._db.execute(f"pragma max_page_count({pages})").fetchall()
    # The last page may have some room left, and so every entry drags something heavy along.
    store._db.execute(
        "create temp trigger heavy after insert on entry begin insert into game values"
        " ('heavy', 'x', 'x', 1, 'x', hex(zeroblob(9000))); end"
    )
    yield
    store._db.execute("drop trigger heavy")
    store._db.execute("pragma max_page_count(1000000)").fetchall()


def test_on_a_full_disk_a_tap_is_refused_plainly_and_counts_when_there_is_room(store, room):
    tap = room.tap
    room.hands()
    with full_disk(store):
        version = room.snapshot.version
        reply = room.say(tap.move)
        assert isinstance(reply, No)
        assert reply.text.id == "core.store.disk-full"
        assert room.snapshot.settled == room.state
        assert not room.snapshot.looking
        assert len(room.standing) == 3
        assert room.snapshot.version >= version
        room.wait(10)
        assert ids(room) == ["core.store.disk-full"]
        assert CueKind.TROUBLE in {cue.kind for cue in room.snapshot.cues}
    assert isinstance(room.say(tap.move), Done)
    assert room.snapshot.settled == tap.after
    assert ids(room) == []
    assert not room.snapshot.unsaved


def test_on_a_full_disk_a_press_is_answered_on_the_display(store, room):
    pages = Pages(room.game, Texts.load("en", KIT.texts))
    room.hands()
    with full_disk(store):
        assert isinstance(room.press(Press.DONE), No)
        shown = pages.page(room.snapshot)
        assert (shown.title, shown.lines) == ("Not now", ("The disk is full: nothing is saved.",))
        assert CueKind.REFUSED in {cue.kind for cue in room.snapshot.cues}
        room.wait(10)
        shown = pages.page(room.snapshot)
        assert shown.title == "Red to play"
        assert shown.lines[0] == "The disk is full: nothing is saved."
    room.press(Press.DONE)
    assert pages.page(room.snapshot).lines[:1] != shown.lines[:1]


def test_what_nobody_may_take_back_is_no_trouble_with_the_disk(room):
    room.turn()
    assert isinstance(room.undo(99, by(0)), No)
    assert isinstance(room.undo(1, by(1)), No)
    assert (ids(room), room.snapshot.unsaved) == ([], False)


def test_a_tap_that_waits_is_written_by_itself_as_soon_as_there_is_room(store, room):
    tap = room.tap
    room.move()
    room.say(tap.move)
    with full_disk(store):
        room.show(tap.before)
        assert room.snapshot.looking
        assert "core.store.disk-full" in ids(room)
        room.wait(10)
        assert room.snapshot.settled == room.state
    room.wait(10)
    assert room.snapshot.settled == tap.after
    assert ids(room) == []


def test_answers_undos_and_set_ups_change_nothing_on_a_full_disk(store):
    answers = Room(store, ALL).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "buy")
    room = Room(store, ALL, at=at)
    room.show()
    buy = answers[at]
    with full_disk(store):
        before = room.snapshot
        assert isinstance(room.say(buy.move), No)
        assert room.snapshot.settled == before.settled
    assert isinstance(room.say(buy.move), Done)
    with full_disk(store):
        assert isinstance(room.undo(), No)
        assert room.snapshot.settled == buy.after
    assert isinstance(room.undo(), Done)
    assert room.snapshot.settled == buy.before


def test_an_end_that_does_not_fit_is_written_later(store):
    answers = Room(store, ENTRY).answers
    room = Room(store, ENTRY, at=len(answers) - 3)
    room.show()
    room.hands()
    with full_disk(store):
        assert isinstance(room.say(room.tap.move), No)
    assert isinstance(room.say(room.tap.move), Done)
    assert room.snapshot.mode is Mode.OVER

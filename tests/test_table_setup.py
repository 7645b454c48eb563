"""Setting up in front of the camera: a proposal, a nod, and what nobody can see."""

from __future__ import annotations

import re

import pytest
from live_table import KIT
from msgspec.structs import replace
from table_room import ALL, BY_HOST, ENTRY, Room, by, reading_of, two_agents

from companion.engine import CueKind
from companion.games.vienna.moves import Done as Tap
from companion.session.commands import Answer, Confirm, Done, Saw
from companion.session.pages import Pages
from companion.session.ports import Press
from companion.session.sheet_known import how_known
from companion.session.snapshot import Mode
from companion.session.store import By, Happened, How
from companion.session.store_entry import AGREED, BUTTON, CAMERA
from companion.session.texts import Texts


@pytest.fixture
def room(store):
    return Room(store, ENTRY, at=0)


class Named:
    """A picture of which a crop says what it shows."""

    def crop(self, places):
        return " ".join(places).encode()

    def confirmed(self, _view):
        """Nobody learns from it."""


def laid_out(room):
    """Return the table with everything on it, and no starting tile told yet."""
    return next(one for one in room.answers if one.ask.kind == "take-starter").before


def test_the_camera_proposes_and_people_agree(room):
    done = laid_out(room)
    assert room.snapshot.mode is Mode.SET_UP
    assert CueKind.SET_UP in {cue.kind for cue in room.snapshot.cues}
    room.show(done)
    room.wait()
    assert room.standing == ()
    layout = room.snapshot.layout
    assert layout is not None
    assert (layout.missing, layout.bare, layout.odd, layout.todo) == (set(), set(), set(), ())
    assert room.table.take(Confirm(by(0), room.snapshot.version - 1)).text.id == "core.table.stale"
    assert isinstance(room.confirm(by(0)), Done)
    assert room.snapshot.settled == done
    assert len(room.standing) == 40
    for one in room.answers:
        if one.ask.kind == "take-starter":
            assert isinstance(room.say(one.move), Done)
    assert room.snapshot.mode is Mode.PLAY
    room.at = 42
    assert room.snapshot.settled == room.state
    room.turn()
    room.turn()
    assert room.snapshot.settled == room.state


@pytest.mark.parametrize("who", [BY_HOST, By(BUTTON, How.BUTTON)])
def test_the_log_says_who_agreed_to_the_set_up_and_how_sure_the_camera_was(room, who):
    room.show(laid_out(room))
    if who == BY_HOST:
        room.confirm(who)
    else:
        room.press(Press.CONFIRM)
    assert {(one.by.who, one.by.how, one.ask) for one in room.standing} == {
        (who.who, How.CAMERA, AGREED)
    }
    assert all(one.by.confidence > 0.5 for one in room.standing)
    said = Texts.load("en")(how_known(room.standing[0].by, room.standing[0].ask))
    assert re.fullmatch(f"camera, [0-9]+ %, confirmed: {who.how.value}", said)


def test_every_tile_of_the_set_up_keeps_its_picture(room):
    seen = replace(reading_of(room.game, laid_out(room)), sureness={"s01": 0.93})
    room.table.take(Saw(seen, Named()))
    room.confirm()
    pictures = [room.log.picture(one) for one in room.standing]
    assert sorted(pictures) == [f"s{number:02}".encode() for number in range(1, 41)]
    first = next(one for one in room.standing if room.log.picture(one) == b"s01")
    assert first.by.confidence == 0.93


def test_a_set_up_of_an_older_log_is_read_as_it_was_written(room):
    room.show(laid_out(room))
    room.confirm()
    old = By(CAMERA, How.CAMERA, 0.9)
    turn = [Happened(old, tuple(map(bytes, one.events)), bytes(one.move)) for one in room.standing]
    room.undo(1)
    room.log.record_turn(turn)
    room.sit_down()
    assert room.snapshot.settled == laid_out(room)
    assert Texts.load("en")(how_known(old)) == "camera, 90 %"


def test_a_hidden_tile_stays_open_until_it_is_seen_or_told(room):
    done = laid_out(room)
    room.show(done, silent=("s07", "s08"))
    layout = room.snapshot.layout
    assert layout.missing == {"s07", "s08"}
    assert isinstance(room.confirm(), Done)
    assert len(room.standing) == 38
    assert room.snapshot.mode is Mode.SET_UP
    room.show(done, silent=("s08",))
    assert isinstance(room.confirm(), Done)
    last = next(one for one in room.answers if one.ask.id == "tile.s08")
    assert isinstance(room.table.take(Answer(by(0), last.ask.id, last.move)), Done)
    assert room.snapshot.settled == done


def test_starting_tiles_may_be_told_before_the_board_is_laid(room):
    starters = [one for one in room.answers if one.ask.kind == "take-starter"]
    for one in starters:
        assert isinstance(room.say(one.move), Done)
    room.show(laid_out(room))
    assert isinstance(room.confirm(), Done)
    assert room.snapshot.mode is Mode.PLAY
    room.at = 42
    room.turn()
    assert room.snapshot.settled == room.state


def test_a_starting_tile_is_told_by_its_own_seat_once(room):
    one, two = (one for one in room.answers if one.ask.kind == "take-starter")
    wrong = room.table.take(Answer(by(1), one.ask.id, one.move))
    assert wrong.text.id == "core.refused.not-your-ask"
    assert isinstance(room.table.take(Answer(by(0), one.ask.id, one.move)), Done)
    again = room.table.take(Answer(by(0), one.ask.id, one.move))
    assert again.text.id == "core.refused.ask-closed"
    assert isinstance(room.table.take(Answer(by(1), two.ask.id, two.move)), Done)


class OpenHanded:
    """VIENNA, but for one thing: who takes which starting tile is asked of the whole table."""

    def __init__(self, game):
        self._game = game

    def __getattr__(self, name):
        return getattr(self._game, name)

    def asks(self, state):
        asks = self._game.asks(state)
        return tuple(replace(a, seat=None) if a.kind == "take-starter" else a for a in asks)

    def options(self, state, ask):
        own = next(one for one in self._game.asks(state) if one.id == ask.id)
        return self._game.options(state, own)


def test_what_the_whole_table_is_asked_a_phone_answers_for_its_own_seat_alone(room):
    room.game = OpenHanded(room.game)
    room.sit_down()
    one, two = (one for one in room.answers if one.ask.kind == "take-starter")
    for who, move in ((by(1), one.move), (by(0), two.move), (by(0), Tap(0)), (BY_HOST, Tap(0))):
        refusal = room.table.take(Answer(who, one.ask.id, move))
        assert refusal.text.id == "core.refused.not-your-ask"
    assert room.standing == ()
    assert isinstance(room.table.take(Answer(by(0), one.ask.id, one.move)), Done)
    assert isinstance(room.table.take(Answer(BY_HOST, two.ask.id, two.move)), Done)


# --- buttons alone ------------------------------------------------------------------------------------


def dial_to(room, move):
    """Turn the dial until it shows a move, and take it."""
    for _ in range(room.snapshot.dial.count):
        if room.snapshot.dial.move == move:
            reply = room.press(Press.CONFIRM)
            assert isinstance(reply, Done), reply
            return
        assert isinstance(room.press(Press.DONE), Done)
    raise AssertionError(f"the dial never shows {move}")


def test_a_whole_entry_game_with_buttons_alone(room):
    room.show(laid_out(room))
    assert isinstance(room.press(Press.CONFIRM), Done)
    assert len(room.standing) == 40
    for one in room.answers[40:42]:
        assert room.snapshot.dial.seat == one.ask.seat
        dial_to(room, one.move)
    room.at = 42
    room.show()
    while room.at < len(room.answers):
        room.hands()
        assert room.snapshot.dial is None
        reply = room.press(Press.DONE)
        assert isinstance(reply, Done), reply
        tap = room.tap
        room.at = room.answers.index(tap) + 1
        room.move()
        room.show()
        room.wait()
        assert room.snapshot.settled == tap.after
    assert room.snapshot.mode is Mode.OVER
    assert room.snapshot.outcome == room.game.outcome(room.answers[-1].after)


def test_purchases_with_buttons_alone(store):
    answers = Room(store, ALL).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "buy")
    room = Room(store, ALL, at=at)
    room.show()
    for one in answers[at : at + 4]:
        assert one.ask.kind == "buy"
        assert (room.snapshot.dial.ask, room.snapshot.dial.number) == (one.ask.id, 0)
        dial_to(room, one.move)
        assert room.snapshot.settled == one.after
    assert room.snapshot.dial is None
    assert isinstance(room.press(Press.UNDO), Done)
    assert room.snapshot.settled == answers[at + 3].before


def test_coins_that_decide_a_game_are_counted_with_buttons_alone(store):
    table = ("full", ("third-man",), 3, "board")
    answers = Room(store, table).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "count-money")
    assert answers[at].ask.blocks
    room = Room(store, table, at=at)
    room.show()
    pages = Pages(room.game, Texts.load("en", KIT.texts))
    assert pages.page(room.snapshot).lines[1:] == (
        "0 shillings to 9 shillings",
        "1 of 7: done = next, confirm = take it",
    )
    for one in answers[at:]:
        ten = one.move.count // 10
        for _ in range(ten):
            assert isinstance(room.press(Press.DONE), Done)
        assert isinstance(room.press(Press.CONFIRM), Done)
        dial_to(room, one.move)
        assert room.snapshot.settled == one.after
    assert room.snapshot.mode is Mode.OVER


def test_behind_ten_numbers_come_the_next_ten(store):
    table = ("full", ("third-man",), 3, "board")
    answers = Room(store, table).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "count-money")
    room = Room(store, table, at=at)
    room.show()
    room.press(Press.CONFIRM)
    for count in range(10):
        assert room.snapshot.dial.move.count == count
        room.press(Press.DONE)
    assert (room.snapshot.dial.move, room.snapshot.dial.number) == (None, 1)
    for _ in range(5):
        room.press(Press.DONE)
    room.press(Press.CONFIRM)
    assert (room.snapshot.dial.move.count, room.snapshot.dial.count) == (60, 1)
    room.press(Press.DONE)
    assert (room.snapshot.dial.move, room.snapshot.dial.number) == (None, 0)


def test_a_payday_is_tapped_off_with_a_button(store):
    answers = Room(store, ALL).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "payday")
    room = Room(store, ALL, at=at)
    room.show()
    assert answers[at].move.__struct_config__.tag == "done"
    assert isinstance(room.press(Press.DONE), Done)
    room.wait()
    assert room.snapshot.settled == answers[at].after


def test_buttons_pause_go_on_undo_and_agree(store):
    room = Room(store)
    room.show()
    room.turn()
    assert isinstance(room.press(Press.PAUSE), Done)
    assert room.snapshot.mode is Mode.PAUSED
    assert room.press(Press.DONE).text.id == "core.table.paused"
    before = room.answers[room.at - 3].before
    room.show(before)
    assert isinstance(room.press(Press.PAUSE), Done)
    assert room.snapshot.mode is Mode.COMPARE
    assert isinstance(room.press(Press.CONFIRM), Done)
    assert room.snapshot.mode is Mode.PLAY
    assert isinstance(room.press(Press.UNDO), Done)
    assert room.standing == ()
    assert room.press(Press.UNDO).text.id == "core.table.nothing-to-do"
    assert room.press(Press.SHUT_DOWN).text.id == "core.table.nothing-to-do"


def test_buttons_agree_to_a_board_that_is_compared_between_turns(store):
    answers = Room(store, ALL).answers
    at = next(n for n, one in enumerate(answers) if one.ask.kind == "buy")
    room = Room(store, ALL, at=at)
    room.show()
    room.say(answers[at].move)
    room.sit_down()
    view = room.game.expected_view(answers[at].after)
    room.show(answers[at].after, less=sorted(view.atoms)[:1])
    assert room.snapshot.mode is Mode.COMPARE
    assert room.snapshot.dial is None
    assert isinstance(room.press(Press.CONFIRM), Done)
    assert room.snapshot.mode is Mode.PLAY
    assert room.snapshot.dial is not None


def test_buttons_choose_between_two_explanations(store):
    room = Room(store)
    room.show()
    _, agent = two_agents(room)
    room.move()
    room.show(room.tap.before, plus=(agent,))
    room.press(Press.DONE)
    room.wait()
    assert room.snapshot.doubt is not None
    shown = room.snapshot.dial
    assert (shown.ask, shown.number, shown.count) == ("", 0, len(room.snapshot.doubt.choices))
    assert isinstance(room.press(Press.DONE), Done)
    assert room.snapshot.dial.number == 1
    wanted = room.snapshot.doubt.choices[1].state
    assert isinstance(room.press(Press.CONFIRM), Done)
    assert room.snapshot.settled == wanted

"""A table with everything around it: games, buttons, lamps and display."""

from __future__ import annotations

import dataclasses
import time
from contextlib import closing
from datetime import UTC, datetime
from threading import Event

import numpy as np
import pytest
from camera_sources import fill
from gpiozero.pins.mock import MockFactory, MockPWMPin
from live_table import KIT
from msgspec.structs import replace
from patience import comes_true
from perfect_house import PerfectEyes
from test_lookout_report import knowledge as some_knowledge

from companion.app.ailments import Ailments
from companion.app.eyes import CameraEyes, NoEyes
from companion.app.house import Sign, TableHouse
from companion.app.notebook import Notebook
from companion.app.settings import ButtonSettings, NetworkSettings, Settings
from companion.app.settings_read import read_settings
from companion.app.whereabouts import Whereabouts
from companion.app.wiring import open_devices
from companion.engine import CueKind, Text
from companion.games import Wish
from companion.session.commands import Answer, Done, Pause, Undo
from companion.session.pictures import Budget
from companion.session.store import By, How, Store
from companion.session.store_entry import HOST
from hardware.camera import watch_camera
from hardware.camera_fault import CameraFault
from vision.reference import Reference
from vision.tile_look import FlatModel
from web.house import NewGame

SIGN = Sign("http://table.test", "1234", "en")
TWO = NewGame(Wish(2, "entry", (), "full"), (), ("full", "board"))


@pytest.fixture
def pins():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


@pytest.fixture
def opened(tmp_path, pins):
    """Return how to open a house on the same disk; all are closed at the end."""
    houses = []

    def open_house(eyes=None, display=None, ailments=None):
        ailments = ailments or Ailments(lambda _text: None)
        settings = Settings()
        devices = open_devices(settings, ailments.notice, lambda: pins, well=ailments.well)
        if display is not None:
            devices = replace(devices, display=display)
        left = []
        house = TableHouse(
            KIT, tmp_path / "games.sqlite", SIGN, devices, eyes or NoEyes(), lambda: left.append(1)
        )
        house.left = left
        ailments.listen(house.ail)
        houses.append(house)
        return house

    yield open_house
    for house in houses:
        house.close()


def answer_first(house):
    """Give the first legal answer to the first question."""
    play = house.play
    ask = next(ask for ask in play.game.asks(play.session.snapshot.state) if ask.blocks)
    move = play.game.options(play.session.snapshot.state, ask)[0]
    return play.session.ask(Answer(By(HOST, How.HOST), ask.id, move))


def test_a_game_begins_and_every_seat_is_tracked_as_it_likes(opened):
    house = opened()
    assert house.new_game(TWO) is None
    seats = house.play.session.snapshot.state.seats
    assert [seat.tracking.value for seat in seats] == ["full", "board"]
    assert "<svg" in house.play.draw(house.play.session.snapshot.state, ["b07"])


def test_a_game_that_cannot_be_says_why(opened):
    house = opened()
    bad = NewGame(Wish(9, "entry", (), "full"), (), ())
    assert house.new_game(bad).id == "cli.error.too-large"
    assert house.play is None


def test_a_game_is_taken_up_where_it_was(opened):
    house = opened()
    assert not house.resume_last()
    house.new_game(TWO)
    for _ in range(7):
        assert isinstance(answer_first(house), Done)
    state = house.play.session.snapshot.settled
    house.close()
    again = opened()
    assert again.resume_last()
    assert again.play.session.snapshot.settled == state


def test_a_tap_on_the_screen_of_an_earlier_game_does_nothing_in_the_next(opened):
    house = opened()
    house.new_game(TWO)
    for _ in range(4):
        answer_first(house)
    seen = house.play.session.snapshot.version
    house.new_game(TWO)
    session, by = house.play.session, By(HOST, How.HOST)
    for _ in range(2):
        answer_first(house)
    for on in (True, False, True, False):
        session.ask(Pause(by, on))  # so that as much has happened as in the other game
    settled = session.snapshot.settled
    assert session.ask(Undo(by, seen)).text.id == "core.table.stale"
    assert session.snapshot.settled == settled
    assert isinstance(session.ask(Undo(by, session.snapshot.version)), Done)


def test_undo_held_takes_the_last_answer_back(opened, pins):
    house = opened()
    house.new_game(TWO)
    session = house.play.session
    before = session.snapshot.settled
    answer_first(house)
    assert session.snapshot.settled != before
    pins.pin(24).drive_low()
    assert comes_true(lambda: session.snapshot.settled == before)
    pins.pin(24).drive_high()


def test_pause_held_long_shuts_the_table_down(opened, pins):
    house = opened()
    house.new_game(TWO)
    pins.pin(8).drive_low()
    assert comes_true(lambda: bool(house.left))


def test_a_new_number_for_the_host_is_shown_before_a_game_and_in_its_pauses(opened):
    display = Drawn()
    house = opened(display=display)

    def shows_the_number():
        return house.pin in " ".join(display.page.lines)

    old = house.pin
    while house.pin == old:  # one in ten thousand is the same again
        house.new_pin()
    assert shows_the_number()
    house.new_game(TWO)
    assert comes_true(lambda: not shows_the_number())
    house.play.session.ask(Pause(By(HOST, How.HOST), on=True))
    assert comes_true(shows_the_number)


def test_a_table_that_is_up_before_its_network_shows_where_it_is_found_as_soon_as_it_is(opened):
    display, found = Drawn(), []
    house = opened(display=display)
    whereabouts = Whereabouts(NetworkSettings(), 8000, house.move, lambda: (found or [None])[-1])
    house.move(whereabouts.address)
    assert (display.page.code, display.page.lines[0]) == (house.address, "localhost:8000")
    found.append("10.42.0.1")
    whereabouts.check()
    assert display.page.code == house.address == "http://10.42.0.1:8000"
    house.new_game(TWO)
    house.play.session.ask(Pause(By(HOST, How.HOST), on=True))
    assert comes_true(lambda: display.page.code == house.address)
    found.append("192.168.1.7")
    whereabouts.check()
    assert display.page.code == house.address == "http://192.168.1.7:8000"
    assert display.page.title == "Paused"
    house.play.session.ask(Pause(By(HOST, How.HOST), on=False))
    assert comes_true(lambda: display.page.code is None)
    found.append("192.168.1.8")
    whereabouts.check()
    assert display.page.code is None  # a game has more to say


def test_trouble_with_the_camera_is_told_in_whatever_game_comes_after_it(opened):
    house = opened()
    house.trouble(Text("core.camera.pi-none"))
    house.new_game(TWO)
    session = house.play.session
    assert comes_true(lambda: [n.id for n in session.snapshot.notices] == ["core.camera.pi-none"])
    house.trouble(None)
    assert comes_true(lambda: not session.snapshot.notices)


def test_pictures_take_no_more_room_than_the_settings_allow(opened, tmp_path):
    kept = read_settings("[pictures]\nmegabytes = 10", "settings.toml").store()
    assert kept.pictures == Budget(10 * 2**20, 10 * 2**20)
    house = opened()
    house.keep(replace(kept, clock=lambda: datetime(2020, 1, 1, tzinfo=UTC)))
    house.new_game(TWO)
    name = house.play.session.snapshot.game
    assert name.startswith("20200101-")  # all of it reaches the store
    house.end_game()
    with Store.open(tmp_path / "games.sqlite", kept) as store:
        for number in range(4):
            store.keep_picture(name, bytes([number]) * (3 * 2**20))
        assert len(store.picture_names(name)) == 3


ASIDE = Text("core.store.aside", {"path": "a", "aside": "b", "reason": "c"})


def test_what_is_told_about_games_is_shown_until_a_game_is_over(opened):
    house = opened()
    house.tell(ASIDE)
    assert house.notices == (ASIDE,)
    house.new_game(TWO)
    assert comes_true(lambda: ails(house) == ["core.store.aside"])
    house.ail((STUCK,))
    assert comes_true(lambda: ails(house) == ["core.store.aside", "device.button-stuck"])
    house.end_game()
    assert house.notices == (STUCK,)


STUCK = Text("device.button-stuck", {"button": Text("device.button.undo")})


def test_a_device_that_is_not_well_is_told_in_every_game_until_it_is(opened):
    said = []
    ailments = Ailments(said.append)
    ailments.notice(Text("device.display.no-answer"))
    ailments.notice(Text("device.pins.none"))  # no part of the table is broken by that
    house = opened(ailments=ailments)
    house.new_game(TWO)
    assert comes_true(lambda: ails(house) == ["device.display.no-answer"])
    ailments.notice(STUCK)
    ailments.well(Text("device.display.no-answer"))
    assert comes_true(lambda: house.play.session.snapshot.ailing == (STUCK,))
    house.trouble(None)  # the camera is well, and says nothing about buttons
    house.new_game(TWO)
    assert comes_true(lambda: ails(house) == ["device.button-stuck"])
    ailments.well(STUCK)
    assert comes_true(lambda: not ails(house))
    assert [text.id for text in said] == [
        "device.display.no-answer",
        "device.pins.none",
        "device.button-stuck",
    ]


def ails(house):
    return [text.id for text in house.play.session.snapshot.ailing]


def test_a_stuck_button_shows_while_no_game_runs_and_the_pin_stays(opened):
    display, ailments = Drawn(), Ailments(lambda _text: None)
    opened(display=display, ailments=ailments)
    ailments.notice(STUCK)
    pin, sentence = display.page.lines
    assert pin == "Host PIN 1234"
    assert "it has been down for a long time" in sentence
    ailments.well(STUCK)
    assert display.page.lines == ("table.test", "Host PIN 1234", "Confirm: game for 4")


class Silent:
    """A camera that never gives a picture."""

    def __init__(self):
        self._never = Event()

    def read(self):
        self._never.wait()
        raise CameraFault("core.camera.closed")

    def close(self):
        self._never.set()


def knowledge():
    """Know a table by pictures that show nothing in particular."""
    known, noise = some_knowledge(), np.random.default_rng(1)
    sizes = known.plan.surfaces
    pictures = {
        name: noise.integers(0, 255, (round(h), round(w), 3), np.uint8)
        for name, (w, h) in sizes.items()
    }
    nothing_lies = FlatModel((), {}, 1.0)
    return dataclasses.replace(known, reference=Reference(sizes, pictures, 1.0), flats=nothing_lies)


@pytest.fixture
def silent():
    camera = Silent()
    yield camera
    camera.close()


def test_a_camera_that_never_answers_holds_nobody_up(opened, silent):
    house = opened(CameraEyes(silent, Notebook(knowledge())))
    house.new_game(TWO)
    house.end_game()
    assert house.play is None


def test_a_table_without_a_game_shows_that_it_is_up_and_how_to_join(opened, pins):
    display = Drawn()
    house = opened(display=display)
    assert display.page.code == SIGN.address
    assert display.page.lines == ("table.test", "Host PIN 1234", "Confirm: game for 4")
    status = [pins.pin(number) for number in Settings().lamps.status]
    assert comes_true(lambda: any(pin.state > 0 for pin in status))
    house.new_game(TWO)
    assert comes_true(lambda: display.page.code is None)
    house.end_game()
    assert display.page.code == SIGN.address


class Drawn:
    """A display that remembers what it shows."""

    page = None

    def show(self, page):
        self.page = page

    def close(self):
        """Nothing to let go of."""


def test_a_film_that_is_over_is_told_once_and_people_play_on(opened, tmp_path):
    photos = fill(tmp_path / "photos", ["1.png", "2.png"])
    camera = watch_camera(f"folder:{photos}", lambda _news: None)
    house = opened(CameraEyes(camera, Notebook(knowledge())))
    house.new_game(TWO)
    session = house.play.session
    assert comes_true(lambda: [n.id for n in session.snapshot.notices] == ["core.camera.ended"])
    assert isinstance(answer_first(house), Done)
    camera.close()


def test_a_finger_that_bounces_on_done_ends_one_turn_in_real_time(opened, pins):
    eyes = PerfectEyes()
    house = opened(eyes)
    done = pins.pin(Settings().buttons.done)
    turns: list[int] = []

    def say(says):
        turn = next((c.seat for c in eyes.snapshot.cues if c.kind is CueKind.TURN), None)
        if turn is None or turns:
            eyes._say(says)
            return
        for _ in range(2):
            done.drive_low()
            time.sleep(0.1)
            done.drive_high()
            time.sleep(0.3)
        turns.append(turn)

    house.new_game(NewGame(Wish(2, "entry", (), "board"), (), ("board",) * 2))
    eyes.say = say
    eyes.play(lambda _: bool(turns))
    time.sleep(2)
    settled = eyes.snapshot.settled
    assert (eyes.snapshot.wrong, eyes.snapshot.looking) == (None, False)
    assert next(c.seat for c in house.play.game.cues(settled) if c.kind is CueKind.TURN) != turns[0]
    with house.play.reader() as reader:
        log = reader.log(eyes.snapshot.game).entries()
    assert sum(b'"done"' in bytes(entry.move) for entry in log) == 1


# --- no browser anywhere -----------------------------------------------------------------------------


def tap(pins, number):
    pins.pin(number).drive_low()
    Event().wait(0.1)
    pins.pin(number).drive_high()
    Event().wait(0.1)


def test_a_press_begins_the_game_that_the_table_was_opened_for(opened, pins):
    display = Drawn()
    house = opened(display=display)
    house.propose(Wish(3, "full", ("third-man",), "board", colours=("blue", "red", "green")))
    assert display.page.lines[-1] == "Confirm: game for 3"
    tap(pins, Settings().buttons.undo)
    assert house.play is None
    tap(pins, Settings().buttons.confirm)
    assert comes_true(lambda: house.play is not None)
    state = house.play.session.snapshot.state
    assert [seat.colour.value for seat in state.seats] == ["blue", "red", "green"]
    assert {seat.tracking.value for seat in state.seats} == {"board"}
    assert (state.version.value, [e.value for e in state.expansions]) == ("full", ["third-man"])


def test_the_turn_button_chooses_how_many_play(opened, pins):
    display = Drawn()
    house = opened(display=display)
    said = []
    for _ in range(3):
        tap(pins, Settings().buttons.done)
        said.append(display.page.lines[-1])
    assert said == [f"Confirm: game for {count}" for count in (2, 3, 4)]
    tap(pins, Settings().buttons.done)
    tap(pins, Settings().buttons.confirm)
    assert comes_true(lambda: house.play is not None)
    assert len(house.play.session.snapshot.state.seats) == 2


def test_a_second_press_does_not_begin_a_second_game(opened, pins):
    house = opened()
    for _ in range(3):
        tap(pins, Settings().buttons.confirm)
    assert comes_true(lambda: house.play is not None)
    with closing(house.play.reader()) as reader:
        assert len(reader.records()) == 1


def test_the_display_says_why_no_game_can_begin(opened, pins, tmp_path):
    display = Drawn()
    house = opened(display=display)
    with Store.open(tmp_path / "games.sqlite"):
        tap(pins, Settings().buttons.confirm)
        assert comes_true(lambda: "in use" in display.page.lines[-1])
    assert house.play is None
    tap(pins, Settings().buttons.confirm)
    assert comes_true(lambda: house.play is not None)


def test_without_a_confirm_button_nobody_is_told_to_press_it(tmp_path, pins):
    settings = Settings(buttons=ButtonSettings(confirm=None))
    display = Drawn()
    devices = replace(open_devices(settings, lambda _text: None, lambda: pins), display=display)
    house = TableHouse(KIT, tmp_path / "g.sqlite", SIGN, devices, NoEyes(), lambda: None)
    assert display.page.lines == ("table.test", "Host PIN 1234")
    house.close()

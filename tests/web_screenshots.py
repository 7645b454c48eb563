"""Take a picture of every screen, for the guides: ``python tests/web_screenshots.py docs/screenshots``."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
from browsers import PHONE, open_chromium
from browsers import TELEVISION as TABLE
from msgspec.structs import replace
from perfect_house import BY_HOST, PerfectEyes, is_over, open_house
from test_web_sheet import TWO, break_a_rule, leave_marker
from web_house import BOARD, DATA, FULL, Browser, House, HouseSite, read_json

from companion.drawing.table_art import draw_state
from companion.engine import Atom
from companion.session.commands import Override, Saw
from hardware.raster import rasterise

NAMES = ("Anna", "Ben", "Clara")


class Painted:
    """A picture of one place of the table as we draw it, in place of a camera's."""

    def __init__(self, house: House, place: str, piece: str) -> None:
        game, state = house.play.game, house.session.snapshot.state
        spots = {one.id: one for one in game.places(state)}
        atoms = [(atom.place, atom.piece) for atom in house.reading.atoms]
        image = rasterise(draw_state(house.source, [*atoms, (place, piece)]), 3)
        x, y = (int(3 * (at + 12)) for at in spots[place].xy_mm)
        part = image[max(0, y - 130) : y + 130, max(0, x - 200) : x + 200]
        self._jpeg = cv2.imencode(".jpg", part)[1].tobytes()

    def crop(self, _places: Any) -> bytes:
        return self._jpeg

    def confirmed(self, _view: Any) -> None:
        """Nobody learns from it."""


class Album:
    """Pictures of a table with somebody in every building, to be cut out for every move."""

    def __init__(self, house: Any, side: str = "entry") -> None:
        game, state = house.play.game, house.play.session.snapshot.state
        source = read_json(DATA / "reference" / side / "board.json")
        agents = [(building, "agent:yellow") for building in game.box.board.buildings]
        there = [(atom.place, atom.piece) for atom in game.expected_view(state).atoms]
        self._image = rasterise(draw_state(source, there if side == "full" else agents), 3)
        self._spots = {one.id: one for one in game.places(state)}
        self._where = house.play.art.where

    def crop(self, places: Any) -> bytes | None:
        spots = [self._spots[p] for p in places if not p.startswith("score:")]
        at = [self._where(one.surface, one.xy_mm) for one in spots]
        if not at:
            return None
        (left, right), (top, bottom) = ((min(s), max(s)) for s in zip(*at, strict=True))
        x, y = int(1.5 * (left + right)), int(1.5 * (top + bottom))
        wide, high = int(1.5 * (right - left)) + 150, int(1.5 * (bottom - top)) + 90
        part = self._image[max(0, y - high) : y + high, max(0, x - wide) : x + wide]
        return cv2.imencode(".jpg", part)[1].tobytes()

    def confirmed(self, _view: Any) -> None:
        """Nobody learns from it."""


class Studio:
    """Show one moment of a game to a browser."""

    def __init__(self, browser: Any, folder: Path, house: Any) -> None:
        self._folder, self.house = folder, house
        self._site = HouseSite(house, browser)
        self.app, self.keys = self._site.app, self._site.keys

    def sit_all(self, names: tuple[str, ...] = NAMES) -> None:
        for seat, name in enumerate(names):
            self.keys.sit(seat, name)
        self.app.extensions["companion"].relay.ring()

    def take(
        self,
        name: str,
        path: str,
        size: dict[str, int],
        *,
        whole: bool = False,
        opened: str = "",
        tapped: str = "",
    ) -> None:
        """Take a picture by day and one by night, perhaps with something opened or tapped."""
        for light in ("light", "dark"):
            page = self._site.browser(size, color_scheme=light, reduced_motion="reduce")
            self._go(page, path)
            kind = "phone" if size is PHONE else "table"
            if opened:
                page.locator(f"{opened} summary").first.click()
                page.locator(opened).first.evaluate("one => one.scrollIntoView({block: 'start'})")
            if tapped:
                page.locator(tapped).first.click()
            if whole:  # as if on a long phone, so that what sticks to the lower edge is there
                height = page.evaluate("document.documentElement.scrollHeight")
                page.set_viewport_size({**size, "height": height})
            page.wait_for_timeout(900)
            file = self._folder / f"{name}-{kind}-{light}"
            if size is PHONE:
                page.screenshot(path=f"{file}.png")
            else:
                page.screenshot(path=f"{file}.jpg", quality=85)
            page.context.close()

    def _go(self, page: Any, path: str) -> None:
        address = self.house.address
        if path.startswith("/seat/"):
            seat = int(path.rpartition("/")[2])
            page.goto(f"{address}/seat/link/{self.keys.seats[seat].secret}")
        elif path.startswith("/host"):
            self._site.log_in(page)
            page.goto(address + path)
        else:
            page.goto(f"{address}/screen/{self.keys.screen}")
            if path != "/":
                page.goto(address + path)

    def close(self) -> None:
        self._site.close()
        self.house.close()


def in_play(house: House, kinds: tuple[str, ...]) -> int:
    """Go on until somebody is asked one of these kinds of questions; return the seat."""
    game = house.play.game
    for _ in range(900):
        for ask in game.asks(house.session.snapshot.state):
            if ask.kind in kinds and ask.seat is not None and ask.blocks:
                return ask.seat
        house.go_on()
    raise AssertionError(kinds)


def wrong(house: House) -> int:
    """Let somebody set an agent where his own agent is, or out of turn; return the seat."""
    game, reading = house.play.game, house.reading
    seats = house.session.snapshot.state.seats
    for place in (f"b{n:02d}" for n in range(1, 31)):
        for seat, one in enumerate(seats):
            atom = Atom(place, f"agent:{one.colour}")
            if seat == house.turn or atom in reading.atoms:
                continue
            house.look(atoms=reading.atoms | {atom})
            time.sleep(1.3)
            if house.session.snapshot.wrong is not None:
                return seat
    raise AssertionError(game)


def main(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with open_chromium() as browser, TemporaryDirectory() as scratch:
        only = set(sys.argv[2:])
        for number, scene in enumerate(SCENES):
            if not only or scene.__name__ in only:
                folder = Path(scratch) / str(number)
                folder.mkdir()
                scene(lambda make=House, f=folder: Studio(browser, target, make(f)))


def joining(open_studio: Any) -> None:
    studio = open_studio()
    studio.house.sit(FULL, 1)
    studio.take("join", f"/join/{studio.keys.join}", PHONE)
    studio.close()


def cards(open_studio: Any) -> None:
    studio = open_studio()
    studio.house.sit(FULL, 9)
    studio.sit_all()
    seat = in_play(studio.house, ("draw",))
    studio.take("seat-cards", f"/seat/{seat}", PHONE)
    seat = in_play(studio.house, ("plan",))
    studio.take("seat-plan", f"/seat/{seat}", PHONE)
    studio.close()


def told_by_hand(open_studio: Any) -> None:
    studio = open_studio()
    house = studio.house
    house.sit(FULL, 9, eyes=False)
    studio.sit_all()
    game = house.play.game
    for _ in range(900):
        state = house.session.snapshot.state
        ask = next(ask for ask in game.asks(state) if ask.blocks)
        if ask.kind == "act" and state.seats[ask.seat].agents:
            break
        house.answer(ask, max(game.options(state, ask), key=partial(game.worth, state)))
    studio.take("seat-point", f"/seat/{ask.seat}", PHONE, tapped="svg.points .ring.first")
    studio.close()


def choices(open_studio: Any) -> None:
    studio = open_studio()
    studio.house.sit(FULL, 9)
    studio.sit_all()
    relay = studio.app.extensions["companion"].relay
    relay.meet()
    for _ in range(900):
        relay.catch_up(studio.house.session.snapshot.version)
        seat = asked_about_places(studio)
        if seat is not None:
            break
        studio.house.go_on()
    studio.take("seat-question", f"/seat/{seat}", PHONE)
    studio.close()


def asked_about_places(studio: Studio) -> int | None:
    """Return a seat that has to choose between places of which there is a picture."""
    for seat in range(3):
        phone = Browser(studio.app)
        phone.get(f"/seat/link/{studio.keys.seats[seat].secret}")
        asked = phone.get(f"/api/seats/{seat}").json["questions"]
        pictures = [one["picture"] for one in asked if one["picture"]]
        if pictures:
            studio.house.shot = Album(studio.house, "full")
            studio.house.look()
            if phone.get(pictures[0]).status_code == 200:
                return seat
    return None


def turns(open_studio: Any) -> None:
    studio = open_studio()
    studio.house.sit(FULL, 30)
    studio.sit_all()
    time.sleep(1)
    studio.house.go_on(60)
    seat = in_play(studio.house, ("act",))
    studio.take("seat-turn", f"/seat/{seat}", PHONE)
    studio.take("seat-whole", f"/seat/{seat}", PHONE, whole=True)
    studio.take("table", "/", TABLE)
    studio.take("table", "/", PHONE)
    studio.take("host", "/host", PHONE, whole=True)
    seat = in_play(studio.house, ("buy", "payday"))
    studio.take("seat-money", f"/seat/{seat}", PHONE)
    studio.close()


def mistakes(open_studio: Any) -> None:
    studio = open_studio()
    studio.house.sit(BOARD, 20)
    studio.sit_all()
    while studio.house.turn is None or not studio.house.moment.settled:
        studio.house.go_on()
    time.sleep(1)
    studio.house.shot = Painted(studio.house, "b01", "agent:yellow")
    seat = wrong(studio.house)
    studio.take("seat-wrong", f"/seat/{seat}", PHONE)
    studio.take("table-wrong", "/", TABLE)
    studio.take("host-wrong", "/host", PHONE)
    studio.close()


def beginnings(open_studio: Any) -> None:
    studio = open_studio()
    studio.take("no-game", "/", TABLE)
    studio.take("new-game", "/host", PHONE, whole=True)
    studio.house.sit(BOARD, 0)
    reading = studio.house.moments[30].seen
    studio.house.session.ask(Saw(replace(studio.house.reading, atoms=reading.atoms)))
    time.sleep(1)
    studio.take("host-set-up", "/host", PHONE, whole=True)
    studio.take("table-set-up", "/", TABLE)
    studio.close()


def places(open_studio: Any) -> None:
    studio = open_studio()
    house = studio.house
    house.sit(("entry", (), 2, "board"), 0)
    laid = {atom for atom in house.moments[60].seen.atoms if atom.place != "s03"}
    house.shot = Painted(house, "s03", "tile:flask")
    house.look(atoms=frozenset(laid | {Atom("s03", "tile:flask")}))
    studio.take("host-place", "/host/place/s03", PHONE, whole=True)
    studio.take("host-board", "/host/board", PHONE, whole=True)
    studio.close()


def restart(open_studio: Any) -> None:
    studio = open_studio()
    studio.house.sit(BOARD, 20, look=False)
    atoms = sorted(studio.house.reading.atoms)
    studio.house.look(atoms=frozenset(atoms[3:]))
    studio.sit_all()
    time.sleep(1)
    studio.take("host-compare", "/host", PHONE)
    studio.close()


def ending(open_studio: Any) -> None:
    studio = open_studio()
    last = max(moment.turn for moment in House.evening(BOARD))
    studio.house.sit(BOARD, last)
    studio.sit_all()
    studio.house.go_on(len(studio.house.moments) - studio.house.at)
    time.sleep(1)
    studio.take("table-over", "/", TABLE)
    studio.close()


def sheets(open_studio: Any) -> None:
    eyes = PerfectEyes()
    studio = open_studio(lambda folder: open_house(folder, eyes))
    studio.house.new_game(TWO)
    eyes.shot = Album(studio.house)
    studio.sit_all(NAMES[:2])
    leave_marker(eyes)
    studio.take("host-marker", "/host", PHONE, opened="#disputes")
    eyes.say = eyes._say
    eyes.look()
    eyes.play(is_over)
    studio.take("sheet", "/sheet", PHONE)
    studio.take("sheet", "/sheet", TABLE)
    studio.take("sheet-evidence", "/sheet", PHONE, opened="#line-0-squares")
    studio.take("sheet-evidence", "/sheet", TABLE, opened="#line-0-squares")
    studio.close()


def overrides(open_studio: Any) -> None:
    eyes = PerfectEyes()
    studio = open_studio(lambda folder: open_house(folder, eyes))
    studio.house.new_game(TWO)
    studio.sit_all(NAMES[:2])
    break_a_rule(eyes)
    eyes.session.ask(Override(BY_HOST, eyes.snapshot.version))
    studio.take("table-override", "/", TABLE)
    studio.take("host-override", "/host", PHONE, opened="#back")
    studio.close()


SCENES = (
    joining,
    cards,
    told_by_hand,
    choices,
    turns,
    mistakes,
    beginnings,
    places,
    restart,
    ending,
    sheets,
    overrides,
)

if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""The part of a page that changes: made once for all screens that show the same."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar

import msgspec
import segno
from jinja2 import Environment

from web.house import House
from web.keys import Keys
from web.relay import Now
from web.screens import host_screen, seat_screen, table_screen
from web.sheet import sheet_screen
from web.shown import Person, Screen
from web.wording import Words, words_of


class Page(NamedTuple):
    """Which page, for whom, in which language.

    ``seats`` are all that share the phone; it ``leads`` if it is also the host's.
    """

    name: str
    language: str
    seat: int | None = None
    seats: tuple[int, ...] = ()
    leads: bool = False


class Shown(NamedTuple):
    """The changing part of a page, also as the body of a live event."""

    html: str
    body: bytes


class Shared(NamedTuple):
    """What all seats see alike, laid out once: the log, and what lies in front of each seat."""

    screen: Screen
    log: str
    cards: dict[int | None, str]


T = TypeVar("T")


class Renderer:
    """Fill templates, and remember the result as long as it is true."""

    def __init__(self, house: House, keys: Keys, environment: Environment) -> None:
        """Take what templates need."""
        self._house, self._keys, self._environment = house, keys, environment
        self._lock = Lock()
        self._number = -1
        self._done: dict[object, Future[Any]] = {}

    def show(self, now: Now, page: Page) -> Shown:
        """Return a page's changing part for a moment."""
        told = str(self._house.notices) if now.play is None else ""
        return self._once(now, (page, told), lambda: self._shown(now, page))

    def _once(self, now: Now, key: object, make: Callable[[], T]) -> T:
        """Make something once a moment; who comes second waits for the first."""
        with self._lock:
            if now.number != self._number:
                self._number, self._done = now.number, {}
            done = self._done.get(key)
            mine = done is None
            if done is None:
                done = self._done[key] = Future()
        if mine:
            try:
                done.set_result(make())
            except BaseException as error:
                done.set_exception(error)
                raise
        made: T = done.result()
        return made

    def _shown(self, now: Now, page: Page) -> Shown:
        html = self._make(now, page)
        return Shown(html, msgspec.json.encode({"html": html}))

    def _make(self, now: Now, page: Page) -> str:
        words = words_of(page.language, self._texts(now))
        if now.play is None or now.snapshot is None:
            notices = words.all(self._house.notices)
            way_in = qr(f"{self._house.address}/host") if page.name == "screen" else ""
            return self._fill("_no_game.html", words, page=page, notices=notices, code=way_in)
        if page.name == "sheet":
            return self._fill("_sheet.html", words, sheet=sheet_screen(now, words, self._keys))
        if page.name == "host":
            return self._fill("_host.html", words, screen=host_screen(now, words, self._keys))
        shared = self._once(now, page.language, lambda: self._shared(now, words))
        if page.seat is None:
            code, here = self._join(page), f"/join/{self._keys.join}"
            return self._fill("_table.html", words, shared=shared, page=page, join=code, here=here)
        screen = seat_screen(now, page.seat, words, shared.screen)
        return self._fill("_seat.html", words, screen=screen, shared=shared, page=page)

    def _shared(self, now: Now, words: Words) -> Shared:
        screen = table_screen(now, words, self._keys)
        by_seat: dict[int | None, Person] = {person.seat: person for person in screen.people}
        cards = {
            card.seat: self._fill("_card.html", words, card=card, person=by_seat.get(card.seat))
            for card in screen.cards
        }
        return Shared(screen, self._fill("_log.html", words, screen=screen), cards)

    def _texts(self, now: Now) -> Path:
        return self._house.kit.texts if now.play is None else now.play.kit.texts

    def _fill(self, template: str, words: Words, **things: object) -> str:
        say: Callable[..., str] = words
        return self._environment.get_template(template).render(t=say, **things)

    def _join(self, page: Page) -> str:
        """Draw the way in, on the table's own screens alone."""
        return qr(self.join_link) if page.name == "screen" else ""

    @property
    def join_link(self) -> str:
        """Return the address at which people sit down."""
        return f"{self._house.address}/join/{self._keys.join}"


def qr(address: str) -> str:
    """Draw an address as a code for phones."""
    code = segno.make(address, error="m")
    return str(code.svg_inline(border=2, dark="#1b1712", light="#ffffff", omitsize=True))

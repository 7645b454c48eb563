"""What lamps and display show: how to join while no game runs, and the game while one does."""

from __future__ import annotations

import secrets
from threading import RLock

import msgspec

from companion.app.wiring import Devices
from companion.engine import Cue, CueKind, Text
from companion.session.pages import Pages, welcome
from companion.session.ports import Page
from companion.session.session import Session
from companion.session.snapshot import Mode, Snapshot
from companion.session.texts import Texts

_PIN_DIGITS = 4


class Sign(msgspec.Struct, frozen=True):
    """How phones find the table, what makes somebody its host, and what it speaks."""

    address: str
    pin: str
    language: str


def fresh_pin() -> str:
    """Draw a number that makes somebody the host."""
    return f"{secrets.randbelow(10**_PIN_DIGITS):0{_PIN_DIGITS}d}"


class Signboard:
    """The lamps and the display of one table; everything may be called from any thread."""

    def __init__(self, devices: Devices, texts: Texts, sign: Sign) -> None:
        """Take what is to be shown on; nothing shines yet."""
        self._devices, self._texts, self.sign = devices, texts, sign
        self._showing = RLock()  # an older page must not be shown after a newer one

    def welcome(self, wrong: tuple[Text, ...], begin: Text) -> None:
        """Show that the table is up, how to join and to begin, or the first thing that is wrong."""
        page, cues = self._join(), tuple[Cue, ...]()
        if wrong:
            *_, pin = page.lines  # without it nobody could begin a game
            page = Page("", (pin, _first_sentence(self._texts(wrong[0]))), code=page.code)
            cues = (Cue(CueKind.TROUBLE),)
        elif self._devices.confirms:
            # Beside a code there is no room for a title as well.
            page = Page("", (*page.lines, self._texts(begin)), code=page.code)
        self._devices.lamps.show(cues)
        self._devices.display.show(page)

    def follow(self, session: Session, pages: Pages) -> None:
        """Show what is known of a game until it is put away."""
        for snapshot in session.follow():
            self._devices.lamps.show(snapshot.cues)
            with self._showing:
                self._devices.display.show(self.page(pages, snapshot))

    def show_again(self, session: Session, pages: Pages) -> None:
        """Show a game with what the sign says by now."""
        with self._showing:
            self._devices.display.show(self.page(pages, session.snapshot))

    def page(self, pages: Pages, snapshot: Snapshot) -> Page:
        """Return what the display shows; a table that pauses has room for how to join and to lead."""
        page = pages.page(snapshot)
        if snapshot.mode is not Mode.PAUSED:
            return page
        return msgspec.structs.replace(self._join(), title=page.title)

    def _join(self) -> Page:
        return welcome(self._texts, self.sign.address, self.sign.pin)


def _first_sentence(words: str) -> str:
    """Leave out what to do about it: beside a code there is no room, and phones tell.

    >>> _first_sentence("No camera is found. Look at the cable.")
    'No camera is found.'
    """
    first, more, _ = words.partition(". ")
    return first + more.rstrip()

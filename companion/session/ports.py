"""What a running table asks of the devices around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from companion.engine import Cue


class Frame(msgspec.Struct, frozen=True, eq=False):
    """One picture of the table: rows of blue, green, red bytes, as cameras give them.

    The image is a numpy array; its type stays open here, because the session never looks inside.
    ``small`` is the same picture in few pixels, from cameras that make it without our doing.
    """

    image: Any
    taken_at_s: float
    number: int
    small: Any = None


class Camera(Protocol):
    """A camera above the table, real or not."""

    def read(self) -> Frame:
        """Wait for the next picture."""
        ...

    def close(self) -> None:
        """Let go of the camera; calling it again does no harm."""
        ...


class Lamps(Protocol):
    """The lights around the table."""

    def show(self, cues: Sequence[Cue]) -> None:
        """Point at what needs attention now; showing the same again changes nothing."""
        ...

    def close(self) -> None:
        """Put the lights out and let go of them; calling it again does no harm."""
        ...


class Press(StrEnum):
    """What a person means by a button; which button, and how long it is held, is the device's affair."""

    DONE = "done"
    UNDO = "undo"
    CONFIRM = "confirm"
    OVERRIDE = "override"
    PAUSE = "pause"
    SHUT_DOWN = "shut-down"


class Buttons(Protocol):
    """The buttons on the table."""

    def listen(self, hear: Callable[[Press], None]) -> None:
        """Call ``hear`` for every press from now on, from a thread of the buttons' own."""
        ...

    def close(self) -> None:
        """Let go of the buttons; calling it again does no harm."""
        ...


class Page(msgspec.Struct, frozen=True):
    """What a small display shows: words in the language of the table, the first line the largest.

    ``scores`` are short names with points, in the order of the seats; ``code`` is an address to be
    shown as a picture for phones.
    """

    title: str
    lines: tuple[str, ...] = ()
    scores: tuple[tuple[str, int], ...] = ()
    code: str | None = None


class Display(Protocol):
    """A small display on the table."""

    def show(self, page: Page) -> None:
        """Show a page; showing the same again changes nothing."""
        ...

    def close(self) -> None:
        """Clear the display and let go of it; calling it again does no harm."""
        ...


class Clock(Protocol):
    """Time as a table feels it: seconds that only ever grow."""

    def __call__(self) -> float:
        """Return the seconds since some moment."""
        ...

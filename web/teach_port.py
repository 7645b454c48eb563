"""What the pages where a table is taught ask of whoever can look at it and learn."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

import msgspec

from companion.engine import Text

#: A spot of the picture as shares of its width and height, and the corners of a surface.
Spot = tuple[float, float]
Corners = tuple[Spot, Spot, Spot, Spot]


class Step(StrEnum):
    """What somebody who teaches a table is at."""

    HOME = "home"
    CAMERA = "camera"
    LIGHT = "light"
    EMPTY = "empty"
    CORNERS = "corners"
    LESSON = "lesson"
    LEARNING = "learning"
    DONE = "done"
    TRY = "try"


#: Steps in which nothing is left half taught.
SETTLED = (Step.HOME, Step.DONE, Step.TRY)


class Mark(msgspec.Struct, frozen=True):
    """Something that was checked: ``verdict`` is ok, poor or bad."""

    name: str
    verdict: str
    text: Text
    advice: Text | None = None


class Work(msgspec.Struct, frozen=True):
    """Something that takes a while; ``share`` of it is done."""

    text: Text
    share: float = 0.0
    cancels: bool = False


class Named(msgspec.Struct, frozen=True):
    """Something to choose or to take: its own name, how people call it, and how many."""

    name: str
    text: Text
    count: int = 1


class Group(msgspec.Struct, frozen=True):
    """Pieces of one sort."""

    text: Text
    pieces: tuple[Named, ...]


class Seen(msgspec.Struct, frozen=True):
    """What was read from the table: how many pieces, and what is not certain or covered."""

    count: int
    unsure: tuple[Text | str, ...] = ()
    hidden: tuple[Text | str, ...] = ()


class Learned(msgspec.Struct, frozen=True):
    """What play has added to the teaching: how many lessons, and what the last one was about."""

    count: int
    pieces: Text
    when: str


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the page shows; ``version`` grows whenever any of it changes.

    ``known`` tells whether the table was learned, and ``taught`` on which day. ``dark`` says why
    there is no picture, if there is none. ``outlines`` are the surfaces as they
    were found, ``aim`` as they should lie. ``lay`` says that this table can be laid by itself. After the boards were found anew, ``before`` are
    their outlines until then, and ``sighted`` names the picture. ``took`` is how long teaching took, on a
    clock, of which the computer ``worked`` a part. ``refused`` names the piece that the problem is about.
    ``onward`` is where to go from the camera. A lesson that is ``watched`` takes its photo by itself, and
    ``ready`` says that it is about to. ``doubted`` names the surfaces with a place that was read back otherwise, or not for certain.
    """

    version: int
    step: Step
    known: bool = False
    taught: str = ""
    learned: Learned | None = None
    problem: Text | None = None
    dark: Text | None = None
    work: Work | None = None
    marks: tuple[Mark, ...] = ()
    sides: tuple[Named, ...] = ()
    side: str = ""
    guests: Text | None = None
    pieces: tuple[Group, ...] = ()
    refused: str = ""
    size: tuple[int, int] = (4, 3)
    surfaces: tuple[Named, ...] = ()
    outlines: Mapping[str, Corners] = {}
    aim: Mapping[str, Corners] = {}
    lesson: int = 0
    lessons: int = 0
    take: tuple[Named, ...] = ()
    photo: str = ""
    warnings: tuple[Text, ...] = ()
    doubted: tuple[str, ...] = ()
    report: bool = False
    seen: Seen | None = None
    lay: bool = False
    before: Mapping[str, Corners] = {}
    sighted: str = ""
    took: str = ""
    worked: str = ""
    onward: Step = Step.LIGHT
    watched: bool = False
    ready: bool = False


class Busy(Exception):
    """Something else is being done, or this cannot be done now."""


class Workshop(Protocol):
    """Where a table is taught; all of it may be called from any thread, and returns at once."""

    def bench(self) -> Bench:
        """Return what is to be shown now."""
        ...

    def is_taught(self) -> bool:
        """Tell whether the table has ever been learned."""
        ...

    def picture(self) -> bytes | None:
        """Return what the camera sees now as a small JPEG."""
        ...

    def photo(self, name: str) -> bytes | None:
        """Return a photo that was taken, as a JPEG."""
        ...

    def drawing(self, surface: str) -> str | None:
        """Draw a surface with what is to be put there, or with what was read."""
        ...

    def piece(self, name: str) -> str | None:
        """Draw a piece as it is seen from above."""
        ...

    def report(self) -> str | None:
        """Return the page about what was learned."""
        ...

    def begin(self, side: str, *, guests: bool) -> None:
        """Teach the whole table, with the pieces that not everybody has or without."""
        ...

    def go(self, step: Step) -> None:
        """Go on, or back, to a step that needs nothing done."""
        ...

    def take(self) -> None:
        """Take the photo that this step is about."""
        ...

    def hold(self) -> None:
        """Take no photo of this lesson before somebody asks for it."""
        ...

    def set_corners(self, corners: Mapping[str, Corners]) -> None:
        """Say where the surfaces are in the photo of the empty table."""
        ...

    def accept(self) -> None:
        """Use the last photo although something about it is doubtful."""
        ...

    def cancel(self) -> None:
        """Stop what is being done."""
        ...

    def lay(self) -> None:
        """Lay the table as this step wants it, where the table itself can do that."""
        ...

    def read(self) -> None:
        """Read what lies on the table now."""
        ...

    def find_again(self) -> None:
        """Look for the surfaces anew; a game goes on meanwhile."""
        ...

    def teach_piece(self, piece: str) -> None:
        """Teach one piece once more."""
        ...

    def forget(self, *, everything: bool) -> None:
        """Take back the last lesson of play, or all of them."""
        ...

"""What is filled into the page of a draft."""

from __future__ import annotations

import msgspec

from web.maker_tools import Tool


class ToolLine(msgspec.Struct, frozen=True):
    """A tool on the rail."""

    id: str
    title: str
    done: int
    wanted: int
    now: bool
    complete: bool


class Choice(msgspec.Struct, frozen=True):
    """A word to choose by its picture."""

    word: str
    title: str
    icon: str
    count: int


class Length(msgspec.Struct, frozen=True):
    """A length to type in."""

    id: str
    title: str
    mm: float


class FaultLine(msgspec.Struct, frozen=True):
    """Something that is wrong, in words, and the tool that puts it right."""

    where: str
    sentence: str
    serious: bool
    tool: str = ""


class RowLine(msgspec.Struct, frozen=True):
    """What can be said of the row in hand: its last tapped field, and how many fields it has."""

    id: str
    last: int | None
    count: int
    counts: tuple[int, int]
    numbered: bool


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a draft."""

    name: str
    version: int
    taps: int
    tool: Tool
    title: str
    advice: str
    tools: tuple[ToolLine, ...]
    next: ToolLine | None
    picture: str
    view: tuple[float, float]
    overlay: str
    ring: tuple[float, float, bool]
    choices: tuple[Choice, ...] = ()
    lengths: tuple[Length, ...] = ()
    row: RowLine | None = None
    can_look: bool = False
    accept: str = ""
    fits: str = ""
    accepts: int = 0
    faults: tuple[FaultLine, ...] = ()
    edition: str = ""
    beside: str = ""
    camera: bool = False
    ready: bool = False

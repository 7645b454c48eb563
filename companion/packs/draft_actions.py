"""What people do to a draft: every tap is one of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from companion.packs.header import Point


class _Action(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", rename="kebab"
):
    """One thing that was done."""


class Photo(_Action, frozen=True, tag="photo"):
    """A photo shows a surface."""

    surface: str
    name: str


class Corners(_Action, frozen=True, tag="corners"):
    """The corners of a surface: top-left, top-right, bottom-right, bottom-left as printed.

    A ``guess`` is what a photo hardly speaks for; whoever drags a corner makes it his own word.
    """

    surface: str
    px: tuple[Point, Point, Point, Point]
    guess: bool = False


class Measured(_Action, frozen=True, tag="measured"):
    """Somebody held a ruler to something."""

    name: str
    mm: float


class Called(_Action, frozen=True, tag="called"):
    """What this copy is called."""

    edition: str


class Put(_Action, frozen=True, tag="put"):
    """New places of a kind."""

    kind: str
    at: tuple[Point, ...]


class Move(_Action, frozen=True, tag="move"):
    """A place lies here instead."""

    place: str
    xy: Point


class Drop(_Action, frozen=True, tag="drop"):
    """A place is none."""

    place: str


class Say(_Action, frozen=True, tag="say"):
    """What is printed at places; an empty word takes it back.

    ``at`` is where somebody tapped to say so: probably right on it.
    """

    fact: str
    words: Mapping[str, str]
    at: Point | None = None


class Link(_Action, frozen=True, tag="link"):
    """A street leads there, or it does not."""

    place: str
    to: str


class Field(_Action, frozen=True, tag="field"):
    """A field of a row was tapped; without a number it is the next one."""

    row: str
    xy: Point
    index: int | None = None


class Number(_Action, frozen=True, tag="number"):
    """A tapped field has another number."""

    row: str
    index: int
    to: int


class Count(_Action, frozen=True, tag="count"):
    """A row has so many fields; the last one that was tapped stays the last."""

    row: str
    count: int


class Area(_Action, frozen=True, tag="area"):
    """A new area begins here, or it does not."""

    row: str
    index: int


Action: TypeAlias = (
    Photo | Corners | Measured | Called | Put | Move | Drop
    | Say | Link | Field | Number | Count | Area
)  # fmt: skip

"""VIENNA's part of a board pack, as it stands in the file (format 1)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.games.vienna.words import Flag, Hue, Info, Seal
from companion.packs.header import Header, Length, Name, Point

#: Ten buildings of the full side carry a letter; no I and no J, which look like digits.
Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H", "K", "L"]
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D", "E", "F", "G", "H", "K", "L")

#: The investigator's fields (rulebook: set-up, the roof).
RoofField = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
ROOF: tuple[RoofField, ...] = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L")


class Side(StrEnum):
    """Which side of the board lies up."""

    ENTRY = "entry"
    FULL = "full"


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file; a key we do not know is a slip of the pen."""


class BuildingPart(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A building and the plaza on which its agents stand."""

    id: Name
    surface: str
    xy: Point
    radius: Length
    colour: Hue
    flag: Flag
    flag_xy: Point
    seal: Seal | None = None
    letter: Letter | None = None


class SquarePart(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A square, its printed number and the buildings its streets lead to."""

    id: Name
    surface: str
    xy: Point
    value: int
    buildings: tuple[str, ...]


class ScoreTrackPart(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The way around the board, from 0 to 99."""

    surface: str
    fields: tuple[Point, ...]


class TrackFieldPart(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One field of an information track."""

    xy: Point
    area: Annotated[int, Meta(ge=1)]


class InfoTracksPart(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The five tracks of the intelligence board."""

    surface: str
    fields: Mapping[Info, tuple[TrackFieldPart, ...]]


class RoofPart(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The investigator's way over the roofs."""

    surface: str
    fields: Mapping[RoofField, Point]


class FieldPart(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A single field."""

    surface: str
    xy: Point


class OrdersPart(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where orders lie face up."""

    surface: str
    A: tuple[Point, Point]
    B: tuple[Point, Point]


class PackFile(Header, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole of a VIENNA ``board.json``."""

    side: Side = Side.FULL
    buildings: tuple[BuildingPart, ...]
    squares: tuple[SquarePart, ...]
    score_track: ScoreTrackPart
    info_tracks: InfoTracksPart
    roof: RoofPart
    investigation: FieldPart
    oriel: FieldPart | None = None
    orders: OrdersPart | None = None

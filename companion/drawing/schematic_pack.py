"""The part of a board pack that a schematic shows.

Drawing knows no game, so it reads the pack for itself: any object or JSON of this outline will do.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Point = tuple[float, float]


class Surface(msgspec.Struct, frozen=True):
    """A board, by its size."""

    size_mm: Point


class Building(msgspec.Struct, frozen=True):
    """A disc for agents, with a flag beside it."""

    id: str
    surface: str
    xy: Point
    radius: float
    colour: str
    flag: str
    flag_xy: Point
    seal: str | None = None
    letter: str | None = None


class Square(msgspec.Struct, frozen=True):
    """A place for a tile, with streets to buildings."""

    id: str
    surface: str
    xy: Point
    value: int
    buildings: tuple[str, ...]


class Fields(msgspec.Struct, frozen=True):
    """A row of fields without names."""

    surface: str
    fields: tuple[Point, ...]


class TrackField(msgspec.Struct, frozen=True):
    """A field of a track that is divided into areas."""

    xy: Point
    area: int


class Tracks(msgspec.Struct, frozen=True):
    """Tracks by name."""

    surface: str
    fields: Mapping[str, tuple[TrackField, ...]]


class NamedFields(msgspec.Struct, frozen=True):
    """Fields by name."""

    surface: str
    fields: Mapping[str, Point]


class Field(msgspec.Struct, frozen=True):
    """A field of its own."""

    surface: str
    xy: Point


class Orders(msgspec.Struct, frozen=True):
    """Fields of the two piles of orders."""

    surface: str
    A: tuple[Point, ...]
    B: tuple[Point, ...]


class PieceSize(msgspec.Struct, frozen=True):
    """How large a piece is: round, or with two sides."""

    base_mm: float | None = None
    size_mm: Point | None = None

    @property
    def box_mm(self) -> Point | None:
        """Return the two sides of the box around it."""
        return self.size_mm if self.base_mm is None else (self.base_mm, self.base_mm)


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to draw."""

    edition: str
    surfaces: Mapping[str, Surface]
    buildings: tuple[Building, ...]
    squares: tuple[Square, ...]
    score_track: Fields
    info_tracks: Tracks
    roof: NamedFields
    investigation: Field
    oriel: Field | None = None
    orders: Orders | None = None
    pieces: Mapping[str, PieceSize] = {}


def as_pack(source: object) -> Pack:
    """Read a pack from its parsed JSON or from any structure of the same outline."""
    return msgspec.convert(msgspec.to_builtins(source), Pack)

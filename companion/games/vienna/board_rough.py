"""A VIENNA board pack as far as it can be understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from companion.games.vienna.board_file import (
    BuildingPart,
    FieldPart,
    OrdersPart,
    RoofField,
    Side,
    SquarePart,
    TrackFieldPart,
)
from companion.games.vienna.words import Info
from companion.packs.header import Piece, Point, Surface
from companion.packs.salvage import salvage


class _Named(msgspec.Struct, frozen=True):
    id: str


class _Names(msgspec.Struct, frozen=True):
    """Who is mentioned at all, even where the rest of a building cannot be understood."""

    buildings: tuple[_Named | None, ...] | None = None
    squares: tuple[_Named | None, ...] | None = None


class RoughScoreTrack(msgspec.Struct, frozen=True):
    """The score track; a field that cannot be understood is None."""

    surface: str | None = None
    fields: tuple[Point | None, ...] | None = None


class RoughTracks(msgspec.Struct, frozen=True):
    """The information tracks; one that cannot be understood is None."""

    surface: str | None = None
    fields: Mapping[Info, tuple[TrackFieldPart, ...] | None] | None = None


class RoughRoof(msgspec.Struct, frozen=True):
    """The roof; a field that cannot be understood is None."""

    surface: str | None = None
    fields: Mapping[RoofField, Point | None] | None = None


class Rough(msgspec.Struct, frozen=True, kw_only=True):
    """A pack in which every part may be missing or broken."""

    game: str | None = None
    edition: str | None = None
    side: Side | None = Side.FULL
    surfaces: Mapping[str, Surface | None] | None = None
    pieces: Mapping[str, Piece | None] | None = None
    buildings: tuple[BuildingPart | None, ...] | None = None
    squares: tuple[SquarePart | None, ...] | None = None
    score_track: RoughScoreTrack | None = None
    info_tracks: RoughTracks | None = None
    roof: RoughRoof | None = None
    investigation: FieldPart | None = None
    oriel: FieldPart | None = None
    orders: OrdersPart | None = None
    building_names: tuple[str, ...] = ()
    square_names: tuple[str, ...] = ()

    def sound_buildings(self) -> Iterator[BuildingPart]:
        """Go through the buildings that can be understood."""
        return (part for part in self.buildings or () if part is not None)

    def sound_squares(self) -> Iterator[SquarePart]:
        """Go through the squares that can be understood."""
        return (part for part in self.squares or () if part is not None)

    def knows_all_buildings(self) -> bool:
        """Tell whether nothing about buildings was lost, so that counting them makes sense."""
        return self.buildings is not None and None not in self.buildings

    def base_mm(self, piece: str) -> tuple[float, float]:
        """Give the ground a piece covers, or none where its size is not known."""
        known = (self.pieces or {}).get(piece)
        return (known.width_mm, known.depth_mm) if known else (0.0, 0.0)


def rough_pack(raw: dict[str, object]) -> Rough:
    """Understand of a pack whatever can be understood."""
    names = salvage(raw, _Names)
    mentioned = {
        "building_names": tuple(part.id for part in names.buildings or () if part),
        "square_names": tuple(part.id for part in names.squares or () if part),
    }
    return msgspec.structs.replace(salvage(raw, Rough), **mentioned)

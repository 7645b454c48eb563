"""The part of a board pack that a simulated table needs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.drawing.schematic_pack import (
    Building,
    Field,
    Fields,
    NamedFields,
    Orders,
    Square,
    Surface,
    Tracks,
)
from companion.packs.header import Piece, read_pack

Point = tuple[float, float]

#: Sizes for pieces that a pack does not mention; those of expansion 2 are in no pack of format 1.
DEFAULT_PIECES = {
    "agent": Piece(height_mm=26, base_mm=12),
    "third_man": Piece(height_mm=29, base_mm=13),
    "investigator": Piece(height_mm=28, base_mm=14),
    "feld": Piece(height_mm=30, base_mm=14),
    "marker": Piece(height_mm=6, base_mm=12),
    "info_tile": Piece(height_mm=2, size_mm=(20, 20)),
    "flag_tile": Piece(height_mm=1.6, size_mm=(14, 9)),
    "roof_tile": Piece(height_mm=2, size_mm=(18, 18)),
    "investigation": Piece(height_mm=2, size_mm=(26, 26)),
    "order": Piece(height_mm=1.2, size_mm=(44, 26)),
}


class TablePack(msgspec.Struct, frozen=True, kw_only=True):
    """Where everything is printed, and how large the pieces are."""

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
    pieces: Mapping[str, Piece] = {}

    def piece(self, name: str) -> Piece:
        """Return the size of a piece, or a usual one."""
        return self.pieces.get(name) or DEFAULT_PIECES[name]


def as_table_pack(source: object) -> TablePack:
    """Read a pack from its parsed JSON or from any structure of the same outline."""
    if isinstance(source, TablePack):
        return source
    return msgspec.convert(msgspec.to_builtins(source), TablePack)


def read_table_pack(folder: Path) -> TablePack:
    """Read a pack's folder."""
    return as_table_pack(read_pack(folder))

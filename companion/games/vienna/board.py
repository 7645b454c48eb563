"""VIENNA's board as the rules ask about it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.games.vienna.board_check import pack_faults
from companion.games.vienna.board_file import BuildingPart, Letter, PackFile, Side
from companion.games.vienna.words import Flag, Hue, Info, Seal
from companion.packs.fault import Fault, PackError, errors_of
from companion.packs.header import Piece, Point, Surface, board_file, read_pack


class Building(msgspec.Struct, frozen=True):
    """A building, with the squares its streets lead to and the buildings beyond them."""

    id: str
    hue: Hue
    flag: Flag
    seal: Seal | None
    letter: Letter | None
    squares: tuple[str, ...]
    neighbours: tuple[str, ...]
    surface: str
    xy_mm: Point
    radius_mm: float
    flag_xy_mm: Point


class Square(msgspec.Struct, frozen=True):
    """A square, with the buildings around it; their number is its value."""

    id: str
    value: int
    buildings: tuple[str, ...]
    surface: str
    xy_mm: Point


class Board(msgspec.Struct, frozen=True, eq=False):
    """One edition's board, ready to be asked.

    Two boards are the same only if they are the same object, so that a board can be a key of a
    cache without being read through.  Mappings keep the order of the file.
    """

    edition: str
    side: Side
    buildings: Mapping[str, Building]
    squares: Mapping[str, Square]
    tracks: Mapping[Info, tuple[int, ...]]
    score_fields: tuple[Point, ...]
    roof: tuple[str, ...]
    lettered: Mapping[str, str]
    surfaces: Mapping[str, Surface]
    pieces: Mapping[str, Piece]
    pack: PackFile


def load_board(folder: Path) -> Board:
    """Read a pack's board, or refuse it with everything that is wrong with it."""
    raw = read_pack(folder)
    errors = errors_of(pack_faults(raw, folder))
    if errors:
        raise PackError(board_file(folder), errors)
    return compile_board(msgspec.convert(raw, PackFile))


def check_board(folder: Path) -> tuple[Fault, ...]:
    """List all errors and warnings of a pack; refuse only what cannot be read at all."""
    return pack_faults(read_pack(folder), folder)


def compile_board(pack: PackFile) -> Board:
    """Turn a faultless pack into a board."""
    tracks = pack.info_tracks.fields
    return Board(
        edition=pack.edition,
        side=pack.side,
        buildings={part.id: _building(part, pack) for part in pack.buildings},
        squares={
            part.id: Square(part.id, part.value, part.buildings, part.surface, part.xy)
            for part in pack.squares
        },
        tracks={info: tuple(field.area for field in tracks[info]) for info in Info},
        score_fields=pack.score_track.fields,
        roof=tuple(sorted(pack.roof.fields)),
        lettered={part.letter: part.id for part in pack.buildings if part.letter},
        surfaces=pack.surfaces,
        pieces=pack.pieces,
        pack=pack,
    )


def _building(part: BuildingPart, pack: PackFile) -> Building:
    around = [square for square in pack.squares if part.id in square.buildings]
    near = {name for square in around for name in square.buildings} - {part.id}
    return Building(
        id=part.id,
        hue=part.colour,
        flag=part.flag,
        seal=part.seal,
        letter=part.letter,
        squares=tuple(square.id for square in around),
        neighbours=tuple(other.id for other in pack.buildings if other.id in near),
        surface=part.surface,
        xy_mm=part.xy,
        radius_mm=part.radius,
        flag_xy_mm=part.flag_xy,
    )

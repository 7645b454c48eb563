"""VIENNA's table as an eye must know it: every place and every piece there can be."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Place, Plan, Shape, Track
from companion.games.vienna.board import Board
from companion.games.vienna.words import Colour, Flag, Info, RoofTile
from companion.packs.header import Piece, Point

SIDES = ("token:front", "token:x")

#: Packs need not know the guest of the second expansion; it is a little bigger than an agent.
FELD = Piece(height_mm=30, base_mm=14)


def table_plan(board: Board) -> Plan:
    """Return the places and pieces of one edition, whatever version is played on it."""
    return Plan(
        surfaces={name: surface.size_mm for name, surface in board.surfaces.items()},
        places=(*_board_places(board), *_intel_places(board)),
        pieces=dict(_pieces(board)),
        tracks=tuple(_tracks(board)),
        printed={f"flag:{b.id}": f"flag:{b.flag}" for b in board.buildings.values()},
        optional=frozenset(f"feld:{colour}" for colour in Colour),
        stacked=frozenset({"investigation", "oriel", *(f"roof:{x}" for x in board.roof)}),
    )


def _pieces(board: Board) -> Iterator[tuple[str, Shape]]:
    names: dict[str, tuple[str, ...]] = {
        "agent": tuple(f"agent:{colour}" for colour in Colour),
        "feld": tuple(f"feld:{colour}" for colour in Colour),
        "third_man": ("third_man",),
        "investigator": ("investigator",),
        "marker": tuple(f"marker:{info}" for info in Info),
        "info_tile": tuple(f"tile:{info}" for info in Info),
        "flag_tile": tuple(f"flag:{flag}" for flag in Flag),
        "roof_tile": tuple(RoofTile),
        "investigation": SIDES,
    }
    sizes = {"feld": FELD, **board.pieces}
    for kind, each in names.items():
        yield from ((name, _shape(sizes[kind])) for name in each)


def _shape(piece: Piece) -> Shape:
    return Shape((piece.width_mm, piece.depth_mm), piece.height_mm, piece.base_mm is not None)


def _board_places(board: Board) -> Iterator[Place]:
    pieces = board.pieces
    agents = tuple(f"agent:{colour}" for colour in Colour)
    standing = (*agents, "third_man", *(f"feld:{colour}" for colour in Colour))
    flags = tuple(f"flag:{flag}" for flag in Flag)
    tiles = tuple(f"tile:{info}" for info in Info)
    for b in board.buildings.values():
        size = (2 * b.radius_mm, 2 * b.radius_mm)
        yield Place(b.id, b.surface, b.xy_mm, size, standing, pieces["agent"].height_mm)
        yield _spot(f"flag:{b.id}", b.surface, b.flag_xy_mm, flags, pieces["flag_tile"])
    for s in board.squares.values():
        yield _spot(s.id, s.surface, s.xy_mm, tiles, pieces["info_tile"])
    track = board.pack.score_track
    for field, xy in enumerate(track.fields):
        yield _spot(f"score:{field}", track.surface, xy, agents, pieces["agent"])


def _intel_places(board: Board) -> Iterator[Place]:
    pack, pieces = board.pack, board.pieces
    roof_tiles = tuple(RoofTile)
    for info, fields in pack.info_tracks.fields.items():
        for number, field in enumerate(fields):
            name, surface = f"info:{info}:{number}", pack.info_tracks.surface
            yield _spot(name, surface, field.xy, (f"marker:{info}",), pieces["marker"])
    for letter, xy in pack.roof.fields.items():
        holds = ("investigator", *roof_tiles)
        yield _spot(f"roof:{letter}", pack.roof.surface, xy, holds, pieces["roof_tile"])
    token, oriel = pack.investigation, pack.oriel
    holds = (*SIDES, *roof_tiles)
    yield _spot("investigation", token.surface, token.xy, holds, pieces["investigation"])
    if oriel is not None:
        payday = (str(RoofTile.PAYDAY),)
        yield _spot("oriel", oriel.surface, oriel.xy, payday, pieces["roof_tile"])


def _spot(name: str, surface: str, xy: Point, holds: tuple[str, ...], piece: Piece) -> Place:
    return Place(name, surface, xy, (piece.width_mm, piece.depth_mm), holds, piece.height_mm)


def _tracks(board: Board) -> Iterator[Track]:
    pack = board.pack
    fields = tuple(f"score:{n}" for n in range(len(pack.score_track.fields)))
    yield Track(fields, {f"agent:{colour}": f"score:{colour}" for colour in Colour})
    for info, track in pack.info_tracks.fields.items():
        fields = tuple(f"info:{info}:{n}" for n in range(len(track)))
        yield Track(fields, {f"marker:{info}": f"info:{info}"})
    yield Track(tuple(f"roof:{x}" for x in board.roof), {"investigator": "investigator"})
    yield Track(tuple(board.buildings), {"third_man": "third_man"})
    yield Track(tuple(board.buildings), {f"feld:{colour}": f"feld:{colour}" for colour in Colour})

"""Any state of a table as a picture: surfaces side by side, with the pieces that lie on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import cos, pi, sin

from companion.drawing import figures, tiles
from companion.drawing.board_art import board_content
from companion.drawing.cutout import Cutout
from companion.drawing.document import document
from companion.drawing.schematic import schematic_surface
from companion.drawing.schematic_pack import Pack, as_pack
from companion.drawing.svg import Point, box, disc, group, moved
from companion.drawing.tableau_art import tableau_content

#: The edition whose art this is; an owner's copy has its own, which we have never seen.
OUR_EDITION = "reference"
_MARGIN_MM = 12.0
_RING_MM = 15.0
_BASES_MM = {"agent": 12.0, "feld": 13.0, "third_man": 13.0, "investigator": 14.0}

_MAKERS: dict[str, Callable[..., Cutout]] = {
    "tile": tiles.info_tile,
    "flag": tiles.flag_tile,
    "marker": tiles.marker,
    "token": tiles.investigation,
    "purchase": tiles.roof_tile,
    "payday": tiles.roof_tile,
}
#: Pieces whose sizes a pack gives under another name.
_SIZES_OF = {
    "tile": "info_tile",
    "flag": "flag_tile",
    "token": "investigation",
    "purchase": "roof_tile",
    "payday": "roof_tile",
    "feld": "third_man",
}

#: A claim that a piece is at a place.
Claim = tuple[str, str]
#: A surface, a point on it, and how far pieces may spread around it.
Where = tuple[str, Point, float]


def draw_surface(source: object, surface: str) -> str:
    """Draw one surface of a pack as a document of its true size."""
    pack = as_pack(source)
    return document(pack.surfaces[surface].size_mm, surface_content(pack, surface))


def surface_content(pack: Pack, surface: str) -> str:
    """Draw what is printed on a surface: our art on our board, a schematic of anybody else's."""
    if pack.edition != OUR_EDITION:
        return schematic_surface(pack, surface)
    town = pack.score_track.surface == surface
    return (board_content if town else tableau_content)(pack, surface)


def draw_piece(piece: str, size_mm: Point | None = None) -> Cutout:
    """Draw a piece by its name, as it is seen from above; its size is that of our own edition."""
    kind, _, what = piece.partition(":")
    if kind in _BASES_MM:
        return figures.seen_from_above(piece, _BASES_MM[kind] if size_mm is None else size_mm[0])
    maker = _MAKERS[kind]
    named = what or kind
    return maker(named) if size_mm is None else maker(named, size_mm)


def piece_of(pack: Pack, piece: str) -> Cutout:
    """Draw a piece in the size that a pack gives it."""
    kind = piece.partition(":")[0]
    known = pack.pieces.get(_SIZES_OF.get(kind, kind))
    return draw_piece(piece, None if known is None else known.box_mm)


def draw_state(source: object, claims: Iterable[Claim], marks: Iterable[str] = ()) -> str:
    """Draw a pack with pieces on it; claims are pairs of place and piece, as a view has them.

    Marked places get a ring.
    """
    pack = as_pack(source)
    size, corners = frame(pack)
    prints = (moved(*corners[name], surface_content(pack, name)) for name in pack.surfaces)
    ground = box((size[0] / 2, size[1] / 2), size, fill="#6d5846")
    laid, rings = _laid(pack, claims, corners), _rings(pack, marks, corners)
    return document(size, ground, *prints, group(*laid), group(*rings))


def draw_pieces(source: object, claims: Iterable[Claim], marks: Iterable[str] = ()) -> str:
    """Draw the pieces of a state alone, to be laid over the picture of the bare table."""
    pack = as_pack(source)
    size, corners = frame(pack)
    laid, rings = _laid(pack, claims, corners), _rings(pack, marks, corners)
    return document(size, group(*laid), group(*rings))


def frame(pack: Pack) -> tuple[Point, dict[str, Point]]:
    """Return the size of the whole picture, and where the corner of each surface is."""
    left, corners = _MARGIN_MM, {}
    tallest = max(surface.size_mm[1] for surface in pack.surfaces.values())
    for name, surface in pack.surfaces.items():
        corners[name] = (left, _MARGIN_MM + (tallest - surface.size_mm[1]) / 2)
        left += surface.size_mm[0] + _MARGIN_MM
    return (left, tallest + 2 * _MARGIN_MM), corners


def _rings(pack: Pack, marks: Iterable[str], corners: dict[str, Point]) -> Iterator[str]:
    """Draw a bright ring with a dark edge around places, to be found on any ground."""
    spots = dict(_spots(pack))
    for surface, (x, y), _ in (spots[place] for place in sorted(marks) if place in spots):
        at = (x + corners[surface][0], y + corners[surface][1])
        for colour, width in (("#1b1712", 4.2), ("#ffd76a", 2.4)):
            yield disc(at, _RING_MM, fill="none", stroke=colour, stroke_width=width)


def _laid(pack: Pack, claims: Iterable[Claim], corners: dict[str, Point]) -> Iterator[str]:
    """Draw pieces from bottom to top: flat ones first, then figures, the lower ones later."""
    spots = dict(_spots(pack))
    at_place: dict[str, list[str]] = {}
    for place, piece in sorted(claims, key=lambda claim: (claim[0], _layer(claim[1]), claim[1])):
        at_place.setdefault(place, []).append(piece)
    drawn = []
    for place, pieces in at_place.items():
        if place in spots:
            surface, middle, spread = spots[place]
            dx, dy = corners[surface]
            for piece, (x, y) in zip(pieces, _spread(middle, spread, pieces), strict=True):
                drawn.append((_layer(piece), y, _lying(piece_of(pack, piece), (x + dx, y + dy))))
    yield from (picture for _, _, picture in sorted(drawn))


def _layer(piece: str) -> int:
    kind = piece.partition(":")[0]
    return 2 if kind in _BASES_MM else 1 if kind == "token" else 0


def _lying(piece: Cutout, at: Point) -> str:
    width, height = piece.size_mm
    shade = figures.shadow(at, width / 2) if _layer(piece.name) == 2 else ""
    return shade + moved(at[0] - width / 2, at[1] - height / 2, piece.content)


def _spread(middle: Point, spread: float, pieces: list[str]) -> list[Point]:
    """Keep figures that share a place apart; flat pieces lie on top of each other, a little askew."""
    standing = [piece for piece in pieces if _layer(piece) == 2]
    points, seen = [], 0
    for n, piece in enumerate(pieces):
        if _layer(piece) < 2 or len(standing) == 1:
            shift = 0.0 if _layer(piece) == 2 else 1.6 * n
            points.append((middle[0] + shift, middle[1] + shift))
        else:
            angle = 2 * pi * seen / len(standing) - pi / 2
            points.append((middle[0] + spread * cos(angle), middle[1] + spread * sin(angle)))
            seen += 1
    return points


def _spots(pack: Pack) -> Iterator[tuple[str, Where]]:
    """Name every place of a pack as a game's view names it."""
    for b in pack.buildings:
        yield b.id, (b.surface, b.xy, b.radius * 0.48)
        yield f"flag:{b.id}", (b.surface, b.flag_xy, 0)
    for s in pack.squares:
        yield s.id, (s.surface, s.xy, 0)
    for n, xy in enumerate(pack.score_track.fields):
        yield f"score:{n}", (pack.score_track.surface, xy, 5.5)
    for kind, fields in pack.info_tracks.fields.items():
        for n, field in enumerate(fields):
            yield f"info:{kind}:{n}", (pack.info_tracks.surface, field.xy, 4)
    for letter, xy in pack.roof.fields.items():
        yield f"roof:{letter}", (pack.roof.surface, xy, 5)
    yield "investigation", (pack.investigation.surface, pack.investigation.xy, 5)
    if pack.oriel is not None:
        yield "oriel", (pack.oriel.surface, pack.oriel.xy, 4)

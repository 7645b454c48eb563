"""Draw one surface with the pieces that are to be put there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.drawing.document import document
from companion.drawing.schematic_pack import Pack, as_pack
from companion.drawing.svg import Point, disc, group, moved
from companion.drawing.table_art import piece_of, surface_content
from companion.engine import Place, Plan

#: Rings are seen on a phone as well; pieces that share a place stand beside each other.
_RING_MM, _SHARED_MM = 19.0, 9.0
_DARK, _BRIGHT = ("#1b1712", 5.0), ("#ffd76a", 3.0)


def draw_lesson(
    source: object,
    plan: Plan,
    surface: str,
    laid: Mapping[str, Sequence[str]],
    marks: frozenset[str] | None = None,
) -> str:
    """Draw a surface with pieces; marked places, or all that have something, get a ring."""
    pack = as_pack(source)
    places = [place for place in plan.places if place.surface == surface and laid.get(place.id)]
    places = [p for p in places if tuple(laid[p.id]) != (plan.printed.get(p.id),)]
    ringed = [place for place in places if marks is None or place.id in marks]
    pieces = [piece for place in places for piece in _pieces(pack, place, laid[place.id])]
    rings = [
        disc(place.xy_mm, _RING_MM, fill="none", stroke=colour, stroke_width=width)
        for place in ringed
        for colour, width in (_DARK, _BRIGHT)
    ]
    content = surface_content(pack, surface)
    return document(pack.surfaces[surface].size_mm, content, group(*rings), group(*pieces))


def _pieces(pack: Pack, place: Place, pieces: Sequence[str]) -> Iterator[str]:
    for number, piece in enumerate(pieces):
        drawn = piece_of(pack, piece)
        off = (number - (len(pieces) - 1) / 2) * _SHARED_MM
        x, y = _corner(place.xy_mm, drawn.size_mm)
        yield moved(x + off, y, drawn.content)


def _corner(middle: Point, size: Point) -> Point:
    return middle[0] - size[0] / 2, middle[1] - size[1] / 2

"""Draw one surface with the pieces that are to be put there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist

from companion.drawing.document import document
from companion.drawing.schematic_pack import Pack, as_pack
from companion.drawing.svg import Point, box, disc, group, line, moved, polygon
from companion.drawing.table_art import piece_of, surface_content
from companion.engine import Place, Plan

#: Rings are seen on a phone as well; pieces that share a place stand beside each other.
_RING_MM, _SHARED_MM = 19.0, 9.0
_DARK, _BRIGHT = ("#1b1712", 5.0), ("#ffd76a", 3.0)
#: What is to be put somewhere is drawn so large that a phone shows it, on a print that steps back.
_LARGE_MM, _VEIL = 24.0, ("#f6efdf", 0.62)
#: So much room around the surface, for rings at its edge.
_ROOM_MM = 12.0
#: How large the head of an arrow is, and the empty ring where it begins.
_HEAD_MM, _LEFT_MM = 12.0, 5.0


def draw_lesson(
    source: object,
    plan: Plan,
    surface: str,
    laid: Mapping[str, Sequence[str]],
    marks: frozenset[str] | None = None,
    ways: Sequence[tuple[str, str]] | None = None,
) -> str:
    """Draw a surface with pieces; marked places, or all that have something, get a ring.

    With ``ways``, from where to where pieces move, the rings say what is to be done, and everything
    else steps back.
    """
    pack, lesson = as_pack(source), ways is not None
    places = [place for place in plan.places if place.surface == surface and laid.get(place.id)]
    places = [p for p in places if tuple(laid[p.id]) != (plan.printed.get(p.id),)]
    ringed = [place for place in places if marks is None or place.id in marks]
    large = frozenset(place.id for place in ringed) if lesson else frozenset()
    pieces = [piece for place in places for piece in _pieces(pack, place, laid[place.id], large)]
    rings = [
        disc(place.xy_mm, _RING_MM, fill="none", stroke=colour, stroke_width=width)
        for place in ringed
        for colour, width in (_DARK, _BRIGHT)
    ]
    size = pack.surfaces[surface].size_mm
    content = [surface_content(pack, surface), *([_veil(size)] if lesson else [])]
    room = _ROOM_MM if lesson else 0.0
    spots = {place.id: place.xy_mm for place in plan.places if place.surface == surface}
    arrows = [
        arrow
        for start, end in ways or ()
        if start in spots and end in spots
        for arrow in _arrow(spots[start], spots[end])
    ]
    drawn = moved(room, room, *content, group(*arrows), group(*rings), group(*pieces))
    return document((size[0] + 2 * room, size[1] + 2 * room), drawn)


def _veil(size: Point) -> str:
    fill, opacity = _VEIL
    return box((size[0] / 2, size[1] / 2), size, fill=fill, opacity=opacity)


def _arrow(start: Point, end: Point) -> Iterator[str]:
    """Draw the way of a piece: from where it stood to the ring around where it goes."""
    length = dist(start, end)
    if length <= _RING_MM:
        return
    x, y = ((b - a) / length for a, b in zip(start, end, strict=True))
    tip = (end[0] - x * _RING_MM, end[1] - y * _RING_MM)
    neck = (tip[0] - x * _HEAD_MM, tip[1] - y * _HEAD_MM)
    sides = [(neck[0] + s * y * _HEAD_MM / 2, neck[1] - s * x * _HEAD_MM / 2) for s in (1, -1)]
    for colour, width in (_DARK, _BRIGHT):
        yield disc(start, _LEFT_MM, fill="none", stroke=colour, stroke_width=width)
        yield line(start, neck, stroke=colour, stroke_width=width, stroke_dasharray="7 5")
        yield polygon(tip, *sides, fill=colour, stroke=colour, stroke_width=width - _BRIGHT[1])


def _pieces(
    pack: Pack, place: Place, pieces: Sequence[str], large: frozenset[str]
) -> Iterator[str]:
    for number, piece in enumerate(pieces):
        drawn = piece_of(pack, piece)
        alone = place.id in large and len(pieces) == 1
        scale = max(1.0, _LARGE_MM / max(drawn.size_mm)) if alone else 1.0
        off = (number - (len(pieces) - 1) / 2) * _SHARED_MM
        x, y = (at - scale * each / 2 for at, each in zip(place.xy_mm, drawn.size_mm, strict=True))
        yield moved(x + off, y, drawn.content, scale=scale)

"""Propose what the picture of a board makes obvious once a few examples were tapped."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.maker_look import alike, say_alike
from companion.app.maker_straight import Image
from companion.packs.draft import beside_of, printed_at, spots_of
from companion.packs.draft_blank import Fact, Kind
from companion.packs.header import Point
from web.maker_port import Work


def propose_places(work: Work, kind: Kind, picture: Image, scale: float) -> tuple[Point, ...]:
    """Propose further places of a kind that look like those that were tapped."""
    there = [spot.xy for spot in spots_of(work.draft, kind).values()]
    return tuple(alike(picture, scale, there, _extent(work, kind), kind.count - len(there)))


def propose_words(
    work: Work, kind: Kind, fact: Fact, picture: Image, scale: float
) -> Mapping[str, str]:
    """Propose what is printed at the places of a kind where nobody has said it."""
    spots = spots_of(work.draft, kind)
    said = {n: spot.facts[fact.id] for n, spot in spots.items() if fact.id in spot.facts}
    dx, dy = printed_at(work.draft, kind, fact.id)
    where = {n: (spot.xy[0] + dx, spot.xy[1] + dy) for n, spot in spots.items()}
    if kind.beside == fact.id:
        where |= {n: xy for n in spots if (xy := beside_of(work.draft, kind, n)) is not None}
    return say_alike(picture, scale, where, said, fact.size_mm, colour=fact.colour)


def _extent(work: Work, kind: Kind) -> Point:
    """Return how much around a place belongs to its looks."""
    measures = {m.id: work.draft.measures.get(m.id, m.usual_mm) for m in work.blank.measures}
    if kind.radius:
        radius = measures[kind.radius]
        return 2 * radius + 6, 3 * radius
    return measures[f"{kind.piece}.size_mm.0"] + 4, measures[f"{kind.piece}.size_mm.1"] + 4

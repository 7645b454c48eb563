"""What to put where for the teaching photos: every piece apart, and elsewhere each time."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import dist, inf

from companion.engine import Place, Plan

#: What lies where: pieces by place.
Layout = Mapping[str, tuple[str, ...]]
#: Nearer than this, figures stand in each other's light.
APART_MM = 34.0
#: So often every piece is shown; a token with two sides shows one of them at a time.
LESSONS = 2


def lessons(plan: Plan, count: int = LESSONS, guests: Collection[str] = ()) -> tuple[Layout, ...]:
    """Return what the photos are to show; ``guests`` are optional pieces that are there as well."""
    shows = [show for show in _shows(plan) if show[0] not in plan.optional or show[0] in guests]
    past: list[dict[str, tuple[str, ...]]] = []
    for _ in range(count):
        done = {show: sum(show[0] in p for each in past for p in each.values()) for show in shows}
        laid: dict[str, tuple[str, ...]] = {}
        for piece, kind in sorted(shows, key=lambda show: (done[show], _room(plan, show[1]))):
            spot = _spot(plan, piece, kind, laid, past)
            if spot is not None:
                laid[spot.id] = (piece,)
        past.append(laid)
    return tuple(past)


def with_piece(plan: Plan, piece: str, now: Layout) -> Layout:
    """Return a table as it lies, with a piece on a free place if it stands nowhere alone.

    A piece of which there is only one moves there; on an empty table it is shown all over.
    """
    laid = {place: pieces for place, pieces in now.items() if pieces}
    if any(_alone(plan, piece, pieces) for pieces in laid.values()):
        return laid
    walk = {p for track in plan.tracks if piece in track.pieces for p in track.places}
    kinds = [kind for name, kind in _shows(plan) if name == piece]
    kinds.sort(key=lambda kind: any(_kind(place) == kind for place in walk))
    for kind in kinds if not laid else kinds[:1]:
        spot = _spot(plan, piece, kind, laid, ())
        if spot is not None:
            gone = walk if spot.id in walk else frozenset()
            laid = {p: tuple(x for x in v if p not in gone or x != piece) for p, v in laid.items()}
            laid[spot.id] = (piece,)
    return {place: pieces for place, pieces in laid.items() if pieces}


def _alone(plan: Plan, piece: str, pieces: Sequence[str]) -> bool:
    """Tell whether a piece has no other of its sort beside it."""
    stands = plan.pieces[piece].stands
    return [p for p in pieces if plan.pieces[p].stands == stands] == [piece]


def _shows(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield each piece with a kind of place: figures everywhere, flat pieces where is most room."""
    for piece, shape in plan.pieces.items():
        kinds = dict.fromkeys(_kind(place.id) for place in plan.places if piece in place.holds)
        wide = sorted(kinds, key=lambda kind: -_room(plan, kind))
        yield from ((piece, kind) for kind in (wide if shape.stands else wide[:1]))


def _kind(place: str) -> str:
    return re.split(r"[:\d]", place, maxsplit=1)[0]


def _room(plan: Plan, kind: str) -> int:
    return sum(_kind(place.id) == kind for place in plan.places)


def _spot(plan: Plan, piece: str, kind: str, laid: Layout, past: Sequence[Layout]) -> Place | None:
    """Return a free place: near to where the piece was before, or else far from everything."""
    places = {place.id: place for place in plan.places}
    before = [places[p] for each in past for p, pieces in each.items() if piece in pieces]
    before = [place for place in before if _kind(place.id) == kind]
    free = [
        place
        for place in places.values()
        if _kind(place.id) == kind
        and piece in place.holds
        and place.id not in laid
        and plan.printed.get(place.id) != piece
        and (place not in before or len(before) == _room(plan, kind))
    ]
    taken = [places[name] for name in laid]
    gaps = {place.id: _gap(place, taken) for place in free}
    roomy = [place for place in free if gaps[place.id] >= APART_MM]
    if before and roomy:
        return min(roomy, key=lambda p: (dist(p.xy_mm, before[-1].xy_mm), p.id))
    return max(
        free, key=lambda p: (min(gaps[p.id], 1e6), -_off_middle(plan, p), p.id), default=None
    )


def _gap(place: Place, others: Sequence[Place]) -> float:
    here = (dist(place.xy_mm, p.xy_mm) for p in others if p.surface == place.surface)
    return min(here, default=inf)


def _off_middle(plan: Plan, place: Place) -> float:
    width, height = plan.surfaces[place.surface]
    return dist(place.xy_mm, (width / 2, height / 2))

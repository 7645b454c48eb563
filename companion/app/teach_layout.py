"""What to put where for the teaching photos: every piece apart, and figures elsewhere each time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import dist, inf

from companion.engine import Place, Plan

#: What lies where: pieces by place.
Layout = Mapping[str, tuple[str, ...]]
#: Nearer than this, figures stand in each other's light.
APART_MM = 34.0
#: So many photos are taken; a token with two sides shows one of them at a time.
LESSONS = 2


def lessons(plan: Plan, count: int = LESSONS, guests: Collection[str] = ()) -> tuple[Layout, ...]:
    """Return what the photos are to show; ``guests`` are optional pieces that are there as well.

    What lies flat or is low looks the same everywhere and stays where it is; figures, of which a
    camera sees other sides elsewhere, move on. Whoever had to wait for a place gets it.
    """
    pieces = [piece for piece in plan.pieces if piece not in plan.optional or piece in guests]
    past: list[Layout] = []
    for _ in range(count):
        past.append(_next(plan, pieces, past))
    return tuple(past)


def moves(before: Layout, after: Layout) -> dict[str, tuple[str, ...]]:
    """Return what hands have to lay, to move or to turn over, by where it goes."""
    return {place: pieces for place, pieces in after.items() if before.get(place) != pieces}


def ways_of(before: Layout, after: Layout) -> list[tuple[str, str]]:
    """Return from where to where pieces are moved."""
    gone = {p: place for place, pieces in before.items() if place not in after for p in pieces}
    come = ((gone.get(pieces[0]), place) for place, pieces in moves(before, after).items())
    return [(start, end) for start, end in come if start is not None]


def _next(plan: Plan, pieces: Sequence[str], past: Sequence[Layout]) -> Layout:
    done = Counter(p for each in past for laid in each.values() for p in laid)
    kinds = {piece: _kinds(plan, piece) for piece in pieces}

    def in_turn(piece: str) -> tuple[int, bool, int]:
        return done[piece], done[piece] > 0 and _is_tall(plan, piece), _room(plan, kinds[piece][0])

    laid: dict[str, tuple[str, ...]] = {}
    for piece in sorted(pieces, key=in_turn):
        stays = [p for each in past[-1:] for p, there in each.items() if piece in there]
        if not stays or _is_tall(plan, piece):
            spot = _spot(plan, piece, kinds[piece][done[piece] % len(kinds[piece])], laid, past)
            stays = [] if spot is None else [spot.id]
        laid.update((place, (piece,)) for place in stays if place not in laid)
    return laid


def _is_tall(plan: Plan, piece: str) -> bool:
    """Tell whether a camera sees more of a piece than its top."""
    shape = plan.pieces[piece]
    return shape.stands and shape.height_mm > max(shape.size_mm)


def _kinds(plan: Plan, piece: str) -> list[str]:
    """Return the kinds of place where a piece is shown, one after the other."""
    kinds = [kind for name, kind in _shows(plan) if name == piece]
    return sorted(kinds, key=lambda kind: _room(plan, kind))


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
    seen = [places[p] for each in past for p, pieces in each.items() if piece in pieces]
    before = [place for place in seen if _kind(place.id) == kind]
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
    if seen and roomy and roomy[0].surface == seen[-1].surface:
        return min(roomy, key=lambda p: (dist(p.xy_mm, seen[-1].xy_mm), p.id))
    return max(
        free, key=lambda p: (min(gaps[p.id], 1e6), -_off_middle(plan, p), p.id), default=None
    )


def _gap(place: Place, others: Sequence[Place]) -> float:
    here = (dist(place.xy_mm, p.xy_mm) for p in others if p.surface == place.surface)
    return min(here, default=inf)


def _off_middle(plan: Plan, place: Place) -> float:
    width, height = plan.surfaces[place.surface]
    return dist(place.xy_mm, (width / 2, height / 2))

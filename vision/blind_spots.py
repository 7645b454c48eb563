"""What an eye cannot speak of: surfaces out of sight, and pieces that nobody showed it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from companion.engine import Atom, Place, Plan
from vision.eye import Knowledge


def shown(knowledge: Knowledge) -> frozenset[str]:
    """Return the pieces that somebody showed the eye."""
    standing = {p for p, pixels in knowledge.solids.paint.samples.items() if len(pixels)}
    return frozenset(standing | {look.piece for look in knowledge.flats.looks})


def untaught(knowledge: Knowledge) -> tuple[str, ...]:
    """Return the pieces that were in no photo though most tables have them, and in no print."""
    known = shown(knowledge) | knowledge.plan.optional
    return tuple(piece for piece in knowledge.plan.pieces if piece not in known)


def look_alikes(knowledge: Knowledge, places: Iterable[Place]) -> Iterator[tuple[Atom, Atom]]:
    """Yield where a piece may be that few tables have and nobody showed, and what it passes for.

    Figures of one colour have one paint, and one of them is all that the eye knows.
    """
    known = shown(knowledge)
    strange = knowledge.plan.optional - known
    for place in places:
        for piece in (piece for piece in place.holds if piece in strange):
            same = (p for p in place.holds if p in known and _is_twin(knowledge.plan, p, piece))
            yield from ((Atom(place.id, piece), Atom(place.id, other)) for other in same)


def twins(knowledge: Knowledge, places: Iterable[Place]) -> Iterator[tuple[Atom, Atom]]:
    """Yield where a piece may be that was taught, and what it is told from by its size alone."""
    known = shown(knowledge)
    for place in places:
        for piece in (piece for piece in place.holds if piece in known):
            same = (p for p in place.holds if p in known and _is_twin(knowledge.plan, p, piece))
            yield from ((Atom(place.id, piece), Atom(place.id, other)) for other in same)


def _is_twin(plan: Plan, one: str, other: str) -> bool:
    """Tell whether two pieces are figures of the same colour."""
    stand = plan.pieces[one].stands and plan.pieces[other].stands
    colour = one.partition(":")[2]
    return stand and one != other and colour != "" and colour == other.partition(":")[2]


def names_of_pieces(plan: Plan, pieces: Collection[str]) -> frozenset[str]:
    """Return the names about which a reading knows nothing without having seen these pieces.

    That is where each of a track is, and every place that holds nothing else.
    """
    walks = _walks(plan)
    names = {
        name for track in plan.tracks for piece, name in track.pieces.items() if piece in pieces
    }
    for place in plan.places:
        rest = {p for p in place.holds if (place.id, p) not in walks} - plan.optional
        if rest and rest <= set(pieces):
            names.add(place.id)
    return frozenset(names)


def names_on(plan: Plan, surfaces: Collection[str]) -> frozenset[str]:
    """Return every name under which a reading may speak of what is on these surfaces."""
    places = {place.id: place for place in plan.places if place.surface in surfaces}
    walks = _walks(plan)
    names = {
        name
        for name, place in places.items()
        if any((name, piece) not in walks for piece in place.holds)
    }
    tracks = [track for track in plan.tracks if not places.keys().isdisjoint(track.places)]
    return frozenset(names.union(*(track.pieces.values() for track in tracks)))


def _walks(plan: Plan) -> set[tuple[str, str]]:
    """Return which pieces are spoken of by their track, at which places."""
    return {
        (place, piece) for track in plan.tracks for place in track.places for piece in track.pieces
    }

"""What an eye cannot speak of: surfaces out of sight, and pieces that nobody showed it."""

from __future__ import annotations

from collections.abc import Collection

from companion.engine import Plan
from vision.eye import Knowledge


def untaught(knowledge: Knowledge) -> tuple[str, ...]:
    """Return the pieces that were in no photo though most tables have them, and in no print."""
    samples = knowledge.solids.paint.samples
    known = {look.piece for look in knowledge.flats.looks}
    known |= knowledge.plan.optional
    known |= {piece for piece, pixels in samples.items() if len(pixels)}
    return tuple(piece for piece in knowledge.plan.pieces if piece not in known)


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

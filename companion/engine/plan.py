"""What an eye must know of a game's table before it has seen it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from companion.engine.sight import Place


class Shape(msgspec.Struct, frozen=True):
    """How big a piece is, and whether it stands up or lies flat."""

    size_mm: tuple[float, float]
    height_mm: float
    stands: bool


class Track(msgspec.Struct, frozen=True):
    """Places of which each of these pieces is on one at most.

    ``pieces`` gives the name under which a reading doubts where that piece is.
    """

    places: tuple[str, ...]
    pieces: Mapping[str, str]


class Plan(msgspec.Struct, frozen=True, eq=False):
    """One edition's table: its surfaces, places and pieces, without any picture.

    ``printed`` names what is printed at a place and may be covered by another of its kind;
    ``stacked`` names places where flat pieces may lie on one another, ``optional`` pieces that
    many tables do without: nobody misses them in a lesson.
    """

    surfaces: Mapping[str, tuple[float, float]]
    places: tuple[Place, ...]
    pieces: Mapping[str, Shape]
    tracks: tuple[Track, ...] = ()
    printed: Mapping[str, str] = {}
    stacked: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()

    def on(self, surfaces: Collection[str]) -> Plan:
        """Return the plan of some of the surfaces alone."""
        places = tuple(place for place in self.places if place.surface in surfaces)
        ids = {place.id for place in places}
        return Plan(
            surfaces={name: size for name, size in self.surfaces.items() if name in surfaces},
            places=places,
            pieces=self.pieces,
            tracks=tuple(track for track in self.tracks if ids.issuperset(track.places)),
            printed={place: piece for place, piece in self.printed.items() if place in ids},
            stacked=self.stacked & ids,
            optional=self.optional,
        )

"""What an arm or a cup hides: plain geometry in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot

from companion.engine import Place

#: Half as wide as a forearm with its sleeve; half a cup with its saucer.
ARM_MM, CUP_MM = 38.0, 42.0
#: A piece taller than this can be knocked over, and no cup is put on it.
TALL_MM = 12.0

Point = tuple[float, float]


class Reach:
    """Know where the places are and where people sit: the first seat below, then clockwise."""

    def __init__(self, places: Sequence[Place], seats: int) -> None:
        """Take the places of a table and the number of seats around it."""
        self.places = {place.id: place for place in places}
        self.surfaces = tuple(dict.fromkeys(place.surface for place in places))
        self._sides = {2: (0, 2), 3: (0, 1, 2)}.get(seats, (0, 1, 2, 3))
        self.arm = cache(self._arm)
        self.cup = cache(self._cup)

    def _arm(self, seat: int, place_id: str) -> frozenset[str]:
        """Return the places under an arm that reaches from a seat to a place."""
        place = self.places.get(place_id)
        if place is None:
            return frozenset()
        edge = self._edge(self._sides[seat % len(self._sides)], place)
        near = (p for p in self.places.values() if p.surface == place.surface)
        return frozenset(p.id for p in near if _distance(p.xy_mm, place.xy_mm, edge) < ARM_MM)

    def _edge(self, side: int, place: Place) -> Point:
        """Return where an arm crosses the edge of a surface, a little towards the middle of it."""
        xs, ys = zip(
            *(p.xy_mm for p in self.places.values() if p.surface == place.surface), strict=True
        )
        (x, y), slant = place.xy_mm, 0.7
        middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        across = (middle_x + slant * (x - middle_x), middle_y + slant * (y - middle_y))
        far = 60.0
        return (
            (across[0], max(ys) + far),
            (min(xs) - far, across[1]),
            (across[0], min(ys) - far),
            (max(xs) + far, across[1]),
        )[side]

    def _cup(self, place_id: str) -> frozenset[str]:
        """Return the places under a cup that stands on a place."""
        return self._within(place_id, CUP_MM)

    def _within(self, place_id: str, distance_mm: float) -> frozenset[str]:
        centre = self.places[place_id]
        return frozenset(
            p.id
            for p in self.places.values()
            if p.surface == centre.surface
            and hypot(p.xy_mm[0] - centre.xy_mm[0], p.xy_mm[1] - centre.xy_mm[1]) < distance_mm
        )

    def is_tall(self, place_id: str) -> bool:
        """Tell whether a figure may stand there."""
        place = self.places.get(place_id)
        return place is not None and place.height_mm > TALL_MM

    def is_figure(self, place_id: str, piece: str) -> bool:
        """Tell whether what is there stands: what may also be where nothing stands is flat."""
        low = (place for place in self.places.values() if place.height_mm <= TALL_MM)
        return self.is_tall(place_id) and not any(piece in place.holds for place in low)


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return how far a point is from the line between two others."""
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    share = 0.0 if length == 0 else min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / length))
    return hypot(px - ax - share * dx, py - ay - share * dy)

"""Where places lie on their surface: inside it, and not on top of each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from companion.packs.fault import Fault, error
from companion.packs.header import Point, Surface

#: Someone measured this with a ruler: forgive so much before calling it a fault.
RULER_MM = 1.0


class Spot(msgspec.Struct, frozen=True):
    """The ground a place covers: a disc, or a rectangle along the edges of the surface."""

    place: str
    surface: str
    xy_mm: Point
    size_mm: tuple[float, float]
    round: bool = False


def disc(place: str, surface: str, xy_mm: Point, radius_mm: float) -> Spot:
    """Make a round spot."""
    return Spot(place, surface, xy_mm, (2 * radius_mm, 2 * radius_mm), round=True)


def spot_faults(spots: Iterable[Spot], surfaces: Mapping[str, Surface]) -> Iterator[Fault]:
    """List every spot off its surface and every pair of spots on top of each other."""
    laid = tuple(spots)
    for spot in laid:
        surface = surfaces.get(spot.surface)
        if surface is None:
            yield error(spot.place, "pack.surface-unknown", surface=spot.surface)
        elif overhang_mm(spot, surface) > RULER_MM:
            yield error(spot.place, "pack.outside", surface=spot.surface, **_xy(spot))
    for one, other in _near(laid):
        if one.surface == other.surface and overlap_mm(one, other) > RULER_MM:
            yield error(one.place, "pack.on-top", other=other.place, **_xy(one))


def _near(spots: Iterable[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Pair up spots that share a stretch of the x axis: few of all the pairs there are."""
    from_left = sorted(spots, key=_left)
    for index, one in enumerate(from_left):
        right = one.xy_mm[0] + one.size_mm[0] / 2
        for other in from_left[index + 1 :]:
            if _left(other) > right:
                break
            yield one, other


def _left(spot: Spot) -> float:
    return spot.xy_mm[0] - spot.size_mm[0] / 2


def overhang_mm(spot: Spot, surface: Surface) -> float:
    """Measure how far a spot sticks out of its surface (negative: it keeps that distance)."""
    return max(
        max(size / 2 - at, at + size / 2 - edge)
        for at, size, edge in zip(spot.xy_mm, spot.size_mm, surface.size_mm, strict=True)
    )


def overlap_mm(one: Spot, other: Spot) -> float:
    """Measure how deep two spots lie in each other (negative: so much room between them)."""
    gap_x, gap_y = (abs(a - b) for a, b in zip(one.xy_mm, other.xy_mm, strict=True))
    if one.round and other.round:
        return (one.size_mm[0] + other.size_mm[0]) / 2 - math.hypot(gap_x, gap_y)
    # The straight part of a round spot is its centre, of a rectangle the whole of it.
    gap_x -= _straight(one, 0) + _straight(other, 0)
    gap_y -= _straight(one, 1) + _straight(other, 1)
    return _radius(one) + _radius(other) - _distance(gap_x, gap_y)


def _distance(gap_x: float, gap_y: float) -> float:
    """Measure a gap between corners; where both overlap, the way out is the shorter one."""
    if gap_x <= 0 and gap_y <= 0:
        return max(gap_x, gap_y)
    return math.hypot(max(gap_x, 0), max(gap_y, 0))


def _straight(spot: Spot, axis: int) -> float:
    return 0.0 if spot.round else spot.size_mm[axis] / 2


def _radius(spot: Spot) -> float:
    return spot.size_mm[0] / 2 if spot.round else 0.0


def _xy(spot: Spot) -> dict[str, str]:
    return {"x": f"{spot.xy_mm[0]:g}", "y": f"{spot.xy_mm[1]:g}"}

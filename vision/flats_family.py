"""Places where the same flat pieces may lie, looked at together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.engine import Place, Plan
from vision.geometry import Array, Vantage
from vision.reference import Picture, Reference, grid
from vision.tile_apart import resolution
from vision.tile_bank import Bank
from vision.tile_look import FlatModel
from vision.windows import Windows

#: How far aside a single piece may lie and still belong to its place, as a share of its size.
STRAY = 0.16

#: The same where pieces of one size lie on one another, and where a smaller one sticks out.
STRAY_STACKED, STRAY_UNDER = 0.4, 0.62

#: Resolution where pieces of one size hide each other but for a narrow rim.
CLOSE_PX_PER_MM = 1.3


@dataclass(frozen=True, eq=False)
class Family:
    """Places on one surface that hold the same flat pieces, and how those look."""

    places: tuple[Place, ...]
    bank: Bank
    stacked: bool
    printed: tuple[str | None, ...]
    thick_mm: float

    @property
    def equal(self) -> bool:
        """Say whether all its pieces have one size."""
        return len({look.size_mm for look in self.bank.looks}) == 1

    def lean_px(self, vantage: Vantage) -> Array:
        """Return how far the upper side of a piece at each place seems to lie beside its foot."""
        eye = vantage.poses[self.surface].eye_mm
        middles = np.array([place.xy_mm for place in self.places])
        return (middles - eye[:2]) / eye[2] * self.thick_mm * self.bank.px_per_mm

    @property
    def surface(self) -> str:
        """Return the surface they are on."""
        return self.places[0].surface

    @cached_property
    def width_px(self) -> int:
        """Return how wide a window around a place must be."""
        sizes = {look.size_mm for look in self.bank.looks}
        stacked = STRAY_STACKED if self.equal else STRAY_UNDER
        stray = max(map(max, sizes)) * (stacked if self.stacked else STRAY)
        return self.bank.side + 2 * round(stray * self.bank.px_per_mm)

    @cached_property
    def corners_mm(self) -> Array:
        """Return the top-left corner of each window."""
        middles = np.array([place.xy_mm for place in self.places])
        return middles - self.width_px / self.bank.px_per_mm / 2

    @cached_property
    def points_mm(self) -> Array:
        """Return the points of all windows: by window, row and column."""
        size = self.width_px / self.bank.px_per_mm
        one = grid((0.0, 0.0), (size, size), self.bank.px_per_mm)
        return self.corners_mm[:, None, None, :] + one

    @cached_property
    def core(self) -> tuple[slice, slice]:
        """Return which rows and columns of a window belong to the place itself."""
        sizes = (
            min(round(mm * self.bank.px_per_mm), self.width_px) for mm in self.places[0].size_mm
        )
        columns, rows = (
            slice((self.width_px - n) // 2, (self.width_px - n) // 2 + n) for n in sizes
        )
        return rows, columns

    def windows(self, reference: Reference, vantage: Vantage) -> Windows:
        """Return windows onto the places from a vantage."""
        size = self.width_px / self.bank.px_per_mm
        return Windows(
            reference, vantage, self.surface, self.corners_mm, (size, size), self.bank.px_per_mm
        )


def families(plan: Plan, model: FlatModel) -> Iterator[Family]:
    """Sort the places of a plan into families; a place whose pieces nobody taught has none."""
    groups: dict[tuple[str, tuple[str, ...], bool], list[Place]] = {}
    for place in plan.places:
        flat = tuple(sorted(p for p in place.holds if not plan.pieces[p].stands))
        if flat:
            key = (place.surface, flat, place.id in plan.stacked)
            groups.setdefault(key, []).append(place)
    for (_, flat, stacked), places in groups.items():
        looks = [look for look in model.looks if look.piece in flat]
        if looks:
            printed = tuple(plan.printed.get(place.id) for place in places)
            equal = len({look.size_mm for look in looks}) == 1
            px_per_mm = CLOSE_PX_PER_MM if stacked and equal else resolution(looks)
            thick = max(plan.pieces[look.piece].height_mm for look in looks)
            yield Family(tuple(places), Bank(looks, px_per_mm), stacked, printed, thick)


def bands(reference: Reference) -> tuple[Reference, Reference]:
    """Return the reference as dark and as bright as each pixel's neighbours make it."""
    block = np.ones((3, 3), np.uint8)
    names = tuple(reference.pictures)
    low: dict[str, Picture] = {
        n: np.asarray(cv2.erode(reference.pictures[n], block), np.uint8) for n in names
    }
    high: dict[str, Picture] = {
        n: np.asarray(cv2.dilate(reference.pictures[n], block), np.uint8) for n in names
    }
    return Reference(reference.sizes_mm, low), Reference(reference.sizes_mm, high)

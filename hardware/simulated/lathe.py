"""Turned solids: a profile that goes round an axis, with the distance to it looked up in a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from hardware.simulated.colour import Array

Profile = tuple[tuple[float, float], ...]  # (radius, height) from the foot to the top, in mm

_STEP_MM, _MARGIN_MM = 0.25, 6.0


@dataclass(frozen=True)
class Turned:
    """Distances to a turned solid: a table over radius and height."""

    table: Array
    slope_r: Array
    slope_z: Array
    height_mm: float
    reach_mm: float

    def distance(self, x: Array, y: Array, z: Array) -> Array:
        """Return how far points are from the solid; negative inside."""
        r = np.hypot(x, y)
        near = cv2.remap(
            self.table, *self._cell(r, z), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        # Outside the table the nearest entry is too small by about the way to the table's edge.
        top, low = self.height_mm + _MARGIN_MM, -_MARGIN_MM
        aside = np.maximum(r - np.float32(self.reach_mm + _MARGIN_MM), 0)
        above = np.maximum(np.maximum(z - np.float32(top), np.float32(low) - z), 0)
        return near + np.float32(0.8) * np.maximum(aside, above)

    def normal(self, x: Array, y: Array, z: Array) -> tuple[Array, Array, Array]:
        """Return the direction the solid's skin faces at points on it."""
        r = np.maximum(np.hypot(x, y), np.float32(1e-3))
        cell = self._cell(r, z)
        nr = cv2.remap(self.slope_r, *cell, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        nz = cv2.remap(self.slope_z, *cell, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        length = np.maximum(np.hypot(nr, nz), np.float32(1e-6))
        return nr * x / r / length, nr * y / r / length, nz / length

    def _cell(self, r: Array, z: Array) -> tuple[Array, Array]:
        scale = np.float32(1 / _STEP_MM)
        return r * scale, (z + np.float32(_MARGIN_MM)) * scale


@lru_cache(maxsize=64)
def turn(profile: Profile) -> Turned:
    """Work out the distances to a profile once; it is then used for every figure of its kind."""
    height, reach = max(z for _, z in profile), max(r for r, _ in profile)
    closed = [(0.0, profile[0][1]), *profile, (0.0, profile[-1][1])]
    outline = np.array(closed, np.float32)
    r = np.arange(0, reach + _MARGIN_MM, _STEP_MM, dtype=np.float32)
    z = np.arange(-_MARGIN_MM, height + _MARGIN_MM, _STEP_MM, dtype=np.float32)
    rr, zz = np.meshgrid(r, z)
    table = _to_outline(rr, zz, outline)
    table = cv2.GaussianBlur(table, (0, 0), 1.2)  # wood has no sharp edges
    slope_z, slope_r = np.gradient(table)
    slope_r[:, 0] = 0
    return Turned(table, slope_r.astype(np.float32), slope_z.astype(np.float32), height, reach)


def _to_outline(r: Array, z: Array, outline: Array) -> Array:
    """Return signed distances to a closed outline; the axis itself is no edge."""
    best = np.full_like(r, 1e9)
    inside = np.zeros(r.shape, bool)
    for (r0, z0), (r1, z1) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        dr, dz = r1 - r0, z1 - z0
        if r0 > 0 or r1 > 0:
            along = np.clip(((r - r0) * dr + (z - z0) * dz) / max(dr * dr + dz * dz, 1e-9), 0, 1)
            best = np.minimum(best, np.hypot(r - r0 - along * dr, z - z0 - along * dz))
        crosses = (z0 > z) != (z1 > z)
        at = r0 + (z - z0) / (dz if abs(dz) > 1e-9 else 1e-9) * dr
        inside ^= crosses & (r < at)
    return np.where(inside, -best, best).astype(np.float32)

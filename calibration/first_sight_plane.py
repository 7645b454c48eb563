"""Look for a surface all over the table, once another surface has shown how the table lies."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.first_sight_patches import Grey, look, soften
from calibration.table_shape import Array, Family, TableShape
from vision.geometry import Pose, Vantage

#: How finely the table is looked at, and over which distance its brightness is evened out.
CELL_MM = 4.0
EVEN_MM = 30.0
RIM_MM = 4.0
TURN_STEP = 2.0
MOST_PLACES = 30


@dataclass(frozen=True, eq=False)
class Spot:
    """Where a surface may lie on the plane of another: its origin, its turn, its score."""

    origin_mm: Array
    turn_deg: float
    score: float


class TablePlane:
    """The table from straight above, in the millimetres of a surface whose pose is known."""

    def __init__(self, grey: Grey, vantage: Vantage, surface: str) -> None:
        self._vantage, self._surface = vantage, surface
        width, height = vantage.lens.size
        rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        far = vantage.unproject(surface, rim)
        self._low = far.min(axis=0)
        columns, rows = np.ceil((far.max(axis=0) - self._low) / CELL_MM).astype(int)
        at = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1) * CELL_MM
        px = vantage.project(surface, at + self._low).astype(np.float32)
        blur = CELL_MM / 2 * vantage.lens.f_px / float(vantage.poses[surface].shift[2])
        self._even = _even(look(soften(grey, blur), px), round(EVEN_MM / CELL_MM))

    def find(self, shape: TableShape, surface: str) -> Spot:
        """Return the spot where the places of a surface look most alike."""
        rough = [self._best(shape, surface, turn) for turn in np.arange(0, 360, TURN_STEP)]
        turn = max(rough, key=lambda spot: spot.score).turn_deg
        fine = [self._best(shape, surface, turn + off) for off in np.arange(-1.5, 1.6, 0.5)]
        return max(fine, key=lambda spot: spot.score)

    def _best(self, shape: TableShape, surface: str, turn_deg: float) -> Spot:
        total, weights = np.zeros_like(self._even), 0.0
        turn = _turn(turn_deg)
        # Origins are sought about the middle of the surface, so that all of it is on the map.
        middle = np.array(shape.sizes_mm[surface]) / 2
        for family in shape.on(surface):
            weight = float(np.sqrt(len(family)))
            total += weight * self._alike(family, middle, turn)
            weights += weight
        _, top, _, at = cv2.minMaxLoc(total)
        origin = np.array(at) * CELL_MM + self._low - turn @ middle
        return Spot(origin, turn_deg, float(top) / weights)

    def _alike(self, family: Family, middle: Array, turn: Array) -> NDArray[np.float32]:
        """Return how alike the family's places look, for every spot the surface's middle may have."""
        spots = family.some(MOST_PLACES).xy_mm
        steps = np.rint((spots - middle) @ turn.T / CELL_MM).astype(int)
        common = np.zeros_like(self._even)
        for across, down in steps:
            _add_shifted(common, self._even, int(across), int(down))
        count = len(steps)
        window = tuple(round((side + 2 * RIM_MM) / CELL_MM) for side in family.size_mm)
        energy = cv2.blur((common / count) ** 2, window)
        return np.maximum((energy * count - 1) / (count - 1), 0)

    def pose(self, spot: Spot) -> Pose:
        """Return the pose of a surface at a spot."""
        ground = self._vantage.poses[self._surface]
        flat = np.eye(3)
        flat[:2, :2] = _turn(spot.turn_deg)
        origin = np.array([*spot.origin_mm, 0.0])
        return Pose(ground.turn @ flat, ground.turn @ origin + ground.shift)


def _even(seen: Grey, window: int) -> NDArray[np.float32]:
    """Return a picture whose brightness and contrast are everywhere the same."""
    flat = seen - cv2.blur(seen, (window, window))
    spread = np.sqrt(np.maximum(cv2.blur(flat**2, (window, window)), 0))
    return np.asarray(flat / (spread + 2.0), np.float32)


def _turn(degrees: float) -> Array:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _add_shifted(total: Grey, part: Grey, across: int, down: int) -> None:
    """Add to every cell what lies so far to its right and below."""
    rows, columns = part.shape
    left, right = max(0, -across), min(columns, columns - across)
    top, bottom = max(0, -down), min(rows, rows - down)
    if left < right and top < bottom:
        total[top:bottom, left:right] += part[
            top + down : bottom + down, left + across : right + across
        ]

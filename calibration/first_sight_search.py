"""Find surfaces nobody pointed at: try rectangles, and ask whether the places in them look alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.first_sight_fit import STEEPEST, first_pose, usual_lens
from calibration.first_sight_patches import Grey, likeness, local_pixels, look_at, soften
from calibration.outline import edges_of, quads_of
from calibration.table_shape import Array, Family, TableShape
from vision.geometry import Lens, Pose, Vantage

#: Rough looks: how finely a place is looked at, and of how many places of a family.
ROUGH_MM, ROUGH_RIM_MM, ROUGH_PLACES = 2.5, 4.0, 30
#: Rectangles tried per class of size.
QUADS = 40


@dataclass(frozen=True, eq=False)
class Guess:
    """A surface, where it may lie, and how much its places look alike there."""

    surface: str
    pose: Pose
    score: float


class RoughLook:
    """The places of one surface, looked at so roughly that many guesses can be tried."""

    def __init__(self, shape: TableShape, surface: str) -> None:
        self._surface = surface
        self._families = [family.some(ROUGH_PLACES) for family in shape.on(surface)]

    def score(self, grey: Grey, vantage: Vantage) -> float:
        """Return how much the places of a family look alike, over all families."""
        looks = [self._alike(grey, vantage, family) for family in self._families]
        weights = np.sqrt([len(family) for family in self._families])
        return float(weights @ np.maximum(looks, 0) / weights.sum())

    def _alike(self, grey: Grey, vantage: Vantage, family: Family) -> float:
        half = [round((side / 2 + ROUGH_RIM_MM) / ROUGH_MM) for side in family.size_mm]
        across, down = (np.arange(-n, n + 1, dtype=float) * ROUGH_MM for n in half)
        px = local_pixels(vantage, self._surface, family.xy_mm, across, down)
        return likeness(look_at(grey, px))


def guesses(image: NDArray[np.uint8], shape: TableShape) -> list[Guess]:
    """Return where surfaces may lie by their outlines, the likeliest first."""
    height, width = image.shape[:2]
    lens = usual_lens((width, height))
    straight = cv2.undistort(image, lens.matrix, lens.distortion)
    half = Lens((width // 2, height // 2), lens.f_px / 2)
    small = np.asarray(cv2.resize(straight, half.size, interpolation=cv2.INTER_AREA), np.uint8)
    grey = soften(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32), 1.2)
    lines = edges_of(small)
    ratios = {name: round(wide / deep, 3) for name, (wide, deep) in shape.sizes_mm.items()}
    quads = {ratio: quads_of(lines, half.size, ratio, QUADS) for ratio in set(ratios.values())}
    found: list[Guess] = []
    for surface, ratio in ratios.items():
        rough = RoughLook(shape, surface)
        corners_mm = shape.corners_mm(surface)
        poses = (pose for quad in quads[ratio] for pose in _poses(half, corners_mm, quad.corners))
        found += (
            Guess(surface, pose, rough.score(grey, Vantage(half, {surface: pose})))
            for pose in poses
        )
    return sorted(found, key=lambda guess: -guess.score)


def _poses(lens: Lens, corners_mm: Array, quad_px: Array) -> Iterator[Pose]:
    """Yield the ways a surface can fill a rectangle: as it lies, turned, never from behind."""
    across = np.linalg.norm(corners_mm[1] - corners_mm[0])
    down = np.linalg.norm(corners_mm[2] - corners_mm[1])
    for turn in range(4):
        px = np.roll(quad_px, turn, axis=0)
        seen = np.linalg.norm(px[1] - px[0]) / np.linalg.norm(px[2] - px[1])
        if abs(np.log(seen / (across / down))) > 0.2:
            continue
        pose = first_pose(lens, corners_mm, px)
        if pose.turn[2, 2] > STEEPEST:
            yield pose

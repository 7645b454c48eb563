"""How a flat piece looks from above, straightened and in the light of the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array
from vision.reference import Picture

#: Resolution of the pictures of flat pieces.
LOOK_PX_PER_MM = 3.0

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Look:
    """One appearance of a flat piece; ``picture`` shows it from edge to edge, upright.

    A piece may have two looks: a flag printed on the board and its cardboard sister.
    """

    piece: str
    size_mm: tuple[float, float]
    round: bool
    picture: Picture

    @property
    def reach_mm(self) -> float:
        """Return how far it reaches from its middle, however it is turned."""
        width, depth = self.size_mm
        return width / 2 if self.round else float(np.hypot(width, depth)) / 2


@dataclass(frozen=True, eq=False)
class FlatModel:
    """All that was learned about the flat pieces of one table.

    ``apart`` tells for each two pieces how much of one the other fails to explain (0..1);
    ``noise`` is how far, in grey levels, an honest example strays from its look.
    """

    looks: tuple[Look, ...]
    apart: Mapping[tuple[str, str], float]
    noise: float

    def separation(self) -> list[tuple[str, str, float]]:
        """Return the pairs of pieces that can lie on the same place, the closest first."""
        pairs = [(a, b, gap) for (a, b), gap in self.apart.items() if a < b]
        return sorted(pairs, key=lambda pair: pair[2])


def turned(look: Look, degrees: Array, px_per_mm: float, side_px: int) -> tuple[Floats, Floats]:
    """Return the look at these angles in square pictures, and how much of each pixel it covers."""
    height, width = look.picture.shape[:2]
    solid = np.dstack([look.picture, _cover(look)]).astype(np.float32)
    fine = max(1, round(LOOK_PX_PER_MM / px_per_mm))
    out = np.empty((len(degrees), side_px, side_px, 4), np.float32)
    for number, angle in enumerate(degrees):
        matrix = cv2.getRotationMatrix2D(
            ((width - 1) / 2, (height - 1) / 2), -float(angle), fine * px_per_mm / LOOK_PX_PER_MM
        )
        middle = np.array([(width - 1) / 2, (height - 1) / 2])
        matrix = np.asarray(matrix, float) + np.outer((fine * side_px - 1) / 2 - middle, [0, 0, 1])
        big = cv2.warpAffine(
            solid, matrix, (fine * side_px, fine * side_px), flags=cv2.INTER_LINEAR
        )
        out[number] = cv2.resize(big, (side_px, side_px), interpolation=cv2.INTER_AREA)
    cover = np.asarray(out[..., 3] / 255, np.float32)
    colours = np.asarray(out[..., :3] / np.maximum(cover, 1e-3)[..., None], np.float32)
    return colours, cover


def _cover(look: Look) -> Picture:
    height, width = look.picture.shape[:2]
    if not look.round:
        return np.full((height, width), 255, np.uint8)
    middle = ((width - 1) / 2, (height - 1) / 2)
    y, x = np.mgrid[:height, :width]
    inside = np.hypot((x - middle[0]) / width, (y - middle[1]) / height) <= 0.5
    return (inside * 255).astype(np.uint8)

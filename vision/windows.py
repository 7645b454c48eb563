"""Small straightened pictures of many places, taken from a frame together."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, Vantage
from vision.reference import Picture, Reference, grid

#: Which windows are meant; all of them without.
Some = NDArray[Any] | None


class Windows:
    """Equal windows onto one surface from one vantage.

    ``empty`` shows them as the reference knows them, ``look`` as a picture shows them; both are
    indexed by window, row, column, channel.
    """

    def __init__(
        self,
        reference: Reference,
        vantage: Vantage,
        surface: str,
        corners_mm: Array,
        size_mm: tuple[float, float],
        px_per_mm: float,
    ) -> None:
        self.surface, self.px_per_mm = surface, px_per_mm
        self.corners_mm = np.asarray(corners_mm, float).reshape(-1, 2)
        one = grid((0.0, 0.0), size_mm, px_per_mm)
        points = self.corners_mm[:, None, None, :] + one
        self.shape: tuple[int, int, int] = points.shape[:3]
        self.points_mm = points.reshape(-1, one.shape[1], 2)
        at = vantage.project(surface, self.points_mm).astype(np.float32)
        self._maps = cv2.convertMaps(at[..., 0], at[..., 1], cv2.CV_16SC2)
        self._by_window = [each.reshape(*self.shape, -1) for each in self._maps]
        self.empty: Picture = reference.sample(surface, self.points_mm).reshape(*self.shape, 3)

    def look(self, picture: Picture, some: Some = None) -> Picture:
        """Return the windows, or some of them, as a picture shows them."""
        seen = cv2.remap(picture, *self._maps_of(some), cv2.INTER_LINEAR)
        return seen.reshape(-1, *self.shape[1:], 3)

    def cut(self, mask: Picture, some: Some = None) -> Picture:
        """Return the windows of a mask as big as the pictures."""
        seen = cv2.remap(mask, *self._maps_of(some), cv2.INTER_NEAREST)
        return seen.reshape(-1, *self.shape[1:])

    def _maps_of(self, some: Some) -> tuple[Picture, Picture]:
        if some is None:
            return self._maps[0], self._maps[1]
        width = self.shape[2]
        whole, part = (each[some] for each in self._by_window)
        return whole.reshape(-1, width, 2), part.reshape(-1, width)

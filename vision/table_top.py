"""The table top around a surface, of which there is no picture: the frame itself tells."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array
from vision.ground import Numbers, Where, likelihood
from vision.reference import Picture
from vision.windows import Windows

Mask = NDArray[Any]

#: What lies around a place is known from so many places nearby.
_NEIGHBOURS = 9

#: One pixel in so many tells enough.
_SPARSE = 5

#: How far the table top strays from its own mean: grain, threads, crumbs.
_GRAIN, _CRUMBS = 1.2, 8.0


class TableTop:
    """Those pixels of some windows that lie outside the surface."""

    def __init__(
        self, windows: Windows, centres_mm: Array, size_mm: tuple[float, float], within: Mask
    ) -> None:
        points = windows.points_mm.reshape(-1, 2)
        inside = ((points > 0) & (points < np.array(size_mm))).all(axis=1)
        self.pixels: Where = np.flatnonzero(~inside & within)
        _, rows, columns = windows.shape
        seen, self._row = np.unique(self.pixels // (rows * columns), return_inverse=True)
        self._some = self.pixels[::_SPARSE]
        some = self._row[::_SPARSE]
        self._known, self._starts = np.unique(some, return_index=True)
        self._count = np.diff(np.append(self._starts, len(some)))[:, None]
        self._number = np.full(len(points), -1)
        self._number[self.pixels] = self._row
        centres = centres_mm[seen]
        apart = np.linalg.norm(centres[:, None] - centres[self._known], axis=-1)
        self._near = np.argsort(apart, axis=1)[:, :_NEIGHBOURS]
        self._middle: Numbers = np.zeros((0, 3), np.float32)
        self._reach: Numbers = np.zeros((0, 3), np.float32)

    def _measure(self, seen: Picture) -> None:
        """Learn what the table top looks like now, place by place."""
        pixels = seen[self._some].astype(np.float32)
        mean = np.add.reduceat(pixels, self._starts) / self._count
        square = np.add.reduceat(pixels * pixels, self._starts) / self._count
        spread = np.sqrt(np.maximum(square - mean**2, 0))
        self._middle = np.median(mean[self._near], axis=1)
        self._reach = _GRAIN * np.median(spread[self._near], axis=1) + _CRUMBS

    def mark(self, strange: Mask, seen: Picture, at: Where, *, whole: bool) -> None:
        """Mark which of its pixels do not look like the table top around them.

        ``at`` says which pixels are seen; the table top is measured when all of them are.
        """
        if not len(self.pixels):
            return
        if whole:
            self._measure(seen)
        here = self.pixels if whole else np.flatnonzero(self._number[at] >= 0)
        if not len(here):
            return
        row = self._number[at[here]]
        off = cv2.absdiff(seen[here], self._middle.astype(np.uint8)[row])
        blue, green, red = cv2.split(off.reshape(-1, 1, 3))
        limit = self._reach.max(axis=1)[row]
        strange[here] = cv2.max(cv2.max(blue, green), red).ravel() > limit

    def holds(self, pixels: Where | slice) -> Mask:
        """Say which of these pixels lie outside the surface."""
        return self._number[pixels] >= 0

    def beside(self, window: int, shape: tuple[int, int]) -> Mask:
        """Return which pixels of a window do not belong to the table top."""
        size = shape[0] * shape[1]
        return (self._number[window * size : (window + 1) * size] < 0).reshape(shape)

    def likelihood(self, pixels: Where, seen: Picture, noise: float) -> Numbers:
        """Return how well these pixels fit the table top: in likely and in any shadow."""
        row = self._number[pixels]
        middle, reach = self._middle[row], self._reach[row]
        return likelihood(middle - reach, middle + reach, seen, noise)

"""Which places look different from when they were last read."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from companion.engine import Place
from vision.geometry import Vantage
from vision.reference import Picture

#: Pictures are compared this many times smaller than frames: it halves the noise twice.
SHRINK = 4

#: A pixel has changed if it differs by more than this, and by this many times the usual.
_STEP, _NOISE = 8.0, 4.0

#: So many changed pixels make a place look different.
_PIXELS = 3

#: Around a place so much is looked at as well: pieces stick out, and are taller than they seem.
_AROUND_MM = 14.0


class Memory:
    """The picture from which each place was last read, from one vantage.

    What looks the same as then need not be read again; what does not is read anew.  Every place
    is compared in every picture, so nothing is answered that was not looked at.
    """

    def __init__(self, places: Iterable[Place], vantage: Vantage) -> None:
        small = vantage.shrunk(SHRINK)
        self._ids: list[str] = []
        boxes = []
        width, height = small.lens.size
        for place in places:
            if place.surface in vantage.poses:
                self._ids.append(place.id)
                boxes.append(_box(place, small))
        low, high = np.array(boxes).reshape(-1, 2, 2).transpose(1, 0, 2)
        self._low = np.clip(low, 0, (width, height)).astype(int)
        self._high = np.clip(high, 0, (width, height)).astype(int)
        self._last: Picture | None = None

    def changed(self, small: Picture) -> frozenset[str]:
        """Return the places that look different; all of them at first."""
        if self._last is None or self._last.shape != small.shape:
            return frozenset(self._ids)
        blue, green, red = cv2.split(cv2.absdiff(small, self._last))
        off = cv2.max(cv2.max(blue, green), red)
        usual = float(np.median(off[::3, ::3]))
        count = cv2.integral((off > _STEP + _NOISE * usual).astype(np.uint8))
        (x0, y0), (x1, y1) = self._low.T, self._high.T
        inside = count[y1, x1] - count[y0, x1] - count[y1, x0] + count[y0, x0]
        return frozenset(self._ids[n] for n in np.flatnonzero(inside >= _PIXELS))

    def remember(self, small: Picture, places: frozenset[str]) -> None:
        """Keep how these places look now that they are read."""
        if self._last is None or len(places) == len(self._ids):
            self._last = small.copy()
            return
        for number, name in enumerate(self._ids):
            if name in places:
                (x0, y0), (x1, y1) = self._low[number], self._high[number]
                self._last[y0:y1, x0:x1] = small[y0:y1, x0:x1]

    def forget(self) -> None:
        """Read everything anew next time."""
        self._last = None


def _box(place: Place, small: Vantage) -> tuple[np.ndarray, np.ndarray]:
    """Return the box in the small picture in which a place and what stands on it are seen."""
    half = np.array(place.size_mm) / 2 + _AROUND_MM
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + place.xy_mm
    low = small.project(place.surface, corners)
    high = small.project(place.surface, corners, place.height_mm)
    both = np.concatenate([low, high])
    return np.floor(both.min(axis=0)), np.ceil(both.max(axis=0)) + 1

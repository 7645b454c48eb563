"""How likely a pixel is just the table: the board as it always is, or the board in shadow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import Picture, Reference
from vision.windows import Windows

#: A reference pixel may be off by this much and still be the same print: half a pixel of a photo.
SLACK_MM = 0.5

#: How common it is that a shadow leaves this much of the light.
_SHADE = np.array([0.0, 0.25, 0.35, 0.45, 0.6, 0.9, 1.06])
_COMMON = np.array([0.0, 0.01, 0.05, 0.25, 0.5, 1.0, 1.0])
_DEEPEST, _BRIGHTEST = 0.25, 1.03

#: What the table may differ from its picture beyond noise.
_WEAR = 4.0

Numbers = NDArray[Any]
Where = NDArray[np.intp]


class Ground:
    """The empty table under some windows, as an interval of colours for each pixel."""

    def __init__(self, reference: Reference, windows: Windows) -> None:
        self._low = _stretched(reference, windows, cv2.erode)
        self._high = _stretched(reference, windows, cv2.dilate)

    def interval(self, pixels: Where) -> tuple[Numbers, Numbers]:
        """Return between which colours these pixels are when nothing is there."""
        return self._low[pixels], self._high[pixels]

    def likelihood(self, pixels: Where, seen: Picture, noise: float) -> Numbers:
        """Return how well these pixels fit the empty table: in likely and in any shadow."""
        return likelihood(self._low[pixels], self._high[pixels], seen, noise)


def likelihood(low: Numbers, high: Numbers, seen: Picture, noise: float) -> Numbers:
    """Return how well pixels fit intervals of colours, in full light or in shadow.

    The first column counts how common such a shadow is, the second takes any shadow for granted.
    Channel by channel: summing rows of three numbers would cost more than all the rest.
    """
    seen = seen.astype(np.float32)
    channels = [(low[:, i], high[:, i], seen[:, i]) for i in range(3)]
    usual = (_total(low) + _total(high)) / 2
    shade = np.clip((_total(seen) + 1) / (usual + 1), _DEEPEST, _BRIGHTEST)
    off = np.zeros_like(shade)
    for floor, ceiling, colour in channels:
        np.maximum(off, floor * shade - colour, out=off)
        np.maximum(off, colour - ceiling * shade, out=off)
    fit = np.exp(off * off * np.float32(-0.5 / (_WEAR + noise) ** 2))
    common = np.interp(shade, _SHADE, _COMMON).astype(np.float32)
    return np.stack([fit * common, fit], axis=1)


def _total(colours: Numbers) -> Numbers:
    return colours[:, 0] + colours[:, 1] + colours[:, 2]


def _stretched(
    reference: Reference, windows: Windows, reach: Callable[[Picture, Picture], Picture]
) -> Numbers:
    size = 2 * round(SLACK_MM * reference.px_per_mm) + 1
    pictures = {
        name: reach(picture, np.ones((size, size), np.uint8))
        for name, picture in reference.pictures.items()
        if name == windows.surface
    }
    wide = Reference(reference.sizes_mm, pictures)
    return wide.sample(windows.surface, windows.points_mm).reshape(-1, 3).astype(np.float32)

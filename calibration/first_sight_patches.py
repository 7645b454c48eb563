"""Look at the printed places of a table through a vantage, and see how far each is off."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_shape import Array, Family
from vision.geometry import Vantage

Grey = NDArray[np.float32]

#: How much of the neighbourhood belongs to the look of a place.
RIM_MM = 5.0
#: Samples across a place and its rim; more show nothing new.
SAMPLES = 40


def step_mm(family: Family) -> float:
    """Return how far apart the samples of a family's patches are."""
    return max(0.55, (max(family.size_mm) + 2 * RIM_MM) / SAMPLES)


def sample(grey: Grey, vantage: Vantage, family: Family, reach: int = 0) -> NDArray[np.float32]:
    """Return the patches of a family, (count, rows, columns), and so many samples around them."""
    step = step_mm(family)
    half = [round((side / 2 + RIM_MM) / step) + reach for side in family.size_mm]
    across, down = (np.arange(-n, n + 1, dtype=float) * step for n in half)
    return look_at(grey, local_pixels(vantage, family.surface, family.xy_mm, across, down))


def local_pixels(
    vantage: Vantage, surface: str, xy_mm: Array, across: Array, down: Array
) -> NDArray[np.float32]:
    """Return the pixels of a grid around each of some points, (count, rows, columns, 2).

    A patch is so small that perspective does not bend it: three points give all others.
    """
    ends = np.array([[0, 0], [across[-1], 0], [0, down[-1]]])
    middle, right, below = np.moveaxis(vantage.project(surface, xy_mm[:, None] + ends), 1, 0)
    x = ((right - middle) / across[-1])[:, None, None] * across[None, None, :, None]
    y = ((below - middle) / down[-1])[:, None, None] * down[None, :, None, None]
    return (middle[:, None, None] + x + y).astype(np.float32)


def look_at(grey: Grey, px: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the brightness at pixels, in the arrangement of the pixels."""
    # OpenCV takes pictures of up to 32,767 rows and columns.
    flat = px.reshape(px.shape[0] * px.shape[1], -1, 2)
    return look(grey, flat).reshape(px.shape[:-1])


def look(grey: Grey, px: NDArray[np.float32]) -> Grey:
    """Return the picture that some pixels (rows, columns, 2) make."""
    x, y = np.ascontiguousarray(px[..., 0]), np.ascontiguousarray(px[..., 1])
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def soften(grey: Grey, spread_px: float) -> Grey:
    """Return a picture in which only coarse things can be seen; with no spread, as it is."""
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), spread_px), np.float32) if spread_px else grey


def normal(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return patches without their brightness and contrast."""
    flat = patches - patches.mean(axis=(1, 2), keepdims=True)
    return flat / (np.sqrt((flat**2).mean(axis=(1, 2), keepdims=True)) + 2.0)


def likeness(patches: NDArray[np.float32]) -> float:
    """Return the mean correlation between any two patches of a family."""
    count = len(patches)
    common = float((normal(patches).mean(axis=0) ** 2).mean())
    return (common * count - 1) / (count - 1)


def _peak(scores: NDArray[Any]) -> tuple[Array, float, Array]:
    """Return the highest point (from the middle, in samples), its value and how sharp it is."""
    _, top, _, (x, y) = cv2.minMaxLoc(scores)
    rows, columns = scores.shape
    if not (0 < x < columns - 1 and 0 < y < rows - 1):
        return np.zeros(2), -1.0, np.zeros(2)
    near = scores[y - 1 : y + 2, x - 1 : x + 2].astype(float)
    slope = np.array([near[1, 2] - near[1, 0], near[2, 1] - near[0, 1]]) / 2
    bend = 2 * top - np.array([near[1, 2] + near[1, 0], near[2, 1] + near[0, 1]])
    at = np.array([x, y]) + slope / np.maximum(bend, 1e-6)
    return at - [(columns - 1) / 2, (rows - 1) / 2], float(top), np.maximum(bend, 1e-6)


def align(patches: NDArray[np.float32], reach: int) -> tuple[Array, Array, Array]:
    """Compare every patch with what its family has in common.

    Return how far each is off (count, 2) in samples, how well it fits there, and how sharply.
    """
    looks = normal(patches)
    inner = looks[:, reach:-reach, reach:-reach]
    common = np.median(inner, axis=0)
    found = [_peak(cv2.matchTemplate(look, common, cv2.TM_CCOEFF_NORMED)) for look in looks]
    off, fit, sharp = zip(*found, strict=True)
    return np.array(off), np.array(fit), np.array(sharp)


def symmetry(patches: NDArray[np.float32], reach: int) -> tuple[Array, Array]:
    """Find the middle of what a family has in common: where it equals its mirror image.

    Return the middle in samples from where it should be, and per axis how well mirroring works.
    """
    common = np.median(normal(patches), axis=0)
    middle, fits = np.zeros(2), np.zeros(2)
    inner = common[reach:-reach, reach:-reach]
    for axis in (0, 1):
        mirrored = np.ascontiguousarray(np.flip(inner, axis=1 - axis))
        scores = cv2.matchTemplate(common, mirrored, cv2.TM_CCOEFF_NORMED)
        # The other coordinate must not move: only a mirror across this axis is asked for.
        strip = scores[reach : reach + 1] if axis == 0 else scores[:, reach : reach + 1].T
        strip = np.ascontiguousarray(
            np.repeat(strip, 3, axis=0) - [[1e-3], [0], [1e-3]], np.float32
        )
        at, fit, _ = _peak(strip)
        middle[axis], fits[axis] = at[0] / 2, fit
    return middle, fits

"""The empty surfaces as this camera would see them: what every picture is compared with.

Everything here works on a small picture. Light is counted in natural logarithms, so that twice
the light is the same step everywhere and a lamp that falls off is a smooth slope.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Lens, Vantage

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

#: One small pixel stands for so many of the camera's, each way.
SHRINK = 4
#: Reference pictures are looked down upon from straight above, with so many pixels a millimetre.
PX_PER_MM = 2.0
#: Light is measured on a grid of this pitch.
CELL_MM = 20.0
#: So many pixels speak for each cell of the grid.
_SAMPLES = 9


def _light_table() -> Floats:
    """Return the logarithm of the light behind each byte of a picture."""
    screen = np.arange(256) / 255
    light = np.where(screen <= 0.04045, screen / 12.92, ((screen + 0.055) / 1.055) ** 2.4)
    # Blacks are mostly stray light and noise; a floor keeps them from counting as deep.
    return np.log(light + 0.012).astype(np.float32)


_LIGHT = _light_table()


def shrink(image: Bytes) -> Bytes:
    """Return the small picture; four pixels in the middle of each block stand for all sixteen."""
    height, width = image.shape[0] // SHRINK, image.shape[1] // SHRINK
    whole = image[: height * SHRINK, : width * SHRINK]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_LINEAR))


def light_of(small: Bytes) -> Floats:
    """Return the light of a picture, as logarithms."""
    return np.asarray(cv2.LUT(small, _LIGHT))


def pick(picture: NDArray, x: Floats, y: Floats) -> NDArray:
    """Return what a picture shows at points between its pixels; beyond its edge, what is nearest."""
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def shrunk(vantage: Vantage) -> Vantage:
    """Return the camera that would take the small picture itself."""
    lens = vantage.lens
    size = lens.size[0] // SHRINK, lens.size[1] // SHRINK
    return replace(vantage, lens=Lens(size, lens.f_px / SHRINK, lens.k1))


@dataclass(frozen=True, eq=False)
class Backcloth:
    """One empty surface in the small picture, cut out as a box."""

    name: str
    size_mm: tuple[float, float]
    vantage: Vantage
    left: int
    top: int
    xy_mm: Floats
    light: Floats
    inside: Mask

    @cached_property
    def box(self) -> tuple[slice, slice]:
        """Return the rows and columns of the small picture that hold the surface."""
        height, width = self.inside.shape
        return slice(self.top, self.top + height), slice(self.left, self.left + width)

    @cached_property
    def px_per_mm(self) -> float:
        """Return the scale of the small picture on this surface."""
        area_mm2 = self.size_mm[0] * self.size_mm[1]
        return float(np.sqrt(self.inside.sum() / area_mm2))

    @cached_property
    def grid(self) -> tuple[int, int]:
        """Return how many rows and columns of cells the surface has."""
        width, depth = self.size_mm
        return max(1, round(depth / CELL_MM)), max(1, round(width / CELL_MM))

    def pixel_of(self, xy_mm: NDArray) -> NDArray[np.float64]:
        """Return where points of the surface lie in its box."""
        return self.vantage.project(self.name, xy_mm) - (self.left, self.top)

    @cached_property
    def cell_at(self) -> tuple[Floats, Floats]:
        """Return column and row of every pixel on the grid; the middle of a cell is a whole number."""
        rows, columns = self.grid
        width, depth = self.size_mm
        scale = np.array([columns / width, rows / depth], np.float32)
        at = self.xy_mm * scale - np.float32(0.5)
        return np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])

    @cached_property
    def samples(self) -> NDArray[np.intp]:
        """Return, for each cell, the pixels that speak for it: those with the least print around.

        A pixel on the edge of a letter changes with the slightest shift of the camera; one in
        the middle of a patch of colour says what the light does.
        """
        rows, columns = self.grid
        busy = _busy(self.light)[self.inside]
        flat = np.flatnonzero(self.inside)
        x, y = self.xy_mm[self.inside].T
        column = np.clip((x / self.size_mm[0] * columns).astype(int), 0, columns - 1)
        row = np.clip((y / self.size_mm[1] * rows).astype(int), 0, rows - 1)
        cell = row * columns + column
        order = np.lexsort((busy, cell))
        first = np.searchsorted(cell[order], np.arange(rows * columns + 1))
        picks = np.empty((rows * columns, _SAMPLES), np.intp)
        for number, (start, end) in enumerate(pairwise(first)):
            here = order[start:end] if end > start else order[:1]
            # The calmer half of the cell, spread evenly over it.
            calm = np.sort(here[: max(1, len(here) // 2)])
            picks[number] = flat[calm[np.linspace(0, len(calm) - 1, _SAMPLES).astype(int)]]
        return picks

    @cached_property
    def sampled(self) -> Floats:
        """Return the light of the empty surface at the samples."""
        return self.light.reshape(-1, 3)[self.samples]


@dataclass(frozen=True, eq=False)
class Backdrop:
    """All surfaces of a table, empty, as one camera sees them in the small picture."""

    size: tuple[int, int]
    cloths: Mapping[str, Backcloth]


def hang_backdrop(
    vantage: Vantage,
    references: Mapping[str, Bytes],
    px_per_mm: float = PX_PER_MM,
) -> Backdrop:
    """Draw the empty surfaces as the camera would see them; done once for each vantage."""
    small = shrunk(vantage)
    cloths = {
        name: cloth
        for name, reference in references.items()
        if (cloth := _cloth(small, name, reference, px_per_mm)) is not None
    }
    return Backdrop(small.lens.size, cloths)


def _cloth(small: Vantage, name: str, reference: Bytes, px_per_mm: float) -> Backcloth | None:
    """Cut out one surface; none where the camera does not see it."""
    size_mm = reference.shape[1] / px_per_mm, reference.shape[0] / px_per_mm
    width, height = small.lens.size
    corners = small.corners(name, size_mm)
    left, top = np.clip(np.floor(corners.min(axis=0)).astype(int) - 1, 0, (width, height))
    right, bottom = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 2, 0, (width, height))
    if right - left < 2 or bottom - top < 2:
        return None
    px = np.stack(np.meshgrid(np.arange(left, right), np.arange(top, bottom)), -1)
    xy_mm = small.unproject(name, px.astype(float)).astype(np.float32)
    inside = np.asarray(((xy_mm >= 0) & (xy_mm <= size_mm)).all(axis=-1))
    # As much of the reference is taken together as falls into one small pixel's four.
    scale = px_per_mm * np.sqrt(size_mm[0] * size_mm[1] / max(1, inside.sum()))
    soft = cv2.GaussianBlur(reference, (0, 0), max(0.5, 0.25 * scale))
    at = xy_mm * np.float32(px_per_mm) - np.float32(0.5)
    seen = pick(np.asarray(soft), at[..., 0], at[..., 1])
    return Backcloth(name, size_mm, small, int(left), int(top), xy_mm, light_of(seen), inside)


def _busy(light: Floats) -> Floats:
    """Return how much the print varies around each pixel."""
    kernel = np.ones((3, 3), np.uint8)
    spread = cv2.dilate(light, kernel) - cv2.erode(light, kernel)
    return np.asarray(spread.max(axis=-1))

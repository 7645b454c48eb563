"""How the light falls now, compared with the reference: the board is known, so it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, Vantage
from vision.reference import Picture, Reference

#: A light map has one cell for so many pixels of the frame each way; a power of two.
CELL = 8

#: How far light is alike, in cells, widest first: each pass trusts what agrees with the last.
_REACH = (25, 13, 7)

#: How much a ratio may stray from its neighbourhood and still be board, in powers of e.
_SPREAD = (0.5, 0.18, 0.12)

#: Where less than this share of the cells agrees, the wider neighbourhood has a say.
_DOUBT = 0.1

#: Values this near to black or white say nothing about the light.
_DARKEST, _BRIGHTEST = 12, 250

#: Light is another once more than this part of it is so much brighter or darker, in powers of e.
_PARTLY, _STRAYS = 0.3, 0.012

#: Factors travel as bytes; this one leaves a pixel as it is.
_ONE = 64

#: Figures lean out of their surface by at most this many cells.
_LEAN = 8

Gains = NDArray[Any]
Box = tuple[slice, slice]


@dataclass(frozen=True, eq=False)
class LightMap:
    """How much brighter each cell of the frame is than in the reference, per colour channel."""

    gains: Gains
    boxes: Mapping[str, Box]

    @cached_property
    def _dimming(self) -> Picture:
        return np.clip(_ONE / self.gains + 0.5, 1, 255).astype(np.uint8)

    def undo(self, picture: Picture, cell: int = CELL) -> Picture:
        """Return a picture as it would look in the light of the reference, around the surfaces.

        ``cell`` is how many of its pixels go into one cell of the map each way.
        """
        out = np.zeros_like(picture)
        for rows, columns in self.boxes.values():
            at = (_times(rows, cell), _times(columns, cell))
            part = picture[at]
            factors = cv2.resize(self._dimming[rows, columns], part.shape[1::-1])
            out[at] = cv2.multiply(part, factors, scale=1 / _ONE)
        return out

    def strays(self, other: LightMap) -> bool:
        """Tell whether much of what is seen here is lit otherwise than there.

        Both are of one vantage.  Whatever is put down or casts a shadow changes a part of it.
        """
        off = [np.abs(np.log(self.on(name) / other.on(name))).ravel() for name in self.boxes]
        return bool(np.quantile(np.concatenate(off), 1 - _PARTLY) > _STRAYS)

    def on(self, surface: str) -> Gains:
        """Return the part of the map around one surface."""
        return self.gains[self.boxes[surface]]


class LightMeter:
    """Measures the light on known surfaces seen from one vantage."""

    def __init__(self, reference: Reference, vantage: Vantage) -> None:
        width, height = vantage.lens.size
        self.size = (width // CELL, height // CELL)
        self._empty = np.zeros((self.size[1], self.size[0], 3), np.uint8)
        self._usable = np.zeros(self.size[::-1], np.float32)
        self._boxes: dict[str, Box] = {}
        for surface, size in reference.sizes_mm.items():
            if surface in vantage.poses:
                self._draw(surface, size, reference, vantage)
        self._logs = np.log(self._empty.astype(np.float32) + 1)
        self._usable *= _usable(self._empty)

    def _draw(
        self, surface: str, size_mm: tuple[float, float], reference: Reference, vantage: Vantage
    ) -> None:
        """Put one surface of the reference where the camera sees it."""
        columns, rows = self.size
        middles = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1)
        points = vantage.unproject(surface, (middles + 0.5) * CELL - 0.5)
        edge = _cell_mm(points)
        inside = np.all((points > edge) & (points < np.array(size_mm) - edge), axis=-1)
        seen = reference.softened(edge).sample(surface, points)
        self._empty[inside] = seen[inside]
        self._usable[inside] = 1.0
        self._boxes[surface] = _box(inside)

    def measure(self, small: Picture) -> LightMap:
        """Return the light map of a frame made small, whatever pieces and hands lie about."""
        weight = self._usable * _usable(small)
        seen = small.astype(np.float32)
        gains = np.exp(_smooth(np.log(seen + 1) - self._logs, weight))
        return LightMap(gains, self._boxes)


def _cell_mm(points: Array) -> float:
    """Return how wide one cell is on the surface, in the middle of the picture."""
    row, column = points.shape[0] // 2, points.shape[1] // 2
    return float(np.hypot(*(points[row, column] - points[row, column - 1])))


def _box(inside: NDArray[Any]) -> Box:
    if not inside.any():
        return slice(0, 0), slice(0, 0)
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    return _around(rows), _around(columns)


def _around(cells: NDArray[np.intp]) -> slice:
    return slice(max(int(cells[0]) - _LEAN, 0), int(cells[-1]) + 1 + _LEAN)


def _times(cells: slice, cell: int) -> slice:
    return slice(cells.start * cell, cells.stop * cell)


def _usable(picture: Picture) -> Gains:
    blue, green, red = cv2.split(picture)
    dark, bright = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    return ((dark > _DARKEST) & (bright < _BRIGHTEST)).astype(np.float32)


def _smooth(ratio: Gains, weight: Gains) -> Gains:
    """Return the ratios' local mean, without what strays from it: pieces, hands, shadows."""
    rows = ratio[weight > 0]
    middle = np.median(rows[::5], axis=0) if len(rows) > 5 else np.zeros(3)
    local = np.broadcast_to(middle.astype(np.float32), ratio.shape)
    for reach, spread in zip(_REACH, _SPREAD, strict=True):
        blue, green, red = cv2.split(cv2.absdiff(ratio, local))
        off = blue * blue + green * green + red * red
        trust = weight * np.exp(off * np.float32(-1 / (2 * spread**2)))
        top = cv2.blur(ratio * trust[..., None], (reach, reach))
        bottom = cv2.blur(trust, (reach, reach))
        local = (top + _DOUBT * local) / (bottom + _DOUBT)[..., None]
    return local

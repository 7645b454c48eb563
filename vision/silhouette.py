"""The outline a standing figure shows the camera, laid down on its surface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.engine import Shape
from vision.geometry import Array, Vantage

#: A figure's body from foot to crown: height as part of its own, radius as part of its base's.
FIGURE = ((0.0, 1.0), (0.15, 0.95), (0.35, 0.7), (0.55, 0.55), (0.7, 0.55), (0.84, 0.66))

#: Something lower than this many times its width is a block, as wide above as below.
BLOCK = 1.2
_BLOCK_BODY = ((0.0, 1.0), (0.5, 1.0), (1.0, 1.0))

#: A round base is drawn with so many corners.
_CORNERS = 10

Weights = NDArray[Any]
Spot = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Silhouette:
    """A mask with a one for each pixel covered, and the pixel in it where the foot stands."""

    mask: Weights
    foot: tuple[int, int]
    _rings: dict[tuple[int, int], Silhouette] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, shape: Shape, spot_mm: Array, eye_mm: Array, px_per_mm: float) -> Silhouette:
        """Draw what a piece at this spot hides from the eye."""
        radius, height = shape.size_mm[0] / 2, shape.height_mm
        discs = [_disc(z * height, r * radius, spot_mm, eye_mm) for z, r in _body(shape)]
        low = np.floor(_least([c - r for c, r in discs]) * px_per_mm).astype(int)
        high = np.ceil(_most([c + r for c, r in discs]) * px_per_mm).astype(int)
        x, y = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
        mask = np.zeros(x.shape, bool)
        for centre, r in discs:
            mask |= (x / px_per_mm - centre[0]) ** 2 + (y / px_per_mm - centre[1]) ** 2 <= r**2
        return cls(mask.astype(np.float32), (int(-low[0]), int(-low[1])))

    @property
    def area(self) -> float:
        """Return how many pixels the figure covers."""
        return float(self.mask.sum())

    def spread(self, picture: Weights) -> Weights:
        """Return for every foot the mean of a picture under the figure that stands there."""
        return cv2.filter2D(
            picture, cv2.CV_32F, self.mask / self.area, anchor=self.foot,
            borderType=cv2.BORDER_CONSTANT,
        )  # fmt: skip

    def around(self, picture: Weights, row: int, column: int) -> float:
        """Return the mean of a picture in a ring around the figure whose foot stands there."""
        under = picture[self.halo.stamp(picture.shape, row, column)]
        return float(under.mean()) if under.size else 0.0

    @property
    def halo(self) -> Silhouette:
        """Return the ring around the figure.

        Between them one pixel is left out, for edges that belong to both.
        """
        return self.ring(1, 2)

    def ring(self, near: int, far: int) -> Silhouette:
        """Return what lies between two distances from the figure, in pixels."""
        if (near, far) not in self._rings:
            room = np.pad(self.mask, far).astype(np.uint8)
            inner, outer = (
                cv2.dilate(room, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
                for reach in (near, far)
            )
            foot = (self.foot[0] + far, self.foot[1] + far)
            self._rings[near, far] = Silhouette((outer - inner).astype(np.float32), foot)
        return self._rings[near, far]

    def stamp(self, shape: tuple[int, int], row: int, column: int) -> NDArray[Any]:
        """Return which pixels of a picture a figure covers whose foot stands on this one."""
        top, left = row - self.foot[1], column - self.foot[0]
        rows, columns = self.mask.shape
        out = np.zeros(shape, bool)
        y0, x0 = max(top, 0), max(left, 0)
        y1, x1 = min(top + rows, shape[0]), min(left + columns, shape[1])
        if y1 > y0 and x1 > x0:
            out[y0:y1, x0:x1] = self.mask[y0 - top : y1 - top, x0 - left : x1 - left] > 0
        return out


def bodies_px(
    figures: Sequence[tuple[Shape, Spot]], surface: str, vantage: Vantage
) -> list[NDArray[Any]]:
    """Return the outlines of pieces in the camera's picture, as polygons."""
    if not figures:
        return []
    turn = np.linspace(0, 2 * np.pi, _CORNERS, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    rings, heights = [], []
    for shape, spot in figures:
        body = (*_body(shape)[:: len(_body(shape)) - 1], (1.0, 0.4))
        for z, r in body:
            rings.append(np.asarray(spot) + circle * (r * shape.size_mm[0] / 2))
            heights.append(z * shape.height_mm)
    at = vantage.project(surface, np.stack(rings), np.repeat(heights, _CORNERS))
    each = at.reshape(len(figures), -1, 2).astype(np.float32)
    return [cv2.convexHull(points).reshape(-1, 2) for points in each]


def _body(shape: Shape) -> tuple[tuple[float, float], ...]:
    return FIGURE if shape.height_mm > BLOCK * shape.size_mm[0] else _BLOCK_BODY


def _disc(height: float, radius: float, spot: Array, eye: Array) -> tuple[Array, float]:
    """Return where a disc so high above the spot seems to lie, from the spot, and how wide."""
    stretch = eye[2] / (eye[2] - height)
    return (spot - eye[:2]) * (stretch - 1), radius * stretch


def _least(points: list[Array]) -> Array:
    """Return the least x and the least y of some points."""
    return np.min(np.stack(points), axis=0)


def _most(points: list[Array]) -> Array:
    """Return the greatest x and the greatest y of some points."""
    return np.max(np.stack(points), axis=0)

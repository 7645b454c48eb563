"""A sheet to print on, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, radians, sin

import cv2
import numpy as np

from hardware.simulated.colour import Bytes, screen

Point = tuple[float, float]
_SHIFT = 4


class Sheet:
    """A picture with a scale; colours are ``#rrggbb``."""

    def __init__(self, size_mm: Point, px_per_mm: float, paper: str) -> None:
        self.scale = px_per_mm
        self.size_mm = size_mm
        shape = (round(size_mm[1] * px_per_mm), round(size_mm[0] * px_per_mm), 3)
        self.image: Bytes = np.empty(shape, np.uint8)
        self.image[:] = screen(paper)

    def polygon(self, points: Iterable[Point], colour: str) -> None:
        """Fill an outline."""
        cv2.fillPoly(self.image, [self._px(points)], screen(colour), cv2.LINE_AA, _SHIFT)

    def outline(self, points: Iterable[Point], colour: str, width_mm: float) -> None:
        """Draw along an outline."""
        wide = max(1, round(width_mm * self.scale))
        cv2.polylines(
            self.image, [self._px(points)], True, screen(colour), wide, cv2.LINE_AA, _SHIFT
        )

    def line(self, start: Point, end: Point, colour: str, width_mm: float) -> None:
        """Draw a straight line."""
        wide = max(1, round(width_mm * self.scale))
        a, b = self._px([start, end])
        cv2.line(
            self.image,
            (int(a[0]), int(a[1])),
            (int(b[0]), int(b[1])),
            screen(colour),
            wide,
            cv2.LINE_AA,
            _SHIFT,
        )

    def disc(self, at: Point, radius_mm: float, colour: str, rim_mm: float = 0) -> None:
        """Draw a disc, or with a rim only its edge."""
        (middle,) = self._px([at])
        radius = round(radius_mm * self.scale * 2**_SHIFT)
        wide = max(1, round(rim_mm * self.scale)) if rim_mm else -1
        place = (int(middle[0]), int(middle[1]))
        cv2.circle(self.image, place, radius, screen(colour), wide, cv2.LINE_AA, _SHIFT)

    def box(self, middle: Point, size: Point, colour: str, turn: float = 0) -> None:
        """Fill a rectangle around its middle."""
        self.polygon(corners(middle, size, turn), colour)

    def word(self, at: Point, text: str, size_mm: float, colour: str, bold: float = 0.14) -> None:
        """Write a word, centred; ``size_mm`` is the height of its capitals."""
        face = cv2.FONT_HERSHEY_DUPLEX
        scale = size_mm * self.scale / 21
        wide = max(1, round(size_mm * bold * self.scale))
        (width, height), _ = cv2.getTextSize(text, face, scale, wide)
        x = round(at[0] * self.scale - width / 2)
        y = round(at[1] * self.scale + height / 2)
        cv2.putText(self.image, text, (x, y), face, scale, screen(colour), wide, cv2.LINE_AA)

    def _px(self, points: Iterable[Point]) -> np.ndarray:
        at = np.array([tuple(point) for point in points], np.float64) * self.scale - 0.5
        return np.round(at * 2**_SHIFT).astype(np.int32)


def corners(middle: Point, size: Point, turn: float = 0) -> list[Point]:
    """Return the corners of a rectangle, turned by degrees."""
    c, s = cos(radians(turn)), sin(radians(turn))
    w, h = size[0] / 2, size[1] / 2
    flat = ((-w, -h), (w, -h), (w, h), (-w, h))
    return [(middle[0] + c * x - s * y, middle[1] + s * x + c * y) for x, y in flat]


def star(middle: Point, radius: float, points: int, inner: float = 0.45) -> list[Point]:
    """Return the outline of a star; with ``inner`` 1 that of a polygon of twice the points."""
    out: list[Point] = []
    for step in range(2 * points):
        far = radius * (1 if step % 2 == 0 else inner)
        way = pi * step / points - pi / 2
        out.append((middle[0] + far * cos(way), middle[1] + far * sin(way)))
    return out

"""Find rectangles that may be surfaces: four long straight edges in about the right proportion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_shape import Array

#: Segments shorter than this share of the picture's longer side are letters and ornaments.
SHORTEST = 0.012
#: Edges may miss each other by this much (pixels) and still be one line.
ONE_LINE_PX = 2.5
MOST_LINES = 100
#: How far perspective may bend a rectangle: parallel sides, right angles, proportion.
SKEW = np.radians(10)
PROPORTION = 0.12
#: A surface fills at least this share of the picture's longer side.
SMALLEST = 0.15
#: How much of its sides a rectangle must show.
SHOWN = 0.25


@dataclass(frozen=True, eq=False)
class Line:
    """A straight edge: a point on it, its direction, and the stretches where it was seen."""

    point: Array
    way: Array
    pieces: Array

    @property
    def length(self) -> float:
        """Return how much of the line was seen."""
        return float(np.ptp(self.pieces, axis=1).sum())

    @cached_property
    def seen_before(self) -> Array:
        """Return how much was seen up to each pixel, from 4000 before the point to 4000 after."""
        seen = np.zeros(8001)
        for start, end in np.clip(np.rint(self.pieces).astype(int) + 4000, 0, 8000):
            seen[start:end] = 1
        return np.cumsum(seen)

    def shown(self, ends: Array) -> Array:
        """Return which share of the line between two points each was seen; (count, 2, 2)."""
        along = np.clip(np.rint((ends - self.point) @ self.way).astype(int) + 4000, 0, 8000)
        low, high = along.min(axis=1), along.max(axis=1)
        return (self.seen_before[high] - self.seen_before[low]) / np.maximum(high - low, 1)


def edges_of(image: NDArray[np.uint8]) -> list[Line]:
    """Return the straight edges of a picture, longest first, in brightness and in colour."""
    lab = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), (0, 0), 0.8)
    return lines_of(segments_of(cv2.split(lab)))


def segments_of(channels: Sequence[NDArray[Any]]) -> Array:
    """Return the straight segments of a picture's channels, longest first; (count, 4)."""
    detector: Any = cv2.createLineSegmentDetector()
    found = [detector.detect(np.ascontiguousarray(channel))[0] for channel in channels]
    parts = [lines.reshape(-1, 4) for lines in found if lines is not None]
    every = np.concatenate([np.empty((0, 4)), *parts]).astype(float)
    lengths = np.hypot(*(every[:, 2:] - every[:, :2]).T)
    order = np.argsort(-lengths)
    return every[order][lengths[order] > SHORTEST * max(channels[0].shape)]


def lines_of(rest: Array) -> list[Line]:
    """Join segments that continue each other; the longest segments come first."""
    lines = []
    while len(rest):
        line, same = _gather(rest)
        lines.append(line)
        rest = rest[~same]
    return sorted(lines, key=lambda line: -line.length)


def _gather(rest: Array) -> tuple[Line, NDArray[np.bool_]]:
    """Start from the longest segment and take in whatever lies on its line."""
    point, way = rest[0, :2], rest[0, 2:] - rest[0, :2]
    way = way / np.hypot(*way)
    same = np.zeros(len(rest), bool)
    for _ in range(2):
        off = (rest.reshape(-1, 2, 2) - point) @ np.array([-way[1], way[0]])
        same = (np.abs(off) < ONE_LINE_PX).all(axis=1)
        same[0] = True
        ends = rest[same].reshape(-1, 2).astype(np.float32)
        fitted = cv2.fitLine(ends, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().astype(float)
        way, point = fitted[:2], fitted[2:]
    pieces = np.sort((rest[same].reshape(-1, 2, 2) - point) @ way, axis=1)
    return Line(point, way, pieces), same


@dataclass(frozen=True, eq=False)
class Quad:
    """Four corners in the order in which a clock's hand passes them, and how much is seen."""

    corners: Array
    shown: float


def quads_of(lines: list[Line], size: tuple[int, int], proportion: float, most: int) -> list[Quad]:
    """Return rectangles of a proportion (width by depth, either way round), clearest first."""
    if len(lines) < 4:
        return []
    lines = lines[:MOST_LINES]
    pairs = _parallels(lines, SMALLEST * max(size))
    if len(pairs) < 2:
        return []
    one, other = _crossings(lines, pairs, proportion)
    quads = _corners(lines, pairs[one], pairs[other])
    fits = _plausible(quads, size, proportion)
    one, other, quads = one[fits], other[fits], quads[fits]
    shown = _shown(lines, pairs[one], pairs[other], quads)
    return _distinct(quads, shown, most, 0.006 * max(size))


def _ways_and_points(lines: list[Line]) -> tuple[Array, Array]:
    return np.array([line.way for line in lines]), np.array([line.point for line in lines])


def _parallels(lines: list[Line], apart_px: float) -> NDArray[np.intp]:
    """Return pairs of lines that may be opposite sides."""
    ways, points = _ways_and_points(lines)
    cross = np.abs(ways[:, None, 0] * ways[None, :, 1] - ways[:, None, 1] * ways[None, :, 0])
    gap = points[None] - points[:, None]
    apart = np.abs(gap[..., 0] * ways[:, None, 1] - gap[..., 1] * ways[:, None, 0])
    fits = (cross < np.sin(SKEW)) & (np.minimum(apart, apart.T) > apart_px)
    return np.argwhere(np.triu(fits, 1))


def _crossings(
    lines: list[Line], pairs: NDArray[np.intp], proportion: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return pairs of pairs that cross at about right angles, in about the proportion."""
    ways, points = _ways_and_points(lines)
    first, second = ways[pairs[:, 0]], ways[pairs[:, 1]]
    second = second * np.sign((first * second).sum(axis=1, keepdims=True))
    mean = (first + second) / np.linalg.norm(first + second, axis=1, keepdims=True)
    square = np.abs(mean @ mean.T) < np.sin(SKEW)
    one, other = np.nonzero(np.triu(square, 1))
    # How far apart the sides of a pair are, measured where the other pair crosses them.
    gap = points[pairs[:, 1]] - points[pairs[:, 0]]
    apart = np.abs(gap[:, 0] * mean[:, 1] - gap[:, 1] * mean[:, 0])
    ratio = np.abs(np.log(apart[one] / apart[other]))
    keep = np.abs(ratio - abs(np.log(proportion))) < 2.5 * PROPORTION
    return one[keep], other[keep]


def _corners(lines: list[Line], one: NDArray[np.intp], other: NDArray[np.intp]) -> Array:
    """Return where two pairs of lines cross, clockwise as seen in the picture."""
    ways, points = _ways_and_points(lines)
    corners = np.empty((len(one), 4, 2))
    for k, (a, b) in enumerate(((0, 0), (0, 1), (1, 1), (1, 0))):
        p, u = points[one[:, a]], ways[one[:, a]]
        q, v = points[other[:, b]], ways[other[:, b]]
        det = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
        far = ((q - p)[:, 0] * v[:, 1] - (q - p)[:, 1] * v[:, 0]) / det
        corners[:, k] = p + u * far[:, None]
    side, turn = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1]
    left = side[:, 0] * turn[:, 1] - side[:, 1] * turn[:, 0] < 0
    corners[left] = corners[left][:, ::-1]
    return corners


def _plausible(quads: Array, size: tuple[int, int], proportion: float) -> NDArray[np.bool_]:
    """Say which quads lie in the picture and could be the rectangle, not too steeply seen."""
    rim = 0.02 * max(size)
    inside = ((quads > -rim) & (quads < np.array(size) + rim)).all(axis=(1, 2))
    sides = np.log(np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2))
    ratio = np.abs(sides[:, 0] + sides[:, 2] - sides[:, 1] - sides[:, 3]) / 2
    alike = np.abs(sides[:, :2] - sides[:, 2:]).max(axis=1) < 2 * PROPORTION
    fits: NDArray[np.bool_] = (
        inside & alike & (np.abs(ratio - abs(np.log(proportion))) < PROPORTION)
    )
    return fits


def _shown(
    lines: list[Line], one: NDArray[np.intp], other: NDArray[np.intp], quads: Array
) -> Array:
    """Return how much of its four sides each rectangle shows."""
    shares = np.zeros((len(quads), 4))
    sides = np.stack([quads, np.roll(quads, -1, axis=1)], axis=2)
    for column, numbers in enumerate((one[:, 0], one[:, 1], other[:, 0], other[:, 1])):
        for number in np.unique(numbers):
            mine = numbers == number
            line = lines[number]
            off = np.abs((sides[mine] - line.point) @ np.array([-line.way[1], line.way[0]])).sum(
                axis=2
            )
            ends = np.take_along_axis(sides[mine], off.argmin(axis=1)[:, None, None, None], axis=1)[
                :, 0
            ]
            shares[mine, column] = line.shown(ends)
    return shares.mean(axis=1) * 0.5 + shares.min(axis=1) * 0.5


def _distinct(quads: Array, shown: Array, most: int, apart_px: float) -> list[Quad]:
    """Return the clearest quads without near copies; large ones are not crowded out by small."""
    large = np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1)
    classes = np.rint(np.log(large) / np.log(1.4)).astype(int)
    kept: list[Quad] = []
    for size in np.unique(classes):
        kept += _clearest(quads[classes == size], shown[classes == size], most, apart_px)
    return sorted(kept, key=lambda quad: -quad.shown)


def _clearest(quads: Array, shown: Array, most: int, apart_px: float) -> list[Quad]:
    first = quads.sum(axis=2).argmin(axis=1)
    turned = np.take_along_axis(quads, (first[:, None] + np.arange(4))[..., None] % 4, axis=1)
    kept: list[int] = []
    for number in np.argsort(-shown):
        if shown[number] < SHOWN or len(kept) == most:
            break
        if not kept or np.abs(turned[kept] - turned[number]).max(axis=(1, 2)).min() > apart_px:
            kept.append(int(number))
    return [Quad(turned[number], float(shown[number])) for number in kept]

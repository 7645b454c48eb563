"""Find outlines that may be cardboard on a table: four straight edges with table around them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.outline import Line, lines_of, quads_of, segments_of
from companion.app.maker_straight import Array, Image
from companion.app.maker_table_top import sample, table_map

#: Rectangles looked at per class of size, and segments of edges at most.
_QUADS, _SEGMENTS = 60, 2500
#: A pattern of the table has table this far on both sides (pixels).
_BESIDE_PX = 14
#: Where along a side, and how many pixels outside of it, the table must be seen.
_ALONG = np.linspace(0.03, 0.97, 32)
_OUTSIDE_PX = (3.0, 5.0, 7.0)
#: How far a side may be moved to where the picture changes, and what change counts.
_REACH_PX = 4
_STRONG, _CHANGED = 20.0, 4.0
#: How much it counts that there is table all around.
_TABLE = 4
#: Colour tells cardboard from table better than brightness, which every lamp changes.
WEIGHTS = np.array([0.7, 1.5, 1.5], np.float32)


@dataclass(frozen=True, eq=False)
class Outlines:
    """Quads, clockwise from the top left in the photo, and what speaks for each, up to 1."""

    quads: Array
    scores: Array

    @property
    def sizes_px(self) -> Array:
        """Return the side of a square as large as each quad."""
        one, two = self.quads[:, 2] - self.quads[:, 0], self.quads[:, 3] - self.quads[:, 1]
        return np.asarray(np.sqrt(np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2))


class Outliner:
    """A photo of a table, made smaller, with its straight edges."""

    def __init__(self, image: Image) -> None:
        lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
        self._size = (image.shape[1], image.shape[0])
        self._table = table_map(image)
        self._fine = np.asarray(cv2.GaussianBlur(lab * WEIGHTS, (0, 0), 0.8))
        self._lines = _edges(lab, self._table)

    def outlines(self, proportion: float) -> Outlines:
        """Return outlines of about a proportion, width by depth, either way round."""
        found = quads_of(self._lines, self._size, proportion, _QUADS)
        if not found:
            return Outlines(np.empty((0, 4, 2)), np.empty(0))
        quads, changed = _settled(self._fine, np.array([quad.corners for quad in found]))
        seen = np.array([quad.shown for quad in found]) / 2
        seen += (changed.mean(axis=1) + changed.min(axis=1)) / 4
        return Outlines(quads, seen * _outside(self._table, quads) ** _TABLE)


def _edges(lab: Array, table: Array) -> list[Line]:
    """Return straight edges, weak ones too; where a cloth is full of them, its own go first."""
    light = cv2.GaussianBlur(np.clip(lab[..., 0], 0, 255).astype(np.uint8), (0, 0), 1.0)
    colour = (cv2.GaussianBlur(lab[..., 1:], (0, 0), 1.2) - 128) * 3 + 128
    vivid = np.clip(colour, 0, 255).astype(np.uint8)
    even = cv2.createCLAHE(2.5, (6, 6)).apply(light)
    segments = segments_of([even, vivid[..., 0], vivid[..., 1]])
    if len(segments) > _SEGMENTS:
        own = np.argsort(_table_on_both_sides(table, segments), kind="stable")
        segments = segments[np.sort(own[:_SEGMENTS])]
    return lines_of(segments)


def _table_on_both_sides(table: Array, segments: Array) -> Array:
    wide = 2 * _BESIDE_PX - 1
    soft = cv2.blur(table, (wide, wide), borderType=cv2.BORDER_REFLECT)
    start, way = segments[:, None, :2], (segments[:, 2:] - segments[:, :2])[:, None]
    across = _inward(way) * _BESIDE_PX
    spots = start + np.array([0.1, 0.5, 0.9])[:, None] * way
    sides = [sample(soft, spots + side).mean(axis=1) for side in (across, -across)]
    return np.minimum(*sides)


def _inward(ways: Array) -> Array:
    """Return the directions to the right of others, which is inside of clockwise outlines."""
    turned = np.stack([-ways[..., 1], ways[..., 0]], axis=-1)
    return np.asarray(turned / np.maximum(np.linalg.norm(ways, axis=-1, keepdims=True), 1e-6))


def _outside(table: Array, quads: Array) -> Array:
    """Return how much of what lies just outside of quads is table."""
    spots, inward = _spots(quads)
    seen = [sample(table, (spots - px * inward).reshape(len(quads), -1, 2)) for px in _OUTSIDE_PX]
    return np.asarray(np.mean(seen, axis=(0, 2)))


def _spots(quads: Array) -> tuple[Array, Array]:
    """Return points along the sides of quads (count, side, point, 2), and where inside is."""
    ways = np.roll(quads, -1, axis=1) - quads
    spots = quads[:, :, None] + _ALONG[:, None] * ways[:, :, None]
    return spots, _inward(ways)[:, :, None]


def _settled(fine: Array, quads: Array) -> tuple[Array, Array]:
    """Move sides to where the picture changes most; return how much of each side has a change."""
    changes = _changes(fine, quads)
    ends = np.arange(-_REACH_PX, _REACH_PX + 1)
    start, end = (each.ravel() for each in np.meshgrid(ends, ends, indexing="ij"))
    rows = np.rint(np.outer(start, 1 - _ALONG) + np.outer(end, _ALONG)).astype(int) + _REACH_PX
    total = np.zeros((*changes.shape[:2], len(rows)))
    for spot in range(len(_ALONG)):
        total += changes[:, :, spot][:, :, rows[:, spot]]
    best = (total / len(_ALONG) - 0.05 * (np.abs(start) + np.abs(end))).argmax(axis=2)
    near = cv2.dilate(changes.reshape(-1, changes.shape[3]), np.ones((1, 3), np.uint8))
    at = np.take_along_axis(near.reshape(changes.shape), rows[best][..., None], axis=3)[..., 0]
    ways = np.roll(quads, -1, axis=1) - quads
    starts = quads + start[best][..., None] * _inward(ways)
    stops = quads + ways + end[best][..., None] * _inward(ways)
    return _crossings(starts, stops - starts), (at > _CHANGED).mean(axis=2)


def _changes(fine: Array, quads: Array) -> Array:
    """Return how much the picture changes across sides: (count, side, point, offset)."""
    spots, inward = _spots(quads)
    offsets = np.arange(-_REACH_PX - 1, _REACH_PX + 2)
    xy = spots[..., None, :] + offsets[:, None] * inward[..., None, :]
    seen = sample(fine, xy.reshape(len(quads), -1, 2)).reshape(*xy.shape[:-1], 3)
    steps = np.linalg.norm(seen[..., 2:, :] - seen[..., :-2, :], axis=-1)
    return np.asarray(np.minimum(steps, _STRONG), np.float32)


def _crossings(points: Array, ways: Array) -> Array:
    """Return where each side of outlines (..., side, 2) crosses the one before it."""
    before, way = np.roll(points, 1, axis=-2), np.roll(ways, 1, axis=-2)
    gap = points - before
    area = way[..., 0] * ways[..., 1] - way[..., 1] * ways[..., 0]
    far = (gap[..., 0] * ways[..., 1] - gap[..., 1] * ways[..., 0]) / area
    return np.asarray(before + way * far[..., None])

"""Fit an outline to the edges of cardboard, finer than a pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.app.maker_straight import Array
from companion.app.maker_table_top import sample

_ALONG = np.linspace(0.02, 0.98, 73)
#: How far from where it was thought to be an edge is looked for, in pixels.
_REACH = 5
_OFFSETS = np.arange(-_REACH - 1, _REACH + 2, dtype=float)
_STRONG = 25.0
#: Print often ends with a line of its own: of edges side by side the outer one is the cardboard's
#: if it is this strong, compared with the strongest.
_OUTER, _OUTER_PX = 0.6, 4
#: Points this near to a line belong to it (pixels); so many clear ones are worth a fit.
_NEAR_PX, _CLEAR, _ENOUGH = 1.5, 2.0, 12


@dataclass(frozen=True, eq=False)
class _Side:
    """One side of an outline, and how far inward of it the edge is seen: a parabola along it."""

    start: Array
    way: Array
    inward: Array
    bend: Array

    def near(self, corner: Array) -> tuple[Array, Array]:
        """Return a point of the edge beside a corner, and the edge's direction there."""
        along = float((corner - self.start) @ self.way / (self.way @ self.way))
        point = self.start + along * self.way + np.polyval(self.bend, along) * self.inward
        return point, self.way + np.polyval(np.polyder(self.bend), along) * self.inward


def fit(fine: Array, quad: Array) -> Array:
    """Return corners where the edges cross that are seen near an outline; a lens may bend them."""
    sides = [_side(fine, quad[n], quad[(n + 1) % 4]) for n in range(4)]
    corners = quad
    for _ in range(4):
        corners = np.array([_crossing(sides[n - 1], sides[n], corners[n]) for n in range(4)])
    return corners


def _crossing(before: _Side, after: _Side, corner: Array) -> Array:
    (p, u), (q, v) = before.near(corner), after.near(corner)
    return np.asarray(p + u * np.linalg.solve(np.column_stack([u, -v]), q - p)[0])


def _side(fine: Array, start: Array, end: Array) -> _Side:
    way = end - start
    inward = np.array([-way[1], way[0]]) / np.hypot(*way)
    spots = (start + _ALONG[:, None] * way)[:, None]
    reach = np.concatenate([[_OFFSETS[0] - 1], _OFFSETS, [_OFFSETS[-1] + 1]])
    seen = sample(fine, spots + reach[:, None] * inward)
    changes = np.minimum(np.linalg.norm(seen[:, 2:] - seen[:, :-2], axis=2), _STRONG)
    return _Side(start, way, inward, _bend(changes, _straight(changes)))


def _straight(changes: Array) -> Array:
    """Return the offsets of the straight line with most change, or of a strong one outside."""
    ends = np.arange(-_REACH, _REACH + 1)
    start, end = (each.ravel() for each in np.meshgrid(ends, ends, indexing="ij"))
    lines = np.outer(start, 1 - _ALONG) + np.outer(end, _ALONG)
    along = [_mean_change(changes, line) for line in lines]
    # Rather where it was thought to be than further off.
    line = lines[int(np.argmax(along - 0.02 * (np.abs(start) + np.abs(end))))]
    steps = np.arange(-_OUTER_PX - 1, 2)
    beside = np.array([_mean_change(changes, line + step) for step in steps])
    peak = (beside[1:-1] >= beside[:-2]) & (beside[1:-1] >= beside[2:])
    peak &= beside[1:-1] > _OUTER * beside[-2]
    return np.asarray(line + (steps[1:-1][peak][0] if peak.any() else 0))


def _mean_change(changes: Array, line: Array) -> float:
    at = np.clip(line - _OFFSETS[0], 0, len(_OFFSETS) - 1.001)
    low = at.astype(int)
    rows = np.arange(len(changes))
    share = at - low
    return float((changes[rows, low] * (1 - share) + changes[rows, low + 1] * share).mean())


def _bend(changes: Array, line: Array) -> Array:
    """Return a parabola through the changes nearest to a line; those off it count less."""
    near = np.abs(_OFFSETS - line[:, None]) <= _NEAR_PX
    peaks = np.clip(np.where(near, changes, 0).argmax(axis=1), 1, len(_OFFSETS) - 2)
    rows = np.arange(len(changes))
    left, top, right = (changes[rows, peaks + step] for step in (-1, 0, 1))
    curve = np.minimum(left - 2 * top + right, -1e-3)
    seen = _OFFSETS[peaks] + np.clip((left - right) / (2 * curve), -0.7, 0.7)
    clear = np.where(top > _CLEAR, np.minimum(top, 20.0), 1e-6)
    bend, weights = np.polyfit(_ALONG, line, 2), clear
    for _ in range(6 if (top > _CLEAR).sum() >= _ENOUGH else 0):
        bend = np.polyfit(_ALONG, seen, 2, w=np.sqrt(weights))
        weights = clear / (1 + ((np.polyval(bend, _ALONG) - seen) / 0.7) ** 2)
    return bend

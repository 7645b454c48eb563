"""The ground of places where pieces stand: windows on it, and what it is when nobody is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.engine import Place, Plan, Shape
from vision.geometry import Array, Vantage
from vision.ground import Ground, Numbers
from vision.reference import Picture, Reference, grid
from vision.silhouette import Silhouette
from vision.table_top import Mask, TableTop
from vision.windows import Windows

#: Standing pieces are looked for at this resolution, in frames of half their size.
PX_PER_MM = 0.8
SHRINK = 2

#: Feet are searched on a grid of cells so many pixels wide.
CELL = 2
CELL_MM = CELL / PX_PER_MM

#: A foot may be this far outside its place and still be looked at, to be called unclear.
BEYOND_MM = 6.0

#: A flat piece lies this far off its place at most.
_SLACK_MM = 2.5


class Site:
    """Places of one kind, on one surface, from one vantage, for pieces of whatever colour."""

    def __init__(
        self,
        plan: Plan,
        reference: Reference,
        vantage: Vantage,
        places: Sequence[Place],
        names: Iterable[str],
    ) -> None:
        self.places, self.surface = places, places[0].surface
        self.size_mm = plan.surfaces[self.surface]
        self.eye_mm = vantage.poses[self.surface].eye_mm
        self.shapes: Mapping[str, Shape] = {name: plan.pieces[name] for name in names}
        self.centres_mm = np.array([place.xy_mm for place in places], float)
        self.reach_mm = _reach(places[0], self.shapes)
        self._open_windows(reference, vantage)
        self.ground = Ground(reference, self.windows)
        self.empty: Picture = self.windows.empty.reshape(-1, 3).copy()
        self._silhouettes: dict[tuple[int, str, float], Silhouette] = {}
        self.under = self._near(p for p in plan.places if p.id in plan.printed)
        flat = (p for p in plan.places if any(not plan.pieces[n].stands for n in p.holds))
        self.bare = ~self._near(flat)
        self.within = self._within_reach()
        self.top = TableTop(self.windows, self.centres_mm, self.size_mm, self.within)
        self.plain = np.flatnonzero(self.within & ~self.top.holds(slice(None)))[::17]

    def _open_windows(self, reference: Reference, vantage: Vantage) -> None:
        """Open a window on each place, wide enough for whoever stands at its edge."""
        tallest = max(shape.height_mm for shape in self.shapes.values())
        widest = max(shape.size_mm[0] for shape in self.shapes.values())
        lean = (self.centres_mm - self.eye_mm[:2]) * tallest / (self.eye_mm[2] - tallest)
        around = self.reach_mm + widest / 2 + BEYOND_MM
        self.corners_mm = np.minimum(lean, 0) - around
        cells = np.ceil((np.abs(lean).max(axis=0) + 2 * around) / CELL_MM)
        size = (float(cells[0] * CELL_MM), float(cells[1] * CELL_MM))
        corners = self.centres_mm + self.corners_mm
        small = vantage.shrunk(SHRINK)
        self.windows = Windows(reference, small, self.surface, corners, size, PX_PER_MM)
        count, rows, columns = self.windows.shape
        self.cells = (count, rows // CELL, columns // CELL)
        self._middles = grid((0.0, 0.0), size, 1 / CELL_MM)
        row, column = np.divmod(np.arange(rows * columns), columns)
        cell = row // CELL * (columns // CELL) + column // CELL
        first = np.arange(count) * (self.cells[1] * self.cells[2])
        self.cell_of = (first[:, None] + cell).ravel()

    def _near(self, places: Iterable[Place]) -> Mask:
        """Return which pixels may show flat pieces that lie at these places."""
        points = self.windows.points_mm.reshape(len(self.places), -1, 2)
        low, high = points.min(axis=1), points.max(axis=1)
        under = np.zeros(points.shape[:2], bool)
        for place in places:
            if place.surface == self.surface:
                middle, reach = np.array(place.xy_mm), np.array(place.size_mm) / 2 + _SLACK_MM
                here = ((low - reach < middle) & (middle < high + reach)).all(axis=1)
                under[here] |= (np.abs(points[here] - middle) < reach).all(axis=2)
        return under.ravel()

    def _within_reach(self) -> NDArray[Any]:
        """Return which pixels a piece may cover whose foot is in its place or just beside it."""
        count, rows, columns = self.windows.shape
        farthest = self.reach_mm + BEYOND_MM
        within = np.zeros((count, rows, columns), bool)
        tallest = max(self.shapes, key=lambda name: self.shapes[name].height_mm)
        for window in range(count):
            points = grid((0.0, 0.0), (columns / PX_PER_MM, rows / PX_PER_MM), PX_PER_MM)
            x, y = np.moveaxis(points + self.corners_mm[window], -1, 0)
            feet = (x**2 + y**2 <= farthest**2).astype(np.uint8)
            figure = self.silhouette(window, tallest, PX_PER_MM)
            within[window] = cv2.dilate(
                feet,
                figure.mask[::-1, ::-1].astype(np.uint8),
                anchor=(
                    figure.mask.shape[1] - 1 - figure.foot[0],
                    figure.mask.shape[0] - 1 - figure.foot[1],
                ),
            )
        return within.ravel()

    def off_middle(self, window: int) -> Array:
        """Return how each cell of a window lies to the middle of its place, in millimetres."""
        return self._middles + self.corners_mm[window]

    def silhouette(self, window: int, piece: str, px_per_mm: float) -> Silhouette:
        """Return what a piece in the middle of a place covers."""
        key = (window, piece, px_per_mm)
        if key not in self._silhouettes:
            spot = self.centres_mm[window]
            shape = self.shapes[piece]
            self._silhouettes[key] = Silhouette.of(shape, spot, self.eye_mm, px_per_mm)
        return self._silhouettes[key]

    def changes(self, picture: Picture) -> tuple[Numbers, Picture]:
        """Return how surely each pixel is not table, and the windows themselves."""
        seen = self.windows.look(picture)
        flat = seen.reshape(-1, 3)
        board = self.ground.likelihood(np.arange(len(flat)), flat, 3.0)[:, 0]
        board[self.top.pixels] = 1.0
        return (1 - board).reshape(self.windows.shape), seen


def _reach(place: Place, shapes: Mapping[str, Shape]) -> float:
    """Return how far from the middle of its place a foot may stand."""
    widest = max(shape.size_mm[0] for shape in shapes.values())
    return max(max(place.size_mm) / 2, 0.8 * widest)


class Sites:
    """The grounds of one table from one vantage, each measured once however often it is asked for."""

    def __init__(self, plan: Plan, reference: Reference, vantage: Vantage) -> None:
        self._table = plan, reference, vantage
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...]], Site] = {}

    def of(self, places: Sequence[Place], names: Iterable[str]) -> Site:
        """Return the ground of places of one kind, for those of these pieces that stand there."""
        known, plan = frozenset(names), self._table[0]
        pieces = tuple(n for n in places[0].holds if n in known and plan.pieces[n].stands)
        key = tuple(place.id for place in places), pieces
        if key not in self._known:
            self._known[key] = Site(*self._table, places, pieces)
        return self._known[key]

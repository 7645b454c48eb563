"""Places where pieces stand: how much of which piece a frame shows, cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.engine import Place, Plan, Shape
from vision.geometry import Array, Vantage
from vision.ground import Ground, Numbers, Where, likelihood
from vision.paint import Paint, alike, colour_index
from vision.reference import Picture, Reference, grid
from vision.silhouette import Silhouette
from vision.table_top import Mask, TableTop
from vision.windows import Some, Windows

#: Standing pieces are looked for at this resolution, in frames of half their size.
PX_PER_MM = 0.8
SHRINK = 2

#: Feet are searched on a grid of cells so many pixels wide.
CELL = 2
CELL_MM = CELL / PX_PER_MM

#: How big an outline is, is measured at this resolution.
_FINE_PX_PER_MM = 2.0

#: A foot may be this far outside its place and still be looked at, to be called unclear.
BEYOND_MM = 6.0

#: What no learned colour explains is at least this likely to be something else.
_STRANGE = 0.01

#: Pixels that differ less than this (and than the noise) from the empty table are table.
_SAME = 6

#: Around a piece, cells of which more than this shows pieces do not tell about the light.
_TAKEN = 0.15

#: The light is as it was measured before, if gain and glare differ from none by less.
_EVEN_GAIN, _EVEN_GLARE = 0.12, 12.0

#: So many pixels are needed to tell about it, and they say little if they vary less than this.
_FEWEST, _FLAT = 30, 30.0

#: Pieces whose colours are the same to this degree cannot be told apart by colour.
_TWINS = 0.7

#: A flat piece lies this far off its place at most.
_SLACK_MM = 2.5


@dataclass(frozen=True, eq=False)
class Shares:
    """How much of each cell of some windows shows which piece, and how much of it is blind.

    ``strange`` says how many cells of a window are neither table nor any known piece; ``seen``
    are the windows themselves, pixel by pixel, and ``noise`` their noise.
    """

    windows: Where
    parts: Numbers
    mass: Numbers
    blind: Numbers
    strange: Numbers
    seen: Picture
    noise: float


class Stand:
    """Places of one kind, on one surface, from one vantage."""

    def __init__(
        self, plan: Plan, reference: Reference, vantage: Vantage, places: list[Place], paint: Paint
    ) -> None:
        self.places, self.surface = places, places[0].surface
        self.eye_mm = vantage.poses[self.surface].eye_mm
        self.shapes: Mapping[str, Shape] = {
            name: plan.pieces[name]
            for name in places[0].holds
            if name in paint.names and plan.pieces[name].stands
        }
        self.pieces = tuple(self.shapes)
        self.centres_mm = np.array([place.xy_mm for place in places], float)
        self.reach_mm = _reach(places[0], self.shapes)
        self._open_windows(reference, vantage)
        self._ground = Ground(reference, self.windows)
        self._densities = paint.densities[:, [paint.names.index(name) for name in self.pieces]]
        self.twins = self._find_twins()
        self._against = (~self.twins | np.eye(len(self.pieces), dtype=bool)).astype(np.float32)
        self._empty = self.windows.empty.reshape(-1, 3).copy()
        self._usual = self._share(self._densities[colour_index(self._empty)], 1.0)
        self._silhouettes: dict[tuple[int, str, float], Silhouette] = {}
        self._under = self._near(p for p in plan.places if p.id in plan.printed)
        flat = (p for p in plan.places if any(not plan.pieces[n].stands for n in p.holds))
        self._bare = ~self._near(flat)
        self._within = self._within_reach()
        self._top = TableTop(
            self.windows, self.centres_mm, plan.surfaces[self.surface], self._within
        )
        self._noise = 0.0
        self._plain = np.flatnonzero(self._within & ~self._top.holds(slice(None)))[::17]

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
        self._cell_of = (first[:, None] + cell).ravel()

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
        tallest = max(self.pieces, key=lambda name: self.shapes[name].height_mm)
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

    def area_mm2(self, window: int, piece: str) -> float:
        """Return how much a piece in the middle of a place covers, finer than cells can tell."""
        return self.silhouette(window, piece, _FINE_PX_PER_MM).area / _FINE_PX_PER_MM**2

    def changes(self, picture: Picture) -> tuple[Numbers, Picture]:
        """Return how surely each pixel is not table, and the windows themselves."""
        seen = self.windows.look(picture)
        flat = seen.reshape(-1, 3)
        board = self._ground.likelihood(np.arange(len(flat)), flat, 3.0)[:, 0]
        board[self._top.pixels] = 1.0
        return (1 - board).reshape(self.windows.shape), seen

    def shares(self, picture: Picture, hands: Picture | None = None, some: Some = None) -> Shares:
        """Return how much of each cell of the windows, or of some of them, shows which piece."""
        which = np.arange(len(self.places)) if some is None else some
        seen = self.windows.look(picture, some).reshape(-1, 3)
        _, rows, columns = self.windows.shape
        at = (which[:, None] * (rows * columns) + np.arange(rows * columns)).ravel()
        blind = self._under[at]
        if hands is not None:
            blind = blind | (self.windows.cut(hands, some).reshape(-1) > 0)
        here, noise = self._strange(seen, at, blind)
        fits = self._densities[colour_index(seen[here])]
        pixels = at[here]
        board = self._likelihood(pixels, seen[here], noise)
        usual = self._usual[pixels]
        parts = np.maximum(self._share(fits, board[:, :1]) - usual, 0) / (1 - usual)
        odd = (1 - board[:, 1]) * (1 - np.minimum(parts.sum(axis=1), 1)) * self._bare[pixels]
        strange = np.bincount(here // (rows * columns), odd, len(which)) / CELL**2
        cells, covered = self._gather(here, parts, np.flatnonzero(blind), len(which))
        shown = seen.reshape(-1, rows, columns, 3)
        return Shares(which, cells, cells.sum(axis=(2, 3)), covered, strange, shown, noise)

    def _strange(self, seen: Picture, at: Where, blind: Mask) -> tuple[Where, float]:
        """Return the pixels that are not plainly table, and how noisy the others are."""
        whole = len(at) == len(self._empty)
        differs = _greatest(cv2.absdiff(seen, self._empty if whole else self._empty[at]))
        if whole:
            self._noise = float(np.median(differs[self._plain]))
        within = self._within if whole else self._within[at]
        strange = (differs > _SAME + self._noise) & within & ~blind
        self._top.mark(strange, seen, at, whole=whole)
        return np.flatnonzero(strange), self._noise

    def _likelihood(self, pixels: Where, seen: Picture, noise: float) -> Numbers:
        board = self._ground.likelihood(pixels, seen, noise)
        beside = self._top.holds(pixels)
        if beside.any():
            board[beside] = self._top.likelihood(pixels[beside], seen[beside], noise)
        return board

    def faded(self, shares: Shares, number: int, covered: Mask, ring: Mask) -> float:
        """Return how much of what is covered looks like the table in the light around it.

        Glare and deep shade make the print look like something else, but they do not end where
        a piece would.  So the light is measured anew in a ring around it, where nobody stands.
        """
        window = int(shares.windows[number])
        taken = shares.parts[:, number].sum(axis=0) + shares.blind[number] > _TAKEN
        free = ring & ~np.repeat(np.repeat(taken, CELL, axis=0), CELL, axis=1)
        seen, empty = shares.seen[number], self.windows.empty[window]
        around = np.flatnonzero(free & self._top.beside(window, covered.shape))
        if len(around) < _FEWEST or not covered.any():
            return 0.0
        now, before = (each.reshape(-1, 3)[around].astype(np.float32) for each in (seen, empty))
        gain, glare = _line(before, now)
        if np.abs(gain - 1).max() < _EVEN_GAIN and np.abs(glare).max() < _EVEN_GLARE:
            return 0.0
        flat = np.flatnonzero(covered)
        low, high = self._ground.interval(flat + window * covered.size)
        pixels = seen.reshape(-1, 3)[flat]
        fits = likelihood(low * gain + glare, high * gain + glare, pixels, shares.noise)
        return float(fits[:, 0].mean())

    def _share(self, fits: Numbers, board: Numbers | float) -> Numbers:
        return fits / (fits @ self._against + board + _STRANGE)

    def _find_twins(self) -> Mask:
        """Return which pieces differ in shape but not in colour; they take nothing from each other."""
        shapes = np.array([[a != b for b in self.shapes.values()] for a in self.shapes.values()])
        return shapes & (alike(self._densities) > _TWINS)

    def _gather(
        self, pixels: Where, parts: Numbers, blind: Where, count: int
    ) -> tuple[Numbers, Numbers]:
        """Add pixels up to cells, each from 0 to 1."""
        shape = (count, *self.cells[1:])
        total, cell = int(np.prod(shape)), self._cell_of[pixels]
        sums = [np.bincount(cell, part, total) for part in parts.T]
        cells = np.array(sums, np.float32).reshape(-1, *shape) / CELL**2
        covered = np.bincount(self._cell_of[blind], minlength=total).reshape(shape)
        return cells, covered.astype(np.float32) / CELL**2


def _line(before: Numbers, now: Numbers) -> tuple[Numbers, Numbers]:
    """Return gain and glare, per channel, that make of what was before what is now."""
    middle, there = before.mean(axis=0), now.mean(axis=0)
    spread = ((before - middle) ** 2).mean(axis=0)
    together = ((before - middle) * (now - there)).mean(axis=0)
    plain = there / (middle + 1)
    gain = np.clip((together + _FLAT * plain) / (spread + _FLAT), 0.2 * plain, 1.1 * plain)
    return gain, there - gain * middle


def _reach(place: Place, shapes: Mapping[str, Shape]) -> float:
    """Return how far from the middle of its place a foot may stand."""
    widest = max(shape.size_mm[0] for shape in shapes.values())
    return max(max(place.size_mm) / 2, 0.8 * widest)


def _greatest(picture: Picture) -> NDArray[Any]:
    """Return the greatest of the three channels of each pixel."""
    blue, green, red = cv2.split(picture.reshape(-1, 1, 3))
    return cv2.max(cv2.max(blue, green), red).ravel()

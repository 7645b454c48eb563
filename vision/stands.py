"""Places where pieces stand: how much of which piece a frame shows, cell by cell."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array
from vision.ground import Numbers, Where, likelihood
from vision.paint import Paint, alike, colour_index
from vision.reference import Picture
from vision.silhouette import Silhouette
from vision.stands_site import CELL, CELL_MM, Site
from vision.table_top import Mask
from vision.windows import Some

#: How big an outline is, is measured at this resolution.
_FINE_PX_PER_MM = 2.0

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
_TWINS = 0.35


@dataclass(frozen=True, eq=False)
class Shares:
    """How much of each cell of some windows shows which piece, and how much of it is blind.

    ``odd`` is how much of each cell is neither table nor any known piece, ``strange`` how many
    cells of a window are, but for where flat pieces may lie; ``seen`` are the windows themselves,
    pixel by pixel, and ``noise`` their noise.
    """

    windows: Where
    parts: Numbers
    mass: Numbers
    blind: Numbers
    odd: Numbers
    strange: Numbers
    seen: Picture
    noise: float


class Stand:
    """Places of one kind, on one surface, from one vantage, and the colours of who may stand there."""

    def __init__(self, site: Site, paint: Paint) -> None:
        self._site, self.places, self.shapes = site, site.places, site.shapes
        self.windows, self.cells = site.windows, site.cells
        self.centres_mm, self.corners_mm = site.centres_mm, site.corners_mm
        self.reach_mm, self.pieces = site.reach_mm, tuple(site.shapes)
        self._densities = paint.densities[:, [paint.names.index(name) for name in self.pieces]]
        self.twins = self._find_twins()
        self._against = (~self.twins | np.eye(len(self.pieces), dtype=bool)).astype(np.float32)
        self._usual = self._share(self._densities[colour_index(site.empty)], 1.0)
        self._top = copy(site.top)  # which measures frames, each for itself
        self._noise = 0.0

    def carries(self, spot_mm: tuple[float, float]) -> bool:
        """Tell whether a spot is on the surface that these places are on."""
        return all(0 <= at <= size for at, size in zip(spot_mm, self._site.size_mm, strict=True))

    def off_middle(self, window: int) -> Array:
        """Return how each cell of a window lies to the middle of its place, in millimetres."""
        return self._site.off_middle(window)

    def cell_at(self, window: int, spot_mm: tuple[float, float]) -> tuple[int, int]:
        """Return row and column of the cell of a window that holds a spot."""
        corner = self.centres_mm[window] + self.corners_mm[window]
        column, row = ((np.array(spot_mm) - corner) / CELL_MM).astype(int)
        return int(row), int(column)

    def silhouette(self, window: int, piece: str, px_per_mm: float) -> Silhouette:
        """Return what a piece in the middle of a place covers."""
        return self._site.silhouette(window, piece, px_per_mm)

    def area_mm2(self, window: int, piece: str) -> float:
        """Return how much a piece in the middle of a place covers, finer than cells can tell."""
        return self.silhouette(window, piece, _FINE_PX_PER_MM).area / _FINE_PX_PER_MM**2

    def shares(self, picture: Picture, hands: Picture | None = None, some: Some = None) -> Shares:
        """Return how much of each cell of the windows, or of some of them, shows which piece."""
        which = np.arange(len(self.places)) if some is None else some
        seen = self.windows.look(picture, some).reshape(-1, 3)
        _, rows, columns = self.windows.shape
        at = (which[:, None] * (rows * columns) + np.arange(rows * columns)).ravel()
        blind = self._site.under[at]
        if hands is not None:
            blind = blind | (self.windows.cut(hands, some).reshape(-1) > 0)
        here, noise = self._strange(seen, at, blind)
        pixels = at[here]
        parts, odd = self._explain(pixels, seen[here], noise)
        bare = odd * self._site.bare[pixels]
        strange = np.bincount(here // (rows * columns), bare, len(which)) / CELL**2
        each = np.column_stack([parts, odd])
        cells, covered = self._gather(here, each, np.flatnonzero(blind), len(which))
        *_, rest = cells
        shown, mass = seen.reshape(-1, rows, columns, 3), cells[:-1].sum(axis=(2, 3))
        return Shares(which, cells[:-1], mass, covered, rest, strange, shown, noise)

    def stands_out(self, pixels: Where, colours: Picture, noise: float) -> Numbers:
        """Return how much of each pixel would not be table if it had this colour."""
        differs = _greatest(cv2.absdiff(colours, self._site.empty[pixels])) > _SAME + noise
        parts, odd = self._explain(pixels, colours, noise)
        return differs * np.minimum(parts.sum(axis=1) + odd, 1)

    def _explain(self, pixels: Where, seen: Picture, noise: float) -> tuple[Numbers, Numbers]:
        """Return how much of each pixel shows which piece, and how much neither piece nor table."""
        fits = self._densities[colour_index(seen)]
        board, usual = self._likelihood(pixels, seen, noise), self._usual[pixels]
        parts = np.maximum(self._share(fits, board[:, :1]) - usual, 0) / (1 - usual)
        return parts, (1 - board[:, 1]) * (1 - np.minimum(parts.sum(axis=1), 1))

    def _strange(self, seen: Picture, at: Where, blind: Mask) -> tuple[Where, float]:
        """Return the pixels that are not plainly table, and how noisy the others are."""
        whole = len(at) == len(self._site.empty)
        differs = _greatest(cv2.absdiff(seen, self._site.empty if whole else self._site.empty[at]))
        if whole:
            self._noise = float(np.median(differs[self._site.plain]))
        within = self._site.within if whole else self._site.within[at]
        strange = (differs > _SAME + self._noise) & within & ~blind
        self._top.mark(strange, seen, at, whole=whole)
        return np.flatnonzero(strange), self._noise

    def _likelihood(self, pixels: Where, seen: Picture, noise: float) -> Numbers:
        board = self._site.ground.likelihood(pixels, seen, noise)
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
        low, high = self._site.ground.interval(flat + window * covered.size)
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
        total, cell = int(np.prod(shape)), self._site.cell_of[pixels]
        sums = [np.bincount(cell, part, total) for part in parts.T]
        cells = np.array(sums, np.float32).reshape(-1, *shape) / CELL**2
        covered = np.bincount(self._site.cell_of[blind], minlength=total).reshape(shape)
        return cells, covered.astype(np.float32) / CELL**2


def _line(before: Numbers, now: Numbers) -> tuple[Numbers, Numbers]:
    """Return gain and glare, per channel, that make of what was before what is now."""
    middle, there = before.mean(axis=0), now.mean(axis=0)
    spread = ((before - middle) ** 2).mean(axis=0)
    together = ((before - middle) * (now - there)).mean(axis=0)
    plain = there / (middle + 1)
    gain = np.clip((together + _FLAT * plain) / (spread + _FLAT), 0.2 * plain, 1.1 * plain)
    return gain, there - gain * middle


def _greatest(picture: Picture) -> NDArray[Any]:
    """Return the greatest of the three channels of each pixel."""
    blue, green, red = cv2.split(picture.reshape(-1, 1, 3))
    return cv2.max(cv2.max(blue, green), red).ravel()

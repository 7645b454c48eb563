"""Say on which fields of its track a piece is surely not, though nobody can say on which it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.evidence import Finding
from vision.ground import Numbers
from vision.paint import thin_out
from vision.reference import Picture
from vision.solids_model import SolidModel
from vision.stands import Shares, Stand
from vision.stands_site import CELL, CELL_MM
from vision.table_top import Mask

#: So many taught colours stand for all of them, each as it is and in other light: darker, brighter,
#: warmer, colder (blue, green, red).
_COLOURS = 8
_LIGHTS = (
    (1.0, 1.0, 1.0), (0.6, 0.6, 0.6), (1.25, 1.25, 1.25), (0.75, 1.0, 1.1), (1.15, 1.0, 0.85),
)  # fmt: skip

#: A piece is put down so far from the middle of its field at most; a step further it is still half
#: under an outline there.
_ASTRAY_MM = 6.0

#: A field tells if at least so much of a piece would be seen there in any light; it is sworn not to
#: be there if no more than this part of that is seen.
_PLAIN, _TRACE = 0.08, 0.3

#: What would be seen is worked out for so much noise; in more of it nothing is sworn.
_NOISES = (10.0, 20.0)


class Absence:
    """Remembers what each field shows, and how well each piece would be seen there."""

    def __init__(self, model: SolidModel) -> None:
        self._model = model
        self._filled: dict[int, Numbers] = {}
        self._touched: dict[int, Mask] = {}
        self._noise: dict[int, float] = {}
        self._plain: dict[tuple[int, str, float], Numbers] = {}

    def look(self, stand: Stand, shares: Shares) -> None:
        """Remember how much of each cell is not plainly table, and where hands are."""
        filled = self._filled.setdefault(id(stand), np.zeros(stand.cells, np.float32))
        filled[shares.windows] = np.minimum(shares.parts.sum(axis=0) + shares.odd, 1)
        touched = self._touched.setdefault(id(stand), np.zeros(len(stand.places), bool))
        touched[shares.windows] = shares.blind.any(axis=(1, 2))
        self._noise[id(stand)] = shares.noise

    def of(self, stand: Stand, piece: str, found: Finding) -> Finding:
        """Return a finding that is unsure, or sure of none, again, with the fields where the piece is not.

        If it seems to be on none, an unsure one is mistaken, and swears nothing; one that is sure of
        none is unsure where a field is left that may hide it.  Nothing is sworn while a hand is on the
        track: there may be more of it than is seen, for skin may look like the print under it.
        """
        noise = next((most for most in _NOISES if self._noise[id(stand)] <= most), None)
        if noise is None or self._touched[id(stand)].any() or not _is_alone(stand, piece):
            return found
        plain, seen = self._plain_on(stand, piece, noise), self._seen_on(stand, piece)
        gone = (plain >= _PLAIN) & (seen <= _TRACE * plain)
        if gone.all():
            return found
        others = (*found.either.values(), *found.near.values())
        fields = {place.id for place, is_gone in zip(stand.places, gone, strict=True) if is_gone}
        maybe = {found.place, *(atom.place for atom in others)}
        margin = found.margin if found.pieces else 0.0
        return replace(found, margin=margin, absent=frozenset(fields - maybe))

    def _seen_on(self, stand: Stand, piece: str) -> Numbers:
        """Return how much of a piece there may be on each field, whatever it looks like."""
        spread = _spread(stand, piece, self._filled[id(stand)])
        return np.array([each.max() for each in spread])

    def _plain_on(self, stand: Stand, piece: str, noise: float) -> Numbers:
        """Return how much of a piece would be seen on each field, at least."""
        key = id(stand), piece, noise
        if key not in self._plain:
            cells = _imagine(stand, piece, _lit(self._model.paint.samples[piece]), noise)
            self._plain[key] = np.array([each.min() for each in _spread(stand, piece, cells)])
        return self._plain[key]


def _is_alone(stand: Stand, piece: str) -> bool:
    """Tell whether nothing else can be there: no figure that hides it, no tile under it."""
    return all(place.holds == (piece,) for place in stand.places)


def _feet(stand: Stand, window: int) -> Mask:
    """Return the cells of a window where the foot of a piece may be."""
    off = stand.off_middle(window)
    return np.hypot(off[..., 0], off[..., 1]) <= _ASTRAY_MM


def _spread(stand: Stand, piece: str, cells: Numbers) -> Iterator[Numbers]:
    """Yield for each window the means of its cells under a piece, foot by foot."""
    for window, each in enumerate(cells):
        figure = stand.silhouette(window, piece, 1 / CELL_MM)
        yield figure.spread(each)[_feet(stand, window)]


def _lit(samples: Picture) -> Picture:
    """Return some of the colours of a piece, light by light."""
    colours = thin_out(samples, _COLOURS)
    return np.clip(colours * np.array(_LIGHTS)[:, None], 0, 255).astype(np.uint8)


def _imagine(stand: Stand, piece: str, colours: Picture, noise: float) -> Numbers:
    """Return how much of each cell under the piece would not be table, in each light.

    One pixel of each cell is asked: there are many cells in an outline.
    """
    count, rows, columns = stand.windows.shape
    at = np.arange(count * rows * columns).reshape(count, rows, columns)
    under = np.array([_under(stand, window, piece) for window in range(count)])
    pixels, flat = at[:, ::CELL, ::CELL][under], colours.reshape(-1, 3)
    shown = stand.stands_out(
        np.repeat(pixels, len(flat)), np.tile(flat, (len(pixels), 1)), noise
    ).reshape(len(pixels), *colours.shape[:2])
    cells = np.zeros((*under.shape, len(colours)), np.float32)
    cells[under] = shown.mean(axis=-1)
    return cells


def _under(stand: Stand, window: int, piece: str) -> Mask:
    """Return the cells of a window that a piece may cover."""
    figure, feet = stand.silhouette(window, piece, 1 / CELL_MM), _feet(stand, window)
    covered = [figure.stamp(feet.shape, int(r), int(c)) for r, c in np.argwhere(feet)]
    return np.any(covered, axis=0)

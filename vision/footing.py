"""Where a piece may stand: the foot under which its outline shows most of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.engine import Place
from vision.ground import Numbers
from vision.silhouette import Silhouette
from vision.stands import Stand
from vision.stands_site import BEYOND_MM, CELL_MM

#: A piece of which less than this part of its outline shows is not looked for.
SPECK = 0.12

#: An outline hidden by other pieces counts as if this much of it could be seen.
_VISIBLE = 0.45

#: Of two feet that fit as well the one counts that others hide less: by so much of the fit.
_OPEN = 0.05

#: Nor does one count behind another piece if beside it a foot fits nearly as well, around which
#: there is half as much of its colour, or less.
_BEHIND, _AROUND, _LESS = 0.9, 0.3, 0.5

#: So much of a piece's colour may be around it; more of it is a sleeve, not a piece.
_HALO = 0.3


@dataclass(frozen=True, eq=False)
class Candidate:
    """The best foot of one piece in one window.

    ``halo`` is how much of its colour is around its outline, ``area`` how much there is in all, and
    ``visible`` how much of the outline nothing else covers, both in sizes of the outline.
    ``blurred_mm2`` shows neither table nor any known piece; it may belong to this one.
    """

    place: Place
    window: int
    fit: float
    spot_mm: tuple[float, float]
    off_mm: float
    halo: float
    area: float
    visible: float
    blurred_mm2: float = 0.0


def apart_mm(one: Candidate, other: Candidate) -> float:
    """Return how far from each other two candidates stand."""
    return float(np.hypot(*np.subtract(one.spot_mm, other.spot_mm)))


def locate(stand: Stand, window: int, piece: str, own: Numbers, covered: Numbers) -> Candidate:
    """Return the foot under which the outline of a piece shows most of it."""
    figure = stand.silhouette(window, piece, 1 / CELL_MM)
    both = figure.spread(np.stack([own, np.maximum(1 - covered, 0)], axis=-1))
    shown, visible = both[..., 0], both[..., 1]
    fits = np.where(shown < SPECK, shown, shown / np.maximum(visible, _VISIBLE))
    off = stand.off_middle(window)
    distance = np.hypot(off[..., 0], off[..., 1])
    fits[distance > stand.reach_mm + BEYOND_MM] = 0
    open_ = np.where(fits > 0, fits + _OPEN * visible, 0)
    row, column = divmod(int(open_.argmax()), fits.shape[1])
    halo = figure.around(own, row, column)
    if visible[row, column] < _BEHIND:
        beside = np.where(fits > 0, open_ - _AROUND * figure.halo.spread(own), 0)
        spot = divmod(int(beside.argmax()), fits.shape[1])
        if (less := figure.around(own, *spot)) <= _LESS * halo:
            (row, column), halo = spot, less
    fit = float(fits[row, column]) - max(halo - _HALO, 0.0)
    peak = np.array([_peak(fits[row], column), _peak(fits[:, column], row)])
    from_middle = off[row, column] + peak
    x, y = stand.centres_mm[window] + from_middle
    area = shown_mm2(figure, own, row, column) / stand.area_mm2(window, piece)
    at, off_mm = (float(x), float(y)), float(np.hypot(*from_middle))
    place, free = stand.places[window], float(visible[row, column])
    return Candidate(place, window, max(fit, 0.0), at, off_mm, halo, area, free)


def shown_mm2(figure: Silhouette, own: Numbers, row: int, column: int) -> float:
    """Return how much of something shows in and just around an outline."""
    within = figure.stamp(own.shape, row, column) | figure.ring(0, 1).stamp(own.shape, row, column)
    return float(own[within].sum()) * CELL_MM**2


def _peak(line: Numbers, at: int) -> float:
    """Return how far beside a cell the peak of a parabola lies, in millimetres."""
    if not 0 < at < len(line) - 1:
        return 0.0
    left, middle, right = (float(line[at + i]) for i in (-1, 0, 1))
    bend = left - 2 * middle + right
    return 0.0 if bend >= 0 else CELL_MM * min(max((left - right) / (2 * bend), -0.5), 0.5)

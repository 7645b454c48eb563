"""Which of two pieces of one colour stands there: the one whose outline ends where the colour does.

Half a millimetre tells a big figure from a small one, so this looks at the whole frame, and only
around a spot where one of the two was found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.footing import Candidate
from vision.geometry import Array, Vantage
from vision.ground import Numbers, likelihood
from vision.paint import Paint, colour_index
from vision.reference import Picture, Reference, grid
from vision.silhouette import Silhouette
from vision.stands import Stand

#: How finely edges are looked at, and how far from its first foot a better one is looked for.
_PX_PER_MM, _BESIDE_MM = 2.5, 3.5

#: What is just outside an outline is measured between these distances from it, in pixels.
_RING_PX = (2, 5)

#: So much noise is allowed for, whatever the light; what fits nothing is at least so likely.
_NOISE, _STRANGE = 6.0, 0.01

#: An outline of which others cover more than the rest is not judged.
_LEAST_SEEN = 0.15

#: A piece is sworn to be the small one, or the big one, if its outline fits by so much better; if no
#: more than this of its colour goes on outside; and if so much of it can be seen.
_SMALL, _BIG, _BEYOND, _OPEN = 0.06, 0.05, 0.15, 0.6


@dataclass(frozen=True, eq=False)
class Fine:
    """A whole frame in the light of the reference, and where hands are in one of half its size."""

    picture: Picture
    hands: Picture | None = None


class Edge(NamedTuple):
    """How much of an outline shows its colour, how much just outside does, and how much is seen."""

    within: float
    beyond: float
    seen: float

    @property
    def ends(self) -> bool:
        """Tell whether the colour ends where the outline does."""
        return self.beyond < _BEYOND and self.seen > _OPEN

    def beats(self, other: Edge, by: float) -> bool:
        """Tell whether this outline fits so much better than another."""
        return self.ends and self.within - self.beyond - (other.within - other.beyond) > by


def is_small(small: Edge, big: Edge) -> bool:
    """Tell whether it is surely the smaller of two."""
    return small.beats(big, _SMALL)


def is_big(small: Edge, big: Edge) -> bool:
    """Tell whether it may well be the bigger of two."""
    return big.beats(small, _BIG)


class Edges:
    """Measures outlines in whole frames from one vantage."""

    def __init__(self, reference: Reference, vantage: Vantage, paint: Paint) -> None:
        self._reference, self._vantage, self._paint = reference, vantage, paint

    def measure(
        self, fine: Fine, stand: Stand, window: int, found: Mapping[str, Candidate]
    ) -> list[Edge]:
        """Return how well the outlines of pieces of one colour fit, each near where it was found."""
        figures = {piece: stand.silhouette(window, piece, _PX_PER_MM) for piece in found}
        points = _around([(figures[piece], one.spot_mm) for piece, one in found.items()])
        own, free = self._shares(fine, stand, points, list(found))
        corner = points[0, 0] - 0.5 / _PX_PER_MM
        edges = []
        for piece, one in found.items():
            column, row = ((np.array(one.spot_mm) - corner) * _PX_PER_MM).astype(int)
            edges.append(_best(figures[piece], own, free, (int(row), int(column))))
        return edges

    def _shares(
        self, fine: Fine, stand: Stand, points: Array, pieces: Sequence[str]
    ) -> tuple[Numbers, Numbers]:
        """Return how much of each pixel shows the colour of some pieces, and is free to show it."""
        surface = stand.places[0].surface
        at = self._vantage.project(surface, points).astype(np.float32)
        seen = cv2.remap(fine.picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
        empty = self._reference.sample(surface, points)
        board = likelihood(*_interval(empty), seen.reshape(-1, 3), _NOISE)[:, 0]
        fits = self._paint.densities[colour_index(seen)]
        mine = [self._paint.names.index(piece) for piece in pieces]
        twins = set(np.flatnonzero(stand.twins[[stand.pieces.index(p) for p in pieces]].any(0)))
        others = [
            self._paint.names.index(piece)
            for number, piece in enumerate(stand.pieces)
            if number not in twins and piece not in pieces
        ]
        own, rest = fits[..., mine].max(axis=-1), fits[..., others].sum(axis=-1)
        all_ = own + rest + board.reshape(own.shape) + _STRANGE
        free = 1 - rest / all_
        if fine.hands is not None:
            half = at / 2
            free *= cv2.remap(fine.hands, half[..., 0], half[..., 1], cv2.INTER_NEAREST) == 0
        return (own / all_).astype(np.float32), free.astype(np.float32)


def _best(figure: Silhouette, own: Numbers, free: Numbers, foot: tuple[int, int]) -> Edge:
    """Return the edge of an outline where it fits best, beside its foot."""
    ring, shown = figure.ring(*_RING_PX), own * free
    seen = figure.spread(free)
    within = figure.spread(shown) / np.maximum(seen, _LEAST_SEEN)
    beyond = ring.spread(shown) / np.maximum(ring.spread(free), _LEAST_SEEN)
    row, column = foot
    reach = int(_BESIDE_MM * _PX_PER_MM)
    top, left = max(row - reach, 0), max(column - reach, 0)
    near = (within - beyond)[top : row + reach + 1, left : column + reach + 1]
    y, x = divmod(int(near.argmax()), near.shape[1])
    at = top + y, left + x
    return Edge(float(within[at]), float(beyond[at]), float(seen[at]))


def _around(figures: Sequence[tuple[Silhouette, tuple[float, float]]]) -> Array:
    """Return the points of a picture that has room for all these outlines, wherever they fit best."""
    margin = _BESIDE_MM + (_RING_PX[1] + 2) / _PX_PER_MM
    low, high = [], []
    for figure, spot in figures:
        size = np.array(figure.mask.shape[::-1]) / _PX_PER_MM
        corner = np.array(spot) - np.array(figure.foot) / _PX_PER_MM
        low.append(corner - margin)
        high.append(corner + size + margin)
    corner, end = np.min(low, axis=0), np.max(high, axis=0)
    return grid((corner[0], corner[1]), (end[0] - corner[0], end[1] - corner[1]), _PX_PER_MM)


def _interval(empty: Picture) -> tuple[Numbers, Numbers]:
    """Return between which colours each pixel of a print may be, if its place is not quite known."""
    square = np.ones((3, 3), np.uint8)
    low, high = (stretch(empty, square).reshape(-1, 3) for stretch in (cv2.erode, cv2.dilate))
    return low.astype(np.float32), high.astype(np.float32)

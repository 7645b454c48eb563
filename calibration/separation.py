"""How well pieces can be told apart by what was learned of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from vision.eye import Knowledge
from vision.paint import Densities, colour_index

#: Pairs that are less apart than this may be taken for one another in poor light.
CLOSE = 0.25

Pair = tuple[str, str, float]

#: A colour that fits neither piece says nothing about them.
_NOTHING = 1e-6


def colours_apart(knowledge: Knowledge) -> list[Pair]:
    """Return pairs of standing pieces that share places, the closest first.

    0: every pixel of one might as well be the other's; 1: no pixel is ever in doubt.
    """
    paint = knowledge.solids.paint
    fits = {name: number for number, name in enumerate(paint.names)}
    rows = {name: paint.densities[colour_index(paint.samples[name])] for name in paint.names}
    pairs = {pair for pair in _neighbours(knowledge) if pair[0] in fits and pair[1] in fits}
    apart = []
    for a, b in sorted(pairs):
        doubt = _share(rows[a], fits[b], fits[a]) + _share(rows[b], fits[a], fits[b])
        apart.append((a, b, round(max(0.0, 1.0 - doubt), 3)))
    return sorted(apart, key=lambda pair: pair[2])


def looks_apart(knowledge: Knowledge) -> list[Pair]:
    """Return pairs of flat pieces that share places, the closest first."""
    return [(a, b, round(gap, 3)) for a, b, gap in knowledge.flats.separation()]


def _neighbours(knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """Yield the standing pieces that may be met at the same place."""
    pieces = knowledge.plan.pieces
    for holds in {place.holds for place in knowledge.plan.places}:
        standing = sorted(name for name in holds if pieces[name].stands)
        yield from combinations(standing, 2)


def _share(rows: Densities, other: int, own: int) -> float:
    """Return how much of a piece's own pixels another piece lays claim to."""
    if not len(rows):
        return 0.0
    total = rows[:, other] + rows[:, own] + _NOTHING
    return float(np.mean(rows[:, other] / total))

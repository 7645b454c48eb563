"""Pieces of one colour are told apart by their size, if one is enough bigger than the other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from companion.engine import Atom
from vision.footing import Candidate, apart_mm
from vision.stands import Stand
from vision.stands_site import CELL_MM

#: How much bigger one must be than the other, and how much nearer to its own size than to the
#: other's.
_GAP, _LEAD = 0.12, 0.4

#: Two findings nearer than this many times its width are one piece, seen in two windows.
SAME = 1.2


def tell_apart(
    stand: Stand,
    window: int,
    here: dict[str, Candidate],
    areas: Mapping[str, float],
    tracked: Collection[str],
) -> dict[Atom, Atom]:
    """Keep of two pieces of one colour on one spot the one whose size fits.

    If both fit, it passes for the one of which there are more; return which other it may be.
    """
    either: dict[Atom, Atom] = {}
    place = stand.places[window].id
    for a, b in zip(*np.nonzero(np.triu(stand.twins)), strict=True):
        pair = stand.pieces[a], stand.pieces[b]
        both = [here[piece] for piece in pair if piece in here]
        if len(both) < len(pair) or apart_mm(*both) > SAME * stand.shapes[pair[0]].size_mm[0]:
            continue
        lead = _lead(stand, window, pair, both, areas)
        seen, other = pair if lead > 0 else pair[::-1]
        if abs(lead) < _LEAD:
            seen, other = sorted(pair, key=tracked.__contains__)
            either[Atom(place, seen)] = Atom(place, other)
        del here[other]
    return either


def _lead(
    stand: Stand,
    window: int,
    pair: Sequence[str],
    both: Sequence[Candidate],
    areas: Mapping[str, float],
) -> float:
    """Say by its size which of two pieces this is: 1 the first, -1 the second."""
    sizes = [stand.silhouette(window, piece, 1 / CELL_MM).area for piece in pair]
    one, other = (areas[piece] * size for piece, size in zip(pair, sizes, strict=True))
    bigger = int(sizes[1] > sizes[0])
    seen, gap = both[bigger].area * sizes[bigger], abs(one - other)
    if gap < _GAP * sizes[0]:
        return 0.0
    return float(np.clip((abs(seen - other) - abs(seen - one)) / gap, -1, 1))

"""Pieces of one colour are told apart by their size, if one is enough bigger than the other."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from companion.engine import Atom
from vision.footing import Candidate, apart_mm
from vision.stands import Stand

#: How much bigger one must be than the other, and how near to its own size a piece must be seen, in
#: parts of the way to the other's.
_GAP, _NEAR = 0.12, 0.3

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
        seen = _by_size(stand, window, here, pair, areas)
        if seen is None:
            seen, other = sorted(pair, key=tracked.__contains__)
            either[Atom(place, seen)] = Atom(place, other)
        del here[pair[seen == pair[0]]]
    return either


def _by_size(
    stand: Stand,
    window: int,
    here: Mapping[str, Candidate],
    pair: tuple[str, str],
    areas: Mapping[str, float],
) -> str | None:
    """Say by its size which of two pieces this is, if that can be said."""
    mm2 = {piece: areas[piece] * stand.area_mm2(window, piece) for piece in pair}
    small, big = sorted(pair, key=mm2.__getitem__)
    found, least = here[big], _GAP * mm2[small]
    seen = found.area * stand.area_mm2(window, big) - mm2[small]
    # What covers a piece makes it seem smaller, but never bigger.
    whole, free = (mm2[big] * part - mm2[small] for part in (1.0, found.visible))
    if whole >= least and seen >= (1 - _NEAR) * whole:
        return big
    return small if free >= least and seen <= _NEAR * free else None

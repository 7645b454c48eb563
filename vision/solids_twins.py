"""Pieces of one colour are told apart by their size, if one is enough bigger than the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from vision.footing import Candidate, apart_mm
from vision.solids_edge import Edge, is_big, is_small
from vision.solids_model import SolidModel
from vision.stands import Stand

#: How much bigger one must be than the other, and how near to its own size a piece must be seen, in
#: parts of the way to the other's, the big one and the small one.
_GAP, _BIG, _SMALL = 0.12, 0.3, 0.35

#: Of what is of no known colour where a piece stands, this part may belong to it.
_BLURRED = 0.5

#: A colour that shows more weakly than this part of what was taught tells nothing of sizes.
_WEAKEST = 0.5

#: Two findings nearer than this many times its width are one piece, seen in two windows.
SAME = 1.2


#: Says how well the outlines of pieces fit, each near where it was found.
Measure: TypeAlias = Callable[[Mapping[str, Candidate]], Sequence[Edge]]


class Here(NamedTuple):
    """What was found in one window.

    Of pieces of which ``two`` are there nobody could say which two; ``measure`` looks at outlines
    more closely.
    """

    found: Mapping[str, Candidate]
    two: Collection[str] = ()
    measure: Measure | None = None


class Twin(NamedTuple):
    """Of two pieces of one colour on one spot the one that is seen there, and the other.

    ``sure`` says that its size tells; else it passes for the one of which there are more.
    """

    seen: str
    other: str
    sure: bool


def tell_apart(
    stand: Stand, window: int, here: Here, model: SolidModel, tracked: Collection[str]
) -> Iterator[Twin]:
    """Yield the pieces of one colour that were found on one spot, and which of them it is."""
    for a, b in zip(*np.nonzero(np.triu(stand.twins)), strict=True):
        pair = stand.pieces[a], stand.pieces[b]
        doubled = not set(pair).isdisjoint(here.two)
        both = [here.found[piece] for piece in pair if piece in here.found]
        if not doubled and (
            len(both) < len(pair) or apart_mm(*both) > SAME * stand.shapes[pair[0]].size_mm[0]
        ):
            continue
        seen = None if doubled else _by_size(stand, window, here, pair, model)
        if seen is None:
            yield Twin(*_commoner_first(pair, tracked), sure=False)
        else:
            yield Twin(seen, pair[seen == pair[0]], sure=True)


def settle(
    twins: Mapping[int, Collection[Twin]], tracked: Collection[str]
) -> dict[int, tuple[Twin, ...]]:
    """Return them without those that would be seen at several places though there is only one."""
    times = Counter(twin.seen for here in twins.values() for twin in here if twin.sure)
    once = {piece for piece, count in times.items() if count == 1 or piece not in tracked}
    return {
        window: tuple(
            twin
            if not twin.sure or twin.seen in once
            else Twin(*_commoner_first(twin[:2], tracked), sure=False)
            for twin in here
        )
        for window, here in twins.items()
    }


def _commoner_first(pair: tuple[str, str], tracked: Collection[str]) -> tuple[str, str]:
    """Return two pieces, first the one of which there are more."""
    one, other = sorted(pair, key=tracked.__contains__)
    return one, other


def _by_size(
    stand: Stand, window: int, here: Here, pair: tuple[str, str], model: SolidModel
) -> str | None:
    """Say by its size which of two pieces this is, if that can be said."""
    mm2 = {piece: model.areas[piece] * stand.area_mm2(window, piece) for piece in pair}
    small, big = sorted(pair, key=mm2.__getitem__)
    one, found = here.found[small], here.found[big]
    whole = mm2[big] - mm2[small]
    if whole < _GAP * mm2[small]:
        return None
    seen = found.area * stand.area_mm2(window, big)
    # What covers a piece makes it seem smaller, but never bigger.
    fills = seen - mm2[small] >= (1 - _BIG) * whole
    if here.measure is not None:
        edges = here.measure({small: one, big: found})
        if is_small(*edges):
            return small
        return big if fills and is_big(*edges) else None
    if fills:
        return big
    free = mm2[big] * found.visible - mm2[small]
    most = seen / _strength(one, model.fits[small]) + _BLURRED * found.blurred_mm2
    enough = free >= _GAP * mm2[small] and most - mm2[small] <= _SMALL * free
    return small if enough else None


def _strength(found: Candidate, usual: float) -> float:
    """Return how strongly the colour shows inside an outline, up to what was taught.

    A piece whose colour shows weakly seems small, whatever its size.
    """
    return 1.0 if found.fit >= usual else max(found.fit / usual, _WEAKEST)

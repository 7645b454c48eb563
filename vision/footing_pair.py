"""Two figures of one colour at one place: nobody may put them there, and people do."""

from __future__ import annotations

import numpy as np

from vision.footing import Candidate, apart_mm, locate
from vision.ground import Numbers
from vision.stands import Stand
from vision.stands_site import CELL_MM

#: There must be so much more of the colour than one shows before a second one is looked for.
_MUCH = 1.35
#: Both are seen about as well; what shows much less of one is its shadow, which acrylic tints.
_EQUAL = 0.6
#: Feet of two figures are a width from each other or more; so much of it must be seen.
_APART = 0.85


def pair(
    stand: Stand, piece: str, own: Numbers, covered: Numbers, first: Candidate, usual: float
) -> tuple[Candidate, Candidate] | None:
    """Return both figures if there may be two, each seen as if the other were not its colour.

    ``usual`` is how much one shows alone, in sizes of its outline.
    """
    figure = stand.silhouette(first.window, piece, 1 / CELL_MM)
    if float(own.sum()) < _MUCH * min(usual, 1.0) * figure.area:
        return None
    second = _beside(stand, piece, own, covered, first)
    again = _beside(stand, piece, own, covered, second)
    near = apart_mm(again, second) < _APART * stand.shapes[piece].size_mm[0]
    if near or second.fit < _EQUAL * again.fit:
        return None
    return again, second


def _beside(stand: Stand, piece: str, own: Numbers, covered: Numbers, one: Candidate) -> Candidate:
    """Look for another figure where the one that is known does not show."""
    figure = stand.silhouette(one.window, piece, 1 / CELL_MM)
    body = figure.stamp(own.shape, *stand.cell_at(one.window, one.spot_mm))
    rest = np.where(body, 0, own).astype(own.dtype)
    return locate(stand, one.window, piece, rest, np.maximum(covered, np.where(body, own, 0)))

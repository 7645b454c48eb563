"""Not everything that people confirm is so: what is too far from what was taught is not learned."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.paint import Paint, colour_index
from vision.reference import Picture
from vision.tile_look import LOOK_PX_PER_MM, Look, turned

#: Fewer pixels than this are a speck, not a piece.
_FEW = 40
#: So well must new colours fit what was taught of the piece, as a share of how those fit
#: themselves, and so many times better than they fit any other piece.
_FIT, _BETTER = 0.1, 1.5
#: So much must a new look correlate with the taught one, and so much more than with any other.
_ALIKE, _MORE_ALIKE = 0.5, 0.1
_TURNS = np.arange(0.0, 360.0, 10.0)


def plausible(paint: Paint, piece: str, pixels: Picture) -> bool:
    """Tell whether these pixels can be of this piece in another light, and of no other piece."""
    if len(pixels) < _FEW:
        return False
    fits = dict(zip(paint.names, paint.densities[colour_index(pixels)].mean(axis=0), strict=True))
    own = fits.pop(piece)
    usual = paint.densities[colour_index(paint.samples[piece]), paint.names.index(piece)].mean()
    return bool(own >= _FIT * usual and own >= _BETTER * max(fits.values(), default=0.0))


def alike(known: Sequence[Look], look: Look) -> bool:
    """Tell whether a look can be of the piece it is said to be of, and of no other."""
    likeness: dict[str, float] = {}
    for other in known:
        if other.size_mm == look.size_mm:
            found = _likeness(other, look)
            likeness[other.piece] = max(likeness.get(other.piece, -1.0), found)
    own = likeness.pop(look.piece, -1.0)
    return own >= _ALIKE and own >= _MORE_ALIKE + max(likeness.values(), default=-1.0)


def _likeness(known: Look, look: Look) -> float:
    """Return the best correlation of two looks over the full circle."""
    height, width = look.picture.shape[:2]
    side = 2 * int(np.ceil(known.reach_mm * LOOK_PX_PER_MM)) + 1
    whole = np.full((side, side, 3), look.picture.reshape(-1, 3).mean(axis=0), np.float32)
    top, left = (side - height) // 2, (side - width) // 2
    whole[top : top + height, left : left + width] = look.picture
    best = -1.0
    for colours, cover in zip(*turned(known, _TURNS, LOOK_PX_PER_MM, side), strict=True):
        mask = np.repeat((cover > 0.5).astype(np.float32)[..., None], 3, axis=2)
        best = max(best, float(_correlation(whole, colours, mask)))
    return best


def _correlation(one: Picture, other: Picture, mask: Picture) -> float:
    match = cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED, mask=mask)
    return float(match[0, 0]) if np.isfinite(match[0, 0]) else -1.0

"""Look for more of the same: places that look like those that were tapped, and what they show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Array = NDArray[Any]
Point = tuple[float, float]

#: With fewer examples nobody knows what is common to them.
FEWEST = 3
#: How alike something must look (1: the same).
_ALIKE = 0.45
#: The ways a finger may miss what it points at (mm), and how clearly a word must be ahead.
_MISS_MM = 2.0
_AHEAD = 1.35


def alike(
    picture: Image, scale: float, examples: Sequence[Point], size_mm: Point, most: int
) -> list[Point]:
    """Return where something looks like the examples, the likest first, the examples left out."""
    if len(examples) < FEWEST or most < 1:
        return []
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    size = [2 * round(side * scale / 2) + 1 for side in size_mm]
    pattern = np.mean([_patch(lab, scale, xy, size) for xy in examples], axis=0)
    if min(lab.shape[0] - size[1], lab.shape[1] - size[0]) < 1:
        return []
    likeness = cv2.matchTemplate(lab, pattern.astype(np.float32), cv2.TM_CCOEFF_NORMED)
    reach = round(0.6 * min(size_mm) * scale)
    for xy in examples:
        _wipe(likeness, _corner(xy, scale, size), reach)
    found: list[Point] = []
    while len(found) < most:
        _, best, _, (x, y) = cv2.minMaxLoc(likeness)
        if best < _ALIKE:
            break
        middle = (x + size[0] // 2 + 0.5) / scale, (y + size[1] // 2 + 0.5) / scale
        found.append((round(middle[0], 2), round(middle[1], 2)))
        _wipe(likeness, (x, y), reach)
    return found


def _patch(picture: Array, scale: float, xy: Point, size: Sequence[int]) -> Array:
    centre = (xy[0] * scale - 0.5, xy[1] * scale - 0.5)
    return np.asarray(cv2.getRectSubPix(picture, (size[0], size[1]), centre), np.float32)


def _corner(xy: Point, scale: float, size: Sequence[int]) -> tuple[int, int]:
    return round(xy[0] * scale - size[0] / 2), round(xy[1] * scale - size[1] / 2)


def _wipe(likeness: Array, at: tuple[int, int], reach: int) -> None:
    x, y = at
    likeness[
        max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)
    ] = -1


def say_alike(
    picture: Image,
    scale: float,
    spots: Mapping[str, Point],
    said: Mapping[str, str],
    size_mm: Point,
    *,
    colour: bool = False,
) -> dict[str, str]:
    """Return what the other spots show, where one word is clearly ahead of all others.

    ``spots`` are all places where something is printed, ``said`` the words of some of them.
    """
    unlike = _other_colour if colour else _unlike
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    size = [2 * round(side * scale / 2) + 1 for side in size_mm]
    wide = [side + 2 * round(_MISS_MM * scale) for side in size]
    known: defaultdict[str, list[Array]] = defaultdict(list)
    for name, word in said.items():
        known[word].append(_patch(lab, scale, spots[name], size))
    if len(known) < 2:
        return {}
    found = {}
    for name, xy in spots.items():
        if name not in said:
            around = _patch(lab, scale, xy, wide)
            off = sorted((min(unlike(around, p) for p in ps), word) for word, ps in known.items())
            if off[1][0] > _AHEAD * off[0][0]:
                found[name] = off[0][1]
    return found


def _unlike(around: Array, pattern: Array) -> float:
    """Return how different a pattern is from the best of all places it may be at, in any light."""
    likeness = cv2.matchTemplate(around, pattern, cv2.TM_CCOEFF_NORMED)
    return 1.0 - float(likeness.max())


def _other_colour(around: Array, pattern: Array) -> float:
    """Return how different the mixture of colours is, whatever their pattern and the light."""
    return float(np.abs(_mixture(around) - _mixture(pattern)).sum())


def _mixture(patch: Array) -> Array:
    counts = cv2.calcHist([patch], [1, 2], None, [32, 32], [64, 192, 64, 192])
    return np.asarray(cv2.GaussianBlur(counts, (0, 0), 1.0) / patch[..., 0].size, np.float32)

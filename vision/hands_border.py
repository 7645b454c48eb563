"""What reaches in across the border of a surface: a few fingers, with the palm still outside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.hands_backdrop import Backcloth, Floats, Mask

#: The border is walked in steps of this length, on lines so far inside it.
_STEP_MM = 2.5
_LINES_MM = (3.0, 7.0, 11.0)
#: A stretch this long, covered throughout and of one colour, is no row of figures: those of one
#: colour never stand side by side.
_STRETCH_MM = 40.0
_ONE_COLOUR = 0.15


class Border:
    """The four edges of one surface in the small picture."""

    def __init__(self, cloth: Backcloth) -> None:
        self._edges = [edge for line in _walks(cloth.size_mm) if len(edge := _pixels(cloth, line))]

    def crossings(self, changed: Mask, flat: Floats) -> Mask:
        """Return the pixels of the border where something other than pieces crosses it."""
        crossed = np.zeros(changed.shape, np.bool_)
        for edge in self._edges:
            rows, columns = edge[..., 1], edge[..., 0]
            covered = np.asarray(changed[rows, columns].all(axis=1))
            if covered.sum() * _STEP_MM < _STRETCH_MM:
                continue
            colour = flat[rows, columns]
            colour = colour - colour.mean(axis=-1, keepdims=True)
            here = _long_and_plain(covered, colour.mean(axis=1))
            crossed[rows[here], columns[here]] = True
        return crossed


def _long_and_plain(covered: Mask, colour: Floats) -> Mask:
    """Return the steps that belong to a covered stretch of one colour."""
    length = round(_STRETCH_MM / _STEP_MM)
    starts = np.arange(len(covered) - length + 1)
    if not len(starts):
        return np.zeros(len(covered), np.bool_)
    window = starts[:, None] + np.arange(length)
    spread = np.sqrt(colour[window].var(axis=1).sum(axis=-1))
    good = covered[window].all(axis=1) & (spread < _ONE_COLOUR)
    here = np.zeros(len(covered), np.bool_)
    here[window[good].ravel()] = True
    return here


def _walks(size_mm: tuple[float, float]) -> list[NDArray[np.float64]]:
    """Return points along the four edges: steps, lines, x and y."""
    width, depth = size_mm
    inward = np.array(_LINES_MM)
    walks = []
    for length, other, swap in ((width, depth, False), (depth, width, True)):
        along = np.arange(_STEP_MM, length, _STEP_MM)
        for across in (inward, other - inward):
            points = np.stack(np.broadcast_arrays(along[:, None], across[None, :]), -1)
            walks.append(points[..., ::-1] if swap else points)
    return walks


def _pixels(cloth: Backcloth, walk: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the pixels of a walk within the surface's box; steps out of the picture are left out."""
    px = np.round(cloth.pixel_of(walk)).astype(np.intp)
    height, width = cloth.inside.shape
    there = ((px >= 0) & (px < (width, height))).all(axis=(1, 2))
    return px[there]

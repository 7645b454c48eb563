"""How the light falls on the table, measured against the empty board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.hands_backdrop import Backcloth, Backdrop, Bytes, Floats, Mask, light_of, pick, shrink

#: A cell whose light is off the smooth slope by more than this (in logarithms) is not trusted.
_OFF_SLOPE = 0.25
_ROUNDS = 4


@dataclass(frozen=True, eq=False)
class LightMap:
    """The light on one surface against that of its reference picture.

    ``measured`` is the logarithm of the gain (rows, columns, blue green red) on a grid of cells,
    ``slope`` the smooth surface through it, and ``seen`` where both agree: elsewhere pieces, a
    hand or a hard shadow lie on the board, and the slope is the better guess of the light.
    """

    measured: Floats
    slope: Floats
    seen: Mask

    @property
    def gains(self) -> Floats:
        """Return the gain of each cell and channel, as factors of linear light."""
        logs = np.where(self.seen[..., None], self.measured, self.slope)
        return np.asarray(np.exp(logs), np.float32)

    def over(self, cloth: Backcloth) -> Floats:
        """Return the smooth logarithmic gain for every pixel of the surface's box."""
        return pick(self.slope, *cloth.cell_at)


def light_map(light: Floats, cloth: Backcloth) -> LightMap:
    """Measure the light on a surface; ``light`` is that of the surface's box.

    Each cell takes the median over its calmer pixels, so a piece or two do not count. Hands and
    hard shadows cover whole cells: the slope is fitted so that what most cells say wins.
    """
    rows, columns = cloth.grid
    ratio = light.reshape(-1, 3)[cloth.samples] - cloth.sampled
    ratio.partition(ratio.shape[1] // 2, axis=1)
    measured = ratio[:, ratio.shape[1] // 2].astype(np.float64)
    slope = _fit(measured, _terms(rows, columns))
    seen = np.asarray((np.abs(measured - slope) < _OFF_SLOPE).all(axis=1))
    shape = (rows, columns, 3)
    return LightMap(
        measured.reshape(shape).astype(np.float32),
        slope.reshape(shape).astype(np.float32),
        seen.reshape(rows, columns),
    )


@lru_cache(maxsize=8)
def _terms(rows: int, columns: int) -> NDArray[np.float64]:
    """Return the terms of a quadratic in x and y, for every cell."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    x, y = x.ravel(), y.ravel()
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _fit(measured: NDArray, terms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fit the slope to all cells, then again and again with less weight for those that are off.

    The first guess is flat, at the median; the leeway shrinks from generous to strict, so that
    a strong slope is not mistaken for a crowd of outliers.
    """
    slope = np.broadcast_to(np.median(measured, axis=0), measured.shape)
    tame = 1e-3 * np.eye(terms.shape[1])
    for leeway in np.geomspace(0.6, 0.08, _ROUNDS):
        off = measured - slope
        weight = 1 / (1 + np.einsum("ij,ij->i", off, off) / leeway**2) ** 2
        weighted = terms.T * weight
        slope = terms @ np.linalg.solve(weighted @ terms + tame, weighted @ measured)
    return slope


@dataclass(frozen=True, eq=False)
class Glance:
    """A picture at a quarter of its size, its light, and how that falls on each surface."""

    small: Bytes
    light: Floats
    maps: Mapping[str, LightMap]


def glance_at(image: Bytes, backdrop: Backdrop) -> Glance:
    """Take the first, cheap look at a picture that everything else shares."""
    small = shrink(image)
    light = light_of(small)
    maps = {name: light_map(light[cloth.box], cloth) for name, cloth in backdrop.cloths.items()}
    return Glance(small, light, maps)

"""Sharpness and grain, measured at full size on a few small patches of the printed board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Vantage
from vision.hands_backdrop import Bytes, Floats, light_of, pick

#: Patches are squares of this side in the camera's pixels; so many are taken from each surface.
_SIDE, _COUNT = 40, 16
#: A pixel's noise is the spread of this mask over it, which any even slope of light leaves at 0.
_RIPPLE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6


@dataclass(frozen=True, eq=False)
class _Patch:
    left: int
    top: int
    slopes: Floats


class Detail:
    """The richest spots of the print for sharpness, the barest for grain."""

    def __init__(self, vantage: Vantage, references: Mapping[str, Bytes], px_per_mm: float) -> None:
        self._rich: list[_Patch] = []
        self._bare: list[_Patch] = []
        for name, reference in references.items():
            patches = sorted(_patches(vantage, name, reference, px_per_mm), key=_richness)
            self._bare += patches[:_COUNT]
            self._rich += patches[-_COUNT:]

    def sharpness_and_grain(self, image: Bytes) -> tuple[float, float]:
        """Return which share of the printed lines is found again, and the noise in bytes.

        Lines are compared with those of the reference, so that noise, which gives a picture
        false crispness, does not count. Hands and pieces cover some patches: the median speaks.
        """
        shares = [_share(_cut(image, patch), patch.slopes) for patch in self._rich]
        grains = [_grain(_cut(image, patch)) for patch in self._bare]
        return _median(shares), _median(grains)


def _patches(vantage: Vantage, name: str, reference: Bytes, px_per_mm: float) -> Iterator[_Patch]:
    """Cut the reference into patches as the camera would see them."""
    size_mm = reference.shape[1] / px_per_mm, reference.shape[0] / px_per_mm
    corners = vantage.corners(name, size_mm)
    width, height = vantage.lens.size
    left, top = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, (width, height))
    right, bottom = np.clip(np.ceil(corners.max(axis=0)).astype(int), 0, (width, height))
    for y in range(top, bottom - _SIDE + 1, _SIDE):
        for x in range(left, right - _SIDE + 1, _SIDE):
            px = np.stack(np.meshgrid(np.arange(x, x + _SIDE), np.arange(y, y + _SIDE)), -1)
            at = vantage.unproject(name, px.astype(float))
            if (at >= 1).all() and (at <= np.array(size_mm) - 1).all():
                spot = (at * px_per_mm - 0.5).astype(np.float32)
                seen = pick(reference, spot[..., 0], spot[..., 1])
                yield _Patch(x, y, _slopes(seen))


def _richness(patch: _Patch) -> float:
    return float((patch.slopes**2).mean())


def _cut(image: Bytes, patch: _Patch) -> Bytes:
    return image[patch.top : patch.top + _SIDE, patch.left : patch.left + _SIDE]


def _slopes(patch: Bytes) -> Floats:
    """Return how the light changes from pixel to pixel, to the right and down."""
    light = light_of(patch).mean(axis=-1)
    return np.stack([np.diff(light, axis=1)[:-1], np.diff(light, axis=0)[:, :-1]])


def _share(patch: Bytes, slopes: Floats) -> float:
    return float((_slopes(patch) * slopes).sum() / max(float((slopes**2).sum()), 1e-6))


def _grain(patch: Bytes) -> float:
    ripple = cv2.filter2D(patch, cv2.CV_32F, _RIPPLE)[1:-1, 1:-1]
    return float(np.median(np.abs(ripple)) * 1.4826)


def _median(figures: list[float]) -> float:
    return float(np.median(figures)) if figures else 0.0

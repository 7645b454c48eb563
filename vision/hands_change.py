"""Where a picture shows something other than the empty board, pixel by pixel."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands_backdrop import Backcloth, Bytes, Floats, Mask

#: How far light and colour may be off (in logarithms of light) before a pixel counts as changed.
_LIGHT_OFF, _COLOUR_OFF = 0.35, 0.3
#: Print is compared in windows of this many small pixels; on most tables some 17 mm.
_WINDOW = 7
#: From this likeness on, the print of the board is seen through whatever light falls on it. Its
#: contrast is kept in shadow, but may nearly drown in glare.
_ALIKE, _IN_SHADOW, _IN_GLARE = 0.6, 0.4, 0.08
#: A window whose print varies less than this, or not clearly more than the noise of the picture,
#: has no print to speak of.
_PRINTED, _OVER_NOISE = 0.004, 2.0
#: Bare spots up to this width, with print gone on both sides, are covered as well.
_BARE_MM = 20.0
#: Bytes from here on are burnt out: nothing can be said about what is there.
_BURNT = 246
#: Burnt spots smaller than this are white print; glare is larger, and shines farther still.
_GLARE_MM, _HALO_MM = 10.0, 20.0
#: What glare adds is the same for all colours, up to this factor.
_GLARE_CAST = 1.7

_Octets = NDArray[np.uint8]


class Weave:
    """The print of one empty surface, prepared for being compared with pictures of it."""

    def __init__(self, cloth: Backcloth) -> None:
        near = np.ones((3, 3), np.uint8)
        self._cloth = cloth
        # A pixel may look like any of its neighbours: cameras and boards move by a hair.
        self._low, self._high = cv2.erode(cloth.light, near), cv2.dilate(cloth.light, near)
        self._weight = cloth.inside.astype(np.float32)
        self._share = 1 / np.maximum(_sum(self._weight), 1)
        self._print = _grey(cloth.light) * self._weight
        self._mean = _sum(self._print) * self._share
        spread = _sum(self._print * self._print) * self._share - self._mean**2
        self._variance = np.maximum(spread, 0)
        self._sample = np.flatnonzero(cloth.inside)[:: max(1, int(cloth.inside.sum()) // 2000)]

    @cached_property
    def _burnt(self) -> Mask:
        """Return where the reference itself was blinded by glare."""
        bytes_like = np.exp(self._cloth.light).min(axis=-1) > 0.92
        return self._halo(bytes_like.astype(np.uint8))

    def changed(self, small: Bytes, flat: Floats) -> Mask:
        """Return which pixels show neither the board nor its print in other light.

        Colour and brightness alone would take every shadow for a thing, and miss skin on sand.
        Where the board is printed, the print decides: if it is still there, only the light has
        changed; if it is gone, something lies on it, whatever its colour. ``flat`` is the light
        of the picture as it would be if it fell as on the reference.
        """
        blue, green, red = cv2.split(flat - cv2.min(cv2.max(flat, self._low), self._high))
        brighter = np.asarray((blue + green + red) / 3, np.float32)
        cast = cv2.max(cv2.max(blue, green), red) - cv2.min(cv2.min(blue, green), red)
        through, plain = self._compare_print(flat, brighter)
        other = (cast > _COLOUR_OFF) | (np.abs(brighter) > _LIGHT_OFF)
        other &= ~through & ~(plain & (cast < _COLOUR_OFF) & (brighter < 0))
        self._drop_glare(other, plain & (brighter > 0), flat)
        gone = self._bridged(((~through & ~plain) | ~self._cloth.inside).view(np.uint8), plain)
        # A window on the edge of a thing misses some print already: only its inner part counts.
        gone = np.asarray(cv2.erode(gone, np.ones((5, 5), np.uint8)), np.uint8)
        white = np.asarray(cv2.inRange(small, (_BURNT,) * 3, (255,) * 3), np.uint8)
        burnt = self._halo(white) & (brighter >= 0)
        burnt |= self._burnt & (brighter <= 0)
        return (other | gone.view(np.bool_)) & self._cloth.inside & ~burnt

    def _bridged(self, gone: _Octets, plain: Mask) -> _Octets:
        """Return where print is gone, with the bare spots between: a plate hides those too."""
        brush = square(_BARE_MM * self._cloth.px_per_mm)
        return gone | (cv2.morphologyEx(gone, cv2.MORPH_CLOSE, brush) & plain.view(np.uint8))

    def _compare_print(self, flat: Floats, brighter: Floats) -> tuple[Mask, Mask]:
        """Return where the picture varies as the print does, and where there is no print."""
        seen = _grey(flat) * self._weight
        mean = _sum(seen) * self._share
        variance = _sum(seen * seen) * self._share - mean * mean
        together = _sum(seen * self._print) * self._share - mean * self._mean
        # The likeness is their correlation; squared, it needs no root.
        alike = together * together > np.maximum(variance * self._variance, 1e-7) * _ALIKE**2
        # Some of the board is always bare; what differs there is noise, and no more than that.
        there = self._sample
        left = variance.flat[there] + self._variance.flat[there] - 2 * together.flat[there]
        plain = self._variance < max(_PRINTED, _OVER_NOISE * float(np.percentile(left, 15)))
        least = np.where(brighter > 0, np.float32(_IN_GLARE), np.float32(_IN_SHADOW))
        return alike & (together > least * self._variance), plain

    def _drop_glare(self, other: Mask, doubtful: Mask, flat: Floats) -> None:
        """Take out doubtful parts to which white light was added: a lamp mirrored in the varnish."""
        asked = other & doubtful
        if not asked.any():
            return
        added = np.exp(flat[asked]) - np.exp(self._cloth.light[asked])
        low, high = added.min(axis=1), added.max(axis=1)
        other[asked] = (low <= 0) | (high > _GLARE_CAST * low)

    def _halo(self, burnt: _Octets) -> Mask:
        if not burnt.any():
            return np.zeros(burnt.shape, np.bool_)
        scale = self._cloth.px_per_mm
        core = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, square(_GLARE_MM * scale))
        return np.asarray(cv2.dilate(core, square(2 * _HALO_MM * scale))) > 0


def square(side_px: float) -> _Octets:
    """Return a square brush; its side is made odd, so that it has a middle."""
    side = max(1, round(side_px)) | 1
    return np.ones((side, side), np.uint8)


def _sum(values: Floats) -> Floats:
    return np.asarray(cv2.boxFilter(values, -1, (_WINDOW, _WINDOW), normalize=False))


def _grey(values: Floats) -> Floats:
    """Return the mean of blue, green and red; much quicker than along a short axis."""
    return np.asarray(cv2.transform(values, np.full((1, 3), 1 / 3, np.float32)))

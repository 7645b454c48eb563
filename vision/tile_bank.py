"""Flat pieces turned to every angle, ready to be compared with many places at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import Picture
from vision.tile_look import Floats, Look, Mask, turned

#: Angles at which every look is kept, and how many of them a first search skips.
ANGLES = 72
SKIP = 3

#: Half the width of the band in which a pixel may lie if all is a little off, in mm.
SLACK_MM = 0.4

Ints = NDArray[np.intp]


class Bank:
    """All looks at all angles; ``entry`` numbers go through the angles of one look, then the next.

    ``low`` and ``high`` bound the colours of every pixel if the piece lies up to ``SLACK_MM``
    aside; ``cover`` tells which pixels it covers.  All are square, ``side`` pixels wide.
    """

    def __init__(self, looks: Sequence[Look], px_per_mm: float) -> None:
        self.looks = tuple(looks)
        self.px_per_mm = px_per_mm
        reach = max(look.reach_mm for look in looks)
        self.side = 2 * int(np.ceil(reach * px_per_mm))
        degrees = np.linspace(0.0, 360.0, ANGLES, endpoint=False)
        shown = [turned(look, degrees, px_per_mm, self.side) for look in looks]
        self.colours: Floats = np.concatenate([colours for colours, _ in shown])
        self._share: Floats = np.concatenate([share for _, share in shown])
        self.cover: Mask = self._share > 0.95
        self.weight: Floats = self.cover.astype(np.float32)
        self.look_of: Ints = np.repeat(np.arange(len(looks)), ANGLES)

    def piece(self, entry: int) -> str:
        """Return which piece an entry shows."""
        return self.looks[self.look_of[entry]].piece

    @cached_property
    def bounds(self) -> tuple[Picture, Picture]:
        """Return the darkest and the brightest each pixel may be."""
        low: list[Floats] = []
        high: list[Floats] = []
        for look in self.looks:
            near = _spread(look)
            degrees = np.linspace(0.0, 360.0, ANGLES, endpoint=False)
            for kept, one in zip((low, high), near, strict=True):
                kept.append(turned(one, degrees, self.px_per_mm, self.side)[0])
        return (
            np.clip(np.concatenate(low), 0, 255).astype(np.uint8),
            np.clip(np.concatenate(high) + 0.5, 0, 255).astype(np.uint8),
        )

    def picture(self, entry: int) -> Picture:
        """Return an entry as a picture."""
        return np.clip(self.colours[entry] + 0.5, 0, 255).astype(np.uint8)

    @cached_property
    def level(self) -> Floats:
        """Return how bright each pixel is, all channels together."""
        return self.colours.sum(axis=-1)

    @cached_property
    def coarse(self) -> Coarse:
        """Return the bank at half the resolution, ready for a search."""
        return Coarse(self.colours, self._share, self.look_of)


class Coarse:
    """The same at half resolution, as rows of numbers whose products tell likeness."""

    def __init__(self, colours: Floats, share: Floats, look_of: Ints) -> None:
        self.side = colours.shape[1] // 2
        weight = _halve(share[..., None])[..., 0]
        weight = np.where(weight > 0.95, weight, 0).astype(np.float32)
        small = _halve(colours)
        used = weight.max(axis=0) > 0
        self.rows, self.columns = np.nonzero(used)
        self.weight: Floats = weight[:, used]
        self.total: Floats = 3 * self.weight.sum(axis=1)
        self.colours: Floats = small[:, used]
        plain = self.colours
        mean = (plain * self.weight[..., None]).sum(axis=(1, 2)) / self.total
        level = (plain - mean[:, None, None]) * self.weight[..., None]
        norm = np.sqrt((level * (plain - mean[:, None, None])).sum(axis=(1, 2)))
        self.pattern: Floats = (level / norm[:, None, None]).reshape(len(plain), -1)
        self.look_of = look_of
        self.first: Ints = np.arange(0, len(plain), SKIP)

    @cached_property
    def some(self) -> Turns:
        """Return the bank at those angles that a first search tries."""
        return Turns(self.first, self.pattern, self.weight)

    @cached_property
    def all(self) -> Turns:
        """Return the bank at all angles."""
        return Turns(np.arange(len(self.pattern)), self.pattern, self.weight)

    def likeness_each(self, patches: Floats, entries: Ints) -> Floats:
        """Return how alike each group of patches and its own few entries are, -1..1."""
        pattern, weight = self.pattern[entries], self.weight[entries].transpose(0, 2, 1)
        flat = patches.reshape(*patches.shape[:2], -1)
        sums = _total(patches) @ weight
        squares = _total(patches * patches) @ weight
        spread = np.sqrt((squares - sums * sums / self.total[entries][:, None]).clip(1))
        return np.asarray((flat @ pattern.transpose(0, 2, 1)) / spread, np.float32)


class Turns:
    """Entries of a bank, ready to be compared with many patches at once."""

    def __init__(self, entry: Ints, pattern: Floats, weight: Floats) -> None:
        self.entry = entry
        masks, mask_of = np.unique(weight[entry], axis=0, return_inverse=True)
        self._masks: Floats = masks.T.copy()
        self._mask_of: Ints = mask_of.ravel()
        self._pattern: Floats = pattern[entry].T.copy()

    def likeness(self, patches: Floats) -> Floats:
        """Return how alike patches (any number, pixels, channels) and the entries are."""
        sums = _total(patches) @ self._masks
        squares = _total(patches * patches) @ self._masks
        spread = np.sqrt(np.maximum(squares - sums**2 / (3 * self._masks.sum(axis=0)), 1.0))
        flat = patches.reshape(len(patches), -1)
        return (flat @ self._pattern) / spread[:, self._mask_of]


def _total(patches: Floats) -> Floats:
    return patches[..., 0] + patches[..., 1] + patches[..., 2]


def _halve(pictures: Floats) -> Floats:
    count, side, _, depth = pictures.shape
    return pictures.reshape(count, side // 2, 2, side // 2, 2, depth).mean(axis=(2, 4))


def _spread(look: Look) -> tuple[Look, Look]:
    """Return a look as dark and as bright as its neighbourhood makes each pixel."""
    reach = 2 * round(SLACK_MM * 3) + 1
    block = np.ones((reach, reach), np.uint8)
    dark = np.asarray(cv2.erode(look.picture, block), np.uint8)
    bright = np.asarray(cv2.dilate(look.picture, block), np.uint8)
    return (
        Look(look.piece, look.size_mm, look.round, dark),
        Look(look.piece, look.size_mm, look.round, bright),
    )

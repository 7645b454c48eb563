"""The colours of pieces, learned from a few photos of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import Picture

#: Colours are told apart in steps of eight, so that one table answers for every pixel.
_STEPS = 32
_BITS = 3

#: How far a colour may stray from a taught one: lightness, green-red, blue-yellow (OpenCV's Lab).
#: Lightness is wide, because a figure has a lit and a dark side.
_SPREAD = np.array([20.0, 8.0, 8.0], np.float32)

#: A colour that fits no taught one better than this does not fit at all.
_FAINTEST = 1e-6

#: So many taught pixels describe a piece well enough.
SAMPLES = 300

Densities = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Paint:
    """What colours each piece shows, as samples of taught pixels in the light of the reference."""

    samples: Mapping[str, Picture]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the pieces there are colours of."""
        return tuple(self.samples)

    @cached_property
    def densities(self) -> Densities:
        """Return how well each of the 32768 colours fits each piece, from 0 to 1."""
        steps = (np.arange(_STEPS) * 2**_BITS + 2 ** (_BITS - 1)).astype(np.uint8)
        colours = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1)
        everywhere = _lab(colours.reshape(-1, 3))
        columns = [_density(everywhere, _lab(self.samples[name])) for name in self.names]
        return np.stack(columns, axis=1) if columns else np.zeros((_STEPS**3, 0), np.float32)


def alike(densities: Densities) -> NDArray[Any]:
    """Return for each two pieces how much their colours are the same, from 0 to 1."""
    length = np.linalg.norm(densities, axis=0) + 1e-9
    return (densities.T @ densities) / np.outer(length, length)


def colour_index(picture: Picture) -> NDArray[Any]:
    """Return for each pixel its row in a table of densities."""
    step = picture.astype(np.int32) >> _BITS
    return (step[..., 0] << 10) | (step[..., 1] << 5) | step[..., 2]


def thin_out(pixels: Picture, most: int = SAMPLES) -> Picture:
    """Return at most so many of these pixels, evenly picked, always the same ones."""
    if len(pixels) <= most:
        return pixels
    return pixels[np.linspace(0, len(pixels) - 1, most).astype(int)]


def _lab(colours: Picture) -> Picture:
    if not len(colours):
        return np.zeros((0, 3), np.uint8)
    row = np.ascontiguousarray(colours, np.uint8).reshape(-1, 1, 3)
    return cv2.cvtColor(row, cv2.COLOR_BGR2LAB).reshape(-1, 3)


def _density(colours: Picture, samples: Picture) -> Densities:
    """Return the mean of the bells that stand on the samples, for each colour.

    A bell is the product of its sides, and there are only 256 steps on each: so hardly anything
    is worked out for a colour but looked up. Where a bell is next to nothing, it is nothing.
    """
    found = np.zeros(len(colours), np.float32)
    if not len(samples):
        return found
    steps = np.arange(256, dtype=np.float32)[:, None]
    sides = [
        np.exp(-(((steps - samples[:, axis]) / _SPREAD[axis]) ** 2) / 2, dtype=np.float32)
        for axis in range(3)
    ]
    reached = [side.max(axis=1) > _FAINTEST for side in sides]
    near = np.flatnonzero(
        np.all([reach[colours[:, axis]] for axis, reach in enumerate(reached)], axis=0)
    )
    # A few at a time: all colours against all samples would be the most memory a table ever takes.
    for some in np.array_split(near, _STEPS):
        light, red, yellow = (side[colours[some, axis]] for axis, side in enumerate(sides))
        found[some] = np.einsum("cs,cs,cs->c", light, red, yellow) / len(samples)
    return found

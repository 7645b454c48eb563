"""Colours apart from brightness: what lies in the shadow of a piece keeps its hue."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.tile_look import Floats

#: Added to the brightness before dividing by it: dark pixels have no reliable hue.
DARK = 25.0

#: How much brightness counts beside hue.
BRIGHTNESS = 0.2

#: Hues so far apart still agree for the most part.
WIDTH = 9.0


def hues(colours: Floats) -> Floats:
    """Return blue and red against the mean of all channels, in percent, and a little brightness."""
    plain = colours.astype(np.float32, copy=False)
    level = plain.mean(axis=-1)
    out = np.empty_like(plain)
    scale = 100 / (level + np.float32(DARK))
    out[..., 0] = (plain[..., 0] - level) * scale
    out[..., 1] = (plain[..., 2] - level) * scale
    out[..., 2] = level * np.float32(BRIGHTNESS)
    return out


def smooth(pictures: Iterable[Floats]) -> Floats:
    """Return pictures with their noise evened out a little."""
    return np.stack([cv2.GaussianBlur(one, (3, 3), 0) for one in pictures])


def distance(one: Floats, other: Floats) -> Floats:
    """Return how far hues are apart, squared, in units of what still agrees."""
    off = one - other
    return np.einsum("...c,...c->...", off, off) * np.float32(1 / WIDTH**2)


def agree(one: Floats, other: Floats) -> Floats:
    """Return how far hues agree, 0..1."""
    return np.exp(distance(one, other) * np.float32(-0.5))


def agree_nearby(seen: Floats, known: Floats) -> Floats:
    """Return how far each pixel agrees with any known one not more than a pixel away."""
    size = seen.shape[1]
    wide = np.pad(known, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
    least = np.full(seen.shape[:3], np.inf, np.float32)
    for row in range(3):
        for column in range(3):
            near = wide[:, row : row + size, column : column + size]
            least = np.minimum(least, distance(seen, near))
    return np.exp(least * np.float32(-0.5))

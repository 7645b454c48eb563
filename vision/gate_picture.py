"""How two thumbnails differ, what of it light does, and how grainy they are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Spots = NDArray[np.bool_]

#: One pixel of the thumbnail stands for so many of the camera's, each way.
SHRINK = 8
#: Noise below this (in logarithms of bytes) is not believed.
LEAST_NOISE = 0.012
#: A spot has changed when its mean square difference is this many times that of noise alone.
OUT_OF_NOISE = 8.0
#: The median of squares of noise, in parts of their mean.
_MEDIAN = 0.455
#: Before anything is learned, noise is judged by brightness, in so many classes.
_CLASSES = 8
#: Drawings are compared within so many spots.
AROUND = (7, 7)
#: In colour and at rest more can be told, and closer by.
_EXCHANGED, _CLOSE = 0.7, (5, 5)
#: What changes by light keeps its drawing to this degree; spots where it does so to no more than the
#: other show something else, if their lines stand out from noise by so much.
_SAME_DRAWING, _REDRAWN, _LINES = 0.6, 0.3, 4.0


@dataclass(frozen=True, eq=False)
class Difference:
    """How two thumbnails differ once the light is taken out."""

    square: Floats
    light_step: float


_LOGS = np.log(np.arange(256) + 12.0).astype(np.float32)


def thumbnail(image: Bytes, source: Bytes) -> Floats:
    """Return the logarithm of the brightness, at an eighth of the size, from four pixels each."""
    height, width = image.shape[0] // SHRINK, image.shape[1] // SHRINK
    small = cv2.resize(source, (width, height), interpolation=cv2.INTER_LINEAR)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    return np.asarray(cv2.LUT(grey, _LOGS))


def difference(before: Floats, now: Floats) -> Difference:
    """Compare two thumbnails without what the light does.

    Lamps, flicker and daylight act along whole rows and columns, in logarithms by adding to them;
    so what a row or a column has in common is not motion.
    """
    change = now - before
    rows = np.median(change[:, ::9], axis=1).astype(np.float32)
    change -= rows[:, None]
    columns = np.median(change[::7], axis=0).astype(np.float32)
    change -= columns
    step = max(float(np.abs(rows).max()), float(np.abs(columns).max()))
    return Difference(np.asarray(cv2.multiply(change, change)), step)


def first_noise(step: Difference, now: Floats) -> Floats:
    """Guess the noise from two frames: in each class of brightness, half at least does not move.

    Some spots of a class are worse than most: the guess is doubled, and learning brings it down.
    """
    edges = np.quantile(now[::4, ::4], np.linspace(0, 1, _CLASSES + 1)[1:-1])
    classes = np.searchsorted(edges, now)
    noise = np.empty_like(now)
    for number in range(_CLASSES):
        here = classes == number
        if here.any():
            typical = float(np.median(step.square[here])) / _MEDIAN
            noise[here] = 2 * max(typical, LEAST_NOISE**2)
    return noise


def same_drawing(before: Floats, now: Floats, spots: Spots) -> bool:
    """Return whether the changed spots still show the same lines, only lit in another way."""
    around = grown(spots, (3, 3))
    old, new = ((p - cv2.blur(p, AROUND))[around] for p in (before, now))
    both = float(np.sqrt((old @ old) * (new @ new)))
    return both > 0 and float(old @ new) > _SAME_DRAWING * both


def redrawn(before: Floats, now: Floats, noise: Floats) -> Spots:
    """Return where lines are gone, or others have come, whatever the light does."""
    return _redrawn(before, now, noise, _REDRAWN, AROUND)


def _redrawn(
    before: Floats, now: Floats, noise: Floats | float, most: float, around: tuple[int, int]
) -> Spots:
    old, new = (picture - cv2.blur(picture, around) for picture in (before, now))
    both, was, is_ = (cv2.blur(p, around) for p in (old * new, old * old, new * new))
    if before.ndim == 3:
        both, was, is_ = (p.sum(axis=2) for p in (both, was, is_))
    drawn = np.maximum(was, is_) > _LINES * noise
    return np.asarray(drawn & (both < most * np.sqrt(was * is_)))


def colours(image: Bytes) -> Floats:
    """Return the logarithms of all three colours, at an eighth of the size."""
    height, width = image.shape[0] // SHRINK, image.shape[1] // SHRINK
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.LUT(small, _LOGS))


def exchanged(before: Floats, now: Floats) -> Spots:
    """Return where two colour thumbnails show different things, though the light may differ too."""
    change = now - before
    change -= np.median(change[:, ::9], axis=1, keepdims=True)
    change -= np.median(change[::7], axis=0, keepdims=True)
    square = np.square(change).sum(axis=2)
    noise = max(float(np.median(square)) / _MEDIAN, 3 * LEAST_NOISE**2)
    recoloured = cv2.blur(square / noise, (3, 3)) > OUT_OF_NOISE
    return np.asarray(recoloured & _redrawn(before, now, noise, _EXCHANGED, _CLOSE))


def grown(spots: Spots, size: tuple[int, int]) -> Spots:
    """Return spots and those around them."""
    return np.asarray(cv2.dilate(spots.view(np.uint8), np.ones(size, np.uint8)) > 0)

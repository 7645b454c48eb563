"""Tell table from cardboard in a photo of a table nobody has described."""

from __future__ import annotations

import cv2
import numpy as np

from companion.app.maker_straight import Array, Image

#: The rim of a photo is table, but for a cup or two; as a share of its longer side.
_RIM = 0.07
#: Colours that differ by less than this (brightness, green to red, blue to yellow) are one.
_ONE_COLOUR = (14, 5, 5)
#: A colour this much at home at the rim is certainly one of the table's.
_CERTAIN = 0.3


def sample(image: Array, xy: Array) -> Array:
    """Return a picture's values at points (count, points, 2), in between pixels."""
    at = np.ascontiguousarray(xy, np.float32)
    border = cv2.BORDER_REPLICATE
    return np.asarray(cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=border))


def table_map(image: Image) -> Array:
    """Return how sure every pixel's colour is one of the table's, from 0 to 1.

    A table may have many colours, as a checked cloth has: each counts by how much more often it
    is met at the rim than elsewhere.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.2), cv2.COLOR_BGR2LAB)
    colours = (lab // np.array(_ONE_COLOUR, np.uint8)).astype(np.intp)
    bins = tuple(255 // one + 1 for one in _ONE_COLOUR)
    number = np.ravel_multi_index(tuple(np.moveaxis(colours, 2, 0)), bins)
    rim = round(_RIM * max(number.shape))
    middle = _frequency(number[rim:-rim, rim:-rim], bins)
    outer = [number[:rim], number[-rim:], number[rim:-rim, :rim], number[rim:-rim, -rim:]]
    edge = _frequency(np.concatenate([part.ravel() for part in outer]), bins)
    share = edge / (edge + middle + 1e-6)
    return np.minimum(share.ravel()[number] / _CERTAIN, 1).astype(np.float32)


def _frequency(numbers: Array, bins: tuple[int, ...]) -> Array:
    """Return how often each colour is met, with its neighbours, since light is never even."""
    count = np.bincount(numbers.ravel(), minlength=int(np.prod(bins))).reshape(bins).astype(float)
    for axis in range(3):
        count = (np.roll(count, 1, axis) + 2 * count + np.roll(count, -1, axis)) / 4
    return count / max(count.sum(), 1.0)

"""Whether a photo speaks for proposed corners: an edge of cardboard is a step all along its line."""

from __future__ import annotations

import cv2
import numpy as np

from companion.app.maker_straight import Array, Image, Quad

#: As fine as corners are looked for.
_LOOKED_AT_PX = 1640
#: Where along a side the photo is asked, and how many pixels outside (below 0) and inside of it.
_ALONG = np.linspace(0.05, 0.95, 37)
_ACROSS = np.arange(-12.0, 3.5, 1.0)
_NEAR_PX, _OUTSIDE_PX = 2.0, 4.0
#: The step at a line in levels a pixel, and how much of it there may be once more further out:
#: where a lamp casts a shadow, nobody knows which of the two is the cardboard.
_STEP, _ONCE_MORE = 3.0, 0.5


def is_guess(photo: Image, px: Quad) -> bool:
    """Tell whether a side of a proposed outline has no clear edge, or two of them."""
    scale = min(1.0, _LOOKED_AT_PX / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1), cv2.COLOR_BGR2LAB).astype(np.float32)
    corners = np.array(px, float) * scale
    return any(_is_weak(lab, corners[n], corners[(n + 1) % 4]) for n in range(4))


def _is_weak(lab: Array, start: Array, end: Array) -> bool:
    steps = _steps(lab, start, end)
    offsets = _ACROSS[1:-1]
    near = float(steps[np.abs(offsets) <= _NEAR_PX].max())
    outside = float(steps[offsets <= -_OUTSIDE_PX].max())
    return near < _STEP or outside > _ONCE_MORE * near


def _steps(lab: Array, start: Array, end: Array) -> Array:
    """Return how the colours change across a side; what changes here and there does not count."""
    way = end - start
    inward = np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1.0)
    spots = (start + _ALONG[:, None] * way)[:, None] + _ACROSS[None, :, None] * inward
    xy = spots.astype(np.float32)
    seen = cv2.remap(lab, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    changes = (seen[:, 2:] - seen[:, :-2]) / 2
    return np.asarray(np.linalg.norm(np.median(changes, axis=0), axis=1))

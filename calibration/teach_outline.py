"""Find the outline of a flat piece of known size by what it changes on the empty board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reference import Picture
from vision.tile_look import LOOK_PX_PER_MM, Floats

#: A shadow leaves at least so much of the light; what only has less light is no change.
DARKEST = 0.7

#: A difference of so many grey levels is a full change.
FULL = 40.0

#: Between these distances around a piece nothing should have changed; closer, its side wall or
#: a blurred edge may be seen.
RIM_MM = (0.3, 2.0)

#: How wide the edge of a piece is that should have changed all around: what lies on a print of
#: its own colour often differs from it there only.
EDGE_MM = 1.2

#: How much the change further inside counts beside that at the edge.
INSIDE = 0.35

#: What a millimetre away from the place costs, squared: where shape does not tell, it lies in the
#: middle.
AWAY = 0.015

#: Lines on a piece run along its sides if so much of them agree, and at most so many degrees off.
AGREE, OFF = 0.15, 3


@dataclass(frozen=True)
class Outline:
    """Where a piece lies within a window, from its middle; ``score`` is at most 1."""

    xy_mm: tuple[float, float]
    degrees: float
    round: bool
    score: float


def change(seen: Picture, empty: Picture) -> Floats:
    """Return for each pixel how surely it is not the empty board, lit or in shadow (0..1)."""
    block = np.ones((3, 3), np.uint8)
    low, high = (np.asarray(f(empty, block), np.float32) for f in (cv2.erode, cv2.dilate))
    ours = seen.astype(np.float32)
    level = empty.astype(np.float32).sum(axis=-1) + 1
    left = np.clip(cv2.blur(ours.sum(axis=-1) + 1, (3, 3)) / cv2.blur(level, (3, 3)), DARKEST, 1)
    off = np.maximum(low * left[..., None] - ours, ours - high * left[..., None]).max(axis=-1)
    return np.asarray(np.clip(off / FULL, 0, 1), np.float32)


def lines(seen: Picture, size_mm: tuple[float, float]) -> tuple[float, float]:
    """Return the angle of the lines in the middle of a window, and how far they agree (0..1).

    Frames and borders run along the sides of a piece; the angle is known up to a quarter turn.
    """
    grey = cv2.GaussianBlur(seen.astype(np.float32).sum(axis=-1), (0, 0), 1.2)
    dx, dy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    middle = (np.array(grey.shape) - 1) / 2
    y, x = np.ogrid[: grey.shape[0], : grey.shape[1]]
    reach = max(size_mm) / 2 * LOOK_PX_PER_MM
    near = (y - middle[0]) ** 2 + (x - middle[1]) ** 2 <= reach**2
    strength = np.hypot(dx, dy)[near]
    turns = (strength * np.exp(4j * np.arctan2(dy, dx)[near])).sum() / max(strength.sum(), 1)
    return float(np.rad2deg(np.angle(turns))) / 4, float(abs(turns))


def fit_outline(
    changed: Floats,
    size_mm: tuple[float, float],
    stray_mm: float,
    turns: Sequence[float] | None = None,
    *,
    round_: bool = False,
) -> Outline:
    """Return the outline that holds most of the change and has least of it around.

    A square looks the same after a quarter turn, so the angle is known only up to that.
    """
    if turns is None:
        turns = tuple(range(-45, 45, 3) if size_mm[0] == size_mm[1] else range(-90, 90, 3))
    if round_:
        turns = turns[len(turns) // 2 :][:1]
    fits = [_fit(changed, size_mm, turn, stray_mm, round_=round_) for turn in turns]
    return max(fits, key=lambda fit: fit.score)


def roundness(
    changed: Floats,
    size_mm: tuple[float, float],
    stray_mm: float,
    turns: Sequence[float] | None = None,
) -> float:
    """Return how much better a round outline fits than one with corners."""
    round_, cornered = (
        fit_outline(changed, size_mm, stray_mm, turns, round_=each) for each in (True, False)
    )
    return round_.score - cornered.score


def _fit(
    changed: Floats, size_mm: tuple[float, float], turn: float, stray_mm: float, *, round_: bool
) -> Outline:
    distance = _distance(size_mm, turn, round_=round_)
    inside, rim = distance <= 0, (distance > RIM_MM[0]) & (distance <= RIM_MM[1])
    edge = inside & (distance > -EDGE_MM)
    held = INSIDE * inside / inside.sum() + edge / edge.sum()
    kernel = (held / (1 + INSIDE) - rim / rim.sum()).astype(np.float32)
    score = cv2.filter2D(changed, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT)
    middle, lim = np.array(score.shape) // 2, int(stray_mm * LOOK_PX_PER_MM)
    part = score[middle[0] - lim : middle[0] + lim + 1, middle[1] - lim : middle[1] + lim + 1]
    y, x = (np.mgrid[: part.shape[0], : part.shape[1]] - lim) / LOOK_PX_PER_MM
    part = part - AWAY * (x**2 + y**2)
    row, column = np.unravel_index(int(part.argmax()), part.shape)
    spot = (float(x[row, column]), float(y[row, column]))
    return Outline(spot, float(turn), round_, float(part[row, column]))


def _distance(size_mm: tuple[float, float], turn: float, *, round_: bool) -> Floats:
    """Return how far each point around a piece is outside it, in mm; inside it is below 0."""
    width, depth = size_mm
    side = int(np.ceil((np.hypot(width, depth) / 2 + RIM_MM[1]) * LOOK_PX_PER_MM))
    x, y = np.meshgrid(*[np.arange(-side, side + 1) / LOOK_PX_PER_MM] * 2)
    if round_:
        return (np.hypot(x, y) - width / 2).astype(np.float32)
    angle = np.deg2rad(turn)
    along = np.abs(x * np.cos(angle) + y * np.sin(angle)) - width / 2
    across = np.abs(y * np.cos(angle) - x * np.sin(angle)) - depth / 2
    return np.maximum(along, across).astype(np.float32)

"""A part of the picture that darkens, tints or covers what is below it.

Shadows, cardboard, wood and coloured acrylic are all the same sum: what was there, times what
comes through, plus what is added.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.colour import Array

_WORTH_IT = 30_000

Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels; right and bottom excluded


@dataclass(frozen=True, eq=False)
class Patch:
    """Keep ``through`` of what is below, and add ``light``."""

    left: int
    top: int
    through: Array
    light: Array | None = None
    cover: Array | None = (
        None  # how much of each pixel is covered, for those who ask what is hidden
    )

    @property
    def box(self) -> Box:
        """Return the part of the picture this patch changes."""
        height, width = self.through.shape[:2]
        return self.left, self.top, self.left + width, self.top + height

    def unfolded(self) -> Patch:
        """Return the same patch with a channel for each colour: faster to lay many times."""
        wide = np.ascontiguousarray(np.broadcast_to(self.through, (*self.through.shape[:2], 3)))
        return Patch(self.left, self.top, wide, self.light, self.cover)

    def moved(self, dx: int, dy: int) -> Patch:
        """Return the same patch elsewhere."""
        return Patch(self.left + dx, self.top + dy, self.through, self.light, self.cover)

    def lay(self, canvas: Array, within: Box) -> None:
        """Put the patch into a picture, but only inside a box."""
        box = cut(self.box, within)
        if box is None:
            return
        left, top, right, bottom = box
        part = np.s_[top - self.top : bottom - self.top, left - self.left : right - self.left]
        below = canvas[top:bottom, left:right]
        # OpenCV does this on all cores, numpy on one; a small patch is not worth the call.
        if self.through.shape[2] == 3 and below.size > _WORTH_IT:
            cv2.multiply(below, self.through[part], dst=below)
        else:
            below *= self.through[part]
        if self.light is not None:
            cv2.add(below, self.light[part], dst=below)


def cut(one: Box, other: Box) -> Box | None:
    """Return what two boxes share."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def around(points: Array, margin_px: float = 2.0) -> Box:
    """Return the smallest box around points of the picture."""
    low, high = points.reshape(-1, 2).min(axis=0), points.reshape(-1, 2).max(axis=0)
    return (
        int(np.floor(low[0] - margin_px)),
        int(np.floor(low[1] - margin_px)),
        int(np.ceil(high[0] + margin_px)) + 1,
        int(np.ceil(high[1] + margin_px)) + 1,
    )


def pixels(box: Box, per_px: int) -> tuple[Array, Array]:
    """Return the coordinates of all sub-pixels of a box, ``per_px`` along each edge."""
    left, top, right, bottom = box
    step = np.float32(1 / per_px)
    x = left - 0.5 + step * (np.arange((right - left) * per_px, dtype=np.float32) + 0.5)
    y = top - 0.5 + step * (np.arange((bottom - top) * per_px, dtype=np.float32) + 0.5)
    across, down = np.meshgrid(x, y)
    return across.astype(np.float32), down.astype(np.float32)


def cover_of(patches: list[Patch], frame: Box) -> Array | None:
    """Return how much of each pixel of the picture patches cover."""
    if not patches:
        return None
    cover = np.zeros((frame[3], frame[2]), np.float32)
    for patch in patches:
        box = cut(patch.box, frame)
        if patch.cover is None or box is None:
            continue
        part = np.s_[
            box[1] - patch.top : box[3] - patch.top, box[0] - patch.left : box[2] - patch.left
        ]
        there = cover[box[1] : box[3], box[0] : box[2]]
        np.maximum(there, patch.cover[part], out=there)
    return cover


def joined(boxes: list[Box | None]) -> list[Box]:
    """Merge boxes that overlap, so that nothing is drawn twice."""
    todo = [box for box in boxes if box is not None]
    out: list[Box] = []
    while todo:
        box = todo.pop()
        touching = [other for other in (*todo, *out) if cut(box, other) is not None]
        if not touching:
            out.append(box)
            continue
        todo = [other for other in todo if other not in touching]
        out = [other for other in out if other not in touching]
        group = [box, *touching]
        todo.append(
            (
                min(b[0] for b in group),
                min(b[1] for b in group),
                max(b[2] for b in group),
                max(b[3] for b in group),
            )
        )
    return out

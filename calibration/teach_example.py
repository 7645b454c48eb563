"""One flat piece in one teaching photo, and where exactly it lies there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from calibration.teach_outline import AGREE, OFF, Outline, change, fit_outline, lines, roundness
from vision.geometry import Array
from vision.reference import Picture, grid
from vision.tile_look import LOOK_PX_PER_MM, Floats, Look, turned

#: How far from its place a piece of a teaching photo may lie.
STRAY_MM = 5.0


@dataclass(frozen=True, eq=False)
class Example:
    """The surroundings of one piece, straightened; seen now, and as they are when empty.

    Whoever asks again gets what was worked out before: pieces are learned more than once.
    """

    piece: str
    size_mm: tuple[float, float]
    seen: Picture
    empty: Picture
    _anchors: dict[bool, Look] = field(default_factory=dict, repr=False)
    _found: dict[Look, Outline] = field(default_factory=dict, repr=False)

    @cached_property
    def change(self) -> Floats:
        """Return for each pixel how surely it is not the empty board."""
        return change(self.seen, self.empty)

    @cached_property
    def roundness(self) -> float:
        """Return how much better a round outline fits than one with corners."""
        return roundness(self.change, self.size_mm, STRAY_MM, self._turns)

    @cached_property
    def _turns(self) -> list[float] | None:
        """Return the angles at which a piece may lie by its lines, None if they do not tell."""
        degrees, agree = lines(self.seen, self.size_mm)
        if agree < AGREE:
            return None
        quarters = (0,) if self.size_mm[0] == self.size_mm[1] else (0, 90)
        return [degrees + off + more for off in range(-OFF, OFF + 1) for more in quarters]

    def anchor(self, *, round_: bool) -> Look:
        """Return the piece as it is here, for others to be laid on it."""
        if round_ not in self._anchors:
            first = fit_outline(self.change, self.size_mm, STRAY_MM, self._turns, round_=round_)
            start = upright(self.seen, first, self.size_mm)
            self._anchors[round_] = Look(self.piece, self.size_mm, first.round, start)
        return self._anchors[round_]

    def find(self, anchor: Look) -> Outline:
        """Find the anchor here: coarsely in the full circle, then to the degree."""
        if anchor not in self._found:
            coarse = LOOK_PX_PER_MM / 2
            small = cv2.resize(self.seen, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            best = _best_turn(small, anchor, np.arange(0.0, 360.0, 10.0), coarse)
            best = _best_turn(small, anchor, best.degrees + np.arange(-8.0, 9.0, 2.0), coarse)
            near = best.degrees + np.arange(-1.5, 2.0, 0.5)
            self._found[anchor] = _best_turn(self.seen, anchor, near, LOOK_PX_PER_MM)
        return self._found[anchor]


def little_turns(shown: Floats, size_mm: tuple[float, float]) -> Sequence[float]:
    """Return the angles by which a piece may still be off: as its lines say, if they do."""
    degrees, agree = lines(shown, size_mm)
    if agree < AGREE or abs(degrees) > 2 * OFF:
        return range(-OFF, OFF + 1)
    return [degrees + off for off in (-1, 0, 1)]


def moved(outline: Outline, by: Outline) -> Outline:
    """Return an outline shifted and turned within its own axes."""
    turn = np.deg2rad(outline.degrees)
    x, y = by.xy_mm
    dx, dy = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
    spot = (outline.xy_mm[0] + dx, outline.xy_mm[1] + dy)
    return Outline(spot, outline.degrees + by.degrees, by.round, 1.0)


def upright(picture: Floats | Picture, outline: Outline, size_mm: tuple[float, float]) -> Picture:
    """Cut out an area of this size around the outline's middle, turned upright."""
    points = grid((-size_mm[0] / 2, -size_mm[1] / 2), size_mm, LOOK_PX_PER_MM)
    turn = np.deg2rad(outline.degrees)
    x = outline.xy_mm[0] + points[..., 0] * np.cos(turn) - points[..., 1] * np.sin(turn)
    y = outline.xy_mm[1] + points[..., 0] * np.sin(turn) + points[..., 1] * np.cos(turn)
    height, width = picture.shape[:2]
    at_x = (x * LOOK_PX_PER_MM + (width - 1) / 2).astype(np.float32)
    at_y = (y * LOOK_PX_PER_MM + (height - 1) / 2).astype(np.float32)
    cut = cv2.remap(picture, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, picture.dtype)


def _best_turn(seen: Picture, anchor: Look, degrees: Array, px_per_mm: float) -> Outline:
    side = 2 * int(np.ceil(anchor.reach_mm * px_per_mm)) + 1
    best = Outline((0.0, 0.0), 0.0, anchor.round, -1.0)
    for angle, (colours, cover) in zip(
        degrees, zip(*turned(anchor, degrees, px_per_mm, side), strict=True), strict=True
    ):
        mask = np.repeat((cover > 0.5).astype(np.float32)[..., None], 3, axis=2)
        match = cv2.matchTemplate(seen.astype(np.float32), colours, cv2.TM_CCOEFF_NORMED, mask=mask)
        match[~np.isfinite(match)] = -1
        _, score, _, (x, y) = cv2.minMaxLoc(match)
        if score > best.score:
            middle = ((n - 1) / 2 for n in match.shape[::-1])
            shift = [(n - m) / px_per_mm for n, m in zip((x, y), middle, strict=True)]
            best = Outline((shift[0], shift[1]), float(angle), anchor.round, score)
    return best

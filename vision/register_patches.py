"""Small pieces of the known print, looked for where a camera should show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, Vantage
from vision.landmarks import Landmarks, Picture

#: A patch has (2 * HALF_PX + 1) pixels each way.
HALF_PX = 8


@dataclass(frozen=True, eq=False)
class Shifts:
    """What became of patches: by how much each is off, and how well it matches there (-1..1)."""

    px: Array
    match: Array


@dataclass(frozen=True, eq=False)
class Patches:
    """The print at some spots as one camera sees it; ``corner`` is the pixel of each top left."""

    spot_mm: Array
    at_px: Array
    corner: NDArray[np.int64]
    pictures: list[Picture]

    @classmethod
    def seen(cls, vantage: Vantage, surface: str, landmarks: Landmarks, spot_mm: Array) -> Patches:
        """Draw the spots as they should look; those outside the picture are left out."""
        at_px = vantage.project(surface, spot_mm)
        width, height = vantage.lens.size
        margin = HALF_PX + 2
        inside = ((at_px > margin) & (at_px < np.array([width, height]) - margin - 1)).all(axis=1)
        spot_mm, at_px = spot_mm[inside], at_px[inside]
        corner = np.round(at_px).astype(np.int64) - HALF_PX
        pictures = _draw(vantage, surface, landmarks, spot_mm, corner - at_px)
        return cls(spot_mm, at_px, corner, pictures)

    def only(self, count: int) -> Patches:
        """Return the first few of the patches."""
        first = slice(count)
        return Patches(
            self.spot_mm[first], self.at_px[first], self.corner[first], self.pictures[first]
        )

    def look(self, frame: Picture, reach_px: int) -> Shifts:
        """Look for every patch around its place in a colour frame, or in a gray one."""
        px, match = np.zeros((len(self.pictures), 2)), np.full(len(self.pictures), -1.0)
        side = 2 * (HALF_PX + reach_px) + 1
        for index, picture in enumerate(self.pictures):
            left, top = (int(edge) - reach_px for edge in self.corner[index])
            window = frame[max(0, top) : top + side, max(0, left) : left + side]
            gray = cv2.cvtColor(window, cv2.COLOR_BGR2GRAY) if window.ndim == 3 else window
            likeness = cv2.matchTemplate(gray, picture, cv2.TM_CCOEFF_NORMED)
            _, match[index], _, peak = cv2.minMaxLoc(likeness)
            across, down = _summit(likeness, peak)
            px[index] = max(0, left) + across, max(0, top) + down
        px -= self.corner
        return Shifts(px, match)


def _summit(likeness: NDArray, peak: Sequence[int]) -> tuple[float, float]:
    """Return where between the pixels the likeness is greatest."""
    x, y = peak
    if not (0 < x < likeness.shape[1] - 1 and 0 < y < likeness.shape[0] - 1):
        return float(x), float(y)
    (_, up, _), (left, here, right), (_, down, _) = likeness[y - 1 : y + 2, x - 1 : x + 2].tolist()
    across, along = left - 2 * here + right, up - 2 * here + down
    return (
        x + (0.5 * (left - right) / across if across < 0 else 0.0),
        y + (0.5 * (up - down) / along if along < 0 else 0.0),
    )


def _draw(
    vantage: Vantage, surface: str, landmarks: Landmarks, spot_mm: Array, offset_px: Array
) -> list[Picture]:
    """Cut the spots out of the print, each bent as the camera bends it there."""
    side = 2 * HALF_PX + 1
    if not len(spot_mm):
        return []
    right, down = (
        vantage.project(surface, spot_mm + step) - vantage.project(surface, spot_mm - step)
        for step in (np.array([0.5, 0.0]), np.array([0.0, 0.5]))
    )
    bend = np.stack([right, down], axis=2)
    rows, columns = np.mgrid[:side, :side]
    grid = np.stack([columns, rows], -1) + offset_px[:, None, None]
    mm = spot_mm[:, None, None] + grid @ np.linalg.pinv(bend).transpose(0, 2, 1)[:, None]
    at = (mm * landmarks.px_per_mm - 0.5).astype(np.float32).reshape(-1, side, 2)
    source = _softened(landmarks, float(np.sqrt(np.abs(np.linalg.det(bend)).mean())))
    drawn = cv2.remap(
        source, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return list(np.asarray(drawn, np.uint8).reshape(-1, side, side))


def _softened(landmarks: Landmarks, px_per_mm: float) -> Picture:
    """Return the print without what is too fine for a camera at this scale."""
    shrink = min(8.0, landmarks.px_per_mm / max(px_per_mm, 0.1))
    if shrink < 1.2:
        return landmarks.picture
    sigma_px = 0.5 * float(np.sqrt(shrink**2 - 1))
    return np.asarray(cv2.GaussianBlur(landmarks.picture, (0, 0), sigma_px), np.uint8)

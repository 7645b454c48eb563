"""Whether what was found really is the print: reasons to believe it, and reasons not to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, Vantage
from vision.landmarks import Landmarks, Picture
from vision.register_fit import Pairs
from vision.register_patches import Patches

#: From which correlation a patch is seen, and how far off (pixels, millimetres) it may then be.
_ALIKE, _OFF_PX, _OFF_MM = 0.6, 0.5, 0.3
#: What a surface has to show: how much of it lies in the picture and looks like the print. Copies
#: of one game share frames and headings, so the inner part has to bear witness too; and where
#: another copy repeats our pattern at its own pitch, patches match but not where they should.
_LEAST_INSIDE, _LEAST_ALIKE, _LEAST_HEART, _LEAST_IN_PLACE = 0.4, 0.3, 0.08, 0.7
_FEW_ALIKE = 12
_SCALE_PX_PER_MM = (0.3, 6.0)
#: Focal length as a share of the longer side. A picture that was cut has its axis elsewhere, and
#: no lens explains it; heights would come out wrong.
_FOCAL_SHARE = (0.3, 2.5)


class Reason(StrEnum):
    """Why a surface was not found."""

    FEATURELESS = "featureless"
    TOO_FEW_LANDMARKS = "too-few-landmarks"
    IMPOSSIBLE_SHAPE = "impossible-shape"
    IMPOSSIBLE_LENS = "impossible-lens"
    OUTSIDE = "outside-picture"
    UNLIKE = "unlike-reference"


@dataclass(frozen=True)
class Missing:
    """A surface that was not found: why, and the figures that say so."""

    reason: Reason
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Fit:
    """How well a surface was found: patches seen in place, their share, and their error."""

    patches: int
    alike: float
    error_px: float


@dataclass(frozen=True, eq=False)
class Evidence:
    """What patches of the print, all over a surface, have to say."""

    landmarks: Landmarks
    inside: float
    mm: Array
    px: Array
    seen: NDArray[np.bool_]

    @classmethod
    def gather(
        cls, gray: Picture, patches: Patches, landmarks: Landmarks, asked: int, reach_px: int
    ) -> Evidence:
        """Look for the patches in a gray frame; ``asked`` also counts those outside of it."""
        shifts = patches.look(gray, reach_px)
        inside = len(patches.spot_mm) / max(1, asked)
        at_px, seen = patches.at_px + shifts.px, shifts.match > _ALIKE
        return cls(landmarks, inside, patches.spot_mm, at_px, seen)

    @property
    def pairs(self) -> Pairs:
        """Return the patches that were seen, and where."""
        return Pairs(self.mm[self.seen], self.px[self.seen])

    def judge(self, vantage: Vantage, surface: str) -> Fit | Missing:
        """Believe a surface only if enough of it looks like the print, and where it should."""
        if self.inside < _LEAST_INSIDE:
            return Missing(Reason.OUTSIDE, {"inside": self.inside, "needed": _LEAST_INSIDE})
        scale = scale_of(vantage.corners(surface, self.landmarks.size_mm), self.landmarks)
        if not believable(scale):
            return Missing(Reason.IMPOSSIBLE_SHAPE, {"px_per_mm": scale})
        share = vantage.lens.f_px / max(vantage.lens.size)
        if not _FOCAL_SHARE[0] < share < _FOCAL_SHARE[1]:
            return Missing(Reason.IMPOSSIBLE_LENS, {"focal_share": share})
        error = Pairs(self.mm, self.px).errors(vantage, surface)
        good = self.seen & (error < max(_OFF_PX, _OFF_MM * scale))
        figures = {
            "alike": float(good.mean()),
            "heart": float(good[self._heart].mean()) if self._heart.any() else 0.0,
            "in_place": float(good.sum() / max(1, self.seen.sum())),
        }
        needed = {"alike": _LEAST_ALIKE, "heart": _LEAST_HEART, "in_place": _LEAST_IN_PLACE}
        if good.sum() < _FEW_ALIKE or any(figures[name] < least for name, least in needed.items()):
            return Missing(Reason.UNLIKE, figures)
        return Fit(int(good.sum()), figures["alike"], float(np.sqrt((error[good] ** 2).mean())))

    @property
    def _heart(self) -> NDArray[np.bool_]:
        """Tell which patches are well away from the rim."""
        size = np.array(self.landmarks.size_mm)
        return np.minimum(self.mm, size - self.mm).min(axis=1) > size.min() / 6


def believable(px_per_mm: float) -> bool:
    """Tell whether a table companion could see a surface at this scale."""
    return _SCALE_PX_PER_MM[0] < px_per_mm < _SCALE_PX_PER_MM[1]


def scale_of(corners_px: Array, landmarks: Landmarks) -> float:
    """Return pixels a millimetre, or 0 for what no camera sees: mirrored, or not convex."""
    sides = np.roll(corners_px, -1, axis=0) - corners_px
    ahead = np.roll(sides, -1, axis=0)
    bends = sides[:, 0] * ahead[:, 1] - sides[:, 1] * ahead[:, 0]
    if not np.isfinite(bends).all() or bends.min() < 0.2 * bends.max():
        return 0.0
    width, depth = landmarks.size_mm
    return float(np.sqrt(bends.mean() / (width * depth)))

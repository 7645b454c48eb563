"""Notice, with next to no work, that the camera or a surface was moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Pose, Vantage
from vision.landmarks import Landmarks, Picture
from vision.register_fit import Pairs, refit_pose
from vision.register_patches import Patches, Shifts

#: Patches of each surface, and how far around its place each is looked for (pixels).
_PATCHES, _REACH_PX = 32, 4
#: If too few are there, some are looked for further away: somebody may have run into the stand.
_FAR_PATCHES, _FAR_REACH_PX, _FAR_AGREE = 8, 24, 4
#: A patch that shows, and how far from the others it may be to be one of them.
_ALIKE, _TOGETHER_PX = 0.65, 1.5
_FEWEST, _LEAST_SEEN = 6, 0.2
#: Noise of a patch; what counts as still; and how much is put right without a new search.
_NOISE_PX, _STILL_PX, _DRIFT_PX = 0.2, 0.3, 3.0


#: A print that repeats itself may look still after a push; with so many patches it does not.
_MOST = 0.6


class Stir(Enum):
    """What became of a surface since it was found."""

    STILL = "still"
    DRIFTED = "drifted"
    MOVED = "moved"
    UNSURE = "unsure"


@dataclass(frozen=True)
class Glance:
    """One look at one surface: by how much it moved (pixels), and how many patches showed it."""

    stir: Stir
    shift_px: float
    seen: int
    asked: int


@dataclass(frozen=True, eq=False)
class Check:
    """One look at all surfaces; small drifts are already put right in ``vantage``."""

    glances: Mapping[str, Glance]
    vantage: Vantage

    @property
    def still(self) -> bool:
        """Tell whether everything is surely where it was: still, and most of it in view."""
        return all(
            glance.stir is Stir.STILL and glance.seen >= _MOST * glance.asked
            for glance in self.glances.values()
        )

    @property
    def moved(self) -> bool:
        """Tell whether something has to be found again."""
        return any(glance.stir is Stir.MOVED for glance in self.glances.values())


@dataclass(frozen=True, eq=False)
class Watch:
    """Patches of all surfaces, drawn once as the camera sees them from where it is."""

    vantage: Vantage
    sizes_mm: Mapping[str, tuple[float, float]]
    patches: Mapping[str, Patches]

    @classmethod
    def over(cls, vantage: Vantage, landmarks: Mapping[str, Landmarks]) -> Watch:
        """Watch the surfaces that have a pose."""
        known = {name: landmarks[name] for name in vantage.poses}
        patches = {
            name: Patches.seen(vantage, name, marks, marks.spread(_PATCHES))
            for name, marks in known.items()
        }
        return cls(vantage, {name: marks.size_mm for name, marks in known.items()}, patches)

    def check(self, frame: Picture) -> Check:
        """Look whether everything is where it was."""
        glances, poses = {}, {}
        for name in self.patches:
            glances[name], poses[name] = self._glance(frame, name)
        if all(poses[name] is self.vantage.poses[name] for name in poses):
            return Check(glances, self.vantage)
        return Check(glances, Vantage(self.vantage.lens, poses))

    def _glance(self, frame: Picture, surface: str) -> tuple[Glance, Pose]:
        patches, pose = self.patches[surface], self.vantage.poses[surface]
        asked = len(patches.spot_mm)
        shifts = patches.look(frame, _REACH_PX)
        together = _together(shifts)
        seen = int(together.sum())
        if seen < max(_FEWEST, _LEAST_SEEN * asked):
            return self._search_far(frame, patches), pose
        typical = float(np.median(np.linalg.norm(shifts.px[together], axis=1)))
        if typical < _STILL_PX:
            return Glance(Stir.STILL, typical, seen, asked), pose
        pairs = Pairs(patches.spot_mm[together], (patches.at_px + shifts.px)[together])
        fitted = refit_pose(self.vantage, surface, pairs, _NOISE_PX)
        way = self._way(surface, fitted)
        if way > _DRIFT_PX:
            return Glance(Stir.MOVED, way, seen, asked), pose
        return Glance(Stir.DRIFTED, way, seen, asked), fitted

    def _way(self, surface: str, pose: Pose) -> float:
        """Return how far the corners of a surface went, at most."""
        size_mm = self.sizes_mm[surface]
        after = Vantage(self.vantage.lens, {surface: pose}).corners(surface, size_mm)
        return float(np.linalg.norm(after - self.vantage.corners(surface, size_mm), axis=1).max())

    def _search_far(self, frame: Picture, patches: Patches) -> Glance:
        """Tell a surface that went away from one that is hidden."""
        shifts = patches.only(_FAR_PATCHES).look(frame, _FAR_REACH_PX)
        together = _together(shifts, 4 * _TOGETHER_PX)
        seen, asked = int(together.sum()), len(shifts.match)
        if seen < _FAR_AGREE:
            return Glance(Stir.UNSURE, 0.0, seen, asked)
        shift = float(np.linalg.norm(np.median(shifts.px[together], axis=0)))
        return Glance(Stir.MOVED, shift, seen, asked)


def _together(shifts: Shifts, within_px: float = _TOGETHER_PX) -> NDArray[np.bool_]:
    """Tell which patches are seen and went the same way as most."""
    alike = shifts.match > _ALIKE
    if not alike.any():
        return alike
    near = np.linalg.norm(shifts.px[:, None] - shifts.px[None, alike], axis=2) < within_px
    leader = int(np.argmax(near[alike].sum(axis=1)))
    return alike & near[:, leader]

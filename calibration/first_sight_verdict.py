"""Judge where a surface was found: the print must be centred on its places here, and only here.

Places of one kind look alike under any common shift that stays within what is printed, and in a
row of equal fields even a field further on. But what is printed is centred on its place, so it
equals its mirror images, and rows of several kinds never agree a second time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.first_sight_patches import RIM_MM, Grey, local_pixels, look_at, normal, soften
from calibration.first_sight_refine import Refined
from calibration.table_shape import Array, Family, TableShape
from vision.geometry import Pose, Vantage

#: How far around a pose others are tried, and how finely, in steps and millimetres.
AROUND, STEP_MM = 9, 2.5
MOST_PLACES = 30
#: A pose is met this exactly; one within the second distance is no rival, only the same pose met
#: less well.
HERE_STEPS, SAME_STEPS = 1, 2


@dataclass(frozen=True, eq=False)
class Verdict:
    """What speaks for a surface's pose and what against it.

    ``here`` and ``elsewhere``: how alike and how centred the places look, at this pose and at the
    best other one; ``followed``: share of places that were recognised; ``rest_mm``: how far those
    are from where they should be. ``better`` is the pose to try instead, if there is one.
    """

    here: float
    elsewhere: float
    followed: float
    rest_mm: float
    better: Pose | None

    @property
    def confidence(self) -> float:
        """Return how sure this is, from 0 to 1; below a half it is not to be trusted."""
        if self.better is not None:
            return 0.0
        lead = (self.here - self.elsewhere) / max(self.here, 1e-9)
        marks = (lead / 0.25, self.here / 0.4, (self.followed - 0.35) / 0.6, 0.5 / self.rest_mm)
        return float(np.clip(min(marks), 0, 1))


def judge(grey: Grey, refined: Refined, shape: TableShape, surface: str) -> Verdict:
    """Compare a pose with those around it, and with those the other way round."""
    vantage = refined.vantage
    pose = vantage.poses[surface]
    scale = vantage.lens.f_px / float(pose.shift[2])
    soft = soften(grey, 0.5 * STEP_MM * scale)
    upright = _map(soft, vantage, shape, surface)
    around = _turned(pose, shape.sizes_mm[surface])
    other = _map(soft, replace(vantage, poses={surface: around}), shape, surface)
    here = float(upright[_near(HERE_STEPS)].max())
    rest = upright.copy()
    rest[_near(HERE_STEPS)] = 0
    better = None
    if max(rest.max(), other.max()) > here:
        found, base = (rest, pose) if rest.max() >= other.max() else (other, around)
        down, across = np.unravel_index(found.argmax(), found.shape)
        better = moved(base, (np.array([across, down]) - AROUND) * STEP_MM)
    rest[_near(SAME_STEPS)] = 0
    elsewhere = float(max(rest.max(), other.max()))
    followed, rest_mm = refined.followed[surface], refined.rest_mm[surface]
    return Verdict(here, elsewhere, followed, rest_mm, better)


def _near(steps: int) -> tuple[slice, slice]:
    middle = slice(AROUND - steps, AROUND + steps + 1)
    return middle, middle


def moved(pose: Pose, by_mm: Array) -> Pose:
    """Return the pose of a surface pushed along itself."""
    return Pose(pose.turn, pose.turn @ np.array([*by_mm, 0.0]) + pose.shift)


def _turned(pose: Pose, size_mm: tuple[float, float]) -> Pose:
    """Return the pose of a surface that fills the same rectangle the other way round."""
    corner = moved(pose, np.array(size_mm)).shift
    return Pose(pose.turn @ np.diag([-1.0, -1.0, 1.0]), corner)


def _map(grey: Grey, vantage: Vantage, shape: TableShape, surface: str) -> Array:
    """Return for every push how alike and how centred the places look."""
    maps = [_family_map(grey, vantage, family) for family in shape.on(surface)]
    # Every family counts the same: a long row must not outvote the few that break its rhythm.
    return np.asarray(np.mean(maps, axis=0))


def _family_map(grey: Grey, vantage: Vantage, family: Family) -> Array:
    half = [round((side / 2 + RIM_MM) / STEP_MM) for side in family.size_mm]
    across, down = (np.arange(-n - AROUND, n + AROUND + 1, dtype=float) * STEP_MM for n in half)
    spots = family.some(MOST_PLACES).xy_mm
    wide = look_at(grey, local_pixels(vantage, family.surface, spots, across, down))
    steps = range(2 * AROUND + 1)
    columns, rows = (2 * n + 1 for n in half)
    return np.array(
        [[_centred(wide[:, y : y + rows, x : x + columns]) for x in steps] for y in steps]
    )


def _centred(patches: NDArray[np.float32]) -> float:
    """Return how alike patches are, times how well what they have in common equals its mirrors."""
    common = normal(patches).mean(axis=0)
    flat = common - common.mean()
    power = float((flat**2).sum()) + 1e-9
    mirrors = [float((flat * flat[:, ::-1]).sum()), float((flat * flat[::-1]).sum())]
    alike = (float((common**2).mean()) * len(patches) - 1) / (len(patches) - 1)
    return max(alike, 0.0) * sum(max(mirror, 0.0) for mirror in mirrors) / (2 * power)

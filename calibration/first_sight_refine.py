"""Sharpen a rough vantage by what is printed: places of one kind look alike and are centred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.first_sight_fit import STEEPEST, JointFit, Marks
from calibration.first_sight_patches import Grey, align, sample, soften, step_mm, symmetry
from calibration.table_shape import Family, TableShape
from vision.geometry import Vantage

#: A place must look this much like its family to say where it is.
ALIKE = 0.5
#: How far to look for a place, round by round, and how much to blur the picture for it.
ROUNDS = ((6.0, 2.0), (6.0, 2.0), (4.0, 1.0), (3.0, 0.0), (3.0, 0.0))


@dataclass(frozen=True, eq=False)
class Refined:
    """A vantage, and per surface which share of the places was followed and how far off they are.

    What could not be fitted at all has no followed places.
    """

    vantage: Vantage
    followed: dict[str, float]
    rest_mm: dict[str, float]


def refine(grey: Grey, start: Vantage, shape: TableShape, beliefs: Sequence[Marks] = ()) -> Refined:
    """Follow every place to where it is seen, and fit lens and poses to all of them."""
    vantage, scale = start, _px_per_mm(start)
    marks: list[Marks] = []
    for reach_mm, blur_mm in ROUNDS:
        picture = soften(grey, blur_mm * scale)
        marks = [follow(picture, vantage, family, reach_mm) for family in shape.families]
        fitted = JointFit(vantage, shape, [*marks, *beliefs]).solve()
        if not _sensible(fitted):
            return Refined(
                vantage, dict.fromkeys(shape.sizes_mm, 0.0), dict.fromkeys(shape.sizes_mm, np.inf)
            )
        vantage = fitted
    followed, rest_mm = {}, {}
    for name in shape.sizes_mm:
        mine = [mark for mark in marks if mark.surface == name]
        shares = [len(m.xy_mm) / len(f) for m, f in zip(mine, shape.on(name), strict=True)]
        followed[name] = float(np.mean(shares))
        rest_mm[name] = _rest_mm(vantage, mine)
    return Refined(vantage, followed, rest_mm)


def _sensible(vantage: Vantage) -> bool:
    """Say whether a camera above a table may have this view; a fit to chance marks need not."""
    return bool(0.3 < vantage.lens.f_px / max(vantage.lens.size) < 3) and all(
        pose.turn[2, 2] > STEEPEST and pose.shift[2] > 0 for pose in vantage.poses.values()
    )


def follow(grey: Grey, vantage: Vantage, family: Family, reach_mm: float) -> Marks:
    """Return where the places of a family are seen."""
    step = step_mm(family)
    reach = round(reach_mm / step)
    # A mirror image moves twice as far as what it mirrors.
    patches = sample(grey, vantage, family, 2 * reach)
    off, fit, sharp = align(patches[:, reach:-reach, reach:-reach], reach)
    middle, mirrors = symmetry(patches, 2 * reach)
    good = fit > ALIKE
    seen = family.xy_mm[good] + (off[good] + middle) * step
    spread = 0.15 * step * np.sqrt((1 - fit[good, None]) / sharp[good]) + 0.03
    spread_px = spread * _px_per_mm(vantage, family.surface)
    centred = 0.1 + 3 * (1 - np.clip(mirrors, 0, 1))
    return Marks(
        family.surface,
        family.xy_mm[good],
        vantage.project(family.surface, seen),
        spread_px,
        (float(centred[0]), float(centred[1])),
    )


def _px_per_mm(vantage: Vantage, surface: str | None = None) -> float:
    pose = vantage.poses[surface or next(iter(vantage.poses))]
    return float(vantage.lens.f_px / pose.shift[2])


def _rest_mm(vantage: Vantage, marks: Sequence[Marks]) -> float:
    """Return the median distance between places and marks, offsets of families apart."""
    rests = []
    for mark in (mark for mark in marks if len(mark.xy_mm)):
        off = (vantage.project(mark.surface, mark.xy_mm) - mark.px) / _px_per_mm(
            vantage, mark.surface
        )
        rests.append(np.hypot(*(off - np.median(off, axis=0)).T))
    return float(np.median(np.concatenate(rests))) if rests else np.inf

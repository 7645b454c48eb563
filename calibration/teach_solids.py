"""Learn how standing pieces look from photos in which somebody told us where they are."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from calibration.lesson import Lesson
from companion.engine import Plan
from vision.ground import Numbers
from vision.paint import Paint, thin_out
from vision.reference import Picture, Reference, grid
from vision.solids import SolidReader, standing_places
from vision.solids_model import SolidModel
from vision.stands_site import PX_PER_MM, Site, Sites

#: How well a piece fits and fills its outline, if it was never found where it was told to be.
_UNSEEN = (0.8, 1.0)

#: A figure that stands apart from its place by this much costs as much as a hundredth of its fit.
_OFF_MM = 1.0


def learn_solids(plan: Plan, reference: Reference, lessons: Iterable[Lesson]) -> SolidModel:
    """Return the colours of every standing piece that was shown, and how well each fits."""
    lessons = list(lessons)
    shown = _shown(plan, lessons)
    alone: dict[str, list[Picture]] = {}
    crowded: dict[str, list[Picture]] = {}
    for lesson in lessons:
        for places in standing_places(plan, shown):
            _collect(lesson.sites.of(places, shown), lesson, alone, crowded)
    # In a crowd somebody else's colours are easily taken for one's own.
    pixels = {**crowded, **alone}
    paint = Paint({name: thin_out(np.concatenate(each)) for name, each in pixels.items() if each})
    return _measured(plan, reference, paint, lessons)


def prepare_solids(plan: Plan, lesson: Lesson) -> None:
    """Measure the ground for the standing pieces of one lesson, whatever others will add."""
    shown = _shown(plan, [lesson])
    for places in standing_places(plan, shown):
        lesson.sites.of(places, shown).changes(lesson.glimpse.level_half)


def _shown(plan: Plan, lessons: Iterable[Lesson]) -> list[str]:
    """Name the standing pieces that somebody has told of."""
    told = {p for lesson in lessons for each in lesson.told.values() for p in each}
    return [name for name in plan.pieces if name in told and plan.pieces[name].stands]


def _collect(
    site: Site,
    lesson: Lesson,
    alone: dict[str, list[Picture]],
    crowded: dict[str, list[Picture]],
) -> None:
    """Find the told pieces by what has changed around their places, and take their pixels."""
    changed, seen = site.changes(lesson.glimpse.level_half)
    for window, place in enumerate(site.places):
        told = [piece for piece in lesson.told.get(place.id, ()) if piece in site.shapes]
        for piece in told:
            covered = _outline(site, window, piece, changed[window])
            found = seen[window][covered & (changed[window] > 0.5)]
            if len(found) < covered.sum() / 2:
                found = seen[window][covered]  # it hardly stands out: white on white, say
            (alone if len(told) == 1 else crowded).setdefault(piece, []).append(found)


def _outline(site: Site, window: int, piece: str, changed: Numbers) -> Numbers:
    figure = site.silhouette(window, piece, PX_PER_MM)
    off = grid((0.0, 0.0), _size_mm(changed), PX_PER_MM) + site.corners_mm[window]
    distance = np.hypot(off[..., 0], off[..., 1])
    fits = figure.spread(changed) - 0.01 / _OFF_MM * distance
    fits[distance > site.reach_mm + 2] = -1
    row, column = np.unravel_index(int(fits.argmax()), fits.shape)
    return figure.stamp(changed.shape, int(row), int(column))


def _size_mm(picture: Numbers) -> tuple[float, float]:
    return picture.shape[1] / PX_PER_MM, picture.shape[0] / PX_PER_MM


def _measured(plan: Plan, reference: Reference, paint: Paint, lessons: list[Lesson]) -> SolidModel:
    """Return the model with how well each piece fits and fills its outline, and what it spills."""
    ones = dict.fromkeys(paint.names, 1.0)
    start = SolidModel(paint, ones, ones, {})
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in paint.names}
    spills = dict.fromkeys(paint.names, 0.0)
    readers: dict[Sites, SolidReader] = {}
    for lesson in lessons:
        if lesson.sites not in readers:
            at = lesson.vantage, lesson.sites
            readers[lesson.sites] = SolidReader(plan, reference, start, *at)
        reader = readers[lesson.sites]
        for piece, found in reader.candidates(lesson.glimpse.level_half):
            if piece in lesson.told.get(found.place.id, ()):
                seen[piece].append((found.fit, found.area))
                spills[piece] = max(spills[piece], found.halo)
    usual = {name: np.median(each or [_UNSEEN], axis=0) for name, each in seen.items()}
    fits = {name: float(each[0]) for name, each in usual.items()}
    areas = {name: float(each[1]) for name, each in usual.items()}
    return SolidModel(paint, fits, areas, spills)

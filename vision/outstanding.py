"""Whether a piece stands out from what covers the table around it, or is part of it."""

from __future__ import annotations

import numpy as np

from companion.engine import Place
from vision.geometry import Array, Vantage
from vision.hands import Cover
from vision.reference import Picture

#: Where colours are compared: on a piece and around it, in its own sizes.
_WITHIN, _AROUND = (0.2, 0.4, 0.6, 0.85), (1.3, 1.6)

#: A side is walked in so many steps.
_STEPS = 9

#: If more of its surroundings than this is covered, a piece must differ from what covers them, by
#: so many grey levels of one colour.
_COVERED, _APART = 0.5, 24.0

#: A figure may stand beside a cup; if more than this of its surroundings is covered, it must differ.
_BESIDE = 0.25

#: What varies more than this shows a print of its own, and no cup has that.
_MOTLEY = 12.0


def stands_out(
    picture: Picture, cover: Cover, vantage: Vantage, place: Place, size_mm: tuple[float, float]
) -> bool:
    """Say whether a flat piece ends where its outline does; a cup or a sleeve goes on."""
    around = _walk(vantage, place, size_mm, _AROUND)
    if cover.over(around).mean() <= _COVERED:
        return True
    inner = _colours(picture, _walk(vantage, place, size_mm, _WITHIN))
    motley = inner.std(axis=0).max() > _MOTLEY
    return bool(motley or _differ(inner, _colours(picture, around)))


def figure_stands_out(picture: Picture, cover: Cover, outline_px: Array) -> bool:
    """Say the same of a figure, by what of its surroundings is covered."""
    corners = outline_px.reshape(-1, 2)
    middle = corners.mean(axis=0)
    steps = np.linspace(0, 1, _STEPS)[:, None, None]
    edge = (corners + steps * (np.roll(corners, -1, axis=0) - corners)).reshape(-1, 2)
    within, around = (
        np.concatenate([middle + (edge - middle) * scale for scale in scales])
        for scales in (_WITHIN, _AROUND)
    )
    covered = cover.over(around)
    if covered.mean() <= _BESIDE:
        return True
    return _differ(_colours(picture, within), _colours(picture, around[covered]))


def _differ(inner: Array, outer: Array) -> bool:
    return bool(np.abs(np.median(inner, axis=0) - np.median(outer, axis=0)).max() > _APART)


def _walk(
    vantage: Vantage, place: Place, size_mm: tuple[float, float], scales: tuple[float, ...]
) -> Array:
    """Return pixels along rectangles around a place that have the proportion of a piece."""
    along = np.linspace(-0.5, 0.5, _STEPS)
    ends = np.full(_STEPS, 0.5)
    sides = [(along, ends), (along, -ends), (ends, along), (-ends, along)]
    one = np.concatenate([np.stack(side, axis=-1) for side in sides]) * size_mm
    points = np.concatenate([one * scale for scale in scales]) + place.xy_mm
    return vantage.project(place.surface, points)


def _colours(picture: Picture, px: Array) -> Array:
    """Return the colours of those of these pixels that are in the picture."""
    x, y = px.round().astype(int).T
    height, width = picture.shape[:2]
    there = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    return picture[y[there], x[there]].astype(float) if there.any() else np.zeros((1, 3))

"""Meet a table for the first time: find its surfaces, with or without somebody's taps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.first_sight_fit import corner_marks, from_corners, usual_lens
from calibration.first_sight_patches import Grey
from calibration.first_sight_plane import TablePlane
from calibration.first_sight_refine import Refined, refine
from calibration.first_sight_search import guesses
from calibration.first_sight_verdict import Verdict, judge
from calibration.table_shape import Array, TableShape
from vision.geometry import Pose, Vantage

#: How far people tap beside a corner, and how far at most what they tapped may be corrected.
TAP_SPREAD_PX = 1.7
TAP_REACH_PX = 8.0
#: Below this confidence nothing is claimed.
SURE = 0.5
#: How many outlines of each surface are looked at closely, and how often a pose may be left.
TRIES = 3
MOVES = 3


@dataclass(frozen=True, eq=False)
class FirstSight:
    """Where everything lies, how sure that is (0 to 1), how it was found, and the figures."""

    vantage: Vantage
    confidence: float
    source: str
    figures: Mapping[str, float]


class TapsNeeded(Exception):
    """The surfaces were not found for certain: somebody must tap their corners, or tap better.

    ``code`` is ``nothing_found``, ``surface_unclear`` or ``taps_do_not_fit``; ``figures`` say how
    far it was from being certain.
    """

    def __init__(self, code: str, figures: Mapping[str, float]) -> None:
        super().__init__(code, dict(figures))
        self.code, self.figures = code, dict(figures)


def first_sight(
    image: NDArray[np.uint8], shape: TableShape, taps: Mapping[str, Array] | None = None
) -> FirstSight:
    """Find the surfaces in a photo of the empty table, from taps on their corners or alone.

    Taps are pixels: top-left, top-right, bottom-right, bottom-left as printed.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    if taps is None:
        return _find(image, grey, shape)
    return _sharpen(grey, shape, taps)


def _sharpen(grey: Grey, shape: TableShape, taps: Mapping[str, Array]) -> FirstSight:
    """Start from the taps, and trust the print more than the fingers."""
    size = (grey.shape[1], grey.shape[0])
    start = from_corners(shape, size, taps, TAP_SPREAD_PX)
    refined = refine(grey, start, shape, corner_marks(shape, taps, TAP_SPREAD_PX))
    verdicts = {name: judge(grey, refined, shape, name) for name in shape.sizes_mm}
    figures = _figures(verdicts)
    for name, corners in taps.items():
        moved = refined.vantage.corners(name, shape.sizes_mm[name]) - corners
        figures[f"{name}:moved_px"] = float(np.abs(moved).max())
    confidence = _confidence(verdicts)
    if confidence < SURE or max(figures[f"{name}:moved_px"] for name in taps) > TAP_REACH_PX:
        raise TapsNeeded("taps_do_not_fit", figures)
    return FirstSight(refined.vantage, confidence, "taps", figures)


def _find(image: NDArray[np.uint8], grey: Grey, shape: TableShape) -> FirstSight:
    """Find one surface by its outline, the others on the same plane, then sharpen all together."""
    failure = TapsNeeded("nothing_found", {})
    for anchor in _anchors(image, grey, shape):
        poses = dict(anchor.poses)
        for name in shape.sizes_mm:
            if name not in poses:
                poses[name] = _on_plane(grey, anchor, shape, name)
        ordered = {name: poses[name] for name in shape.sizes_mm}
        refined, verdicts = settle(grey, Vantage(anchor.lens, ordered), shape)
        confidence = _confidence(verdicts)
        if confidence >= SURE:
            return FirstSight(refined.vantage, confidence, "found", _figures(verdicts))
        failure = TapsNeeded("surface_unclear", _figures(verdicts))
    raise failure


def _anchors(image: NDArray[np.uint8], grey: Grey, shape: TableShape) -> Iterator[Vantage]:
    """Yield surfaces that were found for certain by their outline and their own places, once."""
    lens = usual_lens((grey.shape[1], grey.shape[0]))
    tries = dict.fromkeys(shape.sizes_mm, TRIES)
    for guess in guesses(image, shape):
        if tries[guess.surface] == 0:
            continue
        tries[guess.surface] -= 1
        start = Vantage(lens, {guess.surface: guess.pose})
        refined, verdicts = settle(grey, start, shape.only(guess.surface))
        if _confidence(verdicts) >= SURE:
            tries[guess.surface] = 0
            yield refined.vantage


def _on_plane(grey: Grey, anchor: Vantage, shape: TableShape, surface: str) -> Pose:
    """Return where a surface lies on the plane of the one that was found."""
    plane = TablePlane(grey, anchor, next(iter(anchor.poses)))
    start = Vantage(anchor.lens, {surface: plane.pose(plane.find(shape, surface))})
    refined, _ = settle(grey, start, shape.only(surface))
    return refined.vantage.poses[surface]


def settle(grey: Grey, start: Vantage, shape: TableShape) -> tuple[Refined, dict[str, Verdict]]:
    """Sharpen a vantage, and leave a pose for a better one nearby while there is one."""
    refined, verdicts = _judged(grey, start, shape)
    for _ in range(MOVES):
        better = {name: v.better for name, v in verdicts.items() if v.better is not None}
        if not better:
            break
        vantage = refined.vantage
        tried = Vantage(vantage.lens, {**vantage.poses, **better})
        refined, verdicts = _judged(grey, tried, shape)
    return refined, verdicts


def _judged(grey: Grey, start: Vantage, shape: TableShape) -> tuple[Refined, dict[str, Verdict]]:
    refined = refine(grey, start, shape)
    return refined, {name: judge(grey, refined, shape, name) for name in shape.sizes_mm}


def _confidence(verdicts: Mapping[str, Verdict]) -> float:
    return min(verdict.confidence for verdict in verdicts.values())


def _figures(verdicts: Mapping[str, Verdict]) -> dict[str, float]:
    return {
        f"{name}:{figure}": float(getattr(verdict, figure))
        for name, verdict in verdicts.items()
        for figure in ("confidence", "here", "elsewhere", "followed", "rest_mm")
    }

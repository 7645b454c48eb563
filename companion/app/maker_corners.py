"""Propose where the corners of boards are in a photo of a table that nobody has described."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.app.maker_edges import is_guess
from companion.app.maker_fit import fit
from companion.app.maker_outlines import WEIGHTS, Outliner, Outlines
from companion.app.maker_straight import Array, Image, Point, Quad

#: No finer than this are outlines looked for, and then fitted.
_LOOKED_AT_PX, _FITTED_PX = 820, 1640
#: What less speaks for is not proposed; what less speaks for than this, or hardly more than for
#: another outline, is a guess.
_WORTH_A_LOOK, _LIKELY, _RIVAL = 0.25, 0.5, 0.9
#: Outlines are the same if their corners are within this share of their size.
_SAME = 0.017
#: Sizes compared as logarithms: people measure other copies, and a slanting camera sees what is
#: near larger.
_SIZE, _SIZE_SPREAD, _SIZE_CLASS = 0.18, 0.1, 0.3
#: Alone in a photo, the larger of two likely outlines is the board rather than something on it.
_LARGER = 0.2
_APART_PX, _TRIED = 2.0, 4000


@dataclass(frozen=True)
class Proposal:
    """Four corners, and whether they are only a guess."""

    px: Quad
    guess: bool


def propose_corners(photo: Image, sizes_mm: Mapping[str, Point]) -> dict[str, Proposal]:
    """Propose corners for what stands out from the table with straight edges."""
    small, scale = _shrunk(photo, _LOOKED_AT_PX)
    fine, fine_scale = _shrunk(photo, _FITTED_PX)
    lab = cv2.cvtColor(fine, cv2.COLOR_BGR2LAB).astype(np.float32) * WEIGHTS
    soft = np.asarray(cv2.GaussianBlur(lab, (0, 0), 1))
    outliner = Outliner(small)
    ratios = {name: round(wide / deep, 2) for name, (wide, deep) in sizes_mm.items()}
    found = {ratio: outliner.outlines(ratio) for ratio in set(ratios.values())}
    every = {name: found[ratios[name]] for name in sizes_mm}
    proposed = {}
    chosen = _chosen(every, sizes_mm)
    for name, number in chosen.items():
        others = [every[other].quads[n] for other, n in chosen.items() if other != name]
        rivalled = len(chosen) < len(sizes_mm) or _is_rivalled(every[name], number, others)
        quad = fit(soft, every[name].quads[number] / scale * fine_scale) / fine_scale
        px = _as_printed(quad, sizes_mm[name])
        proposed[name] = Proposal(px, rivalled or is_guess(photo, px))
    return proposed


def _shrunk(photo: Image, longest_px: int) -> tuple[Image, float]:
    scale = min(1.0, longest_px / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def _chosen(every: Mapping[str, Outlines], sizes_mm: Mapping[str, Point]) -> dict[str, int]:
    """Choose an outline for each surface: two that fit each other, or else the likeliest."""
    names = sorted(every, key=lambda name: -sizes_mm[name][0] * sizes_mm[name][1])
    if len(names) > 1:
        large, small = names[:2]
        fit_by = np.sqrt(np.prod(sizes_mm[large]) / np.prod(sizes_mm[small]))
        pair = _pair(every[large], every[small], float(fit_by))
        if pair is not None:
            return dict(zip(names, pair, strict=False))
    for name in names:
        outlines = every[name]
        if len(outlines.scores) and outlines.scores.max() >= _WORTH_A_LOOK:
            larger = (outlines.sizes_px / outlines.sizes_px.max()) ** _LARGER
            return {name: int((outlines.scores * larger).argmax())}
    return {}


def _pair(large: Outlines, small: Outlines, larger: float) -> tuple[int, int] | None:
    """Choose two outlines side by side, one about so much larger than the other."""
    ratio = np.log(large.sizes_px[:, None] / small.sizes_px[None] / larger)
    off = np.maximum(np.abs(ratio) - _SIZE, 0) / _SIZE_SPREAD
    likely = (large.scores[:, None] >= _WORTH_A_LOOK) & (small.scores[None] >= _WORTH_A_LOOK)
    scores = (large.scores[:, None] + small.scores[None]) * np.exp(-(off**2) / 2) * likely
    for place in np.argsort(-scores, axis=None)[:_TRIED]:
        one, other = (int(n) for n in np.unravel_index(place, scores.shape))
        if scores[one, other] < _WORTH_A_LOOK:
            break
        if are_apart(large.quads[one], small.quads[other], _APART_PX):
            return one, other
    return None


def are_apart(one: Array, other: Array, by_px: float = 0.0) -> bool:
    """Tell whether two outlines do not overlap: a side of one has all of the other outside."""
    for quad, points in ((one, other), (other, one)):
        ways = np.roll(quad, -1, axis=0) - quad
        inward = np.stack([-ways[:, 1], ways[:, 0]], axis=1)
        inward /= np.linalg.norm(ways, axis=1, keepdims=True)
        depth = ((points[None] - quad[:, None]) * inward[:, None]).sum(axis=2)
        if (depth.max(axis=1) < by_px).any():
            return True
    return False


def _is_rivalled(outlines: Outlines, number: int, others: Sequence[Array]) -> bool:
    """Tell whether hardly more speaks for an outline than for another of about its size."""
    score, size = outlines.scores[number], outlines.sizes_px
    far = np.abs(outlines.quads - outlines.quads[number]).max(axis=(1, 2)) > _SAME * size[number]
    rivals = far & (np.abs(np.log(size / size[number])) < _SIZE_CLASS)
    rivals &= outlines.scores > _RIVAL * score
    return bool(score < _LIKELY) or any(
        all(are_apart(quad, other, _APART_PX) for other in others)
        for quad in outlines.quads[rivals]
    )


def _as_printed(quad: Array, size_mm: Point) -> Quad:
    """Begin with the corner from which the first side is as long as it should be."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    lies_wide = sides[0] + sides[2] > sides[1] + sides[3]
    return _quad(quad if lies_wide == (size_mm[0] > size_mm[1]) else np.roll(quad, -1, axis=0))


def _quad(corners: Iterable[Iterable[float]]) -> Quad:
    one, two, three, four = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return one, two, three, four

"""Propose where the corners of a board are in a photo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from companion.app.maker_straight import Array, Image, Point, Quad

#: No finer than this are corners looked for.
_LOOKED_AT_PX = 1640
#: How different from the table a board may look, in spreads of the table's own colours.
_STRANGE = (3.0, 4.0, 2.5, 5.0, 6.5, 8.0)
#: A board fills its outline, and at least this share of the photo.
_FILLED, _SMALLEST = 0.94, 0.02
_PROPORTION = 0.15


def propose_corners(photo: Image, sizes_mm: Mapping[str, Point]) -> dict[str, Quad]:
    """Propose corners for surfaces that stand out from the table; largest surface first."""
    best: dict[str, Array] = {}
    scale = min(1.0, _LOOKED_AT_PX / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    strange = _strangeness(np.asarray(small, np.uint8))
    for limit in _STRANGE:
        found = _assign(_rectangles(strange > limit), sizes_mm)
        if len(found) > len(best):
            best = found
        if len(best) == len(sizes_mm):
            break
    return {name: _quad(corners / scale) for name, corners in best.items()}


def _strangeness(image: Image) -> Array:
    """Return how little every pixel looks like the rim of the photo, which is table."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 2), cv2.COLOR_BGR2LAB).astype(np.float32)
    bands = (lab[:12], lab[-12:], lab[:, :12], lab[:, -12:])
    rim = np.concatenate([band.reshape(-1, 3) for band in bands])
    middle = np.median(rim, axis=0)
    spread = 1.4826 * np.median(np.abs(rim - middle), axis=0) + 2
    # Light falls unevenly, so brightness says less than colour.
    away = (lab - middle) / (spread * np.array([1.8, 1, 1]))
    return np.asarray(np.linalg.norm(away, axis=2), np.float32)


def _rectangles(strange: Array) -> list[Array]:
    """Return the outlines of what fills a rectangle, largest first, clockwise from the top left."""
    mask: Array = strange.astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((25, 25), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:6]:
        area = cv2.contourArea(outline)
        corners = _corners(outline) if area > _SMALLEST * mask.size else None
        if corners is not None:
            filled = area / max(cv2.contourArea(corners.astype(np.float32)), 1.0)
            if _FILLED < filled < 1 / _FILLED:
                found.append(corners)
    return found


def _corners(outline: Array) -> Array | None:
    """Fit four lines to an outline, and return where they cross."""
    hull = cv2.convexHull(outline)
    around = cv2.arcLength(hull, True)
    rough = next(
        (
            q
            for e in np.linspace(0.01, 0.08, 15)
            if len(q := cv2.approxPolyDP(hull, e * around, True)) <= 4
        ),
        hull,
    )
    if len(rough) != 4:
        return None
    quad = _clockwise(rough.reshape(4, 2).astype(float))
    lines = [
        _line(outline.reshape(-1, 2).astype(float), quad[n], quad[(n + 1) % 4]) for n in range(4)
    ]
    corners = []
    for before, after in zip([lines[-1], *lines[:-1]], lines, strict=True):
        if before is None or after is None:
            return None
        (p, u), (q, v) = before, after
        corners.append(p + u * np.linalg.solve(np.column_stack([u, -v]), q - p)[0])
    return np.array(corners)


def _line(points: Array, start: Array, end: Array) -> tuple[Array, Array] | None:
    """Fit a line to the part of an outline between two corners."""
    length = float(np.hypot(*(end - start)))
    way = (end - start) / length
    along = (points - start) @ way / length
    off = np.abs((points - start) @ np.array([-way[1], way[0]]))
    near = points[(along > 0.06) & (along < 0.94) & (off < 10)]
    if len(near) < 20:
        return None
    fitted = (
        cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().astype(float)
    )
    return fitted[2:], fitted[:2]


def _clockwise(quad: Array) -> Array:
    """Order corners as they are printed if the board lies upright: the top left one first."""
    middle = quad.mean(axis=0)
    order = np.argsort(np.arctan2(*(quad - middle).T[::-1]))
    turned = quad[order]
    return np.roll(turned, -int(np.argmin(turned.sum(axis=1))), axis=0)


def _assign(rectangles: Sequence[Array], sizes_mm: Mapping[str, Point]) -> dict[str, Array]:
    """Give each surface a rectangle of its proportion, the largest to the largest."""
    left = list(rectangles)
    found: dict[str, Array] = {}
    for name in sorted(sizes_mm, key=lambda n: -sizes_mm[n][0] * sizes_mm[n][1]):
        wanted = np.log(sizes_mm[name][0] / sizes_mm[name][1])
        fits = [n for n, quad in enumerate(left) if abs(_proportion(quad) - wanted) < _PROPORTION]
        if fits:
            found[name] = left.pop(fits[0])
    return found


def _proportion(quad: Array) -> float:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(np.log((sides[0] + sides[2]) / (sides[1] + sides[3])))


def _quad(corners: Iterable[Iterable[float]]) -> Quad:
    one, two, three, four = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return one, two, three, four

"""Is the camera where it should be? In plain words, from where the surfaces are in the picture."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.engine import Text
from vision.geometry import Vantage
from web.teach_port import Corners, Mark

Sizes = Mapping[str, tuple[float, float]]
#: From so many degrees off the vertical on, reading suffers; beyond the second it fails.
TILT_DEG = (14.0, 24.0)
#: A millimetre of the board should have so many pixels; with fewer than the second, tiles blur.
FINE_PX_PER_MM = (1.25, 0.9)
#: So much of the picture stays free around the boards, as a share of its width.
EDGE = (0.012, 0.0)
#: The boards may fill so much of the picture's width or height; between them is some room.
FILL, GAP_MM = 0.92, 20.0
#: Corners of which so little differs are the same; less than a fifth of a pixel.
_ROUNDED = 1e-4


def camera_hints(vantage: Vantage, sizes_mm: Sizes) -> tuple[Mark, ...]:
    """Return what is right and wrong with how the camera hangs."""
    return _edge(vantage, sizes_mm), _height(vantage, sizes_mm), _level(vantage, sizes_mm)


def outlines(vantage: Vantage, sizes_mm: Sizes) -> dict[str, Corners]:
    """Return the corners of the surfaces as shares of the picture."""
    return {
        name: as_shares(vantage.corners(name, size), vantage.lens.size)
        for name, size in sizes_mm.items()
        if name in vantage.poses
    }


def as_shares(corners: np.ndarray, size_px: tuple[int, int]) -> Corners:
    """Return four pixels as shares of the picture."""
    a, b, c, d = ((float(x / size_px[0]), float(y / size_px[1])) for x, y in corners + 0.5)
    return a, b, c, d


def as_pixels(corners: Corners, size_px: tuple[int, int]) -> np.ndarray:
    """Return shares of the picture as pixels."""
    return np.array(corners, float) * np.array(size_px, float) - 0.5


def same_spots(some: Mapping[str, Corners], others: Mapping[str, Corners]) -> bool:
    """Tell whether nobody has moved a corner; on their way through a page they are rounded."""
    return some.keys() == others.keys() and all(
        bool((np.abs(np.array(some[name]) - np.array(others[name])) < _ROUNDED).all())
        for name in some
    )


def aim(sizes_mm: Sizes, size_px: tuple[int, int]) -> dict[str, Corners]:
    """Return where the surfaces should be: side by side, in the middle, as large as can be."""
    wide = sum(size[0] for size in sizes_mm.values()) + GAP_MM * (len(sizes_mm) - 1)
    tall = max(size[1] for size in sizes_mm.values())
    scale = FILL * min(size_px[0] / wide, size_px[1] / tall)
    left, found = (size_px[0] - scale * wide) / 2, {}
    for name, (width, height) in sizes_mm.items():
        top = (size_px[1] - scale * height) / 2
        right, bottom = left + scale * width, top + scale * height
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        found[name] = as_shares(corners - 0.5, size_px)
        left = right + scale * GAP_MM
    return found


def _all_corners(vantage: Vantage, sizes_mm: Sizes) -> np.ndarray:
    return np.concatenate([vantage.corners(name, size) for name, size in sizes_mm.items()])


def _biggest(sizes_mm: Sizes) -> str:
    return max(sizes_mm, key=lambda name: sizes_mm[name][0] * sizes_mm[name][1])


def _filled(corners: np.ndarray, size_px: np.ndarray) -> float:
    """Return how much of the picture's width or height the boards take, whichever is more."""
    return float((np.ptp(corners, axis=0) / size_px).max())


def _edge(vantage: Vantage, sizes_mm: Sizes) -> Mark:
    """See whether everything is in the picture, and what to do if it is not."""
    size = np.array(vantage.lens.size, float)
    corners = _all_corners(vantage, sizes_mm)
    room = float(min(corners.min(), (size - 1 - corners).min())) / size[0]
    verdict = _verdict(room, EDGE)
    if verdict == "ok":
        return Mark("edge", verdict, Text("teach.hint.edge.ok"))
    filled = _filled(corners, size)
    if filled > FILL:
        height = float(vantage.poses[_biggest(sizes_mm)].eye_mm[2])
        return Mark("edge", verdict, Text("teach.hint.edge.raise", {"cm": _cm(height, filled)}))
    return Mark("edge", verdict, Text("teach.hint.edge.shift"))


def _height(vantage: Vantage, sizes_mm: Sizes) -> Mark:
    """See whether the boards are large enough in the picture."""
    biggest = _biggest(sizes_mm)
    height = float(vantage.poses[biggest].eye_mm[2])
    corners, size = _all_corners(vantage, sizes_mm), np.array(vantage.lens.size, float)
    verdict = _verdict(vantage.lens.f_px / height, FINE_PX_PER_MM)
    filled, params = _filled(corners, size), {"cm": round(height / 10)}
    if verdict == "ok":
        return Mark("height", verdict, Text("teach.hint.height.ok", params))
    if filled > 0.97 * FILL:
        return Mark("height", verdict, Text("teach.hint.height.few-pixels"))
    return Mark("height", verdict, Text("teach.hint.height.lower", {"cm": _cm(height, filled)}))


def _cm(height_mm: float, filled: float) -> int:
    """Return by how many centimetres the camera has to come nearer, or go away."""
    return max(1, round(abs(height_mm * (filled / FILL - 1)) / 10))


def _level(vantage: Vantage, sizes_mm: Sizes) -> Mark:
    """See whether the camera looks straight down."""
    upright = abs(float(vantage.poses[_biggest(sizes_mm)].turn[2, 2]))
    degrees = float(np.degrees(np.arccos(min(upright, 1.0))))
    verdict, params = _verdict(-degrees, (-TILT_DEG[0], -TILT_DEG[1])), {"degrees": round(degrees)}
    text_id = "teach.hint.level.ok" if verdict == "ok" else "teach.hint.level.tilted"
    return Mark("level", verdict, Text(text_id, params))


def _verdict(figure: float, limits: tuple[float, float]) -> str:
    """Judge a figure that had better be large."""
    poor, bad = limits
    return "bad" if figure < bad else "poor" if figure < poor else "ok"

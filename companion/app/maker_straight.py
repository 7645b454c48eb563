"""Read photos of a board, and straighten them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.first_sight_fit import from_corners
from calibration.table_shape import TableShape
from vision.geometry import Vantage

Image = NDArray[np.uint8]
Array = NDArray[Any]
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

#: No side of a kept photo is longer than this.
LONGEST_PX = 4000
_JPEG = 92
_NO_MAP = np.empty(0, np.float32)
#: How exactly people put a corner.
_TAP_PX = 1.0
#: A straightened picture is as fine as the photo, within reason.
_FINEST, _COARSEST = 5.0, 2.5


def read_photo(content: bytes) -> Image | None:
    """Read a photo as phones take it, upright, or nothing if it is none."""
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    if image is None or min(image.shape[:2]) < 200:
        return None
    scale = min(1.0, LONGEST_PX / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(image, np.uint8)


def as_jpeg(image: Image) -> bytes:
    """Write a picture without anything a phone may have noted in it."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG])[1].tobytes()


def straighten(
    photo: Image, corners: Mapping[str, Quad], sizes_mm: Mapping[str, Point], surface: str
) -> tuple[Image, float]:
    """Return a surface as if seen from straight above, and its pixels per millimetre.

    All surfaces of a photo tell of its lens together.
    """
    known = {name: np.array(px, float) for name, px in corners.items()}
    shape = TableShape({name: sizes_mm[name] for name in known}, ())
    height, width = photo.shape[:2]
    try:
        vantage: Vantage | None = from_corners(shape, (width, height), known, _TAP_PX)
    except (cv2.error, np.linalg.LinAlgError):  # corners that no camera could see like that
        vantage = None
    scale = _fineness(known[surface], sizes_mm[surface])
    across, down = (round(side * scale) for side in sizes_mm[surface])
    grid = np.stack(
        np.meshgrid((np.arange(across) + 0.5) / scale, (np.arange(down) + 0.5) / scale), -1
    )
    px = _pixels(vantage, surface, sizes_mm[surface], known[surface], grid)
    picture = cv2.remap(photo, px.astype(np.float32), _NO_MAP, cv2.INTER_CUBIC)
    return np.asarray(picture, np.uint8), scale


def _pixels(
    vantage: Vantage | None,
    surface: str,
    size_mm: Point,
    corners_px: Array,
    grid: Array,
) -> Array:
    """Return where points of a surface are in the photo; a lens that does not fit is left out."""
    if vantage is not None:
        rest = np.abs(vantage.corners(surface, size_mm) - corners_px).max()
        if rest <= 0.004 * max(vantage.lens.size):
            return vantage.project(surface, grid)
    width, depth = size_mm
    flat = np.array([[0, 0], [width, 0], [width, depth], [0, depth]], np.float32)
    plain = cv2.getPerspectiveTransform(flat, corners_px.astype(np.float32))
    straight: Array = np.asarray(cv2.perspectiveTransform(grid.reshape(1, -1, 2), plain))
    return straight.reshape(grid.shape)


def _fineness(corners_px: Array, size_mm: Point) -> float:
    top = float(np.linalg.norm(corners_px[1] - corners_px[0]))
    fine = float(np.clip(1.5 * top / size_mm[0], _COARSEST, _FINEST))
    return min(fine, LONGEST_PX / max(size_mm))

"""Our drawings as pixels, for cameras that only pretend to look at a table.

>>> from companion.drawing.tiles import info_tile
>>> rasterise(info_tile("flask").as_svg(), 4).shape
(80, 80, 3)
"""

from __future__ import annotations

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from companion.drawing.lettering import FONTS

_MM_PER_INCH = 25.4


def to_png(svg: str, px_per_mm: float, background: str | None = None) -> bytes:
    """Draw a document whose size is given in millimetres; without a background it stays clear."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        dpi=_MM_PER_INCH * px_per_mm,
        background=background,
        skip_system_fonts=True,
        font_dirs=[str(FONTS)],
    )


def rasterise(svg: str, px_per_mm: float, background: str = "#ffffff") -> NDArray[np.uint8]:
    """Return a picture as OpenCV has it: rows of blue, green and red."""
    return _decode(to_png(svg, px_per_mm, background), cv2.IMREAD_COLOR)


def rasterise_clear(svg: str, px_per_mm: float) -> NDArray[np.uint8]:
    """Return a picture with a fourth channel: how much of a pixel is covered, 0 to 255."""
    return _decode(to_png(svg, px_per_mm), cv2.IMREAD_UNCHANGED)


def _decode(png: bytes, how: int) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), how)
    return np.asarray(picture, np.uint8)

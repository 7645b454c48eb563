"""An address as a picture that phones read."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from PIL import Image, ImageDraw

#: A rim of one and a half dots on each side is the least that phones get along with.
_RIM_PX = 3


def code_picture(address: str, side_px: int) -> Image.Image:
    """Draw a code, dark on light, in a square of this side."""
    code = segno.make(shorter(address), error="l", micro=False)
    rows = [list(row) for row in code.matrix]
    dot_px = max((side_px - 2 * _RIM_PX) // len(rows), 1)
    picture = Image.new("1", (side_px, side_px), 1)
    pen = ImageDraw.Draw(picture)
    corner = (side_px - dot_px * len(rows)) // 2
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                left, top = corner + x * dot_px, corner + y * dot_px
                pen.rectangle((left, top, left + dot_px - 1, top + dot_px - 1), fill=0)
    return picture


def shorter(address: str) -> str:
    """Write an address so that its code needs fewer and larger dots.

    Capitals take less room in a code, and in the name of a host they mean the same.

    >>> shorter("http://192.168.1.20:8000/")
    'HTTP://192.168.1.20:8000'
    >>> shorter("http://table.local/join/k3f9")
    'http://table.local/join/k3f9'
    """
    parts = urlsplit(address)
    bare = parts.path in {"", "/"} and not parts.query and not parts.fragment
    return address.rstrip("/").upper() if parts.netloc and bare else address

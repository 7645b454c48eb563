"""Patterns for cameras: a chessboard with markers, and single markers, from their bits."""

from __future__ import annotations

from collections.abc import Sequence

from companion.drawing.cutout import Cutout
from companion.drawing.svg import box, moved, path, tag, word

#: Rows of a marker, its black border included; True is black.
Bits = Sequence[Sequence[bool]]


def pattern(bits: Bits, size: float) -> str:
    """Draw the black cells of a marker as one path, so that no seam shows between them."""
    cell = size / len(bits)
    steps = [
        f"M{x * cell:.4f} {y * cell:.4f}h{cell:.4f}v{cell:.4f}h-{cell:.4f}z"
        for y, row in enumerate(bits)
        for x, black in enumerate(row)
        if black
    ]
    return path("".join(steps), fill="#000000", shape_rendering="crispEdges")


def chessboard(
    markers: Sequence[Bits], columns: int, rows: int, sizes: tuple[float, float]
) -> Cutout:
    """Draw a chessboard of black squares with markers in the white ones, as OpenCV lays it out."""
    square, marker = sizes
    inset = (square - marker) / 2
    parts, used = [], 0
    for row in range(rows):
        for column in range(columns):
            x, y = column * square, row * square
            if (row + column) % 2 == 0:
                parts.append(tag("rect", x=x, y=y, width=square, height=square, fill="#000000"))
            else:
                parts.append(moved(x + inset, y + inset, pattern(markers[used], marker)))
                used += 1
    size = (columns * square, rows * square)
    ground = box((size[0] / 2, size[1] / 2), size, fill="#ffffff")
    return Cutout("chessboard", size, ground + "".join(parts))


def corner_marker(number: int, bits: Bits, size: float, quiet: float) -> Cutout:
    """Draw a marker with the white rim that a camera needs around it, and its number."""
    whole = size + 2 * quiet
    ground = box(
        (whole / 2, whole / 2), (whole, whole), fill="#ffffff", stroke="#bbbbbb", stroke_width=0.2
    )
    label = word((whole / 2, whole - quiet / 2.4), str(number), 3, "#777777")
    return Cutout(
        f"corner:{number}",
        (whole, whole),
        ground + moved(quiet, quiet, pattern(bits, size)) + label,
    )

"""The typeface that comes with the companion: where its files lie, and how wide a text is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from companion.drawing.svg import Point, word

#: Cabin by Pablo Impallari and Igino Marini, under the SIL Open Font License.
FONTS = Path(__file__).parent / "data" / "fonts"


@cache
def _widths() -> dict[str, dict[str, float]]:
    raw = (FONTS / "widths.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, dict[str, float]])


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Measure a text in the unit of its size.

    >>> width("VIENNA", 10) > width("VIENNA", 5) > width("VIEN", 5)
    True
    """
    known = _widths()["Bold" if bold else "Regular"]
    return size * sum(known.get(letter, 0.6) for letter in text.replace("\u00a0", " "))


def wrap(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """Break a text into lines that fit.

    >>> wrap("one two three", 7, 2)
    ['one two', 'three']
    """
    lines = [""]
    for part in text.split(" "):
        longer = f"{lines[-1]} {part}".strip()
        if lines[-1] and width(longer, size, bold=bold) > room:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


def fit(text: str, room: Point, largest: float, *, bold: bool = False) -> tuple[list[str], float]:
    """Break a text to fill a room of this width and height, in the largest size that fits."""
    size = largest
    while size > 1.2:
        lines = wrap(text, room[0], size, bold=bold)
        widest = max(width(line, size, bold=bold) for line in lines)
        if len(lines) * size * 1.2 <= room[1] and widest <= room[0]:
            return lines, size
        size -= 0.1
    return wrap(text, room[0], size, bold=bold), size


def paragraph(text: str, middle: Point, room: Point, largest: float, fill: str, **kw: str) -> str:
    """Write a text centred within a room, in as many lines as it needs."""
    bold = kw.get("font_weight") == "bold"
    lines, size = fit(text, room, largest, bold=bold)
    top = middle[1] - (len(lines) - 1) * size * 0.6
    return "".join(
        word((middle[0], top + n * size * 1.2), line, size, fill, **kw)
        for n, line in enumerate(lines)
    )


def column(text: str, corner: Point, room: float, size: float, fill: str) -> tuple[str, float]:
    """Write a text from a corner downwards; return how far it came."""
    x, y = corner
    lines = wrap(text, room, size)
    written = "".join(
        word((x, y + (n + 0.5) * size * 1.22), line, size, fill, text_anchor="start")
        for n, line in enumerate(lines)
    )
    return written, y + len(lines) * size * 1.22

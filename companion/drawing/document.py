"""A whole SVG document in millimetres, with the symbols that it uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from companion.drawing import (
    icons_bribe,
    icons_desk,
    icons_flag,
    icons_info,
    icons_seal,
    icons_sign,
)
from companion.drawing.svg import SANS, Point, tag

_GROUPS = (icons_info, icons_bribe, icons_flag, icons_seal, icons_sign, icons_desk)
_NAME = re.compile(r'<symbol id="([\w-]+)"')
_USED = re.compile(r'href="#([\w-]+)"')


@cache
def symbols() -> dict[str, str]:
    """Return the definitions of all symbols by name."""
    return {
        name: text for group in _GROUPS for text in group.SYMBOLS for name in _NAME.findall(text)
    }


def document(size_mm: Point, *content: str) -> str:
    """Make a document of this size around some content."""
    inner = "".join(content)
    width, height = size_mm
    return tag(
        "svg",
        tag("defs", "".join(_definitions(inner))) + tag("g", inner, font_family=SANS),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}mm",
        height=f"{height:g}mm",
    )


def _definitions(content: str) -> Iterator[str]:
    known = symbols()
    for name in sorted(set(_USED.findall(content))):
        yield known[name]

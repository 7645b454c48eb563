"""Sheets as a PDF: typst turns our SVG into vectors and embeds the letters that it uses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import typst

from companion.drawing.lettering import FONTS
from companion.drawing.svg import Point

#: The same sheets give the same bytes: no clock enters the file.
_NO_TIME = 0
_HEAD = """\
#set document(title: sys.inputs.title)
#set page(width: {width}mm, height: {height}mm, margin: 0mm)
"""
_SHEET = '#image(bytes(sys.inputs.sheet{n}), format: "svg", width: {width}mm, height: {height}mm)'


@cache
def _fonts() -> typst.Fonts:
    """Return our own letters; what lies about on a computer must not change the sheets."""
    return typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])


def to_pdf(title: str, size_mm: Point, sheets: Sequence[str]) -> bytes:
    """Put sheets of one size into a PDF, true to scale."""
    size = {"width": size_mm[0], "height": size_mm[1]}
    pages = "\n#pagebreak()\n".join(_SHEET.format(n=n, **size) for n in range(len(sheets)))
    inputs = {"title": title, **{f"sheet{n}": sheet for n, sheet in enumerate(sheets)}}
    (pdf,) = typeset((_HEAD.format(**size) + pages).encode(), inputs, format="pdf")
    return pdf


def typeset(source: bytes, inputs: dict[str, str], **form: Any) -> list[bytes]:
    """Set a text in typst's language with nothing but our own letters, as one file or by page."""
    made: Any = typst.compile(
        source,
        font_paths=_fonts(),
        root=str(FONTS),  # the current folder, which is the default, may be closed to us
        timestamp=_NO_TIME,
        sys_inputs=inputs,
        **form,
    )
    return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]

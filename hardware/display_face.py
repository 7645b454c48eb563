"""Letters for a small display: bitmaps drawn by hand, sharp at their own size and at no other."""

from __future__ import annotations

import gzip
import unicodedata
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import ImageDraw, ImageFont

#: Bold Helvetica of the X Window System; its licence lies beside.
FONTS = Path(__file__).parent / "data" / "fonts"

#: From line to line, by the size of the letters: a descender may just touch an accent below.
PITCH_PX = {24: 27, 18: 20, 14: 16, 12: 14, 10: 12, 8: 10}
#: How far the highest accent stands out above a line.
_ACCENT_PX = {24: 2, 18: 2, 14: 1, 12: 1, 10: 1, 8: 1}
_KNOWN = {*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x180)), *"‘’“”„–—…•€"}
#: What is held together by a space stays together; narrow ones are as wide as the others.
_HELD = "\u00a0"
_SPACES = {**dict.fromkeys(map(ord, "\u202f\u2009"), _HELD), **dict.fromkeys(map(ord, "\t\n"), " ")}
_ELLIPSIS = "…"


class Face:
    """Letters of one size."""

    def __init__(self, size: int) -> None:
        """Load them."""
        # Unpacked by us, once: FreeType would start from the beginning for every letter.
        raw = gzip.decompress((FONTS / f"helvB{size:02d}.pcf.gz").read_bytes())
        layout = ImageFont.Layout.BASIC
        self._font = ImageFont.truetype(BytesIO(raw), size, layout_engine=layout)
        self.pitch_px = PITCH_PX[size]
        self._down_px = _ACCENT_PX[size]

    def width_px(self, text: str) -> int:
        """Measure a text."""
        return round(self._font.getlength(text.replace(_HELD, " ")))

    def overhang_px(self, row: str) -> int:
        """Measure how far a row reaches into the next one: letters such as p and y do."""
        bottom = self._font.getbbox(row.replace(_HELD, " "))[3]
        return max(round(bottom) + self._down_px - self.pitch_px, 0)

    def write(self, pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, fill: int) -> None:
        """Write a line; ``at`` is the corner of its room, accents included."""
        text = text.replace(_HELD, " ")
        pen.text((at[0], at[1] + self._down_px), text, font=self._font, fill=fill)

    def wrap(self, text: str, room_px: int) -> list[str]:
        """Break a text into lines; a word that is too long by itself is broken as well."""
        lines = [""]
        for word in (part for long in words(text) for part in self._parts(long, room_px)):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width_px(longer) > room_px:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _parts(self, word: str, room_px: int) -> Iterator[str]:
        while len(word) > 1 and self.width_px(word) > room_px:
            fits = len(word)
            while fits > 1 and self.width_px(word[:fits]) > room_px:
                fits -= 1
            yield word[:fits]
            word = word[fits:]
        yield word

    def cut(self, text: str, room_px: int) -> str:
        """Shorten a line until it fits."""
        if self.width_px(text) <= room_px:
            return text
        while text and self.width_px(text + _ELLIPSIS) > room_px:
            text = text[:-1]
        return text.rstrip() + _ELLIPSIS


@cache
def face(size: int) -> Face:
    """Return letters of a size, loaded once."""
    return Face(size)


def words(text: str) -> list[str]:
    r"""Take a text apart where a line may end.

    >>> words("Encore  un\u00a0! ")
    ['Encore', 'un\xa0!']
    """
    return [word for word in text.split(" ") if word]


def legible(text: str) -> str:
    r"""Spell a text with letters that we have.

    >>> legible("Zoë’s turn → Ταξί\u202f!")
    'Zoë’s turn ? ????\xa0!'
    """
    composed = unicodedata.normalize("NFC", text.translate(_SPACES))
    return "".join(letter if letter in _KNOWN else _nearest(letter) for letter in composed)


def _nearest(letter: str) -> str:
    bare = unicodedata.normalize("NFKD", letter)[:1]
    return bare if bare in _KNOWN else "?"

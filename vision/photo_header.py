"""What the first bytes of a picture file promise: how large it is, and whether it is all there."""

from __future__ import annotations

from dataclasses import dataclass

_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"

#: Marks of a JPEG file: those that carry its size, the begin of its pixels, and its end.
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PIXELS, _END = 0xDA, b"\xff\xd9"


@dataclass(frozen=True)
class Header:
    """How many pixels a file has, as far as it says, and whether it was written to its end."""

    size: tuple[int, int] | None
    whole: bool


def header_of(data: bytes) -> Header:
    """Look at a picture file without decoding it; of other kinds nothing is known."""
    if data.startswith(_PNG):
        size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        return Header(size, _PNG_END in data)
    return _jpeg(data) if data.startswith(_JPEG) else Header(None, True)


def _jpeg(data: bytes) -> Header:
    """Walk from mark to mark up to the pixels: previews inside have sizes and ends of their own."""
    size, at = None, 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        mark, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if mark in _SIZES:
            height, width = (int.from_bytes(data[at + n : at + n + 2], "big") for n in (5, 7))
            size = width, height
        if mark == _PIXELS:
            # Phones put films and more behind the end, so it need not be the end of the file.
            return Header(size, data.find(_END, at) > 0)
        at += 2 + length
    return Header(size, False)

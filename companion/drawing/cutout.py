"""A thing to be cut out of paper: its size, its picture, and where it came from."""

from __future__ import annotations

import msgspec

from companion.drawing.document import document
from companion.drawing.svg import Point


class Cutout(msgspec.Struct, frozen=True):
    """A piece on paper, drawn from its own top-left corner; ``name`` is that of its symbol."""

    name: str
    size_mm: Point
    content: str
    round: bool = False

    def as_svg(self) -> str:
        """Return the piece as a document of its own."""
        return document(self.size_mm, self.content)

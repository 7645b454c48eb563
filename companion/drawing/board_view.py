"""One board for screens: where its surfaces are in the picture, and every piece on its own."""

from __future__ import annotations

from functools import cached_property

from companion.drawing.document import document
from companion.drawing.schematic_pack import Pack, as_pack
from companion.drawing.svg import Point
from companion.drawing.table_art import frame, piece_of


class BoardView:
    """Know the picture that ``draw_state`` makes of a pack; nothing is read before it is asked for."""

    def __init__(self, source: object) -> None:
        """Take the pack."""
        self._source = source

    @property
    def size_mm(self) -> Point:
        """Return the size of the whole picture."""
        return self._frame[0]

    def where(self, surface: str, xy_mm: Point) -> Point:
        """Return where a point of a surface is in the picture."""
        x, y = self._frame[1][surface]
        return x + xy_mm[0], y + xy_mm[1]

    def piece(self, piece: str) -> str:
        """Draw a piece on its own."""
        art = piece_of(self._pack, piece)
        return document(art.size_mm, art.content)

    @cached_property
    def _pack(self) -> Pack:
        return as_pack(self._source)

    @cached_property
    def _frame(self) -> tuple[Point, dict[str, Point]]:
        return frame(self._pack)

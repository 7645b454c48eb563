"""Sheets of paper: pieces laid out to be cut, with crop marks, a title, a number and a ruler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.drawing.cutout import Cutout
from companion.drawing.document import document
from companion.drawing.svg import Point, disc, group, line, moved, tag, word

_INK = "#222222"
_GREY = "#777777"
#: Most printers leave this much of the paper white.
MARGIN_MM = 9.0
_HEAD_MM = 14.0
_FOOT_MM = 13.0
RULER_MM = 100.0


class Paper(msgspec.Struct, frozen=True):
    """A format, upright."""

    name: str
    size_mm: Point

    @property
    def turned(self) -> Paper:
        """Return the same paper on its side."""
        return Paper(self.name, (self.size_mm[1], self.size_mm[0]))

    @property
    def room_mm(self) -> Point:
        """Return the size of what may be printed between head and foot."""
        width, height = self.size_mm
        return width - 2 * MARGIN_MM, height - _HEAD_MM - _FOOT_MM - 3


PAPERS = {
    "a4": Paper("a4", (210, 297)),
    "a3": Paper("a3", (297, 420)),
    "letter": Paper("letter", (215.9, 279.4)),
}


class SheetWords(msgspec.Struct, frozen=True):
    """What is written on every sheet; ``page`` has gaps for {number} and {count}."""

    title: str
    hint: str
    page: str


class Spot(msgspec.Struct, frozen=True):
    """A piece and the place of its corner on the sheet."""

    piece: Cutout
    at: Point


def lay_out(pieces: Iterable[Cutout], room: Point, gap: float) -> list[list[Spot]]:
    """Fill rows from the left, and sheets from the top, in the order of the pieces."""
    sheets: list[list[Spot]] = []
    x = y = tall = 0.0
    for piece in pieces:
        width, height = piece.size_mm
        if x and x + width > room[0] + 1e-6:
            x, y, tall = 0.0, y + tall + gap, 0.0
        if not sheets or y + height > room[1] + 1e-6:
            sheets.append([])
            x, y, tall = 0.0, 0.0, 0.0
        sheets[-1].append(Spot(piece, (x, y)))
        x, tall = x + width + gap, max(tall, height)
    return sheets


def sheets_of(
    pieces: Iterable[Cutout], paper: Paper, words: SheetWords, gap: float = 0
) -> list[str]:
    """Draw pieces on as many sheets as they need."""
    laid = lay_out(pieces, paper.room_mm, gap)
    return [
        frame(paper, words, (n + 1, len(laid)), _pieces(spots, paper, gap))
        for n, spots in enumerate(laid)
    ]


def mirrored(spots: Sequence[Spot], backs: Sequence[Cutout]) -> list[Spot]:
    """Put backs where they meet their faces once the paper is turned over its long edge."""
    right = max(spot.at[0] + spot.piece.size_mm[0] for spot in spots)
    return [
        Spot(back, (right - spot.at[0] - spot.piece.size_mm[0], spot.at[1]))
        for spot, back in zip(spots, backs, strict=True)
    ]


def two_sided(
    pieces: Sequence[Cutout], backs: Sequence[Cutout], paper: Paper, words: SheetWords
) -> list[str]:
    """Draw sheets of faces, each followed by the sheet of its backs."""
    laid, drawn, first = lay_out(pieces, paper.room_mm, 0), [], 0
    for n, spots in enumerate(laid):
        behind = mirrored(spots, backs[first : first + len(spots)])
        first += len(spots)
        for step, side in enumerate((spots, behind)):
            number = (2 * n + step + 1, 2 * len(laid))
            drawn.append(frame(paper, words, number, _pieces(side, paper, 0)))
    return drawn


def _pieces(spots: Sequence[Spot], paper: Paper, gap: float) -> str:
    """Draw pieces in the middle of the width, which makes both sides of a sheet match."""
    right = max(spot.at[0] + spot.piece.size_mm[0] for spot in spots)
    left, top = (paper.size_mm[0] - right) / 2, _HEAD_MM + 2
    drawn = "".join(moved(*spot.at, spot.piece.content) for spot in spots)
    marks = _corner_marks(spots) if gap else _edge_marks(spots)
    return moved(left, top, group(*marks), drawn)


def _edge_marks(spots: Sequence[Spot]) -> Iterator[str]:
    """Mark every cut at the edge of the block: pieces lie side by side, a cut goes right through."""
    xs = {round(x, 3) for s in spots for x in (s.at[0], s.at[0] + s.piece.size_mm[0])}
    ys = {round(y, 3) for s in spots for y in (s.at[1], s.at[1] + s.piece.size_mm[1])}
    low = max(ys)
    pen: dict[str, str | float] = {"stroke": _INK, "stroke_width": 0.15}
    for x in sorted(xs):
        yield line((x, -1), (x, -4), **pen)
        yield line((x, low + 1), (x, low + 4), **pen)
    far = max(xs)
    for y in sorted(ys):
        yield line((-1, y), (-4, y), **pen)
        yield line((far + 1, y), (far + 4, y), **pen)


def _corner_marks(spots: Sequence[Spot]) -> Iterator[str]:
    """Mark the corners of each piece; round ones get a hair line around."""
    pen: dict[str, str | float] = {"stroke": _INK, "stroke_width": 0.15}
    for spot in spots:
        (x, y), (width, height) = spot.at, spot.piece.size_mm
        if spot.piece.round:
            yield disc((x + width / 2, y + height / 2), width / 2, fill="none", **pen)
            continue
        for cx, dx in ((x, -1), (x + width, 1)):
            for cy, dy in ((y, -1), (y + height, 1)):
                yield line((cx + dx * 0.4, cy), (cx + dx * 1.8, cy), **pen)
                yield line((cx, cy + dy * 0.4), (cx, cy + dy * 1.8), **pen)


def frame(paper: Paper, words: SheetWords, number: tuple[int, int], content: str) -> str:
    """Draw a sheet: title, number, ruler, and what is to be cut."""
    width, height = paper.size_mm
    page = words.page.format(number=number[0], count=number[1])
    return document(
        paper.size_mm,
        tag("rect", width=width, height=height, fill="#ffffff"),
        word((MARGIN_MM, 8), words.title, 4.6, _INK, font_weight="bold", text_anchor="start"),
        word((width - MARGIN_MM, 8), page, 3.6, _GREY, text_anchor="end"),
        ruler((MARGIN_MM, height - 7.4)),
        word((MARGIN_MM + RULER_MM + 4, height - 7.6), words.hint, 2.9, _GREY, text_anchor="start"),
        content,
    )


def ruler(at: Point) -> str:
    """Draw 100 mm, to see whether the printer has kept the scale."""
    x, y = at
    pen: dict[str, str | float] = {"stroke": _INK, "stroke_width": 0.2}
    ticks = (
        line((x + n, y), (x + n, y - (3 if n % 10 == 0 else 2 if n % 5 == 0 else 1.2)), **pen)
        for n in range(int(RULER_MM) + 1)
    )
    numbers = (word((x + n, y + 2.2), str(n), 2.2, _GREY) for n in range(0, int(RULER_MM) + 1, 10))
    scale = line((x, y), (x + RULER_MM, y), stroke=_INK, stroke_width=0.2)
    return group(tag("title", "ruler"), scale, *ticks, *numbers)

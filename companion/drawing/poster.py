"""Large things on several sheets: each shows a part, with a strip to glue the next one on."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import msgspec

from companion.drawing.cutout import Cutout
from companion.drawing.sheet import Paper, SheetWords, frame
from companion.drawing.svg import Point, box, group, line, moved, tag, word

#: Paper that two neighbouring sheets share.
OVERLAP_MM = 10.0
_PEN: dict[str, str | float] = {"stroke": "#222222", "stroke_width": 0.15}


class Plan(msgspec.Struct, frozen=True):
    """How a large thing is shared out: paper, columns and rows, and the size of a part."""

    paper: Paper
    columns: int
    rows: int
    part_mm: Point


def plan(size: Point, paper: Paper) -> Plan:
    """Turn the paper so that the fewest sheets do, with parts of equal size."""
    return min(
        (_plan(size, way) for way in (paper, paper.turned)), key=lambda p: p.columns * p.rows
    )


def _plan(size: Point, paper: Paper) -> Plan:
    counts = [
        max(1, ceil((side - OVERLAP_MM) / (room - OVERLAP_MM)))
        for side, room in zip(size, paper.room_mm, strict=True)
    ]
    columns, rows = counts
    part = tuple((side + OVERLAP_MM * (n - 1)) / n for side, n in zip(size, counts, strict=True))
    return Plan(paper, columns, rows, (part[0], part[1]))


def poster(piece: Cutout, paper: Paper, words: SheetWords) -> list[str]:
    """Draw a large piece on several sheets."""
    layout = plan(piece.size_mm, paper)
    count = layout.columns * layout.rows
    cells = [(column, row) for row in range(layout.rows) for column in range(layout.columns)]
    return [
        frame(layout.paper, words, (n + 1, count), _part(piece, layout, cell))
        for n, cell in enumerate(cells)
    ]


def _part(piece: Cutout, layout: Plan, cell: tuple[int, int]) -> str:
    width, height = layout.part_mm
    x = cell[0] * (width - OVERLAP_MM)
    y = cell[1] * (height - OVERLAP_MM)
    # A nested picture shows its own part of the whole and cuts off the rest.
    part = tag(
        "svg",
        piece.content,
        x=0,
        y=0,
        width=width,
        height=height,
        viewBox=f"{x:g} {y:g} {width:g} {height:g}",
    )
    left = (layout.paper.size_mm[0] - width) / 2
    marks = group(*_crop_marks(layout.part_mm), *_overlaps(layout, cell))
    return moved(left, 16, part, marks) + _overview(layout, cell)


def _crop_marks(size: Point) -> Iterator[str]:
    width, height = size
    for x, dx in ((0.0, -1), (width, 1)):
        for y, dy in ((0.0, -1), (height, 1)):
            yield line((x + dx * 0.5, y), (x + dx * 4, y), **_PEN)
            yield line((x, y + dy * 0.5), (x, y + dy * 3.5), **_PEN)


def _overlaps(layout: Plan, cell: tuple[int, int]) -> Iterator[str]:
    """Mark the strip on which the next sheet is glued, and where its edge comes to lie."""
    width, height = layout.part_mm
    dash: dict[str, str | float] = {**_PEN, "stroke_dasharray": "2 1.5"}
    column, row = cell
    n = row * layout.columns + column + 1
    if column + 1 < layout.columns:
        x = width - OVERLAP_MM
        yield line((x, -4), (x, 0), **_PEN)
        yield line((x, height), (x, height + 3.5), **_PEN)
        yield line((x, 0), (x, height), **dash)
        yield word((x + 5, -2.2), f"> {n + 1}", 2.8, "#222222")
    if row + 1 < layout.rows:
        y = height - OVERLAP_MM
        yield line((-4, y), (0, y), **_PEN)
        yield line((width, y), (width + 4, y), **_PEN)
        yield line((0, y), (width, y), **dash)
        yield word((-3, y + 5), str(n + layout.columns), 2.8, "#222222")


def _overview(layout: Plan, cell: tuple[int, int]) -> str:
    """Draw a small map of all sheets, this one dark, beside the title."""
    size = (5.0, 3.6)
    left = layout.paper.size_mm[0] / 2 - layout.columns * size[0] / 2
    parts = []
    for row in range(layout.rows):
        for column in range(layout.columns):
            here = (column, row) == cell
            at = (left + (column + 0.5) * size[0], 4.4 + (row + 0.5) * size[1])
            parts.append(
                box(
                    at,
                    size,
                    fill="#555555" if here else "#ffffff",
                    stroke="#222222",
                    stroke_width=0.2,
                )
            )
            number = str(row * layout.columns + column + 1)
            parts.append(word(at, number, 2.4, "#ffffff" if here else "#222222"))
    return group(*parts)

"""The ground of the board: an old city map with blocks, water and streets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sin

from companion.drawing import palette
from companion.drawing.schematic_pack import Building, Square
from companion.drawing.svg import Point, box, group, line, path, polygon

_BLOCK_MM = (27.0, 23.0)
_TINTS = ("#e9dec4", "#e5d8bb", "#ece2cc")


def ground(size: Point) -> str:
    """Draw paper, water and the blocks of houses that no figure ever enters."""
    width, height = size
    middle = (width / 2, height / 2)
    paper = box(middle, size, fill=palette.PAPER)
    return group(paper, *_blocks(size), _canal(size))


def _chance(n: int) -> float:
    """Return a number from -1 to 1 that looks like chance and is the same on every paper."""
    value = sin(n * 12.9898) * 43758.5453
    return (value - int(value)) * (1 if value > 0 else -1) * 2 - 1


def _corner(size: Point, column: int, row: int) -> Point:
    n = column * 71 + row * 131
    x = 20 + column * _BLOCK_MM[0] + 4.6 * _chance(n)
    y = 20 + row * _BLOCK_MM[1] + 4.6 * _chance(n + 17)
    return min(max(x, 20.0), size[0] - 20), min(max(y, 20.0), size[1] - 20)


def _blocks(size: Point) -> Iterator[str]:
    columns, rows = (
        int((side - 40) / step) + 1 for side, step in zip(size, _BLOCK_MM, strict=True)
    )
    for column in range(columns):
        for row in range(rows):
            steps = ((0, 0), (1, 0), (1, 1), (0, 1))
            corners = [_corner(size, column + dx, row + dy) for dx, dy in steps]
            tint = _TINTS[(column * 7 + row * 3) % 3]
            yield polygon(
                *_shrunk(corners, 0.93), fill=tint, stroke=palette.STONE, stroke_width=0.3
            )
            yield polygon(*_shrunk(corners, 0.45), fill=palette.PAPER, opacity=0.75)


def _shrunk(corners: Sequence[Point], by: float) -> list[Point]:
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return [(x + (cx - x) * by, y + (cy - y) * by) for cx, cy in corners]


def _canal(size: Point) -> str:
    w, h = size
    way = (
        f"M20 {h * 0.42:g}C{w * 0.2:g} {h * 0.36:g} {w * 0.26:g} {h * 0.62:g} {w * 0.46:g} {h * 0.6:g}"
        f"S{w * 0.7:g} {h * 0.5:g} {w * 0.8:g} {h * 0.72:g}S{w * 0.93:g} {h * 0.86:g} {w - 20:g} {h * 0.8:g}"
    )
    pens = ((palette.WATER_LINE, 15.0), (palette.WATER, 13.6), (palette.WATER_LINE, 0.4))
    return group(*(path(way, fill="none", stroke=ink, stroke_width=width) for ink, width in pens))


def streets(buildings: Sequence[Building], squares: Sequence[Square]) -> str:
    """Draw the streets: kerb, stones, and a thread that the eye can follow."""
    at = {building.id: building.xy for building in buildings}
    ways = [(at[end], square.xy) for square in squares for end in square.buildings if end in at]
    layers: tuple[dict[str, str | float], ...] = (
        {"stroke": palette.SEPIA, "stroke_width": 7.2},
        {"stroke": palette.CREAM, "stroke_width": 6},
        {"stroke": palette.CASING, "stroke_width": 0.5, "stroke_dasharray": "2.4 1.8"},
    )
    return "".join(
        group(*(line(*way) for way in ways), stroke_linecap="round", **layer) for layer in layers
    )

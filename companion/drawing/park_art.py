"""The upper right of the board: the Prater with its orders, or the rider's monument."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from companion.drawing import palette
from companion.drawing.svg import Point, box, disc, group, line, moved, oval, path, word

ORDER_MM: Point = (50.0, 29.0)


def park(pile_a: Sequence[Point], pile_b: Sequence[Point]) -> str:
    """Draw the Prater around the fields of the orders."""
    fields = [*(("A", xy) for xy in pile_a), *(("B", xy) for xy in pile_b)]
    xs, ys = [xy[0] for _, xy in fields], [xy[1] for _, xy in fields]
    low, high = (min(xs), min(ys)), (max(xs), max(ys))
    size = (high[0] - low[0] + ORDER_MM[0] + 9, high[1] - low[1] + ORDER_MM[1] + 7)
    middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
    edge = {"fill": palette.GARDEN, "stroke": palette.GARDEN_LINE}
    parts = [
        box(middle, size, rx=5, stroke_width=0.9, **edge),
        wheel((middle[0], middle[1]), min(12.0, (high[0] - low[0] - ORDER_MM[0]) / 2 + 3)),
    ]
    for name, xy in fields:
        parts.append(
            box(
                xy,
                (ORDER_MM[0] + 1, ORDER_MM[1] + 1),
                rx=2,
                fill=palette.CREAM,
                stroke=palette.INK,
                stroke_width=0.5,
            )
        )
        parts.append(
            box(
                xy,
                (ORDER_MM[0] - 4, ORDER_MM[1] - 4),
                rx=1,
                fill="none",
                stroke=palette.CASING,
                stroke_width=0.4,
                stroke_dasharray="2 1.4",
            )
        )
        parts.append(word(xy, name, 15, palette.CASING, font_weight="bold"))
    return group(*parts)


def wheel(at: Point, radius: float) -> str:
    """Draw the giant wheel."""
    x, y = at
    spokes, cabins = [], []
    for n in range(12):
        angle = 2 * pi * n / 12
        rim = (x + radius * cos(angle), y + radius * sin(angle))
        spokes.append(line(at, rim, stroke=palette.SEPIA, stroke_width=0.25))
        cabins.append(
            box(rim, (2.6, 1.9), rx=0.4, fill=palette.RED, stroke=palette.INK, stroke_width=0.3)
        )
    legs = f"M{x - radius * 0.55:g} {y + radius * 1.35:g}L{x:g} {y:g}L{x + radius * 0.55:g} {y + radius * 1.35:g}"
    return group(
        path(legs, fill="none", stroke=palette.INK, stroke_width=0.9),
        disc(at, radius, fill="none", stroke=palette.SEPIA, stroke_width=0.9),
        disc(at, radius * 0.82, fill="none", stroke=palette.SEPIA, stroke_width=0.4),
        *spokes,
        *cabins,
        disc(at, 1.6, fill=palette.BRASS, stroke=palette.INK, stroke_width=0.3),
    )


def monument(at: Point) -> str:
    """Draw a rider on his plinth, in a garden with trees."""
    x, y = at
    trees = [(x + dx, y + dy) for dx in (-46, -36, 36, 46) for dy in (-14, 2, 18)]
    edge = {"fill": palette.GARDEN, "stroke": palette.GARDEN_LINE}
    return group(
        box(at, (112, 62), rx=8, stroke_width=0.9, **edge),
        oval(at, (27, 27), fill=palette.PAPER, stroke=palette.CASING, stroke_width=0.6),
        oval(at, (24.5, 24.5), fill="none", stroke=palette.CASING, stroke_width=0.3),
        *(
            disc(tree, 4.6, fill="#a9b88d", stroke=palette.GARDEN_LINE, stroke_width=0.5)
            for tree in trees
        ),
        *(disc((tx - 1.2, ty - 1.2), 1.6, fill=palette.GARDEN) for tx, ty in trees),
        moved(x, y + 21, _rider(), scale=1.24),
    )


def _rider() -> str:
    """Draw a horse on its hind legs with its rider, from the side, on a plinth."""
    bronze = "#5f7a6c"
    pen: dict[str, str | float] = {
        "fill": bronze,
        "stroke": palette.INK,
        "stroke_width": 0.45,
        "stroke_linejoin": "round",
    }
    horse = (
        "M-8.6 -11C-9.6 -13.6 -9 -17.6 -6.4 -19.4C-3.4 -21.4 0 -22.2 2 -25.4C2.6 -27 3.2 -29.4 4.6 -30.8"
        "L5.2 -32.6L6.4 -31.2C8.2 -30.6 9.8 -29 11.2 -27.4L10.2 -25.8L7.8 -26.6C7.4 -25 7.4 -23.6 6.8 -22.2"
        "C9 -22.6 11 -22.8 12.2 -24.4L13.6 -23.8C12.8 -21.2 10 -20.4 7 -19.8C9 -18.8 10.6 -18 10.6 -15.6L9 -15.4"
        "C8.6 -17 6.6 -17.2 4.6 -17.4C2 -16.2 -1.2 -15.8 -2.4 -13.8C-3.4 -12 -1.6 -10.4 -2.2 -7.4L-4.4 -7.4"
        "C-4.4 -9.4 -5.6 -10.4 -6 -12L-7.4 -7.4H-9.6Z"
    )
    tail = "M-8.4 -16.6C-12 -16.4 -12.8 -12 -12.4 -8.4C-10.8 -10.6 -10.4 -12.4 -8.6 -12.6Z"
    man = "M-2.6 -19.6C-3.6 -23 -3 -25.6 -1.4 -27.2L-0.8 -29.4C-1.8 -31.6 1.8 -32.6 1.8 -29.8L1.2 -28C2 -27 3.4 -26.4 4.4 -27L4.8 -25.8C3.4 -24.8 1.6 -25 0.8 -25.4L1.4 -21.4C2 -19.6 2.6 -17.6 2.2 -15.2L0.4 -15.2C0.6 -17 -0.2 -18.6 -1 -19.4Z"
    hat = "M-3 -30.6L-0.4 -32.8L3 -31L0.8 -30.4Z"
    plinth = path("M-9 0L-8 -6H8L9 0Z", fill=palette.STONE, stroke=palette.INK, stroke_width=0.5)
    cap = box((0, -6.7), (19.5, 1.8), fill=palette.STONE, stroke=palette.INK, stroke_width=0.45)
    return (
        plinth
        + cap
        + path(tail, **pen)
        + path(horse, **pen)
        + path(man, **{**pen, "fill": "#4c6458"})
        + path(hat, **{**pen, "fill": "#4c6458"})
    )

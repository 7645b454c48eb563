"""Points over time as a picture: one line for each seat, told apart by shape as well as by colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import msgspec

#: The whole picture, and the part of it where lines are drawn: left, top, width, height.
SIZE = (480, 320)
LEFT, TOP, WIDE, HIGH = 36, 14, 296, 262
#: Labels at the end of lines keep so far apart.
_APART = 24
#: So many marks sit on each line.
_MARKS = 6
_SHAPES = {
    "circle": "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z",
    "square": "M-5 -5H5V5H-5Z",
    "diamond": "M0 -7L7 0L0 7L-7 0Z",
    "triangle": "M0 -6.5L6.5 5H-6.5Z",
    "star": "M0 -7.5L2 -2.5L7 -2L3.4 1.4L4.5 6.5L0 4L-4.5 6.5L-3.4 1.4L-7 -2L-2 -2.5Z",
    "cross": "M-2.5 -6.5H2.5V-2.5H6.5V2.5H2.5V6.5H-2.5V2.5H-6.5V-2.5H-2.5Z",
}


class Curve(msgspec.Struct, frozen=True):
    """The points of one seat, step by step; ``None`` where they are not known."""

    name: str
    colour: str
    shape: str
    points: tuple[int | None, ...]


def chart(curves: Sequence[Curve], label: str, at: int, steps: str) -> str:
    """Draw the points of all seats over the steps of a game, with a line where we are."""
    count = max(len(curve.points) for curve in curves) - 1
    highest = max((p for curve in curves for p in curve.points if p is not None), default=0)
    top = max(10, -(-highest // 10) * 10)
    x = [LEFT + WIDE * n / max(count, 1) for n in range(count + 1)]
    parts = [*_grid(top), *_lines(curves, x, top), *_ends(curves, x[-1], top)]
    here = x[min(max(at, 0), count)]
    cursor = f'<line id="cursor" class="cursor" x1="{here:.1f}" x2="{here:.1f}" y1="{TOP}" y2="{TOP + HIGH}"/>'
    foot = f'<text x="{LEFT + WIDE / 2}" y="{SIZE[1] - 10}" text-anchor="middle">{escape(steps)}</text>'
    return (
        f'<svg class="chart" id="chart" viewBox="0 0 {SIZE[0]} {SIZE[1]}" role="img" '
        f'aria-label="{escape(label)}" data-left="{LEFT}" data-wide="{WIDE}">'
        f"{''.join(parts)}{cursor}{foot}</svg>"
    )


def _y(points: int, top: int) -> float:
    return TOP + HIGH * (1 - points / top)


def _grid(top: int) -> Iterator[str]:
    step = next((s for s in (5, 10, 20, 25, 50, 100) if top / s <= 6), 200)
    for value in range(0, top + 1, step):
        y = _y(value, top)
        yield f'<line class="grid" x1="{LEFT}" x2="{LEFT + WIDE}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{value}</text>'


def _lines(curves: Sequence[Curve], x: Sequence[float], top: int) -> Iterator[str]:
    for number, curve in enumerate(curves):
        spots = [
            (x[n], _y(points, top)) for n, points in enumerate(curve.points) if points is not None
        ]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in spots)
        # A dark edge below keeps a pale colour visible on pale paper.
        yield f'<polyline class="edge" points="{path}"/>'
        yield f'<polyline class="curve c-{curve.colour}" points="{path}"/>'
        every = max(len(spots) // _MARKS, 1)
        shift = every * (number + 1) // (len(curves) + 1)
        yield from (_mark(curve, *spot) for spot in spots[shift::every])


def _mark(curve: Curve, x: float, y: float) -> str:
    shape = _SHAPES.get(curve.shape, _SHAPES["circle"])
    return (
        f'<path class="spot c-{curve.colour}" transform="translate({x:.1f} {y:.1f})" d="{shape}"/>'
    )


def _ends(curves: Sequence[Curve], x: float, top: int) -> Iterator[str]:
    """Name every line at its end; where lines end close together, their names move apart."""
    known = [
        (curve, next((p for p in reversed(curve.points) if p is not None), None))
        for curve in curves
    ]
    ends = sorted((_y(p, top), n) for n, (_, p) in enumerate(known) if p is not None)
    below = float(TOP)
    placed = []
    for y, n in ends:
        below = max(y, below)
        placed.append((below, n))
        below += _APART
    over = max(0.0, below - _APART - (TOP + HIGH))
    for y, n in placed:
        curve, points = known[n]
        name = curve.name if len(curve.name) < 11 else curve.name[:9] + "…"
        yield _mark(curve, x + 12, y - over)
        yield f'<text class="end" x="{x + 24}" y="{y - over + 6:.1f}">{escape(name)} {points}</text>'

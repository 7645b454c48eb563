"""Fronts of houses, in a box of 30 x 15 above a line: one for each seal."""

from __future__ import annotations

from companion.drawing import palette
from companion.drawing.svg import box, disc, line, path, polygon

_EDGE: dict[str, str | float] = {
    "stroke": palette.INK,
    "stroke_width": 0.4,
    "stroke_linejoin": "round",
}
_ROOF = {"fill": "#7d5a4c", **_EDGE}
_GLASS: dict[str, str | float] = {"fill": "#4d5561"}
_PATINA: dict[str, str | float] = {"fill": "#83a08f", **_EDGE}


def front(kind: str, fill: str) -> str:
    """Draw a house of this kind: x from -15 to 15, standing on y = 0."""
    return _FRONTS[kind](fill)


def _windows(xs: tuple[float, ...], y: float, size: tuple[float, float] = (1.5, 2.4)) -> str:
    return "".join(box((x, y), size, rx=0.5, **_GLASS) for x in xs)


def _palace(fill: str) -> str:
    return (
        polygon((-14, -9), (-12.6, -11.6), (12.6, -11.6), (14, -9), **_ROOF)
        + box((0, -4.5), (27, 9), fill=fill, **_EDGE)
        + path("M-4.4 -11.6C-4.4 -15 4.4 -15 4.4 -11.6Z", **_PATINA)
        + line((0, -14.2), (0, -16), stroke=palette.INK, stroke_width=0.5)
        + box((0, -5.8), (8.6, 11.6), fill=fill, **_EDGE)
        + _windows((-11.6, -8.6, -5.8, 5.8, 8.6, 11.6), -6.4)
        + _windows((-11.6, -8.6, -5.8, 5.8, 8.6, 11.6), -2.4)
        + _windows((-2.6, 0, 2.6), -8)
        + path("M-1.4 0V-3.4A1.4 1.4 0 0 1 1.4 -3.4V0Z", **_GLASS)
    )


def _church(fill: str) -> str:
    return (
        polygon((-3, -8), (0, -12), (12.6, -12), (14, -8), **_ROOF)
        + box((4, -4), (19.6, 8), fill=fill, **_EDGE)
        + polygon((-10.6, -11), (-7, -19), (-3.4, -11), **_PATINA)
        + path("M-7 -19V-21.4M-7.9 -20.5H-6.1", stroke=palette.INK, stroke_width=0.5)
        + box((-7, -5.5), (7.2, 11), fill=fill, **_EDGE)
        + disc((-7, -8.2), 1.5, fill=palette.CREAM, **_EDGE)
        + "".join(
            path(f"M{x} -1.4V-5A1 1 0 0 1 {x + 2} -5V-1.4Z", **_GLASS) for x in (-1.6, 2.2, 6, 9.8)
        )
        + path("M-8.4 0V-3.4A1.4 1.4 0 0 1 -5.6 -3.4V0Z", **_GLASS)
    )


def _office(fill: str) -> str:
    columns = "".join(
        box((x, -4.4), (1, 7.2), fill=palette.CREAM, **{**_EDGE, "stroke_width": 0.25})
        for x in (-6, -3.6, -1.2, 1.2, 3.6, 6)
    )
    return (
        box((0, -4.5), (27, 9), fill=fill, **_EDGE)
        + box((0, -10), (27.6, 2), **_ROOF)
        + box((0, -4.4), (15, 8.8), fill=fill, **_EDGE)
        + columns
        + polygon((-8.4, -8.4), (0, -13.6), (8.4, -8.4), fill=palette.CREAM, **_EDGE)
        + disc((0, -10.2), 1.3, fill=fill, **{**_EDGE, "stroke_width": 0.3})
        + _windows((-11.4, -9, 9, 11.4), -6)
        + _windows((-11.4, -9, 9, 11.4), -2.4)
    )


def _opera(fill: str) -> str:
    arches = "".join(
        path(f"M{x} -1V-4.2A1.5 1.5 0 0 1 {x + 3} -4.2V-1Z", **_GLASS)
        for x in (-10.2, -6, -1.5, 3, 7.2)
    )
    return (
        path("M-9 -9C-9 -14.6 9 -14.6 9 -9Z", **_PATINA)
        + box((0, -4.5), (27, 9), fill=fill, **_EDGE)
        + box((0, -9.2), (28.4, 1.4), fill=palette.CREAM, **_EDGE)
        + arches
        + _windows((-8.7, -4.5, 0, 4.5, 8.7), -7, (2, 1.6))
        + polygon((-2.2, -13), (0, -16.2), (2.2, -13), fill=palette.BRASS, **_EDGE)
    )


def _academy(fill: str) -> str:
    return (
        path("M-4.6 -11.4A4.6 4.6 0 0 1 4.6 -11.4Z", **_PATINA)
        + polygon(
            (0.2, -12.6), (5.2, -16.6), (6.2, -15.4), (1.4, -11.6), fill=palette.CREAM, **_EDGE
        )
        + polygon((-14, -8.6), (-12.4, -10.6), (12.4, -10.6), (14, -8.6), **_ROOF)
        + box((0, -4.3), (27, 8.6), fill=fill, **_EDGE)
        + box((0, -5.7), (9.2, 11.4), fill=fill, **_EDGE)
        + _windows((-11.6, -9, -6.4, 6.4, 9, 11.6), -6)
        + _windows((-11.6, -9, -6.4, 6.4, 9, 11.6), -2.3)
        + disc((0, -8.2), 1.7, fill=palette.CREAM, **_EDGE)
        + path("M0 -9.2V-8.2L0.8 -7.7", fill="none", stroke=palette.INK, stroke_width=0.3)
        + box((0, -2), (3, 4), **_GLASS)
    )


_FRONTS = {
    "nobility": _palace,
    "religion": _church,
    "administration": _office,
    "culture": _opera,
    "science": _academy,
}
#: Kinds in an order of their own, for boards without seals.
KINDS = tuple(_FRONTS)

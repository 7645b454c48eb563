"""The five flags, in a box of 28 x 18: told apart by their pattern, not by colour alone."""

from __future__ import annotations

from math import cos, pi, sin

from companion.drawing.palette import BLUE, GOLD, INK, RED, WHITE
from companion.drawing.svg import box, disc, path, polygon, symbol, tag

SIZE = (28.0, 18.0)
_FRAME = box((14, 9), (27.4, 17.4), fill="none", stroke=INK, stroke_width=0.8)


def _ground(colour: str) -> str:
    return tag("rect", width=28, height=18, fill=colour)


def _bars(*bars: tuple[float, float, float, float, str]) -> str:
    return "".join(tag("rect", x=x, y=y, width=w, height=h, fill=c) for x, y, w, h, c in bars)


def star(
    at: tuple[float, float], radius: float, points: int = 5, dent: float = 0.42
) -> list[tuple[float, float]]:
    """Return the corners of a star that points upwards."""
    corners = []
    for n in range(2 * points):
        far = radius if n % 2 == 0 else radius * dent
        angle = pi * n / points - pi / 2
        corners.append((at[0] + far * cos(angle), at[1] + far * sin(angle)))
    return corners


def _usa() -> str:
    stripe = 18 / 13
    red = _bars(*((0.0, n * stripe, 28.0, stripe, RED) for n in range(0, 13, 2)))
    stars = "".join(
        disc((1.5 + 2.1 * column + 1.05 * (row % 2), 1.5 + 1.6 * row), 0.5, fill=WHITE)
        for row in range(5)
        for column in range(5)
    )
    canton = _bars((0, 0, 12.4, 7 * stripe, BLUE))
    return symbol("flag-usa", _ground(WHITE), red, canton, stars, _FRAME, size=SIZE)


def _ussr() -> str:
    sickle = "M5.4 10.2A4.3 4.3 0 1 0 5.6 3.9A3.4 3.4 0 1 1 6.2 9.6Z"
    return symbol(
        "flag-ussr",
        _ground(RED),
        path(sickle, fill=GOLD),
        path("M4.4 11.6L9.2 6.2", stroke=GOLD, stroke_width=1.2),
        path("M3.9 4.9L6 3.4L11.8 10.4L10.8 11.4Z", fill=GOLD),
        polygon(*star((14.6, 4.4), 2.4), fill=GOLD),
        _FRAME,
        size=SIZE,
    )


def _france() -> str:
    third = 28 / 3
    bars = _bars((0, 0, third, 18, BLUE), (2 * third, 0, third, 18, RED))
    return symbol("flag-france", _ground(WHITE), bars, _FRAME, size=SIZE)


def _britain() -> str:
    white = path("M0 0L28 18M28 0L0 18", stroke=WHITE, stroke_width=3.6)
    thin = path("M0 0L28 18M28 0L0 18", stroke=RED, stroke_width=1.3)
    cross = _bars(
        (11, 0, 6, 18, WHITE), (0, 6, 28, 6, WHITE), (12.2, 0, 3.6, 18, RED), (0, 7.2, 28, 3.6, RED)
    )
    return symbol("flag-britain", _ground(BLUE), white, thin, cross, _FRAME, size=SIZE)


def _austria() -> str:
    return symbol("flag-austria", _ground(RED), _bars((0, 6, 28, 6, WHITE)), _FRAME, size=SIZE)


SYMBOLS = (_usa(), _ussr(), _france(), _britain(), _austria())

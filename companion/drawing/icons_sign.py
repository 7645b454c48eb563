"""Signs of the game's language: agents, markers, points, coins, cards, houses."""

from __future__ import annotations

from companion.drawing.icons_flag import star
from companion.drawing.palette import BRASS, CREAM, GOLD, INK, RED, SEPIA, WHITE
from companion.drawing.svg import box, disc, line, path, polygon, symbol

_PEN: dict[str, str | float] = {
    "stroke": INK,
    "stroke_width": 1,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}
#: A man in hat and trench coat, standing; 24 x 24, feet at the bottom.
HAT = "M5.6 6.7C8 7.7 16 7.7 18.4 6.7C18 5.7 16.4 5.5 15.7 5.2C15.3 2.5 14.6 1.2 13.6 1.2C12.8 1.2 12.6 1.7 12 1.7C11.4 1.7 11.2 1.2 10.4 1.2C9.4 1.2 8.7 2.5 8.3 5.2C7.6 5.5 6 5.7 5.6 6.7Z"
HEAD = "M8.9 7.3C8.9 10.2 10 11.6 12 11.6C14 11.6 15.1 10.2 15.1 7.3Z"
COAT = "M9.4 10.6L6.4 11.8C5 12.4 4.4 13.6 4.2 15.4L3.4 22.8H20.6L19.8 15.4C19.6 13.6 19 12.4 17.6 11.8L14.6 10.6L12 13.4Z"


def man(fill: str, lines: str) -> str:
    """Draw the man in a colour."""
    return (
        path(COAT, fill=fill, **_PEN)
        + path(HEAD, fill="#e3c7a2", **{**_PEN, "stroke_width": 0.7})
        + path(HAT, fill=fill, **_PEN)
        + path("M8.2 5.4C10 6 14 6 15.8 5.4", fill="none", stroke=lines, stroke_width=0.9)
        + path(
            "M12 13.4V22.6M9.4 10.6L8 14L12 17M14.6 10.6L16 14L12 17",
            fill="none",
            stroke=lines,
            stroke_width=0.7,
        )
    )


def _lens() -> str:
    return symbol(
        "sign-lens",
        line((14.6, 14.6), (21, 21), stroke=INK, stroke_width=4.4, stroke_linecap="round"),
        line((15.6, 15.6), (20.8, 20.8), stroke=BRASS, stroke_width=2.4, stroke_linecap="round"),
        disc((9.6, 9.6), 7.4, fill=CREAM, stroke=INK, stroke_width=2.2),
        path(
            "M5.6 9.4A4.2 4.2 0 0 1 9.4 5.4",
            fill="none",
            stroke=SEPIA,
            stroke_width=1.2,
            stroke_linecap="round",
        ),
    )


def _points() -> str:
    return symbol(
        "sign-points",
        polygon(*star((12, 12), 11.6, 12, 0.84), fill=GOLD, **{**_PEN, "stroke_width": 0.8}),
        disc((12, 12), 8.2, fill=CREAM, stroke=INK, stroke_width=0.6),
    )


def _coin() -> str:
    return symbol(
        "sign-coin",
        disc((12, 12), 11.2, fill="#c9ccc9", **_PEN),
        disc((12, 12), 9, fill="#e4e5e0", stroke=INK, stroke_width=0.5, stroke_dasharray="0.9 0.7"),
    )


def _marker() -> str:
    """Draw a marker on its way to the right."""
    return symbol(
        "sign-marker",
        box((12, 12), (23, 9.6), rx=4.8, fill=CREAM, **_PEN),
        disc((6.4, 12), 3.4, fill=RED, **_PEN),
        path("M11 10.6H16V8.4L21 12L16 15.6V13.4H11Z", fill=INK),
    )


def _card() -> str:
    return symbol(
        "sign-card",
        path("M3.4 6.4L13 3.4L17.6 18L8 21Z", fill=SEPIA, **_PEN),
        box((14, 13), (11, 16), rx=1, fill=CREAM, **_PEN),
        path(
            "M10.4 8.4H13M15.4 8.4H17.8M10.4 15.4H17.6M10.4 18H17.6", stroke=INK, stroke_width=1.2
        ),
    )


def _house() -> str:
    return symbol(
        "sign-house",
        path("M4 21.4V10.6L12 3.4L20 10.6V21.4Z", fill="currentColor", **_PEN),
        path("M2.4 11.8L12 3.2L21.6 11.8", fill="none", **{**_PEN, "stroke_width": 1.6}),
        path("M10 21.4V15.8H14V21.4", fill=CREAM, **{**_PEN, "stroke_width": 0.8}),
    )


def _square() -> str:
    return symbol(
        "sign-square",
        box((12, 12), (19, 19), rx=1.6, fill=CREAM, **{**_PEN, "stroke_width": 1.6}),
        box((12, 12), (14, 14), rx=0.8, fill="none", stroke=SEPIA, stroke_width=0.6),
    )


def _arrow() -> str:
    return symbol("sign-arrow", path("M2 9.4H13V4.6L22.4 12L13 19.4V14.6H2Z", fill=INK))


def _info() -> str:
    return symbol(
        "sign-info",
        box((12, 12), (19.4, 19.4), rx=2, fill="#6f6a62", **_PEN),
        box((12, 12), (15, 15), rx=1.4, fill=CREAM, stroke=INK, stroke_width=0.5),
        *(
            disc(at, 1.5, fill=c)
            for at, c in zip(
                ((12, 8), (8.2, 10.8), (15.8, 10.8), (9.6, 15.4), (14.4, 15.4)),
                ("#4d8a8c", "#59606b", "#9a6a3f", "#75578f", "#c98a3a"),
                strict=True,
            )
        ),
    )


def _cross() -> str:
    return symbol(
        "sign-x", path("M5 5L19 19M19 5L5 19", stroke=RED, stroke_width=4.6, stroke_linecap="round")
    )


def _arms() -> str:
    """Draw the arms of Vienna: a white cross on red."""
    shield = "M3 2.4H21V12C21 17 17.4 20.6 12 22.6C6.6 20.6 3 17 3 12Z"
    return symbol(
        "sign-arms",
        path(shield, fill=RED),
        path(
            "M9.7 2.4H14.3V8.2H21V12.8H14.3V21.6C13.6 22 12.8 22.3 12 22.6C11.2 22.3 10.4 22 9.7 21.6V12.8H3V8.2H9.7Z",
            fill=WHITE,
        ),
        path(shield, fill="none", **{**_PEN, "stroke_width": 1.3}),
    )


def _men() -> tuple[str, ...]:
    return (
        symbol("sign-agent", man(WHITE, INK)),
        symbol("sign-foreign", man("#8b857b", WHITE)),
    )


SYMBOLS = (
    _lens(),
    _points(),
    _coin(),
    _marker(),
    _card(),
    _house(),
    _square(),
    _arrow(),
    _info(),
    _cross(),
    _arms(),
    *_men(),
)

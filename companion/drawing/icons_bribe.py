"""Pictures of the five kinds of bribes, and of a bribe of one's choice."""

from __future__ import annotations

from companion.drawing.palette import BRASS, CREAM, HUES, INK, RED, WHITE
from companion.drawing.svg import box, disc, line, moved, oval, path, symbol

_PEN: dict[str, str | float] = {
    "stroke": INK,
    "stroke_width": 1,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}
_COCOA = "#5b3a29"


def _chocolate() -> str:
    pieces = "".join(
        box((9 + 6 * column, 5.4 + 4.6 * row), (4.4, 3.2), rx=0.5, fill="#7a5240")
        for column in range(2)
        for row in range(2)
    )
    wrapper = "M4.4 12.4L6.4 11.2L8.2 12.6L10.2 11.2L12 12.6L14 11.2L15.8 12.6L17.8 11.2L19.6 12.4V22H4.4Z"
    return symbol(
        "bribe-chocolate",
        box((12, 9), (13.2, 13), rx=1, fill=_COCOA, **_PEN),
        pieces,
        path(wrapper, fill=HUES["violet"][0], **_PEN),
        line((4.8, 17), (19.2, 17), stroke=BRASS, stroke_width=2),
    )


def _wine() -> str:
    bottle = "M6 2H9.4V7.6C11.6 9 11.8 10 11.8 12V21A1 1 0 0 1 10.8 22H4.6A1 1 0 0 1 3.6 21V12C3.6 10 3.8 9 6 7.6Z"
    return symbol(
        "bribe-wine",
        path(bottle, fill="#46543c", **_PEN),
        box((7.7, 15.6), (8, 5), fill=CREAM, stroke=INK, stroke_width=0.5),
        box((7.7, 3), (3.8, 2.2), fill=RED),
        path(
            "M14 9H21.4C21.6 13.4 20.4 15.6 17.7 15.6C15 15.6 13.8 13.4 14 9Z", fill=WHITE, **_PEN
        ),
        path("M14.2 11.2H21.2C21 14 20 15 17.7 15C15.4 15 14.4 14 14.2 11.2Z", fill="#8e2f3f"),
        path("M17.7 15.6V21.4M15 21.8H20.4", fill="none", **_PEN),
    )


def _magazine() -> str:
    return symbol(
        "bribe-magazine",
        moved(12, 12, box((1.2, 0.6), (14, 18), fill=WHITE, **_PEN), turn=8),
        box((11.4, 12), (14.4, 18.6), fill=CREAM, **_PEN),
        box((11.4, 5.6), (14.4, 5), fill="#d98a35", **_PEN),
        path("M6.6 5.6H16.2", stroke=WHITE, stroke_width=1.8),
        disc((11.4, 11.8), 2.2, fill=_COCOA),
        path("M6.8 17.8C7.4 14.6 15.4 14.6 16 17.8Z", fill=_COCOA),
        path("M6.6 19.6H16.2", stroke=INK, stroke_width=0.8),
    )


def _coffee() -> str:
    steam = "M9 2.4C7.6 4 10.2 5 9 7M13 2.4C11.6 4 14.2 5 13 7"
    cup = "M4.4 9H17.4V13.6C17.4 17.6 15 19 10.9 19C6.8 19 4.4 17.6 4.4 13.6Z"
    return symbol(
        "bribe-coffee",
        path(steam, fill="none", **_PEN),
        path("M17.2 10.6C22.4 9.6 22.4 16 16.6 15.6", fill="none", **{**_PEN, "stroke_width": 1.6}),
        oval((11, 20.2), (9.4, 1.9), fill=WHITE, **_PEN),
        path(cup, fill=WHITE, **_PEN),
        oval((10.9, 9.4), (6, 1.4), fill=_COCOA, stroke=INK, stroke_width=0.6),
    )


def _tobacco() -> str:
    pipe = (
        "M2 9.6L4 8.4C7 12 9.4 13.6 12.2 13.8V9.2H21.6V15.2C21.6 19 19.6 21 16.6 21"
        "C9.6 21 5.4 16 2 9.6Z"
    )
    return symbol(
        "bribe-tobacco",
        path(
            "M16 7.6C14.6 6 18 5 16.4 2.6M19.4 6.4C18.6 5.4 20.4 4.6 19.6 3.2", fill="none", **_PEN
        ),
        path(pipe, fill=_COCOA, **_PEN),
        path("M12.2 11.4H21.6", stroke=BRASS, stroke_width=1.2),
        line((3, 9), (6.2, 13), stroke=INK, stroke_width=1.8),
    )


def _any() -> str:
    return symbol(
        "bribe-any",
        path(
            "M12 7.4C6 7.6 5.6 2.4 9 2.8C11 3 12 5.4 12 7.4C12 5.4 13 3 15 2.8C18.4 2.4 18 7.6 12 7.4Z",
            fill="none",
            **{**_PEN, "stroke_width": 1.4},
        ),
        box((12, 14.6), (17.6, 13.4), rx=0.8, fill="#cdb285", **_PEN),
        line((12, 8), (12, 21.2), stroke=RED, stroke_width=2.4),
        line((3.4, 12.4), (20.6, 12.4), stroke=RED, stroke_width=2.4),
        box((12, 14.6), (17.6, 13.4), rx=0.8, fill="none", **_PEN),
    )


SYMBOLS = (_chocolate(), _wine(), _magazine(), _coffee(), _tobacco(), _any())

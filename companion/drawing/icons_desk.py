"""Pictures of what money buys, and of purchase and payday."""

from __future__ import annotations

from companion.drawing.palette import BRASS, CREAM, GOLD, INK, RED, SEPIA, WATER
from companion.drawing.svg import box, disc, line, path, symbol

_PEN: dict[str, str | float] = {
    "stroke": INK,
    "stroke_width": 1,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}


def _telephone() -> str:
    receiver = "M2 9.4C2 3 22 3 22 9.4V10.6H16.6V8C14 7.2 10 7.2 7.4 8V10.6H2Z"
    dots = "".join(
        disc(at, 0.7, fill=INK)
        for at in ((12, 12.4), (14.4, 13.8), (14.4, 16.4), (12, 17.8), (9.6, 16.4), (9.6, 13.8))
    )
    return symbol(
        "desk-telephone",
        path("M7.6 10H16.4L20.4 20.6H3.6Z", fill="#3d3a37", **_PEN),
        disc((12, 15.1), 4, fill=CREAM, **_PEN),
        dots,
        path(receiver, fill="#4b4743", **_PEN),
    )


def _map() -> str:
    return symbol(
        "desk-map",
        path("M2 5L8.6 3L15.4 5L22 3V19L15.4 21L8.6 19L2 21Z", fill=CREAM, **_PEN),
        path("M8.6 3V19M15.4 5V21", stroke=SEPIA, stroke_width=0.7),
        path("M2 13C8 10 10 16 22 9.4", fill="none", stroke=WATER, stroke_width=2),
        path(
            "M4.4 17.6L8 14L12.4 15L18.4 7",
            fill="none",
            stroke=RED,
            stroke_width=1.3,
            stroke_dasharray="1.6 1.2",
        ),
        path("M17 5.4L20 8.4M20 5.4L17 8.4", stroke=RED, stroke_width=1.2),
    )


def _cash_box() -> str:
    return symbol(
        "desk-cash-box",
        path("M8.4 6.4C8.4 3.4 15.6 3.4 15.6 6.4", fill="none", **{**_PEN, "stroke_width": 1.4}),
        box((12, 9), (20, 5.6), rx=1.6, fill="#6d7f6a", **_PEN),
        box((12, 16), (20, 9.4), rx=0.8, fill="#80927c", **_PEN),
        disc((12, 15), 1.8, fill=BRASS, **_PEN),
        line((12, 15.4), (12, 18.4), stroke=INK, stroke_width=1.2),
    )


def _signet() -> str:
    return symbol(
        "desk-signet",
        path(
            "M9 2.6C9 1.4 15 1.4 15 2.6C15.6 6 14 7 14 9.6V12H10V9.6C10 7 8.4 6 9 2.6Z",
            fill="#8a5a33",
            **_PEN,
        ),
        path("M6.6 12H17.4V15.4H6.6Z", fill=BRASS, **_PEN),
        path(
            "M3 20.4C3 17.4 6 16.4 12 16.4C18 16.4 21 17.4 21 20.4C21 22.6 3 22.6 3 20.4Z",
            fill="#8e2f2f",
            **_PEN,
        ),
    )


def _side_table() -> str:
    return symbol(
        "desk-side-table",
        path("M4 9V21.6M20 9V21.6", stroke=INK, stroke_width=2.2),
        box((12, 6.6), (21, 4), rx=0.6, fill="#a9794d", **_PEN),
        box((12, 12.2), (16, 6.4), fill="#8f6540", **_PEN),
        disc((12, 12.2), 1.1, fill=BRASS, stroke=INK, stroke_width=0.5),
    )


def _purchase() -> str:
    return symbol(
        "roof-purchase",
        path("M7.6 9C7.6 2.4 16.4 2.4 16.4 9", fill="none", **{**_PEN, "stroke_width": 1.5}),
        path("M3 8.4H21L19 21.6H5Z", fill="#b98b52", **_PEN),
        path(
            "M4 13H20M4.6 17.2H19.4M9 8.6L9.8 21.4M15 8.6L14.2 21.4", stroke=INK, stroke_width=0.6
        ),
    )


def _payday() -> str:
    return symbol(
        "roof-payday",
        box((12, 15), (20, 11.4), rx=0.8, fill=CREAM, **_PEN),
        path("M2.2 9.6L12 16.4L21.8 9.6", fill="none", **_PEN),
        disc((12, 6.8), 4.6, fill=GOLD, **_PEN),
        path(
            "M13.8 5C12 3.8 10.4 5 11.2 6.2C12 7.2 13.4 7 13.4 8.4C13.2 9.6 11.4 9.6 10.4 8.6",
            fill="none",
            stroke=INK,
            stroke_width=0.9,
        ),
        path("M2.2 9.6L12 16.4L21.8 9.6V20.6H2.2Z", fill=CREAM, **_PEN),
        path("M2.2 20.4L9.4 14.6M21.8 20.4L14.6 14.6", stroke=INK, stroke_width=0.7),
    )


SYMBOLS = (_telephone(), _map(), _cash_box(), _signet(), _side_table(), _purchase(), _payday())

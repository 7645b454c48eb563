"""Pictures of the five kinds of secret information, each in a box of 24 x 24."""

from __future__ import annotations

from companion.drawing.palette import BRASS, CREAM, INK, WATER
from companion.drawing.svg import box, disc, line, path, polygon, symbol

_PEN: dict[str, str | float] = {
    "stroke": INK,
    "stroke_width": 1.1,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}


def _flask() -> str:
    glass = "M10 3.4V9.4L4.4 18.6A2.1 2.1 0 0 0 6.2 21.7H17.8A2.1 2.1 0 0 0 19.6 18.6L14 9.4V3.4Z"
    liquid = "M7.7 14.6H16.3L18.7 18.9A1.2 1.2 0 0 1 17.7 20.7H6.3A1.2 1.2 0 0 1 5.3 18.9Z"
    return symbol(
        "info-flask",
        path(glass, fill=CREAM, **_PEN),
        path(liquid, fill="#3f8587"),
        disc((10.2, 17.8), 1, fill=CREAM),
        disc((13.6, 16.6), 0.7, fill=CREAM),
        disc((14.4, 19), 0.8, fill=CREAM),
        line((8.8, 3), (15.2, 3), **{**_PEN, "stroke_width": 1.8}),
    )


def _pistol() -> str:
    body = "M2.2 6.6H19.6L20.4 5.6H21.4V6.6H22V11H13.4L11.6 14.6H9.4L7.9 20.6H3L4.9 12.4L2.2 10.6Z"
    return symbol(
        "info-pistol",
        path("M12.8 11.2A2.6 2.6 0 0 1 9 14.4", fill="none", **_PEN),
        path(body, fill="#4b525d", **_PEN),
        line((3.4, 8.6), (21, 8.6), stroke=CREAM, stroke_width=0.6),
        path("M5.4 13.4L8.8 13.6M5 15.2L8.3 15.4M4.6 17L7.9 17.2", stroke=CREAM, stroke_width=0.6),
    )


def _briefcase() -> str:
    handle = "M8.6 7.6V5.6A1.5 1.5 0 0 1 10.1 4.1H13.9A1.5 1.5 0 0 1 15.4 5.6V7.6"
    return symbol(
        "info-briefcase",
        path(handle, fill="none", **{**_PEN, "stroke_width": 1.5}),
        box((12, 14), (19.6, 13), rx=1.6, fill="#95653b", **_PEN),
        path("M2.2 12.6C7 15.6 17 15.6 21.8 12.6", fill="none", **_PEN),
        box((12, 14.8), (3.4, 3), rx=0.5, fill=BRASS, **_PEN),
        path("M3.6 9.8V18.4M20.4 9.8V18.4", stroke=CREAM, stroke_width=0.6, opacity=0.8),
    )


def _microfilm() -> str:
    spokes = (disc(at, 2, fill=CREAM) for at in ((11, 6.2), (15.3, 9.3), (13.7, 14.4), (8.3, 14.4)))
    holes = "".join(box((x, 21.2), (1.1, 1), fill=CREAM) for x in (13.2, 15.6, 18, 20.4))
    return symbol(
        "info-microfilm",
        path("M11 18.4C12 19.2 12 19.6 12.2 22.6H22V19.4H16C18 17 19.4 14 19.2 10Z", fill=INK),
        disc((11, 10.8), 8.6, fill="#70538b", **_PEN),
        *spokes,
        disc((6.7, 9.3), 2, fill=CREAM),
        disc((11, 10.8), 1.3, fill=INK),
        holes,
    )


def _slide() -> str:
    hill = ((5.8, 16.2), (9.6, 10.6), (12.4, 14), (14.4, 11.8), (18.2, 16.2))
    return symbol(
        "info-slide",
        box((12, 12), (19.6, 19.6), rx=2, fill=CREAM, **_PEN),
        box((12, 12), (13.4, 9.4), fill=WATER, **_PEN),
        polygon(*hill, fill="#8a6a3c", stroke=INK, stroke_width=0.5),
        disc((15.6, 9.7), 1.2, fill="#c98a3a"),
        disc((5, 5), 0.9, fill="#c98a3a", stroke=INK, stroke_width=0.4),
        path("M7.5 5H16.5M7.5 19.2H13", stroke=INK, stroke_width=0.7),
    )


SYMBOLS = (_flask(), _pistol(), _briefcase(), _microfilm(), _slide())

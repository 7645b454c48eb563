"""The five seals of the full version: a wax seal with a picture on it."""

from __future__ import annotations

from companion.drawing.icons_flag import star
from companion.drawing.palette import INK, WHITE
from companion.drawing.svg import disc, oval, path, polygon, symbol

_WAX = "#7c3b35"
_LIGHT: dict[str, str | float] = {"fill": WHITE}
_LINE: dict[str, str | float] = {
    "fill": "none",
    "stroke": WHITE,
    "stroke_width": 1.2,
    "stroke_linecap": "round",
    "stroke_linejoin": "round",
}


def _seal(name: str, *picture: str) -> str:
    rim = polygon(*star((12, 12), 11.6, 18, 0.9), fill=_WAX, stroke=INK, stroke_width=0.6)
    return symbol(
        f"seal-{name}",
        rim,
        disc((12, 12), 9.2, fill="none", stroke=WHITE, stroke_width=0.5),
        *picture,
    )


def _crown() -> str:
    return (
        path("M6 16.6L5.2 8.6L8.8 11.8L12 6.6L15.2 11.8L18.8 8.6L18 16.6Z", **_LIGHT)
        + "".join(disc(at, 1, **_LIGHT) for at in ((5.2, 8), (12, 6), (18.8, 8)))
        + path("M6.4 15H17.6", stroke=_WAX, stroke_width=0.8)
    )


def _church() -> str:
    return (
        path("M12 4.4V8.4M10.4 5.8H13.6", **_LINE)
        + path("M12 7.4L15 12V18.4H9V12Z", **_LIGHT)
        + path("M15.4 13.4L18.4 15.4V18.4H15.4ZM8.6 13.4L5.6 15.4V18.4H8.6Z", **_LIGHT)
        + path("M12 18.4V15.4", stroke=_WAX, stroke_width=1.8)
    )


def _columns() -> str:
    return path("M5.6 10.2L12 6L18.4 10.2Z", **_LIGHT) + path(
        "M7.2 11.6V16M10.4 11.6V16M13.6 11.6V16M16.8 11.6V16M5.8 17.6H18.2",
        **{**_LINE, "stroke_width": 1.5},
    )


def _lyre() -> str:
    return path("M7.6 6.4C10.6 8 6.4 12.4 9.4 16H14.6C17.6 12.4 13.4 8 16.4 6.4", **_LINE) + path(
        "M8 9.4H16M10.8 9.6V15.6M13.2 9.6V15.6M12 16V18.6M9.8 18.8H14.2",
        **{**_LINE, "stroke_width": 0.9},
    )


def _atom() -> str:
    rings = "".join(
        oval(
            (12, 12), (7.2, 2.7), transform=f"rotate({turn} 12 12)", **{**_LINE, "stroke_width": 1}
        )
        for turn in (0, 60, 120)
    )
    return rings + disc((12, 12), 1.5, **_LIGHT)


SYMBOLS = (
    _seal("nobility", _crown()),
    _seal("religion", _church()),
    _seal("administration", _columns()),
    _seal("culture", _lyre()),
    _seal("science", _atom()),
)

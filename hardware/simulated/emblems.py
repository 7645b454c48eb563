"""Small pictures on tiles and boards: information, flags, seals."""

from __future__ import annotations

from collections.abc import Callable

from hardware.simulated.ink import Point, Sheet, star

RED, BLUE, WHITE, GOLD, INK = "#b3282d", "#2b4380", "#f2efe6", "#e0b33c", "#26221f"
INFO_PAPERS = {
    "flask": "#9fcbd4",
    "pistol": "#9097a3",
    "briefcase": "#d6b48f",
    "microfilm": "#b9a2d6",
    "slide": "#ecb277",
}
INFO_INKS = {
    "flask": "#1d5f70",
    "pistol": "#262a33",
    "briefcase": "#6e3c1c",
    "microfilm": "#3f1f6e",
    "slide": "#8a4312",
}


def emblem(sheet: Sheet, info: str, at: Point, size_mm: float, ink: str) -> None:
    """Draw the sign of an information, about ``size_mm`` across."""
    _EMBLEMS[info](sheet, at, size_mm / 10, ink)


def _move(at: Point, unit: float, points: list[Point]) -> list[Point]:
    return [(at[0] + x * unit, at[1] + y * unit) for x, y in points]


def _flask(sheet: Sheet, at: Point, u: float, ink: str) -> None:
    sheet.polygon(
        _move(at, u, [(-1.2, -5), (1.2, -5), (1.2, -1.5), (4.4, 4.6), (-4.4, 4.6), (-1.2, -1.5)]),
        ink,
    )
    sheet.polygon(_move(at, u, [(-1.4, 0.8), (1.4, 0.8), (3, 3.8), (-3, 3.8)]), "#cfeef2")
    sheet.line((at[0] - 2 * u, at[1] - 5 * u), (at[0] + 2 * u, at[1] - 5 * u), ink, u * 0.9)


def _pistol(sheet: Sheet, at: Point, u: float, ink: str) -> None:
    sheet.polygon(
        _move(
            at,
            u,
            [
                (-5, -3),
                (5, -3),
                (5, -0.6),
                (-0.4, -0.6),
                (-1.4, 1.2),
                (-2, 4.4),
                (-4.8, 4.4),
                (-3.8, -0.4),
                (-5, -1),
            ],
        ),
        ink,
    )
    sheet.disc((at[0] + 0.2 * u, at[1] + 0.4 * u), 1.3 * u, ink, 0.5 * u)


def _briefcase(sheet: Sheet, at: Point, u: float, ink: str) -> None:
    sheet.disc((at[0], at[1] - 2.4 * u), 2.1 * u, ink, 0.9 * u)
    sheet.box((at[0], at[1] + 1.1 * u), (10 * u, 6.6 * u), ink)
    sheet.line((at[0] - 5 * u, at[1] + 0.6 * u), (at[0] + 5 * u, at[1] + 0.6 * u), GOLD, 0.5 * u)
    sheet.box((at[0], at[1] + 0.8 * u), (1.6 * u, 1.6 * u), GOLD)


def _microfilm(sheet: Sheet, at: Point, u: float, ink: str) -> None:
    sheet.disc(at, 5 * u, ink)
    for point in star(at, 3 * u, 3, 1.0)[:6]:
        sheet.disc(point, 1.1 * u, "#e6dcf4")
    sheet.disc(at, 0.9 * u, "#e6dcf4")


def _slide(sheet: Sheet, at: Point, u: float, ink: str) -> None:
    sheet.box(at, (9.6 * u, 9.6 * u), "#f4f0e4")
    sheet.outline(_move(at, u, [(-4.8, -4.8), (4.8, -4.8), (4.8, 4.8), (-4.8, 4.8)]), ink, 0.8 * u)
    sheet.box(at, (6 * u, 4.2 * u), ink)
    sheet.polygon(_move(at, u, [(-2.6, 1.7), (-0.8, -1), (0.6, 0.8), (1.4, 0), (2.6, 1.7)]), GOLD)


_EMBLEMS: dict[str, Callable[[Sheet, Point, float, str], None]] = {
    "flask": _flask,
    "pistol": _pistol,
    "briefcase": _briefcase,
    "microfilm": _microfilm,
    "slide": _slide,
}


def flag(sheet: Sheet, nation: str, at: Point, size: Point) -> None:
    """Draw a flag around its middle."""
    w, h = size
    x, y = at[0] - w / 2, at[1] - h / 2

    def bar(left: float, top: float, wide: float, high: float, colour: str) -> None:
        middle = (x + (left + wide / 2) * w, y + (top + high / 2) * h)
        sheet.box(middle, (wide * w, high * h), colour)

    base = {"ussr": RED, "britain": BLUE, "austria": RED}.get(nation, WHITE)
    bar(0, 0, 1, 1, base)
    for left, top, wide, high, colour in _BARS.get(nation, ()):
        bar(left, top, wide, high, colour)
    if nation == "britain":
        for start, end in (((0, 0), (1, 1)), ((0, 1), (1, 0))):
            a, b = (x + start[0] * w, y + start[1] * h), (x + end[0] * w, y + end[1] * h)
            sheet.line(a, b, WHITE, 0.16 * h)
        for left, top, wide, high, colour in _CROSS:
            bar(left, top, wide, high, colour)
    if nation == "ussr":
        at = (x + 0.28 * w, y + 0.46 * h)
        sheet.disc(at, 0.24 * h, GOLD, 0.08 * h)
        sheet.polygon(
            [
                (at[0] - 0.3 * h, at[1] - 0.3 * h),
                (at[0] + 0.1 * h, at[1] - 0.3 * h),
                (at[0] - 0.3 * h, at[1] + 0.1 * h),
            ],
            RED,
        )
        sheet.line(
            (at[0] - 0.18 * h, at[1] - 0.14 * h),
            (at[0] + 0.26 * h, at[1] + 0.28 * h),
            GOLD,
            0.09 * h,
        )
    sheet.outline([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], INK, 0.3)


_CROSS = (
    (0.38, 0, 0.24, 1, WHITE), (0, 0.32, 1, 0.36, WHITE), (0.44, 0, 0.12, 1, RED), (0, 0.41, 1, 0.18, RED)
)  # fmt: skip
_BARS = {
    "usa": (*((0, k / 7 * 1.0, 1, 1 / 13, RED) for k in range(7)), (0, 0, 0.45, 0.55, BLUE)),
    "france": ((0, 0, 1 / 3, 1, BLUE), (2 / 3, 0, 1 / 3, 1, RED)),
    "austria": ((0, 1 / 3, 1, 1 / 3, WHITE),),
}
SEALS = {
    "nobility": "#8d2a3a",
    "religion": "#3d3f8a",
    "administration": "#2d5f7c",
    "culture": "#a37422",
    "science": "#2e6b4f",
}


def seal(sheet: Sheet, name: str, at: Point, radius: float) -> None:
    """Draw a seal: wax in the colour of its estate, with as many points as its rank."""
    points = {"nobility": 5, "religion": 4, "administration": 6, "culture": 3, "science": 8}
    sheet.polygon(star(at, radius * 1.12, 10, 0.9), SEALS.get(name, INK))
    sheet.polygon(star(at, radius * 0.7, points.get(name, 5), 0.42), WHITE)

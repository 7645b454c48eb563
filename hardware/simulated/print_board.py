"""A board as a printer might have made it: any pack, with paving, plazas, houses and a track."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import cv2
import numpy as np

from hardware.simulated.colour import Bytes, vary
from hardware.simulated.emblems import INK, flag, seal
from hardware.simulated.ink import Point, Sheet
from hardware.simulated.pack import TablePack
from hardware.simulated.tabletop import noise

PX_PER_MM = 4.0
HUES = {
    "violet": "#6f4fa3",
    "pink": "#e08fb0",
    "orange": "#e08a35",
    "brown": "#7d5238",
    "grey": "#8a97a5",
}
_PAPERS = ("#d8cfb9", "#d9c7c2", "#cfd3c4", "#dccfa6", "#c9cdd2")
_CELL_MM, _TILE_MM = 17.2, 20.0


class Inks:
    """The colours of one print run."""

    def __init__(self, seed: int) -> None:
        rng = Random(f"inks {seed}")
        self.paper = vary(rng.choice(_PAPERS), rng, 8)
        self.stone = vary("#b0a491", rng, 14)
        self.street = vary("#ece5d6", rng, 6)
        self.kerb = vary("#8f8372", rng, 12)
        self.cell = vary("#eeead9", rng, 6)
        self.fifth = vary(rng.choice(("#c99f92", "#b9a877", "#a9b6bf")), rng, 10)
        self.rim = vary(rng.choice(("#5a2f30", "#2f4552", "#4a3c28")), rng, 10)
        self.water = vary("#7ba7bf", rng, 10)
        self.garden = vary("#9db37c", rng, 10)
        self.night = vary(rng.choice(("#46587a", "#5d4a5e", "#43544f", "#54493d")), rng, 8)
        self.roof = vary("#8f4438", rng, 10)
        self.hues = {name: vary(code, rng, 8) for name, code in HUES.items()}


def print_board(pack: TablePack, surface: str, seed: int) -> Bytes:
    """Print one surface of a pack that holds the town."""
    inks, rng = Inks(seed), Random(f"board {seed}")
    sheet = Sheet(pack.surfaces[surface].size_mm, PX_PER_MM, inks.paper)
    _pave(sheet, seed)
    _river(sheet, inks, rng)
    _streets(sheet, pack, surface, inks)
    _garden(sheet, pack, surface, inks)
    for square in pack.squares:
        if square.surface == surface:
            _square(sheet, square.xy, str(square.value), inks)
    for b in pack.buildings:
        if b.surface == surface:
            _plaza(sheet, b.xy, b.radius, inks)
            _house(sheet, b.xy, b.radius, inks.hues.get(b.colour, "#999999"), rng)
            flag(sheet, b.flag, b.flag_xy, (14, 9))
            _badges(sheet, b.xy, b.radius, b.seal, b.letter)
    if pack.score_track.surface == surface:
        _score(sheet, pack.score_track.fields, inks)
    return _aged(sheet.image, seed)


def _pave(sheet: Sheet, seed: int) -> None:
    """Cover the town with cobbles, no two of the same grey."""
    rng = np.random.default_rng([seed, 1])
    height, width = sheet.image.shape[:2]
    coarse = (height // 4, width // 4)
    count = int(sheet.size_mm[0] * sheet.size_mm[1] / 95)
    seeds = np.column_stack([rng.integers(0, coarse[1], count), rng.integers(0, coarse[0], count)])
    marks = np.full(coarse, 255, np.uint8)
    marks[seeds[:, 1], seeds[:, 0]] = 0
    far, owner = cv2.distanceTransformWithLabels(
        marks, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    shade = rng.normal(0, 7, owner.max() + 1).astype(np.float32)[owner]
    edge = (
        cv2.morphologyEx(owner.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        > 0
    )
    joint = cv2.GaussianBlur(edge.astype(np.float32), (0, 0), 0.8)
    tone = cv2.resize(
        shade - 30 * np.clip(joint * 1.3, 0, 1) + 0.25 * far,
        (width, height),
        interpolation=cv2.INTER_CUBIC,
    )
    sheet.image[:] = np.clip(sheet.image + tone[..., None], 0, 255).astype(np.uint8)


def _river(sheet: Sheet, inks: Inks, rng: Random) -> None:
    """Let the Danube canal cross a corner."""
    w, h = sheet.size_mm
    start, end = (0, rng.uniform(0.3, 0.5) * h), (w, rng.uniform(0.6, 0.85) * h)
    middle = (rng.uniform(0.35, 0.6) * w, rng.uniform(0.45, 0.6) * h)
    for wide, colour in ((17, inks.kerb), (14.5, inks.water)):
        sheet.line(start, middle, colour, wide)
        sheet.line(middle, end, colour, wide)


def _streets(sheet: Sheet, pack: TablePack, surface: str, inks: Inks) -> None:
    at = {b.id: b.xy for b in pack.buildings if b.surface == surface}
    for wide, colour in ((6.4, inks.kerb), (4.8, inks.street)):
        for square in pack.squares:
            for name in square.buildings:
                if square.surface == surface and name in at:
                    sheet.line(at[name], square.xy, colour, wide)


def _garden(sheet: Sheet, pack: TablePack, surface: str, inks: Inks) -> None:
    if pack.orders is None or pack.orders.surface != surface:
        return
    spots = [*pack.orders.A, *pack.orders.B]
    low = (min(x for x, _ in spots) - 30, min(y for _, y in spots) - 22)
    high = (max(x for x, _ in spots) + 30, max(y for _, y in spots) + 18)
    middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
    sheet.box(middle, (high[0] - low[0], high[1] - low[1]), inks.garden)
    sheet.outline([low, (high[0], low[1]), high, (low[0], high[1])], "#5f7747", 1.2)
    for letter, fields in (("A", pack.orders.A), ("B", pack.orders.B)):
        for xy in fields:
            sheet.box(xy, (46, 28), inks.cell)
            sheet.word(xy, letter, 8, "#a9a695")


def _square(sheet: Sheet, xy: Point, value: str, inks: Inks) -> None:
    sheet.box(xy, (_TILE_MM + 3.4, _TILE_MM + 3.4), inks.kerb)
    sheet.box(xy, (_TILE_MM + 2.2, _TILE_MM + 2.2), inks.cell)
    sheet.disc(xy, 6.2, inks.kerb, 0.5)
    sheet.word(xy, value, 6.4, INK)


def _plaza(sheet: Sheet, xy: Point, radius: float, inks: Inks) -> None:
    """Draw the ground where agents stand: pale, ringed, with a rosette."""
    sheet.disc(xy, radius, inks.kerb)
    sheet.disc(xy, radius - 0.8, inks.street)
    for ring in (0.82, 0.55):
        sheet.disc(xy, radius * ring, vary(inks.stone, Random(int(ring * 100)), 4), 0.4)


def _house(sheet: Sheet, xy: Point, radius: float, hue: str, rng: Random) -> None:
    """Stand a facade on the upper half of the plaza, on a field of its colour."""
    wide, high = radius * 1.7, radius * 0.86
    x, y = xy[0], xy[1] - radius * 0.5
    sheet.box((x, y), (wide, high), hue)
    wall = rng.choice(("#e6dcc3", "#d9cbb0", "#e3d3c4"))
    sheet.box((x, y + high * 0.16), (wide * 0.72, high * 0.5), wall)
    left, right, eaves = x - wide * 0.39, x + wide * 0.39, y - high * 0.08
    peak = y - high * rng.uniform(0.26, 0.42)
    gable = [
        (left, eaves),
        (x - wide * rng.uniform(0, 0.25), peak),
        (x + wide * 0.12, peak),
        (right, eaves),
    ]
    sheet.polygon(gable, "#7a3b30")
    columns = rng.choice((5, 6, 7))
    for number in range(columns):
        at = x + wide * 0.62 * (number / (columns - 1) - 0.5)
        for row in (0.08, 0.27):
            sheet.box((at, y + high * row), (wide * 0.045, high * 0.1), "#5a4a3c")
    if rng.random() < 0.4:
        sheet.box((x, y - high * 0.2), (wide * 0.13, high * 0.5), wall)
        sheet.polygon(
            [
                (x - wide * 0.08, y - high * 0.42),
                (x, y - high * 0.62),
                (x + wide * 0.08, y - high * 0.42),
            ],
            "#4f7263",
        )


def _badges(
    sheet: Sheet, xy: Point, radius: float, seal_name: str | None, letter: str | None
) -> None:
    if seal_name is not None:
        seal(sheet, seal_name, (xy[0] + radius * 0.78, xy[1] - radius * 1.02), 3.6)
    if letter is not None:
        at = (xy[0] + radius * 0.92, xy[1] - radius * 0.4)
        sheet.box(at, (6.6, 7.4), "#efe9da")
        sheet.outline(
            [
                (at[0] - 3.3, at[1] - 3.7),
                (at[0] + 3.3, at[1] - 3.7),
                (at[0] + 3.3, at[1] + 3.7),
                (at[0] - 3.3, at[1] + 3.7),
            ],
            INK,
            0.4,
        )
        sheet.word(at, letter, 4.6, INK)


def _score(sheet: Sheet, fields: tuple[Point, ...], inks: Inks) -> None:
    w, h = sheet.size_mm
    for xy in fields:
        sheet.box(xy, (_CELL_MM + 3.4, _CELL_MM + 3.4), inks.rim)
    for number, xy in enumerate(fields):
        sheet.box(xy, (_CELL_MM, _CELL_MM), inks.fifth if number % 5 == 0 else inks.cell)
        sheet.word(xy, str(number), 5.2, INK)
    sheet.outline([(0.6, 0.6), (w - 0.6, 0.6), (w - 0.6, h - 0.6), (0.6, h - 0.6)], inks.rim, 1.4)
    sheet.line((w / 2, 0), (w / 2, h), "#8b8272", 0.25)  # the fold


@lru_cache(maxsize=8)
def _tooth(shape: tuple[int, int], seed: int) -> np.ndarray:
    rng = np.random.default_rng([seed, 2])
    return (noise(shape, (3, 3), rng) * 3.2 + noise(shape, (160, 160), rng) * 2.2)[..., None]


def _aged(image: Bytes, seed: int) -> Bytes:
    """Give paper its tooth: a print is never a flat colour."""
    shape = (image.shape[0], image.shape[1])
    return np.clip(image + _tooth(shape, seed), 0, 255).astype(np.uint8)

"""The faces of tiles, tokens, markers and cards."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import cv2
import numpy as np

from hardware.simulated.colour import Bytes, screen, vary
from hardware.simulated.emblems import GOLD, INFO_INKS, INFO_PAPERS, INK, emblem, flag
from hardware.simulated.ink import Point, Sheet, star

PX_PER_MM = 8.0


@lru_cache(maxsize=128)
def print_tile(name: str, size_mm: Point, seed: int) -> Bytes:
    """Print a tile by its name in a label: ``tile_flask``, ``flag_usa``, ``payday`` ..."""
    rng = Random(f"tile {name} {seed}")
    word, _, rest = name.partition("_")
    if word == "tile":
        return _info(rest, size_mm, rng)
    if word == "flag":
        sheet = Sheet(size_mm, PX_PER_MM, "#cfc6b2")
        flag(sheet, rest, (size_mm[0] / 2, size_mm[1] / 2), (size_mm[0] - 0.4, size_mm[1] - 0.4))
        return cut_out(sheet.image, 0.5)
    if word == "investigation":
        return _token(rest, size_mm)
    if word == "order":
        return _order(rest, size_mm, rng)
    return _roof_tile(name, size_mm, rng)


def cut_out(image: Bytes, round_mm: float, scale: float = PX_PER_MM) -> Bytes:
    """Add how much of each pixel is there: all of it, but for rounded corners."""
    height, width = image.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    radius = max(1, int(min(round_mm * scale, width / 2 - 1, height / 2 - 1)))
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.dstack([image, mask])


def _info(info: str, size: Point, rng: Random) -> Bytes:
    paper, ink = vary(INFO_PAPERS.get(info, "#cccccc"), rng, 8), INFO_INKS.get(info, INK)
    sheet = Sheet(size, PX_PER_MM, ink)
    w, h = size
    sheet.box((w / 2, h / 2), (w - 1.8, h - 1.8), paper)
    sheet.outline([(1.9, 1.9), (w - 1.9, 1.9), (w - 1.9, h - 1.9), (1.9, h - 1.9)], ink, 0.3)
    emblem(sheet, info, (w / 2, h / 2), min(size) * 0.56, ink)
    return cut_out(sheet.image, 1.2)


def _roof_tile(name: str, size: Point, rng: Random) -> Bytes:
    payday = name == "payday"
    sheet = Sheet(size, PX_PER_MM, "#7d6420" if payday else "#39502f")
    w, h = size
    sheet.box((w / 2, h / 2), (w - 1.8, h - 1.8), vary("#e2c568" if payday else "#8fae7c", rng, 6))
    if payday:
        for x, y in ((-2.6, 1.8), (2.6, 1.8), (0, -2.4)):
            sheet.disc((w / 2 + x, h / 2 + y), 3.1, "#8a6a17")
            sheet.disc((w / 2 + x, h / 2 + y), 2.4, GOLD)
    else:
        sheet.disc((w / 2, h / 2 - 2.2), 3, "#4a2a1a", 0.8)
        sheet.box((w / 2, h / 2 + 1.8), (9.4, 7.6), "#7a4630")
        sheet.word((w / 2, h / 2 + 1.8), "K", 4, "#f0e4cc")
    return cut_out(sheet.image, 1.0)


def _token(side: str, size: Point) -> Bytes:
    """Print the round investigation token: a lens in front, a cross behind."""
    sheet = Sheet(size, PX_PER_MM, "#3a3733")
    w, h = size
    middle = (w / 2, h / 2)
    sheet.disc(middle, w / 2 - 0.9, "#e9e4d6")
    if side == "x":
        for turn in (45, -45):
            sheet.box(middle, (w * 0.62, 3.2), "#a3272c", turn)
    else:
        sheet.line((w * 0.56, h * 0.56), (w * 0.76, h * 0.76), INK, 2.4)
        sheet.disc((w * 0.45, h * 0.45), 5.4, "#b9d2e6")
        sheet.disc((w * 0.45, h * 0.45), 5.4, INK, 1.3)
    return cut_out(sheet.image, w / 2)


def _order(number: str, size: Point, rng: Random) -> Bytes:
    sheet = Sheet(size, PX_PER_MM, "#5d2d2b")
    w, h = size
    sheet.box((w / 2, h / 2), (w - 1.6, h - 1.6), "#e4dac4")
    sheet.box((w / 2, 4), (w - 1.6, 5), "#7c3a35")
    sheet.word((w / 2, 4), f"ORDER {number}", 2.8, "#efe6d2")
    for step, info in enumerate(rng.sample(sorted(INFO_INKS), 3)):
        emblem(sheet, info, (w * (0.24 + 0.26 * step), h * 0.6), 7.5, INFO_INKS[info])
    return cut_out(sheet.image, 1.5)


def plain_face(colour: str, outline_mm: list[Point], size_mm: Point) -> Bytes:
    """Cut a shape out of one colour; the outline is in millimetres from its top-left."""
    height, width = round(size_mm[1] * PX_PER_MM), round(size_mm[0] * PX_PER_MM)
    image = np.empty((height, width, 3), np.uint8)
    image[:] = screen(colour)
    mask = np.zeros((height, width), np.uint8)
    points = np.round(np.array(outline_mm) * PX_PER_MM * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
    return np.dstack([image, mask])


@lru_cache(maxsize=64)
def marker_face(info: str, colour: str, base_mm: float) -> Bytes:
    """Cut a marker: each track has another shape, for eyes that do not tell colours apart."""
    middle, r = (base_mm / 2, base_mm / 2), base_mm / 2
    shapes = {
        "flask": star(middle, r, 3, 1.0),
        "pistol": star(middle, r * 0.98, 12, 1.0),
        "briefcase": star(middle, r, 2, 1.0),
        "microfilm": star(middle, r * 0.98, 12, 1.0),
        "slide": star(middle, r, 2, 1.0),
    }
    return plain_face(colour, shapes.get(info, star(middle, r, 4, 1.0)), (base_mm, base_mm))


@lru_cache(maxsize=32)
def card_back(colour: str, size_mm: Point) -> Bytes:
    """Print the back of a card."""
    sheet = Sheet(size_mm, 5.0, "#e8e2d4")
    w, h = size_mm
    sheet.box((w / 2, h / 2), (w - 4, h - 4), colour)
    sheet.polygon(star((w / 2, h / 2), w * 0.3, 8, 0.55), vary("#d8cdb8", Random(colour), 20))
    sheet.disc((w / 2, h / 2), w * 0.36, "#d8cdb8", 0.5)
    return cut_out(sheet.image, 3, 5.0)

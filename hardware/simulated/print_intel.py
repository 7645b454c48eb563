"""The intelligence tableau as a printer might have made it."""

from __future__ import annotations

from random import Random

from hardware.simulated.colour import Bytes, vary
from hardware.simulated.emblems import GOLD, INFO_INKS, INFO_PAPERS, INK, emblem
from hardware.simulated.ink import Sheet, star
from hardware.simulated.pack import TablePack
from hardware.simulated.print_board import PX_PER_MM, Inks, _aged, print_board

_NUMERALS = ("I", "II", "III", "IV", "V")


def print_surface(pack: TablePack, surface: str, seed: int) -> Bytes:
    """Print any surface of a pack."""
    if pack.roof.surface == surface and pack.score_track.surface != surface:
        return _print_intel(pack, surface, seed)
    return print_board(pack, surface, seed)


def _print_intel(pack: TablePack, surface: str, seed: int) -> Bytes:
    inks, rng = Inks(seed), Random(f"intel {seed}")
    size = pack.surfaces[surface].size_mm
    sheet = Sheet(size, PX_PER_MM, inks.night)
    _skyline(sheet, inks, rng)
    ground = vary("#c6baa2", rng, 8)
    low = min(fields[0].xy[1] for fields in pack.info_tracks.fields.values()) - 15
    sheet.box((size[0] / 2, (low + size[1]) / 2), (size[0], size[1] - low), ground)
    _roof(sheet, pack, inks)
    if pack.info_tracks.surface == surface:
        for number, name in enumerate(pack.info_tracks.fields):
            _track(sheet, pack, name, _NUMERALS[number % 5], inks)
    _lens(sheet, pack, inks)
    if pack.oriel is not None and pack.oriel.surface == surface:
        _oriel(sheet, pack.oriel.xy, inks)
    sheet.word((size[0] / 2, 16), "INTELLIGENCE", 6.5, "#ece4d0")
    sheet.outline(
        [(0.6, 0.6), (size[0] - 0.6, 0.6), (size[0] - 0.6, size[1] - 0.6), (0.6, size[1] - 0.6)],
        inks.rim,
        1.4,
    )
    return _aged(sheet.image, seed + 7)


def _skyline(sheet: Sheet, inks: Inks, rng: Random) -> None:
    x, width = 0.0, sheet.size_mm[0]
    while x < width:
        wide, top = rng.uniform(12, 30), rng.uniform(28, 52)
        shade = vary(inks.night, rng, 20)
        sheet.polygon(
            [
                (x, 92),
                (x, top),
                (x + wide / 2, top - rng.uniform(0, 14)),
                (x + wide, top),
                (x + wide, 92),
            ],
            shade,
        )
        x += wide * rng.uniform(0.9, 1.5)


def _roof(sheet: Sheet, pack: TablePack, inks: Inks) -> None:
    points = [pack.roof.fields[name] for name in sorted(pack.roof.fields)]
    ridge = [(x, y - 15) for x, y in points]
    low = max(y for _, y in points) + 16
    sheet.polygon([*ridge, (points[-1][0] + 22, low), (points[0][0] - 22, low)], inks.roof)
    for row in range(6):
        y = low - row * 5.4
        sheet.line(
            (points[0][0] - 20 + row * 2, y), (points[-1][0] + 20 - row * 2, y), "#6d3027", 0.4
        )
    for name, xy in pack.roof.fields.items():
        sheet.box(xy, (21.4, 21.4), "#4d2a22")
        sheet.box(xy, (20, 20), inks.cell)
        sheet.word(xy, name, 8, "#5a2a26")


def _track(sheet: Sheet, pack: TablePack, name: str, numeral: str, inks: Inks) -> None:
    fields = pack.info_tracks.fields[name]
    (first, y), (last, _) = fields[0].xy, fields[-1].xy
    band, ink = INFO_PAPERS.get(name, "#cccccc"), INFO_INKS.get(name, INK)
    sheet.box(((first + last) / 2 - 22, y), (last - first + 70, 22.4), ink)
    for before, field in zip((None, *fields), fields, strict=False):
        star_field = field.area == 6
        sheet.box(field.xy, (18.2, 18.8), "#d9c168" if star_field else _mixed(band, inks.cell))
        if star_field:
            sheet.polygon(star(field.xy, 6, 5), "#9c8433")
        else:
            sheet.disc(field.xy, 6.2, ink, 0.35)
            sheet.word((field.xy[0] - 6.6, field.xy[1] - 6.4), str(field.area), 2.6, ink)
        if before is not None and before.area != field.area:
            x = (before.xy[0] + field.xy[0]) / 2
            sheet.line((x, y - 11), (x, y + 11), GOLD, 1.1)
    sheet.disc((first - 43, y), 9.4, inks.cell)
    emblem(sheet, name, (first - 43, y), 12, ink)
    sheet.word((first - 23, y), numeral, 4.6, "#eee6d4")


def _lens(sheet: Sheet, pack: TablePack, inks: Inks) -> None:
    xy = pack.investigation.xy
    sheet.disc(xy, 15, inks.rim)
    sheet.disc(xy, 13.8, inks.cell)
    sheet.line((xy[0] + 2, xy[1] + 2), (xy[0] + 8, xy[1] + 8), INK, 2.2)
    sheet.disc((xy[0] - 1.5, xy[1] - 1.5), 5.2, INK, 1.3)


def _oriel(sheet: Sheet, xy: tuple[float, float], inks: Inks) -> None:
    x, y = xy
    sheet.polygon([(x - 17, y - 9), (x, y - 24), (x + 17, y - 9)], inks.roof)
    sheet.box((x, y + 2), (29, 26), "#d5c6a8")
    sheet.box((x, y), (21, 20), "#3f5d86")
    sheet.line((x, y - 10), (x, y + 10), "#e9e2cf", 1.0)
    sheet.line((x - 10.5, y), (x + 10.5, y), "#e9e2cf", 1.0)


def _mixed(one: str, other: str) -> str:
    parts = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{(a + b) // 2:02x}" for a, b in parts)

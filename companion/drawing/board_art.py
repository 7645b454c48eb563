"""The board of our own edition, drawn from its pack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.drawing import palette
from companion.drawing.buildings_art import KINDS, front
from companion.drawing.document import document
from companion.drawing.park_art import monument, park
from companion.drawing.schematic_pack import Building, Pack, Square, as_pack
from companion.drawing.svg import Point, box, disc, group, moved, path, tag, title, use, word
from companion.drawing.tiles import FLAG_MM
from companion.drawing.town_art import ground, streets

_TILE_MM = 20.0
_CELL_MM = 17.6


def draw_board(source: object, surface: str = "board") -> str:
    """Draw the board of a pack as a document."""
    pack = as_pack(source)
    return document(pack.surfaces[surface].size_mm, board_content(pack, surface))


def board_content(pack: Pack, surface: str = "board") -> str:
    """Draw everything that is printed on the board."""
    size = pack.surfaces[surface].size_mm
    buildings = [b for b in pack.buildings if b.surface == surface]
    squares = [s for s in pack.squares if s.surface == surface]
    middle = (size[0] / 2, size[1] / 2)
    parts = [ground(size), streets(buildings, squares)]
    if pack.orders is not None and pack.orders.surface == surface:
        parts.append(park(pack.orders.A, pack.orders.B))
    else:
        parts.append(monument((size[0] - 88, 64)))
    parts += [_square(square) for square in squares]
    parts += [_building(building, n, squares) for n, building in enumerate(buildings)]
    if pack.score_track.surface == surface:
        parts.append(_score(pack.score_track.fields, size))
    parts.append(
        box(
            middle,
            (size[0] - 0.6, size[1] - 0.6),
            fill="none",
            stroke=palette.INK,
            stroke_width=0.6,
        )
    )
    return group(*parts)


def _square(square: Square) -> str:
    """Draw a square; its number stands on both sides, where no tile hides it."""
    x, y = square.xy
    edge = {"fill": palette.CREAM, "stroke": palette.INK}
    tabs = "".join(
        box((x + side * 12.6, y), (6.4, 7.4), rx=1.6, stroke_width=0.45, **edge)
        + word((x + side * 13.1, y), str(square.value), 5.8, palette.INK, font_weight="bold")
        for side in (-1, 1)
    )
    return group(
        title(square.id),
        tabs,
        box((x, y), (_TILE_MM + 1.6, _TILE_MM + 1.6), rx=1.6, stroke_width=0.7, **edge),
        box(
            (x, y),
            (_TILE_MM - 3, _TILE_MM - 3),
            rx=1,
            fill=palette.SAND,
            stroke=palette.CASING,
            stroke_width=0.3,
        ),
        word((x, y - 0.6), str(square.value), 11, palette.CASING, font_weight="bold"),
        word((x, y + 6.4), square.id, 2.8, palette.SEPIA),
    )


def _building(building: Building, index: int, squares: Sequence[Square]) -> str:
    x, y = building.xy
    fill, _ = palette.HUES.get(building.colour, (palette.WHITE, palette.INK))
    kind = building.seal if building.seal in KINDS else KINDS[index % len(KINDS)]
    radius = building.radius
    bribe = palette.BRIBE_OF_HUE.get(building.colour)
    parts = [
        title(building.id),
        disc((x, y), radius, fill=fill, stroke=palette.INK, stroke_width=0.7),
        disc((x, y), radius - 2.6, fill=palette.PAPER, stroke=palette.INK, stroke_width=0.35),
        _plaza((x, y), radius - 2.6, fill),
        moved(x, y - 0.6, front(kind, fill), scale=0.95 * radius / 19),
        word((x - radius * 0.56, y + radius * 0.2), building.id, 3, palette.SEPIA),
        *_flag(building),
        *_badges(building, squares),
    ]
    if bribe is not None:
        at = (x, y + radius - 4.4)
        parts.append(disc(at, 5.2, fill=fill, stroke=palette.INK, stroke_width=0.45))
        parts.append(disc(at, 4.3, fill=palette.CREAM))
        parts.append(use(f"bribe-{bribe}", at, 6.6))
    return group(*parts)


def _plaza(at: Point, radius: float, fill: str) -> str:
    """Tint the half in front of the house, where agents stand."""
    x, y = at
    half = f"M{x - radius + 0.2:g} {y:g}A{radius:g} {radius:g} 0 0 0 {x + radius - 0.2:g} {y:g}Z"
    return path(half, fill=fill, opacity=0.28)


def _flag(building: Building) -> Iterator[str]:
    at = building.flag_xy
    size = (FLAG_MM[0] + 1.4, FLAG_MM[1] + 1.4)
    yield box(at, size, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.35)
    if building.flag in ("usa", "ussr", "france", "britain", "austria"):
        yield use(f"flag-{building.flag}", at, FLAG_MM)
    else:
        yield word(at, building.flag, 3, palette.INK)


def _badges(building: Building, squares: Sequence[Square]) -> Iterator[str]:
    """Draw the seal beside the flag, and the letter on the rim, on the side with more room."""
    side = -1 if building.flag_xy[0] > building.xy[0] else 1
    x, y = building.xy
    if building.seal is not None:
        yield use(f"seal-{building.seal}", (x + side * 4.9, building.flag_xy[1]), 9.8)
    if building.letter is not None:
        rim = building.radius * 0.78
        places = [(x + rim, y + rim * 0.9), (x - rim, y + rim * 0.9)]
        at = max(places, key=lambda place: _room(place, squares))
        yield box(at, (8, 8), rx=1, fill=palette.INK, stroke=palette.CREAM, stroke_width=0.5)
        yield word(at, building.letter, 6.2, palette.CREAM, font_weight="bold")


def _room(at: Point, squares: Sequence[Square]) -> float:
    """Measure how far the nearest tile is."""
    return min((max(abs(s.xy[0] - at[0]), abs(s.xy[1] - at[1])) for s in squares), default=0.0)


def _score(fields: tuple[Point, ...], size: Point) -> str:
    """Draw the score track on a dark frame around the town."""
    width, height = size
    hole = f"M0 0H{width:g}V{height:g}H0ZM20 20V{height - 20:g}H{width - 20:g}V20Z"
    parts = [
        path(hole, fill=palette.NIGHT_BAND),
        tag(
            "rect",
            x=20,
            y=20,
            width=width - 40,
            height=height - 40,
            fill="none",
            stroke=palette.BRASS,
            stroke_width=0.6,
        ),
    ]
    for number, xy in enumerate(fields):
        fifth = number % 5 == 0
        cell = {"fill": palette.STONE if fifth else palette.CREAM, "stroke": palette.INK}
        parts.append(box(xy, (_CELL_MM, _CELL_MM), rx=1.4, stroke_width=0.35, **cell))
        label = str(number) if number else f"0/{len(fields)}"
        weight = "bold" if fifth else "normal"
        parts.append(word(xy, label, 6.4 if number else 5.2, palette.INK, font_weight=weight))
    return group(*parts)

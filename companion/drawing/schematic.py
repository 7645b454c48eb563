"""A schematic of a board pack, to see at a glance what its numbers say."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing import schematic_style as style
from companion.drawing.schematic_intel import draw_intel
from companion.drawing.schematic_pack import Building, Pack, Square, as_pack
from companion.drawing.svg import SERIF, Point, box, disc, group, line, tag, title, word

_MARGIN_MM = 12.0
_CELL_MM = 17.4
_TILE_MM = 20.0
_ORDER_MM = (50.0, 29.0)


def draw_board(board: object) -> str:
    """Draw a pack (its JSON, or a structure of the same outline) as an SVG document."""
    pack = as_pack(board)
    width, height = _extent(pack)
    content = group(*_surfaces(pack), font_family=SERIF)
    return tag(
        "svg",
        f"\n{content}\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}mm",
        height=f"{height:g}mm",
    )


def _extent(pack: Pack) -> Point:
    sizes = [surface.size_mm for surface in pack.surfaces.values()]
    width = sum(size[0] for size in sizes) + _MARGIN_MM * (len(sizes) + 1)
    return width, max(size[1] for size in sizes) + 2 * _MARGIN_MM


def _surfaces(pack: Pack) -> Iterator[str]:
    """Lay the surfaces side by side, as they lie on a table."""
    left, height = _MARGIN_MM, _extent(pack)[1]
    for name, surface in pack.surfaces.items():
        top = (height - surface.size_mm[1]) / 2
        drawn = schematic_surface(pack, name)
        yield group(drawn, transform=f"translate({left:g} {top:g})")
        left += surface.size_mm[0] + _MARGIN_MM


def schematic_surface(pack: Pack, surface: str) -> str:
    """Draw what a pack says of one surface, without any art."""
    return group(*_town(pack, surface), *draw_intel(pack, surface))


def _town(pack: Pack, surface: str) -> Iterator[str]:
    width, height = pack.surfaces[surface].size_mm
    middle = (width / 2, height / 2)
    edge = {"fill": style.PAPER, "stroke": style.CASING}
    yield box(middle, (width, height), rx=3, stroke_width=0.8, **edge)
    buildings = [building for building in pack.buildings if building.surface == surface]
    squares = [square for square in pack.squares if square.surface == surface]
    yield _streets(buildings, squares)
    if pack.orders is not None and pack.orders.surface == surface:
        yield _garden(pack.orders.A, pack.orders.B)
    yield from (_square(square) for square in squares)
    yield from (_building(building) for building in buildings)
    if pack.score_track.surface == surface:
        yield group(*_score(pack.score_track.fields))


def _streets(buildings: list[Building], squares: list[Square]) -> str:
    """Draw streets three times: the quarter they run through, their kerbs, their stones."""
    at = {building.id: building.xy for building in buildings}
    ways = [(at[end], square.xy) for square in squares for end in square.buildings if end in at]
    layers = ((style.TOWN, 34.0), (style.CASING, 5.6), (style.STREET, 4.2))
    return "\n".join(
        group(
            *(line(*way) for way in ways),
            stroke=colour,
            stroke_width=width,
            stroke_linecap="round",
        )
        for colour, width in layers
    )


def _square(square: Square) -> str:
    tile = box(
        square.xy,
        (_TILE_MM, _TILE_MM),
        rx=2.5,
        fill=style.CELL,
        stroke=style.CASING,
        stroke_width=1,
    )
    number = word(square.xy, str(square.value), 11, style.INK, font_weight="bold")
    return group(title(square.id), tile, number)


def _building(building: Building) -> str:
    x, y = building.xy
    fill, ink = style.HUES.get(building.colour, style.NO_HUE)
    edge = {"fill": fill, "stroke": style.INK}
    return group(
        title(building.id),
        disc((x, y), building.radius, stroke_width=0.9, **edge),
        disc((x, y), building.radius - 2, fill="none", stroke=ink, stroke_width=0.3, opacity=0.5),
        word((x, y - 8.6), building.id, 5, ink, opacity=0.85),
        word((x, y), style.HUE_SIGNS.get(building.colour, ""), 11, ink, font_weight="bold"),
        word((x, y + 9), style.FLAG_SIGNS.get(building.flag, building.flag), 5.4, ink),
        _flag(building),
        *_badges(building),
    )


def _flag(building: Building) -> str:
    width, height = style.FLAG_SIZE
    x, y = building.flag_xy[0] - width / 2, building.flag_xy[1] - height / 2
    stripes = (
        tag("rect", x=left, y=top, width=wide, height=high, fill=colour)
        for left, top, wide, high, colour in style.FLAGS.get(building.flag, ())
    )
    frame = tag("rect", width=width, height=height, fill="none", stroke=style.INK, stroke_width=0.6)
    return group(*stripes, frame, transform=f"translate({x:g} {y:g})")


def _badges(building: Building) -> Iterator[str]:
    """Draw what only the full side has, on the rim of the disc: its seal, perhaps its letter."""
    rim = building.radius * 0.74
    if building.seal is not None:
        at = (building.xy[0] + rim, building.xy[1] + rim)
        edge = {"fill": style.PAPER, "stroke": style.INK}
        yield disc(at, 4.6, stroke_width=0.6, **edge)
        yield word(at, building.seal[:2].capitalize(), 4.6, style.INK)
    if building.letter is not None:
        at = (building.xy[0] - rim, building.xy[1] + rim)
        yield box(at, (8.4, 8.4), rx=1, fill=style.INK)
        yield word(at, building.letter, 6.6, style.PAPER, font_weight="bold")


def _garden(pile_a: tuple[Point, ...], pile_b: tuple[Point, ...]) -> str:
    """Draw a park around the order fields."""
    fields = [*(("A", xy) for xy in pile_a), *(("B", xy) for xy in pile_b)]
    xs, ys = [xy[0] for _, xy in fields], [xy[1] for _, xy in fields]
    size = (max(xs) - min(xs) + _ORDER_MM[0] + 10, max(ys) - min(ys) + _ORDER_MM[1] + 8)
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    edge = {"fill": style.GARDEN, "stroke": style.GARDEN_LINE}
    parts = [box(middle, size, rx=4, stroke_width=0.8, **edge)]
    for name, xy in fields:
        card = {"fill": style.CELL, "stroke": style.GARDEN_LINE}
        parts.append(box(xy, _ORDER_MM, rx=2, stroke_width=0.6, **card))
        parts.append(word(xy, name, 12, style.GARDEN_LINE))
    return group(*parts)


def _score(fields: tuple[Point, ...]) -> Iterator[str]:
    for number, xy in enumerate(fields):
        fifth = number % 5 == 0
        fill = style.ROUND_CELL if fifth else style.CELL
        cell = {"fill": fill, "stroke": style.CASING}
        yield box(xy, (_CELL_MM, _CELL_MM), rx=1.5, stroke_width=0.6, **cell)
        weight = "bold" if fifth else "normal"
        yield word(xy, str(number), 6.4, style.INK if fifth else style.FAINT, font_weight=weight)

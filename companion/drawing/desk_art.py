"""Desks and side tables."""

from __future__ import annotations

import msgspec

from companion.drawing import palette
from companion.drawing.ability_art import bribe
from companion.drawing.card_art import CARD_MM, action_badge
from companion.drawing.cutout import Cutout
from companion.drawing.lettering import paragraph
from companion.drawing.park_art import ORDER_MM
from companion.drawing.svg import Point, box, disc, line, moved, path, use, word
from companion.drawing.tiles import DESK_TILE_MM

DESK_MM: Point = (190.0, 122.0)
SIDE_TABLE_MM: Point = (58.0, 122.0)
GOODS = ("telephone", "map", "cash-box", "signet")
_WOOD = "#a9825a"
_WOOD_DARK = "#8f6b47"
_LEATHER = "#e6d9bd"


class DeskWords(msgspec.Struct, frozen=True):
    """What is written on a desk: its owner's colour, the four actions, and the small print."""

    owner: str
    actions: tuple[str, str, str, str]
    drawer: str
    order: str


def desk(colour: str, words: DeskWords) -> Cutout:
    """Draw a desk: cards lie above it, drawers open below, orders lie on its right."""
    width, height = DESK_MM
    content = (
        _wood(DESK_MM, colour)
        + _owner(colour, words.owner)
        + "".join(_action(n, words.actions[n]) for n in range(4))
        + "".join(_good(n) for n in range(len(GOODS)))
        + "".join(_order((width - 30.5, 20 + 30.9 * n), words.order) for n in range(3))
        + "".join(_drawer((27 + 45.6 * n, height), n + 1, words.drawer, colour) for n in range(3))
    )
    return Cutout(f"desk:{colour}", DESK_MM, content)


def side_table(colour: str, words: DeskWords) -> Cutout:
    """Draw the side table: a fourth drawer and a fourth order."""
    width, height = SIDE_TABLE_MM
    middle = width / 2
    content = (
        _wood(SIDE_TABLE_MM, colour)
        + palette.shape(
            colour,
            (middle, 52),
            9,
            fill=palette.PLAYERS[colour][0],
            stroke=palette.INK,
            stroke_width=0.5,
        )
        + use("desk-side-table", (middle, 74), 22)
        + _order((middle, 20), words.order)
        + _drawer((middle, height), 4, words.drawer, colour)
    )
    return Cutout(f"side-table:{colour}", SIDE_TABLE_MM, content)


def _wood(size: Point, colour: str) -> str:
    """Draw a wooden top with an inlay in the owner's colour."""
    width, height = size
    fill, _ = palette.PLAYERS[colour]
    grain = "".join(
        path(
            f"M0 {y:g}C{width * 0.3:g} {y - 2:g} {width * 0.6:g} {y + 2.4:g} {width:g} {y - 0.6:g}",
            fill="none",
            stroke=_WOOD_DARK,
            stroke_width=0.3,
            opacity=0.6,
        )
        for y in range(5, int(height), 6)
    )
    inlay = box(
        (width / 2, height / 2),
        (width - 3.4, height - 3.4),
        rx=2,
        fill="none",
        stroke=fill,
        stroke_width=2,
    )
    edge = box(
        (width / 2, height / 2),
        (width - 0.5, height - 0.5),
        fill="none",
        stroke=palette.INK,
        stroke_width=0.5,
    )
    return box((width / 2, height / 2), size, fill=_WOOD) + grain + inlay + edge


def _owner(colour: str, name: str) -> str:
    fill, ink = palette.PLAYERS[colour]
    plate = box((67, 10), (122.4, 9), rx=2, fill=fill, stroke=palette.INK, stroke_width=0.4)
    signs = "".join(
        palette.shape(colour, (x, 10), 5, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.35)
        for x in (13, 121)
    )
    return plate + signs + word((67, 10), name, 5, ink, font_weight="bold")


def _action(n: int, text: str) -> str:
    """Draw an action: a card comes to I, II and IV; III is played with figures."""
    x = 20.5 + 31 * n
    plate = box((x, 36.8), (29.4, 41), rx=2, fill=_LEATHER, stroke=palette.INK, stroke_width=0.4)
    pictures = (
        use("sign-card", (x, 33), 13),
        moved(x - 3.4, 33, bribe("wine")[0], scale=0.8)
        + moved(x + 3.4, 33.6, bribe("coffee")[0], scale=0.8),
        use("sign-agent", (x - 4.4, 33), 13)
        + use("sign-house", (x + 6, 33.6), 10, color=palette.STONE),
        use("sign-marker", (x, 33), 17),
    )
    return (
        plate
        + action_badge((x, 21.6), ("I", "II", "III", "IV")[n])
        + pictures[n]
        + paragraph(text, (x, 48.4), (26.6, 14.8), 3.3, palette.INK)
    )


def _good(n: int) -> str:
    at = (20.5 + 31 * n, 76.4)
    width, height = DESK_TILE_MM
    frame = box(
        at, (width + 1, height + 1), rx=1.6, fill=_LEATHER, stroke=palette.INK, stroke_width=0.4
    )
    hint = use(f"desk-{GOODS[n]}", at, 14, opacity=0.32)
    return (
        frame
        + hint
        + box(
            at,
            (width - 3, height - 3),
            rx=1,
            fill="none",
            stroke=palette.CASING,
            stroke_width=0.3,
            stroke_dasharray="1.6 1.2",
        )
    )


def _order(at: Point, text: str) -> str:
    size = (ORDER_MM[0] + 0.6, ORDER_MM[1] + 0.6)
    frame = box(at, size, rx=1.6, fill=_LEATHER, stroke=palette.INK, stroke_width=0.4)
    dashes = box(
        at,
        (size[0] - 4, size[1] - 4),
        rx=1,
        fill="none",
        stroke=palette.CASING,
        stroke_width=0.35,
        stroke_dasharray="2 1.4",
    )
    return frame + dashes + word(at, text, 5, palette.CASING)


def _drawer(foot: Point, number: int, text: str, colour: str) -> str:
    """Draw the front of a drawer at the lower edge; the card goes under it."""
    x, y = foot
    fill, _ = palette.PLAYERS[colour]
    front = box(
        (x, y - 14.6),
        (CARD_MM[0], 21),
        rx=1.6,
        fill=_WOOD_DARK,
        stroke=palette.INK,
        stroke_width=0.5,
    )
    panel = box(
        (x, y - 14.6), (CARD_MM[0] - 4, 17), rx=1, fill="none", stroke=palette.INK, stroke_width=0.3
    )
    knob = disc((x, y - 17.6), 3.2, fill=palette.BRASS, stroke=palette.INK, stroke_width=0.5)
    label = word((x, y - 10.4), f"{text} {number}", 4.4, palette.CREAM, font_weight="bold")
    tip = path(
        f"M{x - 3:g} {y - 3.6:g}H{x + 3:g}L{x:g} {y - 0.8:g}Z",
        fill=fill,
        stroke=palette.INK,
        stroke_width=0.3,
    )
    slot = line(
        (x - CARD_MM[0] / 2, y - 0.5),
        (x + CARD_MM[0] / 2, y - 0.5),
        stroke=palette.INK,
        stroke_width=1,
    )
    return front + panel + knob + label + tip + slot

"""Orders of the full version: a telegram with a stamp, what it wants, what it pays."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.drawing import palette
from companion.drawing.ability_art import Sign, bribe, info, letter, money, points, row, seal
from companion.drawing.cutout import Cutout
from companion.drawing.park_art import ORDER_MM
from companion.drawing.svg import Point, box, disc, line, moved, use, word

_W, _H = ORDER_MM
#: How what an order wants is drawn.
WANTS: dict[str, Callable[[str], Sign]] = {
    "seals": seal,
    "bribes": bribe,
    "infos": info,
    "building": letter,
}
#: The series by their grounds; each also carries its letter.
_GROUNDS = {"S": "#e9dcc0", "A": "#dfe3d2", "B": "#dcdfe4"}


class OrderFace(msgspec.Struct, frozen=True):
    """What is printed on an order."""

    number: str
    flag: str
    want: str
    needs: tuple[str, ...]
    money: int
    points: int


def order(face: OrderFace) -> Cutout:
    """Draw an order."""
    ground = _GROUNDS[face.number[0]]
    content = (
        box((_W / 2, _H / 2), ORDER_MM, fill=ground)
        + box(
            (_W / 2, _H / 2),
            (_W - 2.4, _H - 2.4),
            rx=1.2,
            fill=palette.CREAM,
            stroke=palette.CASING,
            stroke_width=0.3,
        )
        + stamp((11.4, 9.2), face.flag)
        + word((6.2, 23.2), face.number[0], 7, palette.SEPIA, font_weight="bold")
        + word((13.6, 24.4), face.number, 3.2, palette.INK, font_weight="bold")
        + _needs(face)
        + _reward(face)
        + box(
            (_W / 2, _H / 2),
            (_W - 0.4, _H - 0.4),
            fill="none",
            stroke=palette.INK,
            stroke_width=0.4,
        )
    )
    return Cutout(f"order:{face.number}", ORDER_MM, content)


def stamp(at: Point, nation: str) -> str:
    """Draw a flag as a postage stamp with its perforation."""
    x, y = at
    width, height = 17.0, 12.2
    holes = [
        (x - width / 2 + n * 2.125, y + side * height / 2) for n in range(9) for side in (-1, 1)
    ]
    holes += [
        (x + side * width / 2, y - height / 2 + n * 2.03) for n in range(1, 6) for side in (-1, 1)
    ]
    return (
        box(at, (width, height), fill=palette.WHITE, stroke=palette.CASING, stroke_width=0.3)
        + "".join(disc(hole, 0.55, fill=palette.CASING) for hole in holes)
        + use(f"flag-{nation}", at, (13.6, 8.74))
    )


def _needs(face: OrderFace) -> str:
    drawn, width = row(*(WANTS[face.want](need) for need in face.needs), gap=0.8)
    room = _W - 24.4
    scale = min(0.92, room / width)
    return moved(21.4 + room / 2 + 0.4, 9.4, drawn, scale=scale)


def _reward(face: OrderFace) -> str:
    """Draw the reward on a dark ribbon."""
    signs = [money(face.money)] if face.money else []
    signs += [points(face.points)] if face.points else []
    drawn, width = row(*signs, gap=2)
    ribbon = box(
        (34.4, 22.2), (27.6, 9), rx=1.4, fill=palette.SAND, stroke=palette.CASING, stroke_width=0.3
    )
    arrow = use("sign-arrow", (24, 22.2), 4.4)
    rule = line(
        (21, 16.6),
        (_W - 3, 16.6),
        stroke=palette.CASING,
        stroke_width=0.3,
        stroke_dasharray="1 0.8",
    )
    return rule + ribbon + arrow + moved(36.4, 22.2, drawn, scale=min(0.66, 18 / width))


def order_back(series: str) -> Cutout:
    """Draw the back of an order: the envelope of its series."""
    flap = line((0.4, 0.4), (_W / 2, 15), stroke=palette.CASING, stroke_width=0.5)
    flap += line((_W - 0.4, 0.4), (_W / 2, 15), stroke=palette.CASING, stroke_width=0.5)
    seal_ = disc((_W / 2, 15.4), 6.6, fill=palette.RED, stroke=palette.INK, stroke_width=0.4)
    content = box((_W / 2, _H / 2), ORDER_MM, fill=_GROUNDS[series]) + flap + seal_
    content += word((_W / 2, 15.4), series, 7.6, palette.WHITE, font_weight="bold")
    content += box(
        (_W / 2, _H / 2), (_W - 0.4, _H - 0.4), fill="none", stroke=palette.INK, stroke_width=0.4
    )
    return Cutout(f"order-back:{series}", ORDER_MM, content)

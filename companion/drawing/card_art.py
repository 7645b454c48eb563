"""Faces and backs of the cards."""

from __future__ import annotations

import msgspec

from companion.drawing import palette
from companion.drawing.ability_art import ability, bribe, info
from companion.drawing.cutout import Cutout
from companion.drawing.lettering import paragraph
from companion.drawing.svg import Point, box, disc, line, moved, path, use, word

CARD_MM: Point = (44.0, 64.0)
_W, _H = CARD_MM


class CardFace(msgspec.Struct, frozen=True):
    """What is printed on a card; ``lines`` say in words when it helps and what it gives."""

    number: int
    bribe: str
    info: str
    action: str
    trigger: str
    effect: str
    amount: int
    named: str | int | None
    lines: tuple[str, str]


def card(face: CardFace) -> Cutout:
    """Draw the face: a bribe on the left, an information on the right, an ability below."""
    left, _ = palette.HUES[palette.BRIBE_HUES[face.bribe]]
    right = palette.INFO_GROUNDS[face.info]
    content = (
        box((_W / 2, _H / 2), CARD_MM, fill=palette.PAPER)
        + _corner((0, 0), 18.6, left)
        + moved(8.6, 8.6, bribe(face.bribe)[0], scale=1.1)
        + moved(_W, 0, _corner((0, 0), -18.6, right))
        + moved(_W - 8.6, 8.6, info(face.info)[0], scale=1.04)
        + _numeral((8.6, 19.2), "II")
        + _numeral((_W - 8.6, 19.2), "IV")
        + _panel(face)
    )
    return Cutout(f"card:{face.number:03d}", CARD_MM, content + _frame())


def _corner(at: Point, wide: float, fill: str) -> str:
    x, y = at
    tall = abs(wide)
    shape = f"M{x:g} {y:g}H{x + wide:g}C{x + wide:g} {y + tall * 0.7:g} {x + wide * 0.7:g} {y + tall:g} {x:g} {y + tall:g}Z"
    return path(shape, fill=fill, opacity=0.75)


def _numeral(at: Point, numeral: str) -> str:
    """Say which action uses the corner beside."""
    return word(at, numeral, 3.6, palette.SEPIA, font_weight="bold")


def _panel(face: CardFace) -> str:
    """Draw the ability, on the part that sticks out of a drawer."""
    plate = box(
        (_W / 2, 41.6),
        (_W - 5, 38.2),
        rx=2,
        fill=palette.CREAM,
        stroke=palette.INK,
        stroke_width=0.35,
    )
    drawn, width = ability(face.trigger, face.effect, face.amount, face.named)
    scale = min(1.2, (_W - 7) / width)
    when, gives = face.lines
    rule = line((5, 46.4), (_W - 5, 46.4), stroke=palette.CASING, stroke_width=0.3)
    return (
        plate
        + action_badge((_W / 2, 24.6), face.action)
        + moved(_W / 2, 36.4, drawn, scale=scale)
        + rule
        + paragraph(when, (_W / 2, 49.2), (_W - 8, 5.2), 3, palette.SEPIA)
        + paragraph(gives, (_W / 2, 54), (_W - 8, 5.2), 3.1, palette.INK, font_weight="bold")
        + use("sign-arms", (6.4, 58.2), 3.4, opacity=0.7)
        + word(
            (_W - 4.4, 58.5),
            f"{face.number:03d}",
            4,
            palette.INK,
            font_weight="bold",
            text_anchor="end",
        )
    )


def action_badge(at: Point, numeral: str) -> str:
    """Draw the Roman numeral of an action on a dark plate."""
    plate = box(at, (11, 6.4), rx=3.2, fill=palette.INK)
    return plate + word(at, numeral, 4.6, palette.CREAM, font_weight="bold")


def _frame() -> str:
    return box(
        (_W / 2, _H / 2), (_W - 0.4, _H - 0.4), fill="none", stroke=palette.INK, stroke_width=0.4
    )


def card_back(*, full: bool) -> Cutout:
    """Draw the back: the arms of Vienna on a weave; both halves of the cards differ in pattern."""
    ground, thread = ("#7c3b35", "#8f5148") if full else (palette.NIGHT_BAND, "#6a7886")
    weave = "".join(_weave(n, thread, crossed=full) for n in range(28))
    plate = disc((_W / 2, _H / 2), 13, fill=palette.PAPER, stroke=palette.INK, stroke_width=0.5)
    ring = disc((_W / 2, _H / 2), 11.4, fill="none", stroke=palette.BRASS, stroke_width=0.6)
    rim = box(
        (_W / 2, _H / 2),
        (_W - 5, _H - 5),
        rx=2,
        fill="none",
        stroke=palette.PAPER,
        stroke_width=0.7,
    )
    arms = use("sign-arms", (_W / 2, _H / 2), 15)
    name = "card-back:full" if full else "card-back:entry"
    content = (
        box((_W / 2, _H / 2), CARD_MM, fill=ground) + weave + rim + plate + ring + arms + _frame()
    )
    return Cutout(name, CARD_MM, content)


def _weave(n: int, thread: str, *, crossed: bool) -> str:
    at = n * 4.0
    pen: dict[str, str | float] = {"stroke": thread, "stroke_width": 0.7}
    one = line((min(at, _W), max(0.0, at - _W)), (max(0.0, at - _H), min(at, _H)), **pen)
    if not crossed:
        return one
    back = line((_W - min(at, _W), max(0.0, at - _W)), (_W - max(0.0, at - _H), min(at, _H)), **pen)
    return one + back

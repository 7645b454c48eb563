"""Player aids: the course of the game on a card, words and signs side by side."""

from __future__ import annotations

import msgspec

from companion.drawing import palette
from companion.drawing.card_art import action_badge
from companion.drawing.cutout import Cutout
from companion.drawing.lettering import column, wrap
from companion.drawing.svg import Point, box, line, moved, use, word

AID_MM: Point = (95.0, 132.0)
_ROW_MM = 3.9
_HEAD_MM = 11.0


class AidLine(msgspec.Struct, frozen=True):
    """A step: its sign (a symbol's name, or a Roman numeral) and what it says."""

    sign: str
    text: str


class Aid(msgspec.Struct, frozen=True):
    """A player aid: headings, each with its lines."""

    name: str
    title: str
    parts: tuple[tuple[str, tuple[AidLine, ...]], ...]


def aid(face: Aid) -> Cutout:
    """Draw a player aid in the largest letters that fit."""
    width, height = AID_MM
    size = next(
        (s / 100 for s in range(380, 180, -5) if _height(face, s / 100) <= height - _HEAD_MM - 4),
        1.8,
    )
    parts, y = [_ground(face.title)], _HEAD_MM + 1.6
    for heading, lines in face.parts:
        parts.append(
            word(
                (6, y + 2),
                heading,
                size * 1.12,
                palette.RED,
                font_weight="bold",
                text_anchor="start",
            )
        )
        parts.append(
            line(
                (6, y + 2 + size * 0.75),
                (width - 6, y + 2 + size * 0.75),
                stroke=palette.CASING,
                stroke_width=0.3,
            )
        )
        y += size * 1.9
        for step in lines:
            tall = len(wrap(step.text, width - 21, size)) * size * 1.22
            top = y + max(0.0, _ROW_MM - tall) / 2  # a single line stands level with its sign
            text, end = column(step.text, (16, top), width - 21, size, palette.INK)
            parts += [_sign(step.sign, (10, y + max(tall, _ROW_MM) / 2)), text]
            y = max(end, y + _ROW_MM) + 0.9
        y += 1.2
    return Cutout(face.name, AID_MM, "".join(parts))


def _height(face: Aid, size: float) -> float:
    """Add up what the text needs in letters of this size."""
    total = 0.0
    for _, lines in face.parts:
        total += size * 1.9 + 1.2
        for step in lines:
            total += max(len(wrap(step.text, AID_MM[0] - 21, size)) * size * 1.22, _ROW_MM) + 0.9
    return total


def _sign(sign: str, at: Point) -> str:
    if sign in ("I", "II", "III", "IV"):
        return moved(*at, action_badge((0, 0), sign), scale=0.6)
    return use(sign, at, 4.6) if sign else ""


def _ground(title: str) -> str:
    width, height = AID_MM
    middle = (width / 2, height / 2)
    return (
        box(middle, AID_MM, fill=palette.PAPER)
        + box((width / 2, _HEAD_MM / 2), (width, _HEAD_MM), fill=palette.NIGHT_BAND)
        + use("sign-arms", (9, _HEAD_MM / 2), 7.6)
        + word((width / 2 + 4, _HEAD_MM / 2), title, 5, palette.CREAM, font_weight="bold")
        + box(
            middle, (width - 0.5, height - 0.5), fill="none", stroke=palette.INK, stroke_width=0.5
        )
    )

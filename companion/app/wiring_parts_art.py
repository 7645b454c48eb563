"""Draw one part of the wiring: a card with its name, its sign and a row for every wire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.app.wiring_header import GND, Kind, Part, Terminal
from companion.drawing.lettering import width
from companion.drawing.palette import FAINT, INK, NIGHT, SEPIA, WHITE
from companion.drawing.svg import Point, box, disc, line, path, polygon, word

WIDTH = 74.0
_HEAD, _ROW, _FOOT = 3.2, 5.6, 2.0
_SIGN = 13.0
_STUB = 27.0

#: A wire, its colour, and the pin that it goes to where no line can be drawn.
Wire = tuple[Terminal, str, int | None]


def height_of(part: Part) -> float:
    """Return the height of a part's card; the last row is what all its wires have in common."""
    return _HEAD + _ROW * (len(part.terminals) + 1) + _FOOT


def terminal_y(top: float, number: int) -> float:
    """Return how far down a wire leaves a card."""
    return top + _HEAD + _ROW * (number + 0.5)


def draw_part(
    part: Part, name: str, wires: Sequence[Wire], corner: Point, *, facing_right: bool
) -> str:
    """Draw a card; its wires leave towards the header."""
    left, top = corner
    high = height_of(part)
    edge, sign = (left + WIDTH, -1) if facing_right else (left, 1)
    body = WIDTH - _STUB
    middle = (left + body / 2, top + high / 2)
    if not facing_right:
        middle = (left + _STUB + body / 2, middle[1])
    card = box(middle, (body, high), fill=WHITE, stroke=FAINT, stroke_width=0.35, rx=2)
    at = (middle[0] - body / 2 + _SIGN / 2 + 1.5, middle[1])
    words = _name(name, (at[0] + _SIGN / 2 + 2.5, middle[1]), body - _SIGN - 6)
    rows = "".join(
        _wire(wire, (edge, terminal_y(top, number)), sign) for number, wire in enumerate(wires)
    )
    last = (edge + sign * (_STUB - 6), terminal_y(top, len(wires)))
    return card + "".join(_sign(part.kind, at)) + words + rows + _common(part.common, last, sign)


def _name(name: str, at: Point, room: float) -> str:
    size = min(4.2, 4.2 * room / max(width(name, 4.2, bold=True), 0.1))
    return word(at, name, size, INK, font_weight="bold", text_anchor="start")


def _wire(wire: Wire, end: Point, sign: int) -> str:
    """Draw the stub of a wire, with its resistor and what it is called."""
    terminal, colour, flag = wire
    x, y = end
    card = x + sign * _STUB
    drawn = line((x, y), (card, y), stroke=colour, stroke_width=0.8)
    drawn += disc((card, y), 0.9, fill=colour)
    middle = (x + sign * _STUB * 0.55, y)
    if terminal.ohm is not None:
        drawn += box(middle, (13, 3.9), fill=WHITE, stroke=colour, stroke_width=0.5, rx=0.6)
        drawn += word(middle, f"{terminal.ohm} Ohm", 2.8, INK)
    elif terminal.label:
        drawn += box(middle, (9, 3.9), fill=WHITE)
        drawn += word(middle, terminal.label, 3.0, INK, font_weight="bold")
    if flag is not None:
        tip = x + sign * 0.5
        drawn += polygon(
            (tip, y), (tip + sign * 2, y - 2.4), (tip + sign * 7, y - 2.4),
            (tip + sign * 7, y + 2.4), (tip + sign * 2, y + 2.4), fill=colour,
        )  # fmt: skip
        drawn += word((tip + sign * 4.4, y), str(flag), 3.0, WHITE, font_weight="bold")
    return drawn


def _common(common: str, at: Point, sign: int) -> str:
    """Draw the sign of ground, or the name of the supply."""
    x, y = at
    drawn = line((x, y), (x + sign * 6, y), stroke=INK, stroke_width=0.6)
    drawn += disc((x + sign * 6, y), 0.9, fill=INK)
    if common != GND:
        return drawn + word((x - sign * 4, y), common, 3.2, INK, font_weight="bold")
    bars = ((0.0, 1.9), (0.9, 1.2), (1.8, 0.5))
    return drawn + "".join(
        line(
            (x - sign * step, y - half),
            (x - sign * step, y + half),
            stroke=INK,
            stroke_width=0.5,
        )
        for step, half in bars
    )


def _sign(kind: Kind, at: Point) -> Iterator[str]:
    """Draw what a part looks like."""
    x, y = at
    if kind is Kind.RGB:
        yield disc(at, 5.0, fill="#f3eee2", stroke=SEPIA, stroke_width=0.4)
        yield disc((x - 1.9, y + 1.2), 1.9, fill="#c8443a")
        yield disc((x + 1.9, y + 1.2), 1.9, fill="#3565b5")
        yield disc((x, y - 1.9), 1.9, fill="#3f8f4f")
    elif kind is Kind.LED:
        yield disc(at, 4.2, fill="#f6df9b", stroke=SEPIA, stroke_width=0.4)
        yield disc((x - 1.2, y - 1.2), 1.1, fill=WHITE)
    elif kind is Kind.BUTTON:
        yield box(at, (9, 9), fill="#d9d4c7", stroke=SEPIA, stroke_width=0.4, rx=1.4)
        yield disc(at, 3.0, fill=NIGHT)
    elif kind is Kind.BUZZER:
        yield disc(at, 4.4, fill=NIGHT)
        yield disc(at, 1.0, fill=WHITE)
        yield path(f"M{x + 5:.2f} {y - 2.5:.2f}q2 2.5 0 5", fill="none", stroke=SEPIA)
    else:
        yield box(at, (12, 9), fill="#2f3f5c", rx=1)
        yield box((x, y + 0.6), (10, 5.6), fill="#0d1017")
        yield word((x, y + 0.6), "128 × 64", 2.0, "#8fd3ff")

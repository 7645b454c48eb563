"""Draw the wiring: the header in the middle, the parts on both sides, a line for every wire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.app.wiring_header import GND, GROUNDS, HEADER, V3, V5, Part, Terminal
from companion.app.wiring_parts_art import WIDTH, draw_part, height_of, terminal_y
from companion.drawing.document import document
from companion.drawing.palette import CREAM, FAINT, INK, SEPIA, WHITE
from companion.drawing.svg import Point, box, disc, path, word
from companion.engine import Text
from companion.session.texts import Texts

#: A4, lying; a table with more parts than fit makes the sheet taller.
WIDTH_MM, LEAST_HEIGHT_MM = 297.0, 210.0
_MIDDLE = 148.5
_TOP, _ROW = 30.0, 8.3
_COLUMN = 5.2
_LABEL = 20.0
_EDGE = 31.0
_MARGIN = 10.0
_FREE = (22.0, 198.0)
_GROUNDS_OF = {V3: "#c8553d", V5: "#a83a34", GND: INK, "ID": FAINT}
_LINE = "#4f7d8c"
WIRES = {
    "red": "#c8443a",
    "green": "#3f8f4f",
    "blue": "#3565b5",
    "plain": "#b98b1f",
    "button": "#7a5fa0",
    "buzzer": "#8a5a3e",
    "power": "#c8553d",
    "bus": "#3d8f94",
}


class _Placed:
    """A part with its place on one side of the header."""

    def __init__(self, part: Part, left: bool) -> None:
        self.part, self.left = part, left
        self.top = 0.0
        wires = sorted(part.terminals, key=lambda wire: _row(wire.pin))
        self.near = [wire for wire in wires if _is_left(wire.pin) is left]
        self.wires = [*self.near, *(wire for wire in wires if wire not in self.near)]


def draw_wiring(texts: Texts, parts: Sequence[Part]) -> str:
    """Return the drawing as an SVG document in millimetres."""
    placed = [_Placed(part, _side(part)) for part in parts]
    ends = [_stack([each for each in placed if each.left is left]) for left in (True, False)]
    size = WIDTH_MM, max(LEAST_HEIGHT_MM, max(ends) + LEAST_HEIGHT_MM - _FREE[1])
    return document(
        size,
        box((size[0] / 2, size[1] / 2), size, fill=CREAM),
        word((_MIDDLE, 9), texts(Text("wiring.title")), 6.5, INK, font_weight="bold"),
        *_wires(placed),
        *_header(),
        *(_part(texts, each) for each in placed),
        *_notes(texts, size[1]),
    )


def _row(pin: int) -> int:
    return (pin - 1) // 2


def _is_left(pin: int) -> bool:
    return pin % 2 == 1


def _side(part: Part) -> bool:
    """Put a part where most of its pins are."""
    return sum(1 if _is_left(wire.pin) else -1 for wire in part.terminals) > 0


def _stack(placed: list[_Placed]) -> float:
    """Spread parts over the height of the sheet, in the order of their pins; return how far."""
    placed.sort(key=lambda each: sum(_row(w.pin) for w in each.wires) / len(each.wires))
    first, last = _FREE
    spare = last - first - sum(height_of(each.part) for each in placed)
    gap = min(max(spare / max(len(placed), 1), 1.0), 14.0)
    used = sum(height_of(each.part) + gap for each in placed) - gap
    y = max((first + last - used) / 2, first)
    for each in placed:
        each.top = y
        y += height_of(each.part) + gap
    return y - gap


def _pin_at(pin: int) -> Point:
    x = _MIDDLE - _COLUMN if _is_left(pin) else _MIDDLE + _COLUMN
    return x, _TOP + _row(pin) * _ROW


def _header() -> Iterator[str]:
    middle = (_MIDDLE, _TOP + 9.5 * _ROW)
    yield box(middle, (4 * _COLUMN, 20 * _ROW + 3), fill="#3d5a45", rx=2.5)
    for pin, what in enumerate(HEADER, 1):
        at = _pin_at(pin)
        ground = _GROUNDS_OF.get(str(what), _LINE)
        if pin == 1:
            yield box(at, (6.4, 6.4), fill=WHITE)
        yield disc(at, 3.0, fill=ground, stroke=WHITE, stroke_width=0.4)
        yield word(at, str(pin), 3.1, WHITE, font_weight="bold")
        label = str(what) if isinstance(what, str) else f"GPIO {what}"
        side = -1 if _is_left(pin) else 1
        chip = (_MIDDLE + side * (2 * _COLUMN + _LABEL / 2), at[1])
        yield box(chip, (_LABEL - 1.5, 5.8), fill=WHITE, stroke=ground, stroke_width=0.4, rx=1.2)
        yield word(chip, label, 3.4, ground, font_weight="bold")


def _wires(placed: Sequence[_Placed]) -> Iterator[str]:
    for left in (True, False):
        ends = [
            (_pin_at(wire.pin)[1], terminal_y(each.top, number), wire)
            for each in placed
            if each.left is left
            for number, wire in enumerate(each.wires)
            if wire in each.near
        ]
        yield from _side_wires(sorted(ends, key=lambda end: end[0]), left)


def _side_wires(ends: Sequence[tuple[float, float, Terminal]], left: bool) -> Iterator[str]:
    """Draw wires in lanes of their own, so that those in order do not cross.

    A wire that climbs turns farther out than those above it; one that falls, than those below.
    """
    up = [n for n, (start, end, _) in enumerate(ends) if end <= start]
    down = [n for n, (start, end, _) in enumerate(ends) if end > start]
    lanes = {n: rank for rank, n in enumerate(up)} | {n: r for r, n in enumerate(reversed(down))}
    count = max(len(up), len(down), 1)
    sign = -1 if left else 1
    room = _MIDDLE - _EDGE - _MARGIN - WIDTH
    for number, (start, end, wire) in enumerate(ends):
        turn = _MIDDLE + sign * (_EDGE + room * (lanes[number] + 1) / (count + 1))
        near, far = _MIDDLE + sign * (_EDGE - 1.2), _MIDDLE + sign * (_EDGE + room)
        shape = f"M{near:.2f} {start:.2f}H{turn:.2f}V{end:.2f}H{far:.2f}"
        style = {"fill": "none", "stroke_linejoin": "round"}
        yield path(shape, stroke=CREAM, stroke_width=2.0, **style)
        yield path(shape, stroke=WIRES[wire.colour], stroke_width=0.8, **style)


def _part(texts: Texts, placed: _Placed) -> str:
    left = _MARGIN if placed.left else WIDTH_MM - _MARGIN - WIDTH
    colours = [WIRES[wire.colour] for wire in placed.wires]
    flags = [None if wire in placed.near else wire.pin for wire in placed.wires]
    name = texts(placed.part.name)
    wires = list(zip(placed.wires, colours, flags, strict=True))
    return draw_part(placed.part, name, wires, (left, placed.top), facing_right=placed.left)


def _notes(texts: Texts, height_mm: float) -> Iterator[str]:
    pins = ", ".join(map(str, GROUNDS))
    ground = texts(Text("wiring.ground", {"pins": pins}))
    yield word((_MIDDLE, 16.5), ground, 3.6, SEPIA)
    yield word((_MIDDLE, height_mm - 6.5), texts(Text("wiring.caution")), 3.6, SEPIA)

"""A board as characters, from the positions that its pack measures in millimetres."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.text import Text as Line

from companion.app.marks import Marks
from companion.app.scene import Spot, last_word

#: Where a cell goes when its own place is taken: the nearest ones first; rows are twice as tall.
_DETOURS = sorted(
    ((dx, dy) for dx in range(-5, 6) for dy in range(-2, 3)),
    key=lambda step: (abs(step[0]) + 2.5 * abs(step[1]), step),
)
_EMPTY = Style.parse("#8a8a8a on #3a3a3a")
_TAKEN = Style.parse("#606060")
_FRESH = Style.parse("bold black on #ffffff")


class Cell:
    """A few characters that belong together, each with its style."""

    def __init__(self, signs: Sequence[tuple[str, Style]]) -> None:
        """Take the characters from left to right."""
        self.signs = signs

    @property
    def width(self) -> int:
        """Count the columns."""
        return len(self.signs)


def draw_map(spots: Sequence[Spot], marks: Marks, width: int, height: int) -> Line:
    """Draw the surface that most spots lie on, in so many columns and rows."""
    grid: dict[tuple[int, int], tuple[str, Style]] = {}
    shown = _on_main_surface(spots)
    # Wide cells first: a single symbol finds room between them more easily.
    for _, spot, cell in sorted(_cells(shown, marks), key=lambda item: item[0]):
        column, row = _position(spot, shown, width - cell.width, height - 1)
        _put(grid, cell, column, row, (width, height))
    return _to_line(grid, width, height)


def _on_main_surface(spots: Sequence[Spot]) -> list[Spot]:
    counts = Counter(spot.place.surface for spot in spots)
    main = counts.most_common(1)[0][0] if counts else ""
    return [spot for spot in spots if spot.place.surface == main]


def _cells(spots: Sequence[Spot], marks: Marks) -> Iterator[tuple[int, Spot, Cell]]:
    seats = {mark.sign for mark in marks.seats.values()}
    for order, spot in enumerate(spots):
        words = [last_word(piece) for piece in spot.place.holds]
        stands = any(marks.words[word].sign in seats for word in words)
        cell = _standing(spot, marks) if stands else _lying(spot, marks)
        yield order - 1000 * cell.width, spot, cell


def _standing(spot: Spot, marks: Marks) -> Cell:
    """Show who stands there, or else the number of the place."""
    if not spot.pieces:
        number = "".join(filter(str.isdigit, spot.place.id)) or spot.place.id
        return Cell([(sign, _EMPTY) for sign in f"{number[-2:]:^4}"])
    signs: list[tuple[str, Style]] = []
    for piece in spot.pieces:
        mark = marks.words[last_word(piece)]
        signs.append((mark.sign, Style.parse(f"bold {mark.style}")))
    edge = _FRESH if spot.come else signs[0][1]
    left, right = ("▸", "◂") if spot.come else (" ", " ")
    return Cell([(left, edge), *signs, (right, edge if spot.come else signs[-1][1])])


def _lying(spot: Spot, marks: Marks) -> Cell:
    """Show what lies there, or that it has been taken, or has been taken just now."""
    if spot.pieces:
        mark = marks.words[last_word(spot.pieces[0])]
        return Cell([(mark.sign, Style.parse(mark.style))])
    return Cell([("✓", _FRESH)] if spot.gone else [("·", _TAKEN)])


def _position(spot: Spot, spots: Sequence[Spot], columns: int, rows: int) -> tuple[int, int]:
    xs = [other.place.xy_mm[0] for other in spots]
    ys = [other.place.xy_mm[1] for other in spots]
    x, y = spot.place.xy_mm
    across = (x - min(xs)) / max(max(xs) - min(xs), 1.0)
    down = (y - min(ys)) / max(max(ys) - min(ys), 1.0)
    return round(across * columns), round(down * rows)


def _put(
    grid: dict[tuple[int, int], tuple[str, Style]],
    cell: Cell,
    column: int,
    row: int,
    size: tuple[int, int],
) -> None:
    for dx, dy in _DETOURS:
        x, y = column + dx, row + dy
        inside = 0 <= x <= size[0] - cell.width and 0 <= y < size[1]
        # One column of air on both sides keeps neighbours apart.
        if inside and all((x + i, y) not in grid for i in range(-1, cell.width + 1)):
            grid.update({(x + i, y): sign for i, sign in enumerate(cell.signs)})
            return


def _to_line(grid: dict[tuple[int, int], tuple[str, Style]], width: int, height: int) -> Line:
    line = Line(no_wrap=True, overflow="crop")
    for y in range(height):
        for x in range(width):
            line.append(*grid.get((x, y), (" ", Style.null())))
        line.append("\n" if y < height - 1 else "")
    return line

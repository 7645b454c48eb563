"""A game on a terminal: board, tracks, seats and log, laid out for the room there is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.panel import Panel
from rich.text import Text as Line

from companion.app.board_map import draw_map
from companion.app.marks import Marks
from companion.app.scene import Corner, Scene, Track, last_word
from companion.engine import Row, Text, Unknown
from companion.session.texts import Texts

#: From this size on there is room for frames around things.
_FRAMES_FROM = (100, 32)
_SIDE_COLUMNS = 40
_SOFT = "#b8b8b8"
_INDENT = " " * 5


class Told(msgspec.Struct, frozen=True):
    """A line of the log, and the seat it is about."""

    sentence: str
    seat: int | None = None


class Plan(msgspec.Struct, frozen=True):
    """How the room on a terminal is shared out, in characters."""

    framed: bool
    board: tuple[int, int]
    side_columns: int
    log_rows: int
    seat_rows: int


def _plan(size: tuple[int, int], seats: int, track_rows: int) -> Plan:
    """Share the room out: frames and wider columns only where nothing is lost by them."""
    columns, rows = size
    if columns < _FRAMES_FROM[0] or rows < _FRAMES_FROM[1]:
        log_rows = max(4, rows - 20)
        board = (columns - _SIDE_COLUMNS - 1, rows - 1 - log_rows)
        return Plan(False, board, _SIDE_COLUMNS, log_rows, 3)
    side = max(_SIDE_COLUMNS + 4, columns * 2 // 5)
    log_rows = rows // 4 - 2
    middle = rows - 1 - log_rows - 2
    seat_rows = min(4, (middle - track_rows - 4) // seats)
    return Plan(True, (columns - side - 4, middle - 2), side, log_rows, seat_rows)


class Screen:
    """Draw scenes of one game in one language."""

    def __init__(self, texts: Texts, marks: Marks, title: str) -> None:
        """Take what stays the same from scene to scene."""
        self.texts, self.marks, self.title = texts, marks, title

    def draw(self, scene: Scene, log: Sequence[Told], size: tuple[int, int]) -> RenderableType:
        """Lay a scene out for so many columns and rows."""
        plan = _plan(size, len(scene.corners), len(scene.tracks) + len(scene.rows))
        board = draw_map(scene.spots, self.marks, *plan.board)
        recent = self._log(log[-plan.log_rows :])
        edge = 2 if plan.framed else 0
        layout = Layout()
        layout.split_column(
            Layout(self._header(scene, size[0]), size=1),
            Layout(name="middle"),
            Layout(self._frame(recent, "demo.log", plan), size=plan.log_rows + edge),
        )
        layout["middle"].split_row(
            Layout(self._frame(board, "demo.board", plan)),
            Layout(self._side(scene, plan), size=plan.side_columns),
        )
        return layout

    def say(self, value: Text | int | Unknown) -> str:
        """Put a value into words."""
        if isinstance(value, Unknown):
            return self.texts(Text("demo.unknown"))
        return self.texts(value) if isinstance(value, Text) else str(value)

    def _frame(self, what: RenderableType, title_id: str, plan: Plan) -> RenderableType:
        if not plan.framed:
            return what
        title = self.texts(Text(title_id))
        return Panel(what, title=title, title_align="left", box=box.ROUNDED, border_style="dim")

    def _header(self, scene: Scene, columns: int) -> Line:
        line = Line(no_wrap=True, overflow="ellipsis", style="bold on #24364b")
        phase = self.texts(scene.phase)
        gap = columns - len(self.title) - len(phase) - 2
        line.append(f" {phase}", "bold white")
        line.append(" " * max(1, gap) + f"{self.title} ", "#a8b8c8")
        return line

    def _side(self, scene: Scene, plan: Plan) -> RenderableType:
        width = plan.side_columns - (4 if plan.framed else 0)
        tracks = [self._track(track, width) for track in scene.tracks]
        if plan.framed:
            tracks += [self._plain_row(row) for row in scene.rows]
        lines = (self._corner(corner, width)[: plan.seat_rows] for corner in scene.corners)
        seats = [line for corner in lines for line in corner]
        return Group(
            self._frame(Group(*tracks), "demo.tracks", plan),
            *(() if plan.framed else ("",)),
            self._frame(Group(*seats), "demo.seats", plan),
        )

    def _plain_row(self, row: Row) -> Line:
        return Line(f"{self.texts(row.label)} {self.say(row.value)}", "dim", no_wrap=True)

    def _track(self, track: Track, width: int) -> Line:
        """Show a track as its fields: letters where they have letters, else dots."""
        mark = self.marks.words.get(track.word)
        lettered = not any(name.isdigit() for name in track.fields)
        room = width - len(track.fields) - 2
        line = Line(no_wrap=True, overflow="crop")
        line.append(*((f"{mark.sign} ", mark.style) if mark else ("  ", "")))
        line.append(f"{self.texts(track.row.label)[: room - 5]:<{room - 4}} ")
        for index, name in enumerate(track.fields):
            here = index == track.at
            sign = name if lettered else ("◉" if here else "·")
            line.append(sign, "bold black on white" if here else "dim")
        if not isinstance(track.row.value, Text):
            line.append(f" {self.say(track.row.value)}", "bold")
        return line

    def _corner(self, corner: Corner, width: int) -> list[Line]:
        """Show a seat: who and how many points, its figures, its collection, its purse."""
        mark = self.marks.seats[corner.seat]
        score, *others = corner.rows
        name = _line("▶" if corner.active else " ", "bold")
        name.append(f" {mark.sign} ", f"bold {mark.style}")
        name.append(f" {self.texts(corner.name)}", "bold")
        points = f"{self.say(score.value)} {self.texts(score.label)}"
        name.append(f"{points:>{max(1, width - name.cell_len)}}", "bold")
        plain, listed = self._sorted(others)
        figures = _line(_INDENT + "  ".join(plain), _SOFT)
        collection = _line(_INDENT)
        for word, value in self._collection(others):
            collection.append(self.marks.words[word].sign, self.marks.words[word].style)
            collection.append(f"{value} ")
        for label, values in listed:
            collection.append(f"{label} {values} ", _SOFT)
        purse = (self._amount(row) for row in corner.counts if row.value)
        return [name, figures, collection, _line(_INDENT + "  ".join(purse), "dim")]

    def _amount(self, row: Row) -> str:
        """Put numbers first: where room ends, a word may suffer, a number may not."""
        label, value = self.texts(row.label), self.say(row.value)
        return f"{label} {value}" if isinstance(row.value, Text) else f"{value} {label}"

    def _collection(self, rows: Sequence[Row]) -> list[tuple[str, str]]:
        words = [(last_word(row.label.id, "."), self.say(row.value)) for row in rows]
        return [(word, value) for word, value in words if word in self.marks.words]

    def _sorted(self, rows: Sequence[Row]) -> tuple[list[str], list[tuple[str, str]]]:
        """Part what a seat has one of from what it has several of, such as cards."""
        groups: defaultdict[str, list[Row]] = defaultdict(list)
        for row in rows:
            if last_word(row.label.id, ".") not in self.marks.words:
                groups[self.texts(row.label)].append(row)
        plain = [self._amount(found[0]) for found in groups.values() if len(found) == 1]
        lists = ((label, found) for label, found in groups.items() if len(found) > 1)
        return plain, [(k, without_repeats([self.say(row.value) for row in v])) for k, v in lists]

    def _log(self, log: Sequence[Told]) -> Line:
        line = Line(no_wrap=True, overflow="ellipsis")
        for number, told in enumerate(log):
            mark = None if told.seat is None else self.marks.seats[told.seat]
            line.append(*((f" {mark.sign} ", f"bold {mark.style}") if mark else ("   ", "")))
            newest = number == len(log) - 1
            line.append(f" {told.sentence}", "bold" if newest else "")
            line.append("" if newest else "\n")
        return line


def _line(text: str, style: str = "") -> Line:
    return Line(text, style, no_wrap=True, overflow="ellipsis")


def without_repeats(values: Sequence[str]) -> str:
    """Join values, saying the words only once that all of them begin with.

    >>> without_repeats(["No. 046", "No. 011"])
    'No. 046 011'
    """
    starts = {value.rpartition(" ")[0] for value in values}
    if len(starts) > 1:
        return ", ".join(values)
    ends = " ".join(value.rpartition(" ")[2] for value in values)
    return f"{starts.pop()} {ends}".strip()

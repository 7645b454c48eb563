"""Step through a kept game on a terminal: the table, the log, and keys to go on and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text as Line

from companion.app.marks import choose_marks
from companion.app.replay_game import Kept, who_and_how
from companion.app.replay_lines import head, sentences
from companion.app.scene import Scene, compose
from companion.app.screen import Screen, Told
from companion.engine import Text

#: How terminals write the keys.
FORWARD = frozenset({"\x1b[C", "\x1bOC", " ", "\r", "\n", "n", "l"})
BACK = frozenset({"\x1b[D", "\x1bOD", "\x7f", "\b", "p", "h"})
NEXT_TURN = frozenset({"\x1b[B", "\x1bOB", "\x1b[6~", "j"})
LAST_TURN = frozenset({"\x1b[A", "\x1bOA", "\x1b[5~", "k"})
START = frozenset({"\x1b[H", "\x1bOH", "\x1b[1~", "g"})
END = frozenset({"\x1b[F", "\x1bOF", "\x1b[4~", "G"})
QUIT = frozenset({"q", "Q", "\x1b", "\x03", "\x04"})
#: Entries that are told below the board.
_MEMORY = 12


def step_through(kept: Kept, read_key: Callable[[], str], at: int = 0) -> Iterator[int]:
    """Yield the numbers of the entries to be shown, as the keys say, until somebody has enough."""
    number, last = at, len(kept.past)
    while True:
        yield number
        key = _read(read_key)
        if key in QUIT:
            return
        if key in FORWARD:
            number = min(number + 1, last)
        elif key in BACK:
            number = max(number - 1, 0)
        elif key in NEXT_TURN:
            number = next((n for n in turn_ends(kept) if n > number), last)
        elif key in LAST_TURN:
            number = next((n for n in reversed(turn_ends(kept)) if n < number), 0)
        elif key in START | END:
            number = 0 if key in START else last


def _read(read_key: Callable[[], str]) -> str:
    """Read a key; whoever closes the terminal has enough, too."""
    try:
        return read_key()
    except (EOFError, KeyboardInterrupt):
        return "q"


def turn_ends(kept: Kept) -> list[int]:
    """Return the numbers of the entries that end a turn, and of the one before the first turn."""
    first = next((n for n, one in enumerate(kept.past) if one.turn is not None), None)
    ends = [one.entry.number for one in kept.past if one.ends_turn and one.stands]
    return ends if not first else [first, *ends]


class Stage:
    """Draw the table of a kept game after any of its entries."""

    def __init__(self, kept: Kept) -> None:
        """Choose signs and colours that stay the same throughout."""
        self._kept = kept
        bare = kept.shown(kept.setup)
        marks = choose_marks(compose(kept.game, bare, bare), kept.texts)
        self._screen = Screen(kept.texts, marks, kept.texts(head(kept)))

    def draw(self, number: int, size: tuple[int, int], *, keys: bool) -> RenderableType:
        """Draw the table after an entry for so many columns and rows, and which keys there are."""
        kept = self._kept
        past = kept.past[:number]
        now = kept.shown(past[-1].after if past else kept.setup)
        before = kept.shown(past[-1].before if past else kept.setup)
        scene = self._with_names(compose(kept.game, now, before))
        room = (size[0], size[1] - 1)
        picture = self._screen.draw(scene, tuple(self._log(number)), room)
        # A layout takes all the height there is; in a frame of its own it leaves one row.
        return Group(_Fixed(picture, room[1]), self._foot(number, keys=keys))

    def _with_names(self, scene: Scene) -> Scene:
        corners = (replace(one, name=self._kept.seated(one.seat)) for one in scene.corners)
        return replace(scene, corners=tuple(corners), phase=self._kept.told(scene.phase))

    def _log(self, number: int) -> Iterator[Told]:
        kept = self._kept
        for one in kept.past[max(0, number - _MEMORY) : number]:
            known = one.seat if one.seat in kept.titles else None
            yield Told(" ".join(map(kept.texts, sentences(kept, one))), known)

    def _foot(self, number: int, *, keys: bool) -> Line:
        kept, say = self._kept, self._kept.texts
        where = say(Text("cli.replay.where", {"number": number, "count": len(kept.past)}))
        line = Line(f" {where}  ", "bold", no_wrap=True, overflow="ellipsis")
        if number:
            one = kept.past[number - 1]
            line.append(f"{one.entry.at.astimezone():%H:%M:%S}  {say(who_and_how(kept, one))}  ")
            if not one.stands and one.entry.takes_back is None:
                line.append(say(Text("cli.replay.later-undone")) + "  ", "yellow")
        line.append(say(Text("cli.replay.keys")) if keys else "", "dim")
        return line


class _Fixed:
    """Something drawn in so many rows, and no more."""

    def __init__(self, what: RenderableType, rows: int) -> None:
        self._what, self._rows = what, rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it."""
        yield from console.render(self._what, options.update(height=self._rows))

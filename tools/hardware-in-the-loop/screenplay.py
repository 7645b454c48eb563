"""Write down a few rounds of a game: what lies on the table, what people say, which lamps shine.

A folder then has
    games.sqlite    the game as it was put away the last time
    0.jpg           the table as it lies then, and before everything that is said
    script.json     what is said, and what is known and which lines shine before and after
"""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
from live_table import KIT, LiveTable

from companion.app.stage import Stage
from companion.engine import Cue, CueKind
from companion.games import Wish
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene

WISH, SEED = Wish(2, "full", (), "board"), 1
#: A purchase comes at the end of the first of these rounds, payday at the end of the next.
FIRST_ROUND, LAST_ROUND = 7, 8
#: Which lines of a seat's lamp shine for what it left undone, for a turn, and once a purchase or a
#: payday is on; the first that a seat is pointed at is shown.
SHINES = {
    CueKind.TO_DO: ("red", "green"),
    CueKind.TURN: ("green",),
    CueKind.PURCHASE: ("green", "blue"),
    CueKind.PAYDAY: ("red", "blue"),
}
PHASES = CueKind.PURCHASE, CueKind.PAYDAY


class Written(LiveTable):
    """A table that plays by itself and notes what was said, and how the table lay by then."""

    def __init__(self, folder: Path) -> None:
        self.lines: list[dict[str, Any]] = []
        self.tables: list[Any] = []
        super().__init__(folder, WISH, seed=SEED)

    @property
    def round(self) -> int:
        return int(self.snapshot.settled.round)

    def note_table(self) -> int:
        """Note how the table lies, and return its number; pieces lie as they were put."""
        now = self.puppets.moment
        if not self.tables or self.tables[-1].table != now.table:
            self.tables.append(now)
        return len(self.tables) - 1

    def say(self, ask: str, number: int | None, move: Any) -> None:
        line = {
            "table": self.note_table(),
            "before": self.known(),
            "seat": number,
            "tap": move.__struct_config__.tag in KIT.signs.turn_taps,
            "move": json.loads(self.game.moves.encode(move)),
        }
        super().say(ask, number, move)
        self.lines.append({**line, "after": self.known()})

    def known(self) -> dict[str, Any]:
        """Tell what anybody at the table could say: what lies where, who is asked, what shines."""
        state = self.snapshot.state
        return {
            "round": self.round,
            "atoms": sorted([a.place, a.piece] for a in self.game.expected_view(state).atoms),
            "asked": [[ask.kind, ask.seat] for ask in self.game.asks(state) if ask.blocks],
            "lit": sorted(shining(self.snapshot.cues)),
        }


def shining(cues: Sequence[Cue]) -> set[str]:
    """Name the lines that shine: while a turn is on, a purchase or payday has its own lamp only."""
    kinds = {cue.kind for cue in cues}
    own = {kind.value for kind in PHASES if kind in kinds}
    seats = [cue for cue in cues if cue.seat is not None]
    shown: dict[int | None, CueKind] = {}
    for kind in SHINES:
        if kind not in PHASES or CueKind.TURN not in kinds:
            shown = {cue.seat: kind for cue in seats if cue.kind is kind} | shown
    return own | {f"seat {seat} {line}" for seat, kind in shown.items() for line in SHINES[kind]}


def write_game(folder: Path, bare: Scene, renderer: Renderer) -> None:
    """Play up to where the guest begins, keep that, and write down what comes then."""
    with TemporaryDirectory() as room, closing(Written(Path(room))) as live:
        live.play(lambda _: live.round >= FIRST_ROUND)
        with (
            closing(sqlite3.connect(Path(room) / "games.sqlite")) as played,
            closing(sqlite3.connect(folder / "games.sqlite")) as kept,
        ):
            played.backup(kept)
        live.lines.clear()
        live.tables.clear()
        live.note_table()
        start = live.known()
        live.play(lambda _: live.round > LAST_ROUND)
    script = {"start": start, "lines": live.lines}
    (folder / "script.json").write_text(json.dumps(script), encoding="utf-8")
    photograph(live, folder, bare, renderer)


def photograph(live: Written, folder: Path, bare: Scene, renderer: Renderer) -> None:
    """Take a picture of the table as it lay each time."""
    _, options = KIT.open(WISH)
    stage = Stage(live.game, options, bare)
    for number, moment in enumerate(live.tables):
        (scene,) = stage.act(moment, 1)
        image, _ = renderer.render(scene.changed(seed=scene.seed + number))
        cv2.imwrite(str(folder / f"{number}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 95])

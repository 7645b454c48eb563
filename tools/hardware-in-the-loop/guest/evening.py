"""Play a written game at a running table, and hold the lamps against the rules at every step."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from companion.app.house import TableHouse
from companion.session.commands import Answer, Done
from companion.session.snapshot import Mode, Snapshot
from companion.session.store import By, How, seat
from companion.session.store_entry import HOST

#: A slow guest takes its time to look, and to settle what it has seen.
_LOOKS_S = 400.0
#: So long a line is watched before its lamp counts as dark.
_DARK_S = 0.4
_PRESS_S = 0.3


class Line(Protocol):
    """One line of a chip as the world outside sees it."""

    def is_high(self) -> bool: ...

    def pull(self, *, up: bool) -> None: ...


class Evening:
    """People at a table; ``show`` changes what the camera sees, buttons are pressed by their line."""

    def __init__(
        self, house: TableHouse, show: Callable[[int], None], done: Line, lamps: dict[str, Line]
    ) -> None:
        self._house, self._show, self._done, self._lamps = house, show, done, lamps
        play = house.play
        assert play is not None
        self._session, self._game = play.session, play.game
        self.seen: list[tuple[bool, ...]] = []

    def play(self, script: Path) -> None:
        """Play every line of a script, once the table is found to lie as it was left."""
        written, shown = json.loads(script.read_text(encoding="utf-8")), 0
        self._expect("at the start", written["start"])
        for number, line in enumerate(written["lines"]):
            if line["table"] != shown:
                shown = line["table"]
                self._show(shown)
            self._expect(f"before line {number}", line["before"])
            self._say(line)
            self._expect(f"after line {number}", line["after"])

    def _say(self, line: dict[str, Any]) -> None:
        if line["tap"]:
            self._press()
            return
        snapshot, number = self._session.snapshot, line["seat"]
        ask = next(ask for ask in self._game.asks(snapshot.state) if ask.seat == number)
        move = self._game.moves.decode(json.dumps(line["move"]).encode())
        who = HOST if number is None else seat(number)
        reply = self._session.ask(Answer(By(who, How.PHONE), ask.id, move), _LOOKS_S)
        assert isinstance(reply, Done), reply

    def _press(self) -> None:
        self._done.pull(up=False)
        time.sleep(_PRESS_S)
        self._done.pull(up=True)

    def _expect(self, when: str, known: dict[str, Any]) -> None:
        """Wait until the table knows this; then the lamps must show it, and no other one."""
        end_s = time.monotonic() + _LOOKS_S
        while (shown := self._session.snapshot) and not self._knows(shown, known):
            assert time.monotonic() < end_s, (when, self._told(shown), known["asked"])
            self._session.wait(shown.version, 1.0)
        lit = tuple(map(self._is_lit, self._lamps.values()))
        assert list(lit) == known["lit"], (when, dict(zip(self._lamps, lit, strict=True)), known)
        print(
            f"   {when}: seen after {_LOOKS_S - end_s + time.monotonic():.1f} s, lit {lit}",
            flush=True,
        )
        self.seen.append(lit)

    def _knows(self, shown: Snapshot, known: dict[str, Any]) -> bool:
        game, state = self._game, shown.state
        asked = [[ask.kind, ask.seat] for ask in game.asks(state) if ask.blocks]
        if shown.mode is not Mode.PLAY or asked != known["asked"]:
            return False
        atoms = sorted([atom.place, atom.piece] for atom in game.expected_view(state).atoms)
        return atoms == known["atoms"]

    def _told(self, shown: Snapshot) -> tuple[object, ...]:
        """Gather what helps to find out why nothing goes on."""
        asks = [(ask.kind, ask.seat) for ask in self._game.asks(shown.state)]
        return shown.mode, asks, shown.wrong, shown.doubt, shown.todo, shown.unseen, shown.notices

    def _is_lit(self, line: Line) -> bool:
        """Watch a lamp: one that shines softly or breathes is dark now and then, one that is off always."""
        end_s = time.monotonic() + _DARK_S
        while time.monotonic() < end_s:
            if line.is_high():
                return True
            time.sleep(0.001)
        return False

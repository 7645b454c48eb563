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
_LOOKS_S = 800.0
#: So long all lines are watched before a lamp counts as dark, and so soon it must shine as it should.
_WATCH_S, _SOON_S = 0.7, 15.0
_PRESS_S = 0.3


class Line(Protocol):
    """One line of a chip as the world outside sees it."""

    def is_high(self) -> bool: ...

    def pull(self, *, up: bool) -> None: ...


class Evening:
    """People at a table; ``show`` changes what the camera sees, buttons are pressed by their line.

    ``lamps`` are the lines of all lamps that are looked at, by their names in the script.
    """

    def __init__(
        self, house: TableHouse, show: Callable[[int], None], done: Line, lamps: dict[str, Line]
    ) -> None:
        self._house, self._show, self._done, self._lamps = house, show, done, lamps
        play = house.play
        assert play is not None
        self._session, self._game = play.session, play.game
        self.seen: list[frozenset[str]] = []

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
        """Wait until the table knows this; then those lamps must shine that should, and no other."""
        start_s = time.monotonic()
        while (shown := self._session.snapshot) and not self._knows(shown, known):
            assert time.monotonic() < start_s + _LOOKS_S, (when, self._told(shown), known["asked"])
            self._session.wait(shown.version, 1.0)
        known_s = time.monotonic()
        while (lit := self._shining()) != set(known["lit"]):
            assert time.monotonic() < known_s + _SOON_S, (when, sorted(lit), known["lit"])
        print(
            f"   {when}: known after {known_s - start_s:.1f} s,"
            f" shown after {time.monotonic() - known_s:.1f} s: {', '.join(sorted(lit))}",
            flush=True,
        )
        self.seen.append(lit)

    def _knows(self, shown: Snapshot, known: dict[str, Any]) -> bool:
        game, state = self._game, shown.state
        asked = [[ask.kind, ask.seat] for ask in game.asks(state) if ask.blocks]
        if shown.mode is not Mode.PLAY or asked != known["asked"]:
            return False
        if shown.settled.round != known["round"]:
            return False
        atoms = sorted([atom.place, atom.piece] for atom in game.expected_view(state).atoms)
        return atoms == known["atoms"]

    def _told(self, shown: Snapshot) -> tuple[object, ...]:
        """Gather what helps to find out why nothing goes on."""
        asks = [(ask.kind, ask.seat) for ask in self._game.asks(shown.state)]
        return shown.mode, asks, shown.wrong, shown.doubt, shown.todo, shown.unseen, shown.notices

    def _shining(self) -> frozenset[str]:
        """Watch all lines for a while: a soft light is dark now and then, one that is off always."""
        end_s, lit = time.monotonic() + _WATCH_S, set[str]()
        while time.monotonic() < end_s:
            lit |= {name for name, line in self._lamps.items() if line.is_high()}
        return frozenset(lit)

"""A program to be killed: people play on from where the disk says they were, as fast as they can.

Usage: session_victim.py DATABASE SCRIPT.  The script is a recorded game: who was asked what, and the
move.  A line on standard input names the game to be played on and brings forth a victim, which says
its process number, "open", then how many answers of the script the table has confirmed, and at last
"over".  The next line lays it to rest.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.engine import fold
from companion.games import Wish, kits
from companion.session.commands import Answer, Confirm, Done, Moving, Saw
from companion.session.evidence import Reading
from companion.session.session import Session
from companion.session.snapshot import Mode
from companion.session.store import By, How, Settings, Store, seat
from companion.session.store_entry import HOST, Kind
from companion.session.table import Table

KIT = kits()["vienna"]
PATIENCE_S = 60.0


class Said(msgspec.Struct, frozen=True):
    """One answer of the script."""

    ask: str
    seat: int | None
    move: msgspec.Raw
    laid: bool = False


class Script(msgspec.Struct, frozen=True):
    """A recorded game; ``laid`` answers are those that a look at the table gives."""

    version: str
    expansions: tuple[str, ...]
    players: int
    said: tuple[Said, ...]


def say(line: str) -> None:
    """Write a line in one go: half a line must not be mistaken for a confirmed move."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


class Victim:
    """Play a script at a table of its own."""

    def __init__(self, database: Path, script: Script, name: str) -> None:
        wish = Wish(script.players, script.version, script.expansions, "full")
        self.game, _ = KIT.open(wish)
        self.database, self.script, self.name = database, script, name

    @contextmanager
    def _open(self) -> Any:
        with Store.open(self.database, Settings(reserve_bytes=0)) as store:
            table = Table(self.game, store.log(self.name), signs=KIT.signs, clock=time.monotonic)
            made = [e for e in table.chronicle.standing if e.kind is Kind.MOVE]
            self.at = len(made) + len(table.chronicle.heard)
            self.state = table.turn.told_only.state
            yield table

    def play(self) -> None:
        """Play to the end."""
        with Session(self._open) as session:
            say("open")
            self._see(session, self.state)
            laid = sum(one.laid for one in self.script.said)
            if session.snapshot.mode is Mode.SET_UP and self.at < laid:
                self._lay_out(session, laid)
            while self.at < len(self.script.said):
                self._answer(session)
            assert session.snapshot.mode is Mode.OVER
            say("over")

    def _see(self, session: Session, state: Any) -> None:
        view = self.game.expected_view(state)
        session.ask(Saw(Reading(view.atoms, twice=view.twice)), PATIENCE_S)

    def _after(self, state: Any, said: Said) -> Any:
        verdict = self.game.decide(state, self.game.moves.decode(bytes(said.move)))
        return fold(self.game, state, verdict.events)

    def _lay_out(self, session: Session, laid: int) -> None:
        for said in self.script.said[:laid]:
            self.state = self._after(self.state, said)
        self._see(session, self.state)
        by = By(HOST, How.HOST)
        assert isinstance(session.ask(Confirm(by, session.snapshot.version), PATIENCE_S), Done)
        self.at = laid
        say(str(self.at))

    def _answer(self, session: Session) -> None:
        """Give one answer, and do with hands what it brings."""
        said = self.script.said[self.at]
        by = By(HOST, How.HOST) if said.seat is None else By(seat(said.seat), How.PHONE)
        move = self.game.moves.decode(bytes(said.move))
        reply = session.ask(Answer(by, said.ask, move), PATIENCE_S)
        assert isinstance(reply, Done), (said, reply)
        snapshot = session.snapshot
        while snapshot.looking:
            snapshot = session.wait(snapshot.version, PATIENCE_S) or session.snapshot
        self.at += 1
        say(str(self.at))
        self.state = self._after(self.state, said)
        session.submit(Moving())
        self._see(session, self.state)


def main(database: str, script_file: str) -> None:
    script = msgspec.json.decode(Path(script_file).read_bytes(), type=Script)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            say(str(os.getpid()))
            try:
                Victim(Path(database), script, line.strip()).play()
            except BaseException:  # noqa: BLE001 - whatever it was, it is told
                traceback.print_exc()
                say("failed")
            os._exit(0)
        sys.stdin.readline()
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    main(*sys.argv[1:])

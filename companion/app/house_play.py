"""Open one game for a table: in its own thread, with its own door to the disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion.app.seating import Seating
from companion.drawing.board_view import BoardView
from companion.drawing.table_art import draw_state
from companion.session.session import Session
from companion.session.store import OpenLog, Reader, Settings, Store
from companion.session.store_lock import Lock
from companion.session.table import Table
from web.house import Play

#: Finds a game in an open store, or begins one there.
LogIn: TypeAlias = Callable[[Store], OpenLog]


class Opened(msgspec.Struct, frozen=True, eq=False):
    """A game that runs, and the lock on the disk that another one can be opened beside."""

    play: Play
    lock: Lock


def open_play(
    path: Path, settings: Settings, seating: Seating, log_in: LogIn, beside: Lock | None
) -> Opened:
    """Let a game run, or raise what is wrong with the disk; one that runs already goes on."""
    game, kit = seating.game, seating.kit
    locks: list[Lock] = []

    @contextmanager
    def opening() -> Iterator[Table]:
        with Store.open(path, settings, beside=beside) as store:
            locks.append(store.lock)
            # Versions go on from game to game: a tap on the screen of an earlier one is stale.
            first = time.time_ns() // 1_000_000
            log = log_in(store)
            yield Table(game, log, signs=kit.signs, clock=time.monotonic, first=first)

    pack = kit.printed(game)

    def draw(state: Any, marks: Collection[str]) -> str:
        claims = [(atom.place, atom.piece) for atom in game.expected_view(state).atoms]
        return draw_state(pack, claims, marks)

    art = BoardView(pack)
    play = Play(Session(opening), game, kit, draw, lambda: Reader.open(path), art)
    return Opened(play, locks[0])

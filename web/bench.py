"""How long it takes from an event on the disk to the phones: fifty of them against one."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import IO, Any

from flask import Flask

from companion.engine import BadOptions, Text
from companion.games import Kit, Wish, kits
from companion.session.commands import Answer, Done
from companion.session.session import Session
from companion.session.store import By, Happened, How, OpenLog, Reader, Settings, Store
from companion.session.store_entry import HOST, Entry
from companion.session.table import Table
from web.app import create_app
from web.house import Box, NewGame, Play
from web.keys import Keys
from web.limits import Limits
from web.serve import Server

#: So many phones must be served about as quickly as one.
PHONES = 50
_BY = By(HOST, How.HOST)
_WARM_UP = 5
_PLAIN = Settings(reserve_bytes=0)


class _Stamped(OpenLog):
    """A log that notes when something has come to be on the disk."""

    at_ns = 0

    def record_turn(self, turn: Any) -> tuple[Entry, ...]:
        written = super().record_turn(list[Happened](turn))
        self.at_ns = time.monotonic_ns()
        return written


class _House:
    """A table without a camera, on which somebody tells one move after the other."""

    address, language, pin = "", "en", ""
    boxes: tuple[Box, ...] = ()
    notices: tuple[Text, ...] = ()
    hands = None

    def __init__(self, folder: Path, kit: Kit) -> None:
        self.kit, self._path = kit, folder / "games.sqlite"
        self._rng = random.Random(1)
        self.play: Play | None = None
        self.usual = Wish(max(kit.players), kit.versions[-1])
        self.new_game(NewGame(self.usual, (), ()))

    def new_game(self, new: NewGame) -> Text | None:
        """Begin a game, tracked as its wish says for all seats."""
        try:
            self.game, options = self.kit.open(new.wish)
            setup = self.game.states.encode(self.game.setup(options))
        except BadOptions as error:
            return error.text
        self.end_game()
        path = self._path
        with Store.open(path, _PLAIN) as store:
            name = store.begin(self.kit.name, edition="bench", setup=setup).record.id
        self.session = Session(lambda: self._opening(path, name))
        self.play = Play(
            self.session, self.game, self.kit, lambda _state, _marks: "", lambda: Reader.open(path)
        )
        return None

    def end_game(self) -> None:
        """Put the game away."""
        if self.play is not None:
            self.play = None
            self.session.close()

    def resume(self, game: str, _sit: Callable[[], None] = lambda: None) -> Text | None:
        """Say no: nothing is ever put away here."""
        return Text("core.store.no-such-game", {"game": game})

    def new_pin(self) -> None:
        """Keep the number: nobody leads here."""

    def shut_down(self) -> None:
        """Close the house; there is nothing to switch off."""
        self.end_game()

    @contextmanager
    def _opening(self, path: Path, name: str) -> Iterator[Table]:
        with Store.open(path, _PLAIN) as store:
            record, signs = store.log(name).record, self.kit.signs
            self.log = _Stamped(store, record, record.format)
            yield Table(self.game, self.log, signs=signs, clock=time.monotonic, eyes=False)

    def move(self) -> int:
        """Let something happen; return when it was on the disk."""
        state = self.session.snapshot.state
        ask = self.game.asks(state)[-1]
        options = self.game.options(state, ask)
        reply = self.session.ask(Answer(_BY, ask.id, self._rng.choice(options)))
        return self.log.at_ns if isinstance(reply, Done) else self.move()


def measure(
    phones: int = PHONES, events: int = 100, server: Callable[[Flask, str, int], Server] = Server
) -> dict[str, float]:
    """Return the 95th percentile for many phones, and how much longer it is than for one."""
    one_ms = _p95_ms(1, events, server)
    many_ms = _p95_ms(phones, events, server)
    return {"ratio": many_ms / one_ms, "p95_ms": many_ms, "one_p95_ms": one_ms}


def _p95_ms(phones: int, events: int, server: Callable[[Flask, str, int], Server]) -> float:
    kit = next(iter(kits().values()))
    with TemporaryDirectory() as folder:
        house = _House(Path(folder), kit)
        keys = Keys()
        limits = Limits(streams_each=2 * phones + 10, streams=2 * phones + 10)
        app = create_app(house, keys, limits)
        seats = range(max(kit.players))
        links = seat_links(keys, seats)
        with serving(server(app, "127.0.0.1", 0)) as port:
            delays = sorted(_delays(house, phones, events, port, links))
        house.end_game()
    return delays[int(0.95 * (len(delays) - 1))] / 1e6


def seat_links(keys: Keys, seats: Iterable[int]) -> list[str]:
    """Let somebody sit down on each seat; return the links that open them."""
    return [f"/seat/link/{keys.sit(seat, '')}" for seat in seats]


@contextmanager
def serving(server: Server) -> Iterator[int]:
    """Let a server run in a thread of its own; yield its port."""
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server.port
    finally:
        server.stop()
        thread.join()


@contextmanager
def listening(port: int, phones: int, links: Sequence[str]) -> Iterator[IO[str]]:
    """Let phones listen, in a process of their own; yield what they write once all are connected."""
    words = ("127.0.0.1", str(port), str(phones), *links)
    command = [sys.executable, "-m", "web.bench_phones", *words]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            if process.stdout.readline() != "all\n":
                raise RuntimeError("the phones did not reach the table")
            yield process.stdout
        finally:
            process.stdin.close()


def _delays(house: _House, phones: int, events: int, port: int, links: list[str]) -> Iterator[int]:
    """Let events happen one by one, each when all phones have heard of the last one."""
    with listening(port, phones, links) as told:
        for number in range(events + _WARM_UP):
            began_ns = house.move()
            heard: dict[str, int] = {}
            while len(heard) < phones:
                phone, at_ns = told.readline().split()
                heard.setdefault(phone, int(at_ns))
            if number >= _WARM_UP:
                yield from (at_ns - began_ns for at_ns in heard.values())
            time.sleep(0.02)

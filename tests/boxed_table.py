"""A table with a bought box: people tell every move, and somebody reads cards to the companion."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.eyes import Eyes, NoEyes
from companion.app.house import Sign, TableHouse
from companion.app.keeping import keep_games
from companion.app.seating import Request
from companion.app.settings import Settings
from companion.app.wiring import open_devices
from companion.games import Wish, kits
from companion.session.commands import Answer, Done
from companion.session.store import By, How
from companion.session.store_entry import HOST
from web.app import create_app
from web.house import NewGame
from web.keys import Keys
from web.limits import Limits

KIT = kits()["vienna"]
BOARD = Path(KIT.texts).parent / "data" / "reference" / "entry"
TWO = NewGame(Wish(2, "entry", (), "full"), (), ("full", "full"))
PIN = "1234"


class BoxedTable:
    """Open a house with a bought box on a folder; all of it is real but for the pins."""

    def __init__(self, folder: Path, edition: str = "boxed", eyes: Eyes | None = None) -> None:
        self.folder, self._stack = folder, ExitStack()
        pins = MockFactory(pin_class=MockPWMPin)
        self._stack.callback(pins.close)
        devices = open_devices(Settings(), lambda _text: None, lambda: pins)
        self.house = TableHouse(
            KIT,
            folder / "games.sqlite",
            Sign("http://table.test", PIN, "en"),
            devices,
            eyes or NoEyes(),
            lambda: None,
        )
        self._stack.callback(self.house.close)
        self.keys = Keys()
        board = BOARD if edition == "boxed" else None
        request = Request(
            game="vienna",
            players=2,
            version="entry",
            edition=edition,
            board=board,
            overlay=(),
            expansion=(),
            seed=1,
        )
        database = folder / "games.sqlite"
        rooms = keep_games(self.house, database, request, self.names, self._stack)
        quick = Limits(commands=(10_000, 1.0), joins=(10_000, 1.0))
        self.app = create_app(self.house, self.keys, quick, rooms=rooms)
        self._stack.callback(self.app.extensions["companion"].relay.stop)

    def names(self) -> dict[int, str]:
        return {seat: key.name for seat, key in self.keys.seats.items()}

    @property
    def file(self) -> Path:
        return self.folder / "cards.json"

    def begin(self) -> None:
        assert self.house.new_game(TWO) is None

    @property
    def state(self) -> Any:
        assert self.house.play is not None
        return self.house.play.session.snapshot.state

    def asks(self) -> tuple[Any, ...]:
        assert self.house.play is not None
        return tuple(self.house.play.game.asks(self.state))

    def reading(self) -> Any:
        """Return the open question for what is printed, if there is one."""
        return next((ask for ask in self.asks() if ask.reads), None)

    def answer(self, ask: Any, move: Any) -> None:
        assert self.house.play is not None
        reply = self.house.play.session.ask(Answer(By(HOST, How.HOST), ask.id, move))
        assert isinstance(reply, Done), reply

    def play_until_reading(self) -> Any:
        """Answer everything with the first legal answer until a card has to be read."""
        assert self.house.play is not None
        for _ in range(300):
            ask = self.reading()
            if ask is not None:
                return ask
            ask = next(ask for ask in self.asks() if ask.blocks)
            options = self.house.play.game.options(self.state, ask)
            real = [move for move in options if getattr(move, "card", 1) != 0]
            self.answer(ask, real[0])
        raise AssertionError("no card had to be read")

    def close(self) -> None:
        self._stack.close()

"""A table whose games the store tests keep."""

from __future__ import annotations

from pathlib import Path

from companion.session.pictures import Budget
from companion.session.store import By, How, OpenLog, Settings, Store, seat
from companion.session.store_entry import HOST

RED, BLUE = By(seat(0), How.PHONE), By(seat(1), How.PHONE)
WATCHED = By(seat(0), How.CAMERA, 0.9)
LEADER = By(HOST, How.HOST)
#: No room held back: most tests do not fill a disk.
PLAIN = Settings(reserve_bytes=0)


def open_store(folder: Path, budget: Budget | None = None) -> Store:
    """Open the store in a folder."""
    return Store.open(folder / "games.sqlite", Settings(budget or Budget(), reserve_bytes=0))


def begin(store: Store, game: str = "chess") -> OpenLog:
    """Begin a game."""
    return store.begin(game, edition="plain", setup=b'{"ply": 0}')


def put(log: OpenLog, *words: str, by: By = RED) -> None:
    """Append a move for each word."""
    for word in words:
        log.append([f'"{word}"'.encode()], by=by)


def words_of(log: OpenLog) -> list[str]:
    """Return the words that stand."""
    return [bytes(event).decode().strip('"') for entry in log.standing() for event in entry.events]

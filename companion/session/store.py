"""The store of a table: many games in one database, each an append-only log.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder, Store.open(Path(folder) / "games.sqlite") as store:
...     game = store.begin("chess", edition="plain", setup=b'{"ply": 0}')
...     entry = game.append([b'{"moved": "e4"}'], by=By(seat(0), How.PHONE))
...     undone = game.undo(entry.number, by=By(seat(0), How.PHONE))
...     [entry.kind.value for entry in game.entries()], game.standing()
(['move', 'undo'], ())

Whatever a method returns is on the disk.  One thread owns a store and writes; other threads and
processes look through a :class:`Reader` of their own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from companion.engine.text import Text
from companion.session.pictures import Budget
from companion.session.pictures_album import Album
from companion.session.store_entry import By, Entry, How, Record, first_link, sealed, seat, tidy
from companion.session.store_fault import DiskFull, StoreError, in_plain_words
from companion.session.store_file import open_or_begin, transaction
from companion.session.store_lock import Lock
from companion.session.store_log import Happened, OpenLog
from companion.session.store_reader import Reader
from companion.session.store_reserve import RESERVE_BYTES, Reserve
from companion.session.store_rows import insert_entry, insert_record, select_last
from companion.session.store_schema import LOG

__all__ = ["By", "Happened", "How", "OpenLog", "Reader", "Settings", "Store", "seat"]

T = TypeVar("T")


def _now() -> datetime:
    return datetime.now(UTC)


class Settings(msgspec.Struct, frozen=True):
    """Say how much of the disk a store may use, and what time it is."""

    pictures: Budget = Budget()
    reserve_bytes: int = RESERVE_BYTES
    clock: Callable[[], datetime] = _now


class Store(Reader):
    """Keep games, and write them; ``aside`` says if a damaged file had to make room for this one."""

    def __init__(
        self, path: Path, settings: Settings | None = None, beside: Lock | None = None
    ) -> None:
        """Open a database for writing, or begin a new one; only one companion can have it open.

        ``beside`` is the lock of another store of this program that has the same database open.
        """
        self.settings = settings or Settings()
        with ExitStack() as stack:
            with in_plain_words(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            self.lock = Lock(path) if beside is None else beside.share()
            stack.callback(self.lock.close)
            self._reserve = Reserve(path, self.settings.reserve_bytes)
            live = beside is not None
            connection, notice = self._with_reserve(lambda: open_or_begin(path, LOG, live=live))
            stack.callback(connection.close)
            self._album = Album(path, self.settings.pictures, live=live)
            stack.callback(self._album.close)
            self._closing = stack.pop_all()
        self.aside = notice
        super().__init__(path, connection)
        if not live:
            with suppress(StoreError):  # the next start tries again
                self._with_reserve(lambda: self._album.shrink(self._running))
            self._reserve.refill()

    @classmethod
    def open(cls, path: Path, settings: Settings | None = None, beside: Lock | None = None) -> Self:
        """Open a database for writing, or begin a new one."""
        return cls(path, settings, beside)

    @property
    def notices(self) -> tuple[Text, ...]:
        """Return what the people at the table should know about their games just now."""
        low = Text("core.store.disk-low", {"path": str(self.path)})
        notices = (self.aside, self._album.notice, low if self._reserve.missing else None)
        return tuple(notice for notice in notices if notice is not None)

    def begin(self, game: str, *, edition: str, setup: bytes, json_format: int = 1) -> OpenLog:
        """Begin a game; ``setup`` is the state it starts from, as the game's own JSON."""
        now = self.settings.clock()
        record = Record(_new_id(now), game, edition, json_format, now, tidy(setup))
        self.write(lambda: insert_record(self._db, record))
        return OpenLog(self, record, json_format)

    def log(self, game: str, *, json_format: int | None = None) -> OpenLog:
        """Take up a game by its id, or by as much of it as no other game has."""
        record = self._find(game)
        return OpenLog(self, record, record.format if json_format is None else json_format)

    def keep_picture(self, game: str, jpeg: bytes) -> str | None:
        """Keep a picture if that is possible; ``notices`` says if it is not.

        As long as the disk has no room for the reserve, what is left of it belongs to the moves.
        """
        return self._album.put(game, jpeg, self._running) if self._reserve.refill() else None

    def _running(self) -> set[str]:
        return {record.id for record in self.records()} - self.ended()

    def add(self, record: Record, drafts: Sequence[Entry]) -> tuple[Entry, ...]:
        """Write entries behind the last one, all or none; they get number, time and seal here."""
        at = self.settings.clock()

        def insert() -> tuple[Entry, ...]:
            last, seal = select_last(self._db, record.id) or (0, first_link(record))
            turn = last + 1 if len(drafts) > 1 else None
            written = []
            for number, draft in enumerate(drafts, start=last + 1):
                numbered = msgspec.structs.replace(draft, number=number, at=at, turn=turn)
                entry = sealed(seal, numbered)
                insert_entry(self._db, record.id, entry)
                written.append(entry)
                seal = entry.chain
            return tuple(written)

        return self.write(insert)

    def take(self, heads: Iterable[Record], entries: Iterable[tuple[str, Entry]]) -> None:
        """Write games, or more of them, that were sealed elsewhere: all of it or nothing."""
        with in_plain_words(self.path), transaction(self._db):
            for record in heads:
                insert_record(self._db, record)
            for game, entry in entries:
                insert_entry(self._db, game, entry)

    def write(self, change: Callable[[], T]) -> T:
        """Make a change that is on the disk when this returns, or not made at all."""

        def commit() -> T:
            with in_plain_words(self.path), transaction(self._db):
                return change()

        return self._with_reserve(commit)

    def _with_reserve(self, act: Callable[[], T]) -> T:
        """Do something; on a full disk, once more with the room held back for this moment."""
        try:
            return act()
        except DiskFull:
            if not self._reserve.release():
                raise
        return act()

    def close(self) -> None:
        """Close everything; calling it again does no harm."""
        self._closing.close()


def _new_id(now: datetime) -> str:
    """Make an id that sorts by day, can be typed, and is not made twice at any two tables."""
    letters = "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(8))
    return f"{now:%Y%m%d}-{letters}"

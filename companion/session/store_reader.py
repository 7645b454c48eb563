"""Look at the games that are kept, also while another thread or process is writing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from companion.session.pictures import (
    picture_bytes,
    picture_names,
    pictures_beside,
    read_picture,
)
from companion.session.store_entry import Entry, Record, first_link, link
from companion.session.store_fault import Damaged, StoreError, in_plain_words
from companion.session.store_file import open_to_look
from companion.session.store_rows import select_entries, select_last, select_records
from companion.session.store_schema import LOG, PICTURES
from companion.session.store_undo import has_ended, in_force


class Summary(msgspec.Struct, frozen=True):
    """Say in a line what a game is and how far it has come."""

    record: Record
    entries: int
    last_at: datetime
    ended: bool
    picture_bytes: int


class Log:
    """Read the log of one game."""

    def __init__(self, reader: Reader, record: Record) -> None:
        """Take the store it is kept in, and its head."""
        self._reader = reader
        self.record = record

    @property
    def database(self) -> Path:
        """Return the file it is kept in."""
        return self._reader.path

    def entries(self) -> tuple[Entry, ...]:
        """Return everything that happened, or raise :class:`Damaged` where a seal is broken."""
        return tuple(self._checked())

    def standing(self) -> tuple[Entry, ...]:
        """Return what happened and was not taken back."""
        return in_force(self.entries())

    def picture(self, entry: Entry) -> bytes | None:
        """Return the picture of an entry, if it has one and it is still kept."""
        return None if entry.picture is None else self._reader.picture(self, entry.picture)

    def _checked(self) -> Iterator[Entry]:
        seal = first_link(self.record)
        for number, entry in enumerate(self._reader.raw_entries(self.record.id), start=1):
            seal = link(seal, entry)
            if entry.number != number or entry.chain != seal:
                params: dict[str, str | int] = {"game": self.record.id, "number": number}
                raise Damaged("core.store.entry-damaged", **params)
            yield entry


class Reader:
    """Look at the games of a database; every thread opens its own."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Take an open database."""
        self.path = path
        self._db = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a database that exists, and never change it."""
        return cls(path, open_to_look(path, LOG))

    def records(self) -> list[Record]:
        """Return the heads of all games, oldest first."""
        with in_plain_words(self.path):
            return select_records(self._db)

    def log(self, game: str) -> Log:
        """Find a game by its id, or by as much of it as no other game has."""
        return Log(self, self._find(game))

    def _find(self, game: str) -> Record:
        fitting = [record for record in self.records() if game and game in record.id]
        exact = [record for record in fitting if record.id == game]
        if len(exact or fitting) == 1:
            return (exact or fitting)[0]
        if fitting:
            words = ", ".join(record.id for record in fitting[:5])
            raise StoreError("core.store.game-ambiguous", game=game, words=words)
        raise StoreError("core.store.no-such-game", game=game)

    def raw_entries(self, game: str, after: int = 0) -> Iterator[Entry]:
        """Read entries as they are, seals unchecked."""
        with in_plain_words(self.path):
            yield from select_entries(self._db, game, after)

    def picture(self, log: Log, digest: str) -> bytes | None:
        """Return a picture, if it is still kept; trouble with pictures is never the log's."""
        try:
            with self.pictures() as db:
                return read_picture(db, log.record.id, digest)
        except StoreError:
            return None

    def picture_names(self, game: str) -> frozenset[str]:
        """Return the digests of a game's pictures that are still kept."""
        try:
            with self.pictures() as db:
                return picture_names(db, game)
        except StoreError:
            return frozenset()

    def summaries(self) -> list[Summary]:
        """Return a line for every game, oldest first."""
        ended, sizes = self.ended(), self._picture_bytes()
        return [
            Summary(record, *self._last(record), record.id in ended, sizes.get(record.id, 0))
            for record in self.records()
        ]

    def ended(self) -> set[str]:
        """Return the ids of the games that are over."""
        with in_plain_words(self.path):
            ends = "select game, max(number) from entry where kind = 'end' group by game"
            maybe = dict(self._db.execute(ends))
        return {game for game, number in maybe.items() if self._is_over(game, number)}

    def _is_over(self, game: str, number: int) -> bool:
        """Look whether an end still stands; mostly nothing comes behind it that could undo it."""
        try:
            behind = next(self.raw_entries(game, number), None)
            return behind is None or has_ended(self.raw_entries(game))
        except Damaged:  # whoever takes this game up is told; the others are listed all the same
            return False

    def _last(self, record: Record) -> tuple[int, datetime]:
        with in_plain_words(self.path):
            number = (select_last(self._db, record.id) or (0, ""))[0]
        try:
            last = next(self.raw_entries(record.id, number - 1), None)
        except Damaged:
            last = None
        return number, record.begun_at if last is None else last.at

    def copy_to(self, other: sqlite3.Connection) -> None:
        """Copy the log as it is at this moment, while its owner goes on writing."""
        self._db.backup(other)

    @contextmanager
    def pictures(self) -> Iterator[sqlite3.Connection]:
        """Open the pictures for a look."""
        path = pictures_beside(self.path)
        with in_plain_words(path), closing(open_to_look(path, PICTURES)) as db:
            yield db

    def _picture_bytes(self) -> dict[str, int]:
        try:
            with self.pictures() as db:
                return picture_bytes(db)
        except StoreError:
            return {}

    def close(self) -> None:
        """Close the database; calling it again does no harm."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

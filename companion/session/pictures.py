"""Crops of the camera's pictures, kept beside the log within a budget of bytes.

They live in a database of their own, for three reasons.  The log stays small: it is checked page by
page at every start, and copied in a moment.  A confirmed move costs one wait for the disk, with or
without a picture: this file is only synchronised now and then, so that a power cut may take the
last few crops with it, but never a move.  And whatever happens to this file, the log goes on.

A picture is written before the entry that names it; an entry may outlive its picture, and whoever
shows pictures has to expect that.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from itertools import accumulate
from pathlib import Path

import msgspec

from companion.session.store_entry import digest
from companion.session.store_fault import in_plain_words
from companion.session.store_file import open_or_begin, transaction
from companion.session.store_schema import PICTURES


class Budget(msgspec.Struct, frozen=True):
    """Say how many bytes of pictures to keep, of all games together and of one."""

    total: int = 2 * 2**30
    per_game: int = 256 * 2**20

    @property
    def least(self) -> int:
        """Return what the largest picture may have."""
        return min(self.total, self.per_game)


#: A way to find out which games are not over yet; asked only when room is needed.
Running = Callable[[], Collection[str]]
#: Dropping pictures makes a little more room than is needed: this part of the budget.
SLACK = 20


def pictures_beside(database: Path) -> Path:
    """Return where the pictures of a database are."""
    return database.with_name(f"{database.stem}.pictures{database.suffix}")


class Pictures:
    """Keep pictures; the oldest go when room is needed, those of finished games first."""

    def __init__(self, database: Path, budget: Budget, *, live: bool = False) -> None:
        """Open the pictures that belong to a database; ``notice`` says if others were put aside."""
        self._path = pictures_beside(database)
        self._budget = budget
        self._db, self.notice = open_or_begin(self._path, PICTURES, live=live)
        self._sizes: dict[str, int] | None = None

    def put(self, game: str, jpeg: bytes, running: Running) -> str | None:
        """Keep a picture of a game and return its digest, or nothing where it can never fit."""
        if len(jpeg) > self._budget.least:
            return None
        name = digest(jpeg)
        sizes, self._sizes = self._count(), None  # to be counted anew if anything goes wrong
        with in_plain_words(self._path), transaction(self._db):
            if find_picture(self._db, game, name) is None:
                newest = self._insert(game, name, jpeg)
                sizes = sizes | {game: sizes.get(game, 0) + len(jpeg)}
                if self._drop_too_much(sizes, game, newest, running):
                    sizes = picture_bytes(self._db)
        self._sizes = sizes
        return name

    def shrink(self, running: Running) -> None:
        """Give room back to the disk once the budget has become smaller."""
        with in_plain_words(self._path):
            self._db.execute("pragma secure_delete = off").fetchall()  # else it needs room to go
            total = sum(picture_bytes(self._db).values())
            if total > self._budget.total:
                with transaction(self._db):
                    self._drop_oldest(self._oldest(), total, running)
            if self._idle_bytes() > 2 * self._budget.total // SLACK:
                self._db.execute("vacuum")
                self._db.execute("pragma wal_checkpoint(truncate)").fetchall()

    def _idle_bytes(self) -> int:
        """Return how much of the file is empty: what is dropped makes room in it alone."""
        (pages,) = self._db.execute("pragma freelist_count").fetchone()
        (size,) = self._db.execute("pragma page_size").fetchone()
        return int(pages * size)

    def _insert(self, game: str, name: str, jpeg: bytes) -> int | None:
        insert = "insert into picture (game, digest, size, jpeg) values (?, ?, ?, ?)"
        return self._db.execute(insert, (game, name, len(jpeg), jpeg)).lastrowid

    def _count(self) -> dict[str, int]:
        with in_plain_words(self._path):
            return picture_bytes(self._db) if self._sizes is None else self._sizes

    def _drop_too_much(
        self, sizes: dict[str, int], game: str, newest: int | None, running: Running
    ) -> bool:
        """Drop what is over the budget, never the newest, and say whether there was any."""
        budget, total = self._budget, sum(sizes.values())
        if sizes[game] <= budget.per_game and total <= budget.total:
            return False
        rows = [row for row in self._oldest() if row[0] != newest]
        if sizes[game] > budget.per_game:
            own = [row for row in rows if row[2] == game]
            total -= self._drop(own, sizes[game], budget.per_game)
            rows = [row for row in rows if row not in own]
        if total > budget.total:
            self._drop_oldest(rows, total, running)
        return True

    def _drop_oldest(self, rows: list[tuple[int, int, str]], there: int, running: Running) -> None:
        """Drop pictures of all games, those of finished ones first."""
        playing = running()
        rows.sort(key=lambda row: row[2] in playing)
        self._drop(rows, there, self._budget.total)

    def _oldest(self) -> list[tuple[int, int, str]]:
        rows = self._db.execute("select id, size, game from picture indexed by picture_size")
        return sorted(rows)

    def _drop(self, rows: Sequence[tuple[int, int, str]], there: int, budget: int) -> int:
        """Drop pictures down to a little below the budget, and return how many bytes they had."""
        over = there - (budget - budget // SLACK)
        sums = list(accumulate((size for _, size, _ in rows), initial=0))
        count = min(bisect_left(sums, over), len(rows))
        self._db.executemany(
            "delete from picture where id in (?)", [row[:1] for row in rows[:count]]
        )
        return sums[count]

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def find_picture(db: sqlite3.Connection, game: str, name: str) -> int | None:
    """Return the number of a picture, if it is still there."""
    row = db.execute("select id from picture where (game, digest) = (?, ?)", (game, name))
    found: tuple[int] | None = row.fetchone()
    return None if found is None else found[0]


def read_picture(db: sqlite3.Connection, game: str, name: str) -> bytes | None:
    """Return a picture, if it is still there and still what it was."""
    number = find_picture(db, game, name)
    if number is None:
        return None
    row = db.execute("select jpeg from picture where id in (?)", (number,)).fetchone()
    return bytes(row[0]) if row is not None and digest(row[0]) == name else None


def picture_names(db: sqlite3.Connection, game: str) -> frozenset[str]:
    """Return the digests of all pictures of a game that are still there."""
    rows = db.execute("select digest from picture where game in (?)", (game,))
    return frozenset(name for (name,) in rows)


def picture_bytes(db: sqlite3.Connection) -> dict[str, int]:
    """Return how many bytes the pictures of every game take."""
    by_game = "select game, sum(size) from picture indexed by picture_size group by game"
    return dict(db.execute(by_game))

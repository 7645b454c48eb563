"""What can go wrong with the store, as sentences for people."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.engine.text import Text


class StoreError(Exception):
    """Report that something was not read or not saved; ``text`` says why."""

    def __init__(self, text_id: str, **params: str | int | Text) -> None:
        """Keep the sentence."""
        super().__init__(text_id, params)
        self.text = Text(text_id, params)


class InUse(StoreError):
    """Another companion has these games open."""


class DiskFull(StoreError):
    """Nothing more fits on the disk."""


class WriteProtected(StoreError):
    """Nothing may be written there."""


class Damaged(StoreError):
    """What is there is no store of ours, or no longer a whole one."""


class Older(StoreError):
    """The database must be brought up to date before it can be looked at."""


class NotAllowed(StoreError):
    """Somebody may not do this."""


_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_CLOSED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}


@contextmanager
def in_plain_words(path: Path) -> Iterator[None]:
    """Turn what SQLite or the system complains about into sentences about a file."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake of ours, such as a second thread that writes
    except sqlite3.Error as problem:
        raise _from_sqlite(path, problem) from problem
    except UnicodeDecodeError as problem:  # SQLite quotes what it cannot read, and Python neither
        detail = problem.object.decode(errors="replace")
        raise Damaged("core.store.damaged", detail=detail) from problem
    except OSError as problem:
        raise _from_system(path, problem) from problem


def _from_sqlite(path: Path, problem: sqlite3.Error) -> StoreError:
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    plain = code & 0xFF
    if {code, plain} & _FULL:
        return DiskFull("core.store.disk-full", path=str(path))
    if plain in _BUSY:
        return StoreError("core.store.locked", path=str(path))
    if plain in _CLOSED:
        return WriteProtected("core.store.read-only", path=str(path))
    if plain in _DAMAGED:
        return Damaged("core.store.damaged", detail=str(problem))
    return StoreError("core.store.disk-failing", path=str(path), detail=str(problem))


def _from_system(path: Path, problem: OSError) -> StoreError:
    if problem.errno in {errno.ENOSPC, errno.EDQUOT}:
        return DiskFull("core.store.disk-full", path=str(path))
    if problem.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return WriteProtected("core.store.read-only", path=str(path))
    detail = problem.strerror or type(problem).__name__
    return StoreError("core.store.disk-failing", path=str(path), detail=detail)

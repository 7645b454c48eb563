"""One companion writes a database at a time; the next one is told who it is."""

from __future__ import annotations

import fcntl
import os
import sys
from contextlib import ExitStack, suppress
from copy import copy
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion.session.store_fault import InUse, in_plain_words


class Holder(msgspec.Struct, frozen=True):
    """Say who has the games open."""

    pid: int
    program: str
    since: str


class Lock:
    """Hold a file beside the database, from which the system takes its hand when we die.

    The database itself is no place for it: closing any handle of that file would also drop the
    locks that SQLite holds on it.
    """

    def __init__(self, database: Path) -> None:
        """Take the lock, or raise :class:`InUse`."""
        path = database.with_name(f"{database.name}.lock")
        with in_plain_words(database), ExitStack() as stack:
            self._file = path.open("a+b")
            stack.callback(self._file.close)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise _in_use(database, path) from None
            self._sign()
            stack.pop_all()

    def _sign(self) -> None:
        """Leave our name; a disk too full for it is no reason not to play."""
        program = " ".join([Path(sys.argv[0]).name, *sys.argv[1:2]])
        since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        self._file.truncate(0)
        with suppress(OSError):
            os.write(self._file.fileno(), msgspec.json.encode(Holder(os.getpid(), program, since)))

    @property
    def is_held(self) -> bool:
        """Tell whether nobody has let go of it yet."""
        return not self._file.closed

    def share(self) -> Lock:
        """Return another hand on the same lock; it is free once all of them have let go."""
        twin = copy(self)
        twin._file = os.fdopen(os.dup(self._file.fileno()), "a+b")
        return twin

    def close(self) -> None:
        """Let go; calling it again does no harm."""
        self._file.close()


def _in_use(database: Path, lock: Path) -> InUse:
    try:
        holder = msgspec.json.decode(lock.read_bytes(), type=Holder)
    except (msgspec.DecodeError, OSError):  # it has not signed, for want of time or room
        holder = Holder(0, "?", "?")
    params = msgspec.structs.asdict(holder)
    return InUse("core.store.in-use", path=str(database), **params)

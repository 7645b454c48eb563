"""A little disk space held back, so that a full disk does not stop a game."""

from __future__ import annotations

import os
from pathlib import Path

from companion.session.store_fault import in_plain_words

#: Enough for SQLite's own notes (4 MB at most) and for some thousand moves.
RESERVE_BYTES = 8 * 2**20


class Reserve:
    """Hold a file that is of no use, until its room is."""

    def __init__(self, database: Path, size: int = RESERVE_BYTES) -> None:
        """Set the room aside; where there is none, :attr:`missing` says so."""
        self._path = database.with_name(f"{database.name}.reserve")
        self._size = size
        self._held = self._hold()

    @property
    def missing(self) -> bool:
        """Tell that the disk is too full for a reserve, or has already needed it."""
        return self._size > 0 and not self._held

    def refill(self) -> bool:
        """Set the room aside again if it was given up, and say whether it is there."""
        self._held = self._held or self._hold()
        return not self.missing

    def _hold(self) -> bool:
        if self._size <= 0:
            return False
        try:
            with self._path.open("ab") as file:
                os.posix_fallocate(file.fileno(), 0, self._size)
        except OSError:
            self._path.unlink(missing_ok=True)
            return False
        return True

    def release(self) -> bool:
        """Give the room back to the disk; say whether there was any."""
        if not self._held:
            return False
        with in_plain_words(self._path):
            self._path.unlink(missing_ok=True)
        self._held = False
        return True

"""The pictures of a table, kept as long as that goes well."""

from __future__ import annotations

from pathlib import Path

from companion.engine.text import Text
from companion.session.pictures import Budget, Pictures, Running, pictures_beside
from companion.session.store_fault import Damaged, StoreError
from companion.session.store_file import put_aside


class Album:
    """Keep pictures as long as that goes well; play never stops for one.

    ``notice`` says why there are none just now, or why there is a new album.
    """

    def __init__(self, database: Path, budget: Budget, *, live: bool = False) -> None:
        """Open the pictures, which are open elsewhere in this program if ``live``, or do without."""
        self._database, self._budget = database, budget
        self._pictures: Pictures | None = None
        self.notice: Text | None = None
        self._open(live=live)

    def _open(self, *, live: bool = False) -> None:
        try:
            self._pictures = Pictures(self._database, self._budget, live=live)
        except StoreError as trouble:
            self.notice = Text("core.store.no-pictures", {"reason": trouble.text})
        else:
            self.notice = self._pictures.notice

    def put(self, game: str, jpeg: bytes, running: Running) -> str | None:
        """Keep a picture and return its digest, or nothing."""
        if self._pictures is None:
            return None
        try:
            kept = self._pictures.put(game, jpeg, running)
        except Damaged as damage:
            self._renew(damage)
            return None
        except StoreError as trouble:
            self.notice = Text("core.store.no-pictures", {"reason": trouble.text})
            return None
        self.notice = self._pictures.notice
        return kept

    def shrink(self, running: Running) -> None:
        """Give room back to the disk once the budget has become smaller."""
        if self._pictures is not None:
            self._pictures.shrink(running)

    def _renew(self, damage: Damaged) -> None:
        """Put a damaged file aside and begin another."""
        self.close()
        path = pictures_beside(self._database)
        try:
            notice = put_aside(path, damage)
        except StoreError as trouble:
            self.notice = Text("core.store.no-pictures", {"reason": trouble.text})
            return
        self._open()
        if self._pictures is not None:
            self._pictures.notice = self.notice = notice

    def close(self) -> None:
        """Close the file; calling it again does no harm."""
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None

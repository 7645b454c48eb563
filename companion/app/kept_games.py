"""The games of one table on the disk: which of them lies on the table, and which was played last."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec

from companion.engine import Unreadable
from companion.games import Kit, Wish
from companion.packs.fault import PackError
from companion.packs.save import save_bytes
from companion.session.store_entry import Record
from companion.session.store_fault import StoreError
from companion.session.store_reader import Reader, Summary


class _Lies(msgspec.Struct, frozen=True):
    """The game on the table; there is none once people have put it away."""

    game: str | None


class KeptGames:
    """Know the games of one database that can be played at a table."""

    def __init__(self, kit: Kit, database: Path) -> None:
        """Take the game that is played here, and where its games are kept."""
        self._kit, self._database = kit, database
        self._note = database.with_name(f"{database.name}.on-table")

    def find(self, game: str) -> Record:
        """Return the head of a game by its id."""
        with closing(Reader.open(self._database)) as reader:
            record = reader.log(game).record
        if record.game != self._kit.name:
            raise StoreError("core.store.no-such-game", game=game)
        return record

    def lay(self, game: str | None) -> None:
        """Remember which game lies on the table, or that people have put it away."""
        try:
            save_bytes(self._note, msgspec.json.encode(_Lies(game)))
        except PackError:
            return  # at worst another game is taken up, and one tap brings this one back

    def unfinished(self) -> Record | None:
        """Return the game on the table, unless it is over; without a note, the one played last."""
        lies = self._noted()
        found = self._last() if lies is None else self._lying(lies)
        return None if found is None or found.ended else found.record

    def wish(self) -> Wish | None:
        """Return what is played with now, or was last, as far as that can still be read."""
        try:
            lies = self._noted()
            last = (lies and self._lying(lies)) or self._last()
            return None if last is None else self.wish_of(last.record)
        except (StoreError, Unreadable):
            return None

    def wish_of(self, record: Record) -> Wish:
        """Return what a game was played with."""
        return self._kit.wish(bytes(record.setup), record.edition)

    def _noted(self) -> _Lies | None:
        try:
            return msgspec.json.decode(self._note.read_bytes(), type=_Lies)
        except (OSError, msgspec.DecodeError):
            return None

    def _lying(self, lies: _Lies) -> Summary | None:
        return next((one for one in self._all() if one.record.id == lies.game), None)

    def _last(self) -> Summary | None:
        return max(self._all(), key=lambda one: one.last_at, default=None)

    def _all(self) -> list[Summary]:
        if not self._database.exists():
            return []
        with closing(Reader.open(self._database)) as reader:
            return [one for one in reader.summaries() if one.record.game == self._kit.name]

"""The log of one game, open for writing: turns, answers, undo and the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.text import Text
from companion.session.store_entry import NOTHING, By, Entry, Kind, Record, tidy
from companion.session.store_fault import NotAllowed
from companion.session.store_reader import Log
from companion.session.store_undo import may_undo

if TYPE_CHECKING:
    from companion.session.store import Store


class Happened(msgspec.Struct, frozen=True):
    """One move that is to be recorded, with what followed from it and a picture of it."""

    by: By
    events: tuple[bytes, ...]
    move: bytes | None = None
    picture: bytes | None = None
    ask: str = ""


class OpenLog(Log):
    """Write the log of one game."""

    def __init__(self, store: Store, record: Record, json_format: int) -> None:
        """Take the store, the head of the game and the version of its JSON from now on."""
        super().__init__(store, record)
        self._store = store
        self._format = json_format

    @property
    def notices(self) -> tuple[Text, ...]:
        """Return what the people at the table should know about their games just now."""
        return self._store.notices

    def append(
        self,
        events: Iterable[bytes],
        *,
        by: By,
        move: bytes | None = None,
        picture: bytes | None = None,
    ) -> Entry:
        """Write what followed from a move; the entry that is returned is on the disk."""
        return self.record_turn([Happened(by, tuple(events), move, picture)])[0]

    def record_turn(self, turn: Iterable[Happened]) -> tuple[Entry, ...]:
        """Write what happened in one go: all of it is on the disk, or none."""
        drafts = [
            self._draft(
                Kind.MOVE,
                one.by,
                move=NOTHING if one.move is None else tidy(one.move),
                events=tuple(map(tidy, one.events)),
                picture=self._keep(one.picture),
                ask=one.ask,
            )
            for one in turn
        ]
        return self._store.add(self.record, drafts)

    def tell(self, ask: str, move: bytes, *, by: By) -> Entry:
        """Write down an answer that will only count when its turn is over."""
        return self._add(Kind.TOLD, by, move=tidy(move), ask=ask)

    def undo(self, number: int, *, by: By) -> Entry:
        """Go back to before an entry, or raise :class:`NotAllowed`; nothing is ever erased."""
        log = self.entries()
        if not 1 <= number <= len(log):
            raise NotAllowed("core.store.no-such-entry", number=number)
        if not may_undo(log, number, by.who):
            raise NotAllowed("core.store.undo-host-only")
        return self._add(Kind.UNDO, by, takes_back=number)

    def end(self, *, by: By) -> Entry:
        """Note that the game is over; its pictures are now the first to go."""
        return self._add(Kind.END, by)

    def _keep(self, picture: bytes | None) -> str | None:
        return None if picture is None else self._store.keep_picture(self.record.id, picture)

    def _draft(self, kind: Kind, by: By, **fields: Any) -> Entry:
        return Entry(1, kind, by, self.record.begun_at, self._format, **fields)

    def _add(self, kind: Kind, by: By, **fields: Any) -> Entry:
        return self._store.add(self.record, [self._draft(kind, by, **fields)])[0]

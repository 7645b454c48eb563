"""Entries and games as rows of the database, and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from companion.session.store_entry import By, Entry, How, Json, Kind, Moment, Record, Role, Who
from companion.session.store_fault import Damaged

#: What reading says to a word, a figure or JSON that we never wrote.
_NONSENSE = (ValueError, msgspec.MsgspecError)
#: When a game began that says nonsense about it: the seal of its first entry does not fit to this.
_NEVER = datetime.fromtimestamp(0, UTC)
_Events = msgspec.json.Decoder(tuple[Json, ...])


def insert_record(db: sqlite3.Connection, record: Record) -> None:
    """Write the head of a game."""
    row = (
        record.id,
        record.game,
        record.edition,
        record.format,
        _moment(record.begun_at),
        _text(record.setup),
    )
    db.execute("insert into game values (?, ?, ?, ?, ?, ?)", row)


def insert_entry(db: sqlite3.Connection, game: str, entry: Entry) -> None:
    """Write an entry."""
    by = entry.by
    row = (
        game,
        entry.number,
        entry.kind,
        by.who.role,
        by.who.seat,
        by.how,
        by.confidence,
        _moment(entry.at),
        entry.format,
        _text(entry.move),
        msgspec.json.encode(entry.events).decode(),
        entry.takes_back,
        entry.picture,
        entry.ask,
        entry.turn,
        entry.chain,
    )
    db.execute(f"insert into entry values ({', '.join('?' * len(row))})", row)


def select_records(db: sqlite3.Connection) -> list[Record]:
    """Read the heads of all games, oldest first."""
    rows = db.execute("select * from game order by begun_at, id")
    return [_record(row) for row in rows]


def select_entries(db: sqlite3.Connection, game: str, after: int = 0) -> Iterator[Entry]:
    """Read the entries of a game in their order."""
    rows = db.execute(
        "select * from entry where game = ? and number > ? order by number", (game, after)
    )
    return (_entry(row) for row in rows)


def select_last(db: sqlite3.Connection, game: str) -> tuple[int, str] | None:
    """Return number and seal of the last entry."""
    last = "select number, chain from entry where game = ? order by number desc limit 1"
    row: tuple[int, str] | None = db.execute(last, (game,)).fetchone()
    return row


def _record(row: tuple[Any, ...]) -> Record:
    name, game, edition, form, begun_at, setup = row
    try:
        begun = msgspec.convert(begun_at, type=Moment)
    except _NONSENSE:
        begun = _NEVER
    return Record(name, game, edition, form, begun, Json(setup.encode()))


def _entry(row: tuple[Any, ...]) -> Entry:
    game, number, kind, role, seat, how, confidence, at, *rest = row
    form, move, events, takes_back, picture, ask, turn, chain = rest
    try:
        return Entry(
            number,
            Kind(kind),
            By(Who(Role(role), seat), How(how), confidence),
            msgspec.convert(at, type=Moment),
            form,
            Json(move.encode()),
            _Events.decode(events),
            takes_back,
            picture,
            ask,
            turn,
            chain,
        )
    except _NONSENSE:
        raise _damaged(game, number) from None


def _damaged(game: str, number: int) -> Damaged:
    return Damaged("core.store.entry-damaged", game=game, number=number)


def _text(json: Json) -> str:
    return bytes(json).decode()


def _moment(moment: datetime) -> str:
    return str(msgspec.to_builtins(moment))

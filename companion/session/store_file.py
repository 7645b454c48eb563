"""Open the files of the store; what cannot be used is kept aside, and never thrown away."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from companion.engine.text import Text
from companion.packs.save import settle
from companion.session.store_fault import (
    Damaged,
    DiskFull,
    Older,
    StoreError,
    WriteProtected,
    in_plain_words,
)
from companion.session.store_schema import (
    Schema,
    check_pages,
    check_parts,
    mark_of,
    migrate,
    newer,
    version_of,
)

_MAGIC = b"SQLite format 3\0"
#: What belongs to a database, by the ends of the names.
_COMPANIONS = ("", "-wal", "-shm", "-journal")
#: How long to wait for another program that is just writing.
PATIENCE_S = 2.0


def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """Open a database that exists; transactions begin and end where we say."""
    uri = f"file:{quote(str(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE_S)
    connection.text_factory = _legible
    return connection


def _legible(text: bytes) -> str:
    """Read a text in which bits may have flipped: whoever compares it with its seal will notice."""
    return text.decode(errors="replace")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all that happens inside, or nothing of it."""
    connection.execute("begin immediate")
    try:
        yield
        connection.execute("commit")
    finally:
        if connection.in_transaction:
            connection.execute("rollback")


def open_or_begin(
    path: Path, schema: Schema, *, live: bool = False
) -> tuple[sqlite3.Connection, Text | None]:
    """Open a database for writing; one that is damaged or not ours makes room for a new one.

    A ``live`` one is open in this program already, and must not be looked at but through SQLite:
    closing any other handle of the file would drop the locks that SQLite holds on it.
    """
    notice = None
    if live:
        return _open_again(path, schema), None
    if any(_sibling(path, end).exists() for end in ("", "-wal")):
        try:
            check_head(path, schema)
            return _open(path, schema), None
        except Damaged as damage:
            notice = put_aside(path, damage)
    begin(path, schema)
    return _open(path, schema), notice


def _open_again(path: Path, schema: Schema) -> sqlite3.Connection:
    """Open a database once more; nobody pulls it away from under whoever has it open."""
    try:
        return _open(path, schema)
    except Damaged as damage:
        raise Damaged("core.store.unusable", path=str(path), reason=damage.text) from None


def open_to_look(path: Path, schema: Schema) -> sqlite3.Connection:
    """Open a database for reading, while its owner may be writing it.

    Where nothing can be written, nobody is writing it either; then SQLite needs no notes beside it,
    unless some of it stands in such notes alone.
    """
    if not path.is_file():
        raise StoreError("core.store.missing", path=str(path))
    try:
        return _open_to_look(path, schema)
    except (DiskFull, WriteProtected):
        journal = _sibling(path, "-wal")
        if journal.exists() and journal.stat().st_size:
            raise
        return _open_to_look(path, schema, "ro&immutable=1")


def _open_to_look(path: Path, schema: Schema, mode: str = "rw") -> sqlite3.Connection:
    try:
        with in_plain_words(path), ExitStack() as stack:
            connection = stack.enter_context(closing(connect(path, mode)))
            _check_mark(connection, path, schema)
            if version_of(connection) < schema.version:
                raise Older("core.store.older", path=str(path))
            check_parts(connection, schema)
            connection.execute("pragma query_only = on")
            stack.pop_all()
            return connection
    except Damaged as damage:
        raise Damaged("core.store.unusable", path=str(path), reason=damage.text) from None


def begin(path: Path, schema: Schema) -> None:
    """Make an empty database; it gets its name only when it is whole."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    with in_plain_words(path):
        for stale in path.parent.glob(f".{path.name}.*.part*"):
            stale.unlink()  # somebody was stopped here before us
        try:
            with closing(sqlite3.connect(part, isolation_level=None)) as connection:
                connection.execute(f"pragma application_id({schema.application_id})")
                migrate(connection, schema)
            part.rename(path)
        finally:
            for end in _COMPANIONS:
                _sibling(part, end).unlink(missing_ok=True)
        settle(path.parent)


def put_aside(path: Path, damage: Damaged) -> Text:
    """Give a database and what belongs to it another, free name beside the old one, and say so."""
    with in_plain_words(path):
        number = 1
        while any(_sibling(_aside(path, number), end).exists() for end in _COMPANIONS):
            number += 1
        for end in _COMPANIONS:
            if _sibling(path, end).exists():
                _sibling(path, end).rename(_sibling(_aside(path, number), end))
        settle(path.parent)
    aside = str(_aside(path, number))
    return Text("core.store.aside", {"path": str(path), "aside": aside, "reason": damage.text})


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.aside-{number}{path.suffix}")


def _sibling(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def check_head(path: Path, schema: Schema) -> None:
    """Look at the first bytes, before SQLite gets a chance to change anything."""
    with in_plain_words(path):
        if path.is_dir():
            raise StoreError("core.store.folder-there", path=str(path))
        head = _head(path)
    if not head.startswith(_MAGIC) or len(head) < 100:
        raise Damaged("core.store.not-a-database")
    if int.from_bytes(head[68:72]) != schema.application_id:
        raise Damaged("core.store.foreign")
    if int.from_bytes(head[60:64]) > schema.version:
        raise newer(path, int.from_bytes(head[60:64]), schema)


def _head(path: Path) -> bytes:
    if not path.exists():
        return b""  # only what SQLite had noted beside it is left
    with path.open("rb") as file:
        return file.read(100)


def _check_mark(connection: sqlite3.Connection, path: Path, schema: Schema) -> None:
    if mark_of(connection) != schema.application_id:
        raise Damaged("core.store.foreign")
    if version_of(connection) > schema.version:
        raise newer(path, version_of(connection), schema)


def _open(path: Path, schema: Schema) -> sqlite3.Connection:
    with in_plain_words(path), ExitStack() as stack:
        connection = stack.enter_context(closing(connect(path)))
        if schema.precious:
            check_pages(connection)
        _check_mark(connection, path, schema)
        check_parts(connection, schema, version_of(connection))
        migrate(connection, schema)
        connection.execute("pragma journal_mode = wal").fetchall()
        sync = "full" if schema.precious else "normal"
        connection.execute(f"pragma synchronous({sync})")
        connection.execute("pragma foreign_keys = on")
        stack.pop_all()
        return connection

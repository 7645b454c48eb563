"""The tables of the store, as a numbered list of steps that is only ever added to."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import msgspec

from companion.session.store_fault import Damaged, StoreError

Step = tuple[str, ...]


class Schema(msgspec.Struct, frozen=True):
    """Describe one kind of database of ours: its mark, and the steps that lead to today's tables.

    A ``precious`` one is checked page by page when it is opened, and waits for the disk at every
    commit.
    """

    application_id: int
    steps: tuple[Step, ...]
    precious: bool = True

    @property
    def version(self) -> int:
        """Return the version of today."""
        return len(self.steps)


_NEVER = "raise(abort, 'history is never edited')"

LOG = Schema(
    application_id=0x54424C43,
    steps=(
        (
            """create table game (
                id text primary key, game text not null, edition text not null,
                format integer not null, begun_at text not null, setup text not null
            ) strict, without rowid""",
            """create table entry (
                game text not null references game (id), number integer not null,
                kind text not null, role text not null, seat integer, how text not null,
                confidence real, at text not null, format integer not null, move text not null,
                events text not null, takes_back integer, picture text,
                ask text not null, turn integer, chain text not null,
                primary key (game, number)
            ) strict, without rowid""",
            f"create trigger game_stays before delete on game begin select {_NEVER}; end",
            f"create trigger game_is before update on game begin select {_NEVER}; end",
            f"create trigger entry_stays before delete on entry begin select {_NEVER}; end",
            f"create trigger entry_is before update on entry begin select {_NEVER}; end",
        ),
    ),
)

PICTURES = Schema(
    application_id=0x54424C50,
    precious=False,
    steps=(
        (
            """create table picture (
                id integer primary key autoincrement, game text not null, digest text not null,
                size integer not null, jpeg blob not null, unique (game, digest)
            ) strict""",
            # Sums are made from this alone, without leafing through the pictures.
            "create index picture_size on picture (game, size)",
        ),
    ),
)


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a database's tables."""
    (version,) = connection.execute("pragma user_version").fetchone()
    return int(version)


def mark_of(connection: sqlite3.Connection) -> int:
    """Return the mark that says whose database this is."""
    (mark,) = connection.execute("pragma application_id").fetchone()
    return int(mark) & 0xFFFFFFFF


def newer(path: object, got: int, schema: Schema) -> StoreError:
    """Say that a later companion wrote this."""
    return StoreError("core.store.newer", path=str(path), got=got, known=schema.version)


def migrate(connection: sqlite3.Connection, schema: Schema, upto: int | None = None) -> None:
    """Take every step that is still to be taken, all of them or none."""
    upto = schema.version if upto is None else upto
    there = version_of(connection)
    if there >= upto:
        return
    connection.execute("begin immediate")
    try:
        for statement in (s for step in schema.steps[there:upto] for s in step):
            connection.execute(statement)
        connection.execute(f"pragma user_version({upto})")
        connection.execute("commit")
    finally:
        if connection.in_transaction:
            connection.execute("rollback")


def check_parts(connection: sqlite3.Connection, schema: Schema, version: int | None = None) -> None:
    """Raise :class:`Damaged` where a table is missing or is not as it was made."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrate(model, schema, version)
        wanted, there = _parts(model), _parts(connection)
    wrong = [name for name, made in wanted.items() if there.get(name) != made]
    if wrong:
        raise Damaged("core.store.part-missing", name=wrong[0])


def check_pages(connection: sqlite3.Connection) -> None:
    """Raise :class:`Damaged` where SQLite itself finds the file out of order."""
    (verdict,) = connection.execute("pragma integrity_check(1)").fetchone()
    if verdict != "ok":
        raise Damaged("core.store.damaged", detail=str(verdict).splitlines()[-1])


def _parts(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("select name, sql from sqlite_master where sql is not null"))

"""Small files that belong to games but lie beside them: they travel along, each with its seal."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from companion.session.store_entry import digest
from companion.session.store_file import transaction

#: The content of a file by its name; none where it was damaged on the way.
Found = dict[str, bytes | None]

_TABLE = """create table beside
    (name text not null primary key, seal text not null, content blob not null) strict"""


def put_beside(backup: sqlite3.Connection, files: Mapping[str, bytes]) -> None:
    """Write files into a backup."""
    backup.execute(_TABLE)
    with transaction(backup):
        rows = ((name, digest(content), content) for name, content in files.items())
        backup.executemany("insert into beside values (?, ?, ?)", rows)


def read_beside(backup: sqlite3.Connection) -> Found:
    """Read the files of a backup; one that was made before there were any has none."""
    if backup.execute("select 1 from sqlite_master where name = 'beside'").fetchone() is None:
        return {}
    rows = backup.execute("select name, seal, content from beside order by name")
    return {name: content if digest(content) == seal else None for name, seal, content in rows}

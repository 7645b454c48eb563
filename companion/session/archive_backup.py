"""Everything that is kept as one file for another card, and back again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from companion.session.archive import whole_file
from companion.session.archive_beside import Found, put_beside, read_beside
from companion.session.pictures import pictures_beside
from companion.session.store import Store
from companion.session.store_fault import Damaged, StoreError, in_plain_words
from companion.session.store_file import check_head, connect, open_to_look, transaction
from companion.session.store_reader import Log, Reader
from companion.session.store_schema import (
    LOG,
    PICTURES,
    check_pages,
    check_parts,
    migrate,
    version_of,
)

#: Pictures in a backup, in a shape that stays as it is.
_PICTURE = "create table picture (game text not null, jpeg blob not null) strict"
_COUNTS = (
    "select id, 1 from game",
    "select game, count(*) from entry group by game",
    "select game, count(*) from picture group by game",
)


NO_FILES: Mapping[str, bytes] = MappingProxyType({})


def _nobody(_found: Found) -> None:
    """Leave what lay beside the games where it is."""


def _unheard(_done: int, _of: int) -> None:
    """Let nobody know how far we are."""


class Copied(msgspec.Struct, frozen=True):
    """Count what a backup holds, or what came back from one.

    ``lost`` are the games of which an entry is damaged: nobody can say any more what happened.
    ``dropped`` counts the pictures for which there was no room.
    """

    games: int
    entries: int
    pictures: int
    lost: tuple[str, ...] = ()
    dropped: int = 0


def back_up(reader: Reader, target: Path, files: Mapping[str, bytes] = NO_FILES) -> Copied:
    """Copy log, pictures and what lies beside them into one file, also while a game is running.

    The log is copied as it stands at one moment, with damage and all.  Pictures that cannot be read
    are left out: they are no reason to go without a backup.
    """
    with whole_file(target) as part, closing(sqlite3.connect(part, isolation_level=None)) as copy:
        reader.copy_to(copy)
        copy.execute("pragma journal_mode = delete").fetchall()
        copy.execute(_PICTURE)
        _copy_pictures(reader, copy)
        put_beside(copy, files)
        check_pages(copy)
        return replace(_count(copy), lost=_lost(reader))


def _copy_pictures(reader: Reader, copy: sqlite3.Connection) -> None:
    try:
        album = open_to_look(pictures_beside(reader.path), PICTURES)
    except StoreError:
        return
    try:
        with closing(album), transaction(copy):
            rows = album.execute("select game, jpeg from picture order by id")
            copy.executemany("insert into picture values (?, ?)", rows)
    except sqlite3.DatabaseError as problem:
        if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise  # it is the backup that cannot be written


def _count(db: sqlite3.Connection, lost: tuple[str, ...] = ()) -> Copied:
    """Count everything but what belongs to some games."""
    games, entries, pictures = (
        sum(number for game, number in db.execute(counts) if game not in lost) for counts in _COUNTS
    )
    return Copied(games, entries, pictures, lost)


def _lost(reader: Reader) -> tuple[str, ...]:
    """Return the games in which a seal is broken."""
    return tuple(head.id for head in reader.records() if not _is_whole(Log(reader, head)))


def _is_whole(log: Log) -> bool:
    try:
        log.entries()
    except Damaged:
        return False
    return True


def restore(
    source: Path,
    store: Store,
    hears: Callable[[Found], None] = _nobody,
    told: Callable[[int, int], None] = _unheard,
) -> Copied:
    """Bring everything back from a backup into a store that is still empty, or change nothing.

    A damaged game is left out: it is no reason to go without the others.  Once that is done, ``hears``
    gets what lay beside the games; ``told`` hears how many pictures are back, and of how many.
    """
    if store.records():
        raise StoreError("core.archive.not-empty", path=str(store.path))
    with _opened(source, store.path.parent) as backup:
        reader = Reader(source, backup)
        lost = _lost(reader)
        heads = [head for head in reader.records() if head.id not in lost]
        logs = ((head.id, entry) for head in heads for entry in Log(reader, head).entries())
        store.take(heads, logs)
        copied = _count(backup, lost)
        rows = backup.execute("select game, jpeg from picture order by rowid")
        pictures = (row for row in rows if row[0] not in lost)
        kept = 0
        for number, (game, jpeg) in enumerate(pictures, 1):
            kept += store.keep_picture(game, jpeg) is not None
            told(number, copied.pictures)
        hears(read_beside(backup))
        return replace(copied, pictures=kept, dropped=copied.pictures - kept)


@contextmanager
def _opened(source: Path, workshop: Path) -> Iterator[sqlite3.Connection]:
    """Open a backup; one from an older companion is brought up to date in a copy."""
    if not source.is_file():
        raise StoreError("core.archive.backup-missing", path=str(source))
    try:
        check_head(source, LOG)
        with in_plain_words(source), closing(connect(source, "ro")) as backup:
            check_pages(backup)
            check_parts(backup, LOG, version_of(backup))
            if version_of(backup) == LOG.version:
                yield backup
            else:
                with _brought_up_to_date(backup, workshop) as copy:
                    yield copy
    except Damaged as damage:
        raise StoreError(
            "core.archive.not-a-backup", path=str(source), reason=damage.text
        ) from damage


@contextmanager
def _brought_up_to_date(backup: sqlite3.Connection, folder: Path) -> Iterator[sqlite3.Connection]:
    with TemporaryDirectory(dir=folder) as workshop:
        part = Path(workshop) / "backup.sqlite"
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            backup.backup(copy)
            migrate(copy, LOG)
            yield copy

"""Take a game from a file into the store: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from companion.session.archive_read import Archive
from companion.session.store import Store
from companion.session.store_entry import Entry, Record, first_link
from companion.session.store_fault import StoreError


class Taken(StrEnum):
    """What became of a game that was to be taken in."""

    NEW = "new"
    LONGER = "longer"
    KNOWN = "known"


def import_game(store: Store, archive: Archive) -> Taken:
    """Take a game in; one that is here already is recognised, and only ever made longer."""
    record = archive.record
    here = next((head for head in store.records() if head.id == record.id), None)
    ours = () if here is None else _shared(store, here, archive)
    rest = archive.entries[len(ours) :]
    if here is not None and not rest:
        return Taken.KNOWN
    for jpeg in archive.pictures():
        store.keep_picture(record.id, jpeg)
    store.take([record] if here is None else [], ((record.id, entry) for entry in rest))
    return Taken.NEW if here is None else Taken.LONGER


def _shared(store: Store, here: Record, archive: Archive) -> Sequence[Entry]:
    """Return our entries of the game, or say where its two histories part."""
    ours = store.log(here.id).entries()
    if first_link(here) != first_link(archive.record):
        raise StoreError("core.archive.parted", game=here.id, number=0)
    for mine, other in zip(ours, archive.entries, strict=False):
        if mine.chain != other.chain:
            raise StoreError("core.archive.parted", game=here.id, number=mine.number)
    return ours

"""One game as one file: a zip with a manifest, the log as JSON lines, and the pictures."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, Literal
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from companion import __version__
from companion.packs.save import settle
from companion.session.store_entry import Count, Record, digest, first_link
from companion.session.store_fault import StoreError, in_plain_words
from companion.session.store_reader import Log

KIND: Final = "table-companion-game"
#: The newest format; a game with nothing beside it is written so that any companion reads it.
FORMAT, PLAIN_FORMAT = 2, 1
MANIFEST = "manifest.json"
ENTRIES = "entries.jsonl"
PICTURE = "pictures/{}.jpg"
BESIDE = "beside/{}"


FileName = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,20}\.json$")]


class Head(msgspec.Struct, frozen=True):
    """Say what kind of file this is: the part of a manifest that never changes."""

    kind: Literal["table-companion-game"]
    format: Count


class Manifest(Head, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Say what an archive holds; ``chain`` is the seal of the last entry.

    ``beside`` are the seals of what travels along, by name.
    """

    written_by: str
    record: Record
    entries: Count
    chain: str
    pictures: tuple[str, ...]
    beside: Mapping[FileName, str] = msgspec.field(default_factory=dict)


def export_game(log: Log, target: Path, files: Mapping[str, bytes] | None = None) -> Manifest:
    """Write a game into a file, as a whole or not at all; a file that exists stays as it is."""
    entries = log.entries()
    found = {entry.picture: log.picture(entry) for entry in entries if entry.picture}
    pictures = {name: jpeg for name, jpeg in found.items() if jpeg is not None}
    manifest = Manifest(
        kind=KIND,
        format=FORMAT if files else PLAIN_FORMAT,
        written_by=__version__,
        record=log.record,
        entries=len(entries),
        chain=entries[-1].chain if entries else first_link(log.record),
        pictures=tuple(pictures),
        beside={name: digest(content) for name, content in (files or {}).items()},
    )
    with whole_file(target) as part, ZipFile(part, "x") as archive:
        archive.writestr(_member(MANIFEST), msgspec.json.encode(manifest))
        lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)
        archive.writestr(_member(ENTRIES), lines)
        for name, jpeg in pictures.items():
            archive.writestr(_member(PICTURE.format(name), ZIP_STORED), jpeg)
        for name, content in (files or {}).items():
            archive.writestr(_member(BESIDE.format(name)), content)
    return manifest


def _member(name: str, compression: int = ZIP_DEFLATED) -> ZipInfo:
    """Name a part; it bears no date, so that the same game always gives the same file."""
    info = ZipInfo(name)
    info.compress_type = compression
    return info


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """Give a file its name only once it is written to the end and on the disk."""
    if target.exists():
        raise StoreError("core.archive.file-exists", path=str(target))
    if not target.parent.is_dir():  # a stick that is not plugged in is no fault of the card
        raise StoreError("core.archive.no-folder", path=str(target.parent))
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    with in_plain_words(target):
        try:
            yield part
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.rename(target)
        finally:
            part.unlink(missing_ok=True)
        settle(target.parent)

"""Read a game from a file, and say everything that is wrong with it, and where."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

import msgspec

from companion.packs.fault import Fault, PackError, error
from companion.session.archive import BESIDE, ENTRIES, FORMAT, MANIFEST, PICTURE, Head, Manifest
from companion.session.archive_beside import Found
from companion.session.store_entry import Entry, Kind, digest, first_link, link

#: More than any game can have; a file that claims more is not unpacked.
LARGEST_BYTES = 2**28
#: After so many wrong lines the rest is not worth reading.
ENOUGH = 20
#: What is raised for a zip with nonsense in it: its authors did not expect flipped bits.
_NONSENSE = (BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError)
_PACKED = (ZIP_STORED, ZIP_DEFLATED)


class Archive:
    """Hold a game that was read and found in order."""

    def __init__(self, path: Path, manifest: Manifest, entries: Sequence[Entry]) -> None:
        """Take what was read; pictures and what travels along stay in the file."""
        self.path = path
        self.record = manifest.record
        self.entries = tuple(entries)
        self._names, self._beside = manifest.pictures, manifest.beside

    def pictures(self) -> Iterator[bytes]:
        """Read the pictures, one after the other."""
        with ZipFile(self.path) as file:
            for name in self._names:
                yield file.read(PICTURE.format(name))

    def beside(self) -> Found:
        """Read what travels along; what was damaged on the way is none."""
        with ZipFile(self.path) as file:
            whole = {n: _is_whole(file, BESIDE.format(n), seal) for n, seal in self._beside.items()}
            return {n: file.read(BESIDE.format(n)) if good else None for n, good in whole.items()}


def read_archive(path: Path) -> Archive:
    """Read a file to its end, or raise :class:`PackError` with everything that is wrong."""
    try:
        with ZipFile(path) as file:
            _check_members(path, file)
            manifest = _manifest(path, file)
            entries, faults = _entries(path, file, manifest)
            faults += _check_pictures(file, manifest, entries)
    except FileNotFoundError:
        raise _refusal(path, "pack.file-missing") from None
    except OSError:
        raise _refusal(path, "pack.cannot-read") from None
    except _NONSENSE:
        raise _refusal(path, "core.archive.not-an-archive") from None
    if faults:
        raise PackError(path, faults)
    return Archive(path, manifest, entries)


def _refusal(path: Path, text_id: str) -> PackError:
    """Complain about the file as a whole."""
    return PackError(path, [error(path.name, text_id, path=str(path))])


def _wrong_part(path: Path, part: str, text_id: str, **params: str | int) -> PackError:
    """Complain about one part, without which the others cannot be judged."""
    return PackError(path, [error(part, text_id, **params)])


def _check_members(path: Path, file: ZipFile) -> None:
    names = Counter(info.filename for info in file.infolist())
    faults = [error(name, "core.archive.part-twice") for name, n in names.items() if n > 1]
    large = [info.filename for info in file.infolist() if info.file_size > LARGEST_BYTES]
    faults += [error(name, "core.archive.part-too-large") for name in large]
    odd = [info.filename for info in file.infolist() if info.compress_type not in _PACKED]
    faults += [error(name, "core.archive.part-damaged") for name in odd]
    missing = [name for name in (MANIFEST, ENTRIES) if name not in names]
    faults += [error(name, "core.archive.part-missing") for name in missing]
    if faults:
        raise PackError(path, faults)


def _read(path: Path, file: ZipFile, name: str) -> bytes:
    try:
        return file.read(name)
    except (*_NONSENSE, OSError):
        raise _wrong_part(path, name, "core.archive.part-damaged") from None


def _manifest(path: Path, file: ZipFile) -> Manifest:
    data = _read(path, file, MANIFEST)
    try:
        head = msgspec.json.decode(data, type=Head)
        if head.format > FORMAT:
            raise _wrong_part(path, MANIFEST, "core.archive.newer", got=head.format, known=FORMAT)
        return msgspec.json.decode(data, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise _wrong_part(path, MANIFEST, "core.archive.unreadable", detail=str(problem)) from None


def _entries(path: Path, file: ZipFile, manifest: Manifest) -> tuple[list[Entry], list[Fault]]:
    """Read the log line by line; a seal that does not fit is reported once, where it breaks."""
    decoder = msgspec.json.Decoder(Entry)
    entries: list[Entry] = []
    faults: list[Fault] = []
    seal = first_link(manifest.record)
    for number, line in enumerate(_read(path, file, ENTRIES).splitlines(), start=1):
        where = f"{ENTRIES}:{number}"
        try:
            line.decode()
            entry = decoder.decode(line)
        except ValueError as problem:
            faults.append(error(where, "core.archive.unreadable", detail=str(problem)))
        else:
            seal = link(seal, entry)
            faults += _entry_faults(where, entry, number, seal)
            seal = entry.chain
            entries.append(entry)
        if len(faults) >= ENOUGH:
            return entries, faults
    if not faults and (len(entries), seal) != (manifest.entries, manifest.chain):
        params = {"got": len(entries), "wanted": manifest.entries}
        faults.append(error(ENTRIES, "core.archive.not-all-entries", **params))
    return entries, faults


def _entry_faults(where: str, entry: Entry, number: int, seal: str) -> Iterator[Fault]:
    if entry.number != number:
        yield error(where, "core.archive.wrong-number", got=entry.number, wanted=number)
    elif (entry.kind is Kind.UNDO) != (entry.takes_back is not None):
        yield error(where, "core.archive.undo-nothing")
    elif entry.takes_back is not None and not 1 <= entry.takes_back < number:
        yield error(where, "core.archive.undo-later", got=entry.takes_back)
    elif entry.chain != seal:
        yield error(where, "core.archive.seal-broken")


def _check_pictures(file: ZipFile, manifest: Manifest, entries: Sequence[Entry]) -> list[Fault]:
    """Compare the pictures with their fingerprints, and with what the manifest and log say."""
    listed = {PICTURE.format(name): name for name in manifest.pictures}
    there = set(file.namelist()) - {MANIFEST, ENTRIES} - set(map(BESIDE.format, manifest.beside))
    named = {entry.picture for entry in entries}
    faults = [error(name, "core.archive.part-unknown") for name in sorted(there - listed.keys())]
    for member, name in listed.items():
        if member not in there:
            faults.append(error(member, "core.archive.part-missing"))
        elif name not in named:
            faults.append(error(member, "core.archive.part-unknown"))
        elif not _is_whole(file, member, name):
            faults.append(error(member, "core.archive.part-damaged"))
    return faults


def _is_whole(file: ZipFile, member: str, name: str) -> bool:
    try:
        return digest(file.read(member)) == name
    except (*_NONSENSE, OSError, KeyError):
        return False

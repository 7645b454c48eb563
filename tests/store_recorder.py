"""Record what SQLite writes to its files, and when it waits for the disk.

A small virtual file system of SQLite's own kind, laid around the usual one: every write, truncation,
synchronisation and deletion is noted before it happens.
"""

from __future__ import annotations

import ctypes
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Wrote:
    """Bytes were handed to the system; they may reach the disk in part, late, or never."""

    file: str
    offset: int
    data: bytes


@dataclass(frozen=True)
class Cut:
    """A file was made shorter."""

    file: str
    size: int


@dataclass(frozen=True)
class Synced:
    """Everything written to a file until now is on the disk."""

    file: str


@dataclass(frozen=True)
class Deleted:
    """A file was deleted."""

    file: str


@dataclass(frozen=True)
class Confirmed:
    """The store returned from writing this entry."""

    number: int


Deed = Wrote | Cut | Synced | Deleted | Confirmed


class Methods(Structure):
    """``sqlite3_io_methods``; what is not named here is only carried along."""

    _fields_ = [
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        *((f"rest_{n}", c_void_p) for n in range(13)),
    ]


class File(Structure):
    """``sqlite3_file``."""

    _fields_ = [("methods", POINTER(Methods))]


class Vfs(Structure):
    """``sqlite3_vfs``."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        *((f"rest_{n}", c_void_p) for n in range(14)),
    ]


Open = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(File), c_int, c_void_p)
Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
Sync = CFUNCTYPE(c_int, c_void_p, c_int)


def _library() -> ctypes.CDLL | None:
    """Find the very SQLite that Python uses; where it is built in, there is none to be found."""
    sqlite3.connect(":memory:").close()
    maps = Path("/proc/self/maps").read_text(encoding="utf-8").split()
    paths = [word for word in maps if "/libsqlite3.so" in word]
    return ctypes.CDLL(paths[0]) if paths else None


class Recorder:
    """Note the deeds of every database opened while it runs."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.deeds: list[Deed] = []
        self._library = library
        library.sqlite3_vfs_find.restype = POINTER(Vfs)
        self._usual = library.sqlite3_vfs_find(None).contents
        self._names: dict[int, str] = {}
        self._tables: dict[int, Methods] = {}
        self._kept: list[object] = []  # or the callbacks would be collected while in use
        self._vfs = Vfs.from_buffer_copy(self._usual)
        self._vfs.name = b"recorder"
        self._vfs.open = self._address(Open(self._open))
        self._vfs.delete = self._address(Delete(self._delete))

    def _address(self, callback: object) -> int | None:
        self._kept.append(callback)
        return ctypes.cast(callback, c_void_p).value

    def start(self) -> None:
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == 0

    def stop(self) -> None:
        assert self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs)) == 0
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._usual), 1) == 0

    def _open(self, vfs: int, name: int | None, file: object, flags: int, out: int | None) -> int:
        status = Open(self._usual.open)(vfs, name, file, flags, out)
        if status == 0 and name is not None:
            methods = file.contents.methods
            self._names[ctypes.addressof(file.contents)] = Path(
                ctypes.string_at(name).decode()
            ).name
            file.contents.methods = ctypes.pointer(self._table(methods))
        return status

    def _table(self, methods: object) -> Methods:
        key = ctypes.addressof(methods.contents)
        if key not in self._tables:
            usual = methods.contents
            table = Methods.from_buffer_copy(usual)
            table.write = self._address(Write(self._writing(Write(usual.write))))
            table.truncate = self._address(Truncate(self._cutting(Truncate(usual.truncate))))
            table.sync = self._address(Sync(self._syncing(Sync(usual.sync))))
            self._tables[key] = table
        return self._tables[key]

    def _writing(self, usual: object):
        def write(file: int, data: int, size: int, offset: int) -> int:
            self.deeds.append(Wrote(self._names[file], offset, ctypes.string_at(data, size)))
            return usual(file, data, size, offset)

        return write

    def _cutting(self, usual: object):
        def truncate(file: int, size: int) -> int:
            self.deeds.append(Cut(self._names[file], size))
            return usual(file, size)

        return truncate

    def _syncing(self, usual: object):
        def sync(file: int, flags: int) -> int:
            status = usual(file, flags)
            self.deeds.append(Synced(self._names[file]))
            return status

        return sync

    def _delete(self, vfs: int, name: bytes, sync_folder: int) -> int:
        self.deeds.append(Deleted(Path(name.decode()).name))
        return Delete(self._usual.delete)(vfs, name, sync_folder)


@contextmanager
def recording() -> Iterator[Recorder | None]:
    """Record while the block runs; nothing, where Python's SQLite cannot be reached."""
    library = _library()
    if library is None:
        yield None
        return
    recorder = Recorder(library)
    recorder.start()
    try:
        yield recorder
    finally:
        recorder.stop()

"""Write a file so that half of it can never be left behind."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from companion.packs.fault import PackError, error


def save_text(path: Path, text: str) -> None:
    """Write a file as a whole, or leave the old one as it was and say that it cannot be written."""
    save_bytes(path, text.encode())


def save_bytes(path: Path, content: bytes) -> None:
    """Write a file as a whole, or leave the old one as it was and say that it cannot be written."""
    try:
        write_whole(path, content)
    except OSError as problem:
        fault = error(path.name, "pack.cannot-write", path=str(path))
        raise PackError(path, [fault]) from problem


def write_whole(path: Path, content: bytes) -> None:
    """Write a file as a whole, or leave the old one as it was."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        write_through(part, content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    settle(path.parent)


def write_through(path: Path, content: bytes) -> None:
    """Write a file, down to the disk."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def settle(folder: Path) -> None:
    """Make new names last through a power cut, where the file system knows how to."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

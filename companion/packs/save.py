"""Write a file so that half of it can never be left behind."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from companion.packs.fault import PackError, error


def save_text(path: Path, text: str) -> None:
    """Write a file as a whole, or leave the old one as it was and say that it cannot be written."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        try:
            with part.open("xb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as problem:
        fault = error(path.name, "pack.cannot-write", path=str(path))
        raise PackError(path, [fault]) from problem
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Make the new name last through a power cut, where the file system knows how to."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

"""Read a JSON file that a person may have written by hand."""

from __future__ import annotations

import json
from pathlib import Path

from companion.packs.fault import Fault, PackError, error


class DoubledObject(dict[str, object]):
    """Hold a JSON object in which a key was written twice, and remember which."""

    doubled: tuple[str, ...] = ()


def read_json(path: Path) -> object:
    """Read a file, or say in one sentence why it cannot be read."""
    try:
        return json.loads(_text_of(path), object_pairs_hook=_object)
    except json.JSONDecodeError as problem:
        raise _refusal(path, "pack.not-json", line=problem.lineno, column=problem.colno) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of brackets
        raise _refusal(path, "pack.beyond-reading") from None


def _text_of(path: Path) -> str:
    try:
        # Windows editors put a byte order mark in front; it is no fault of the owner's.
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise _refusal(path, _missing(path)) from None
    except UnicodeDecodeError as problem:
        raise _refusal(path, "pack.not-utf8", byte=problem.start) from None
    except (OSError, ValueError):
        raise _refusal(path, "pack.cannot-read") from None


def _missing(path: Path) -> str:
    return "pack.file-missing" if path.parent.is_dir() else "pack.folder-missing"


def _refusal(path: Path, text_id: str, **params: int) -> PackError:
    fault: Fault = error(path.name, text_id, path=str(path), **params)
    return PackError(path, [fault])


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    doubled = DoubledObject(plain)
    keys = [key for key, _ in pairs]
    doubled.doubled = tuple(key for key in plain if keys.count(key) > 1)
    return doubled

"""Small changes to frozen collections; what is unknown stays unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.engine import Unknown

K = TypeVar("K")
V = TypeVar("V")


def put(old: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return a copy with one entry changed."""
    return {**old, key: value}


def add(old: Mapping[K, V], key: K, count: int) -> dict[K, V]:
    """Return a copy with this many more; what was unknown stays unknown."""
    before: Any = old.get(key, 0)
    after: Any = more(before, count)
    return {**old, key: after}


def more(before: int | Unknown, count: int) -> int | Unknown:
    """Return this many more; what was unknown stays unknown."""
    return before if isinstance(before, Unknown) else before + count


def without(pieces: tuple[V, ...], gone: tuple[object, ...]) -> tuple[V, ...]:
    """Return the pieces with each of those gone taken out once, where it is there."""
    left = list(pieces)
    for piece in gone:
        if piece in left:
            left.remove(piece)
    return tuple(left)

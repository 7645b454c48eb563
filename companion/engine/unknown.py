"""A fact that nobody told us."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn, TypeGuard, TypeVar

import msgspec

T = TypeVar("T")


class Unknown(msgspec.Struct, frozen=True, tag="unknown"):
    """Stand where a fact would stand.  It is not zero, not empty and not false.

    >>> bool(UNKNOWN)
    Traceback (most recent call last):
        ...
    TypeError: an unknown fact is neither true nor false
    """

    def __bool__(self) -> NoReturn:
        raise TypeError("an unknown fact is neither true nor false")


UNKNOWN = Unknown()


def known(facts: Collection[T | Unknown]) -> TypeGuard[tuple[T, ...]]:
    """Tell whether every one of these facts is known.

    >>> known((1, 2)), known((1, UNKNOWN)), known(())
    (True, False, True)
    """
    return UNKNOWN not in facts

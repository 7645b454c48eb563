"""Ways to pay: every handful of bribes that makes up a sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from companion.engine import Unknown
from companion.games.vienna.words import BRIBES, Bribe


def handfuls(
    purse: Mapping[Bribe, int | Unknown], kinds: tuple[Bribe, ...], size: int
) -> Iterator[tuple[Bribe, ...]]:
    """Return every way to take so many bribes of these kinds; an unknown purse holds them all."""
    for handful in combinations_with_replacement(kinds, size):
        if all(holds(purse, bribe, handful.count(bribe)) is not False for bribe in set(handful)):
            yield handful


def holds(purse: Mapping[Bribe, int | Unknown], bribe: Bribe, count: int) -> bool | None:
    """Tell whether there are so many of a kind; ``None`` where nobody knows."""
    owned = purse[bribe]
    return None if isinstance(owned, Unknown) else owned >= count


def in_order(bribes: tuple[Bribe, ...]) -> tuple[Bribe, ...]:
    """Return bribes in the order in which the rules list them: people name them in any order."""
    return tuple(sorted(bribes, key=BRIBES.index))

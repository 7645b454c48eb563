"""The dealer: the only source of chance in a simulated game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

M = TypeVar("M")


class Dealer:
    """Answer every fact by chance: this is the shuffle, the bag and the dice.

    >>> Dealer(7).deal("abc") == Dealer(7).deal("abc")
    True
    """

    def __init__(self, seed: int | str) -> None:
        """Take a seed; the same seed deals the same game to the same players."""
        self._rng = Random(seed)

    def deal(self, options: Sequence[M]) -> M:
        """Pick one of the facts that are possible, all equally likely."""
        return self._rng.choice(options)

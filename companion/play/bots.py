"""Simulated players: they see what their seat may see, and choose."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Any, Protocol

from companion.engine import Game


class Bot(Protocol):
    """Choose one of several legal moves, from what the seat may know."""

    def choose(self, game: Game[Any, Any, Any, Any], seen: Any, options: Sequence[Any]) -> Any:
        """Return one of the options; ``seen`` hides what others keep secret."""


class RandomBot:
    """Play any legal move."""

    def __init__(self, seed: int | str) -> None:
        """Take the seed of its whims."""
        self._rng = Random(seed)

    def choose(self, _game: Game[Any, Any, Any, Any], _seen: Any, options: Sequence[Any]) -> Any:
        """Pick blindly."""
        return self._rng.choice(options)


class GreedyBot:
    """Play the move that looks best at the moment; toss a coin between equals."""

    def __init__(self, seed: int | str) -> None:
        """Take the seed of its coin."""
        self._rng = Random(seed)

    def choose(self, game: Game[Any, Any, Any, Any], seen: Any, options: Sequence[Any]) -> Any:
        """Pick the best, as far as the game can say which is better."""
        worths = [game.worth(seen, move) for move in options]
        best = max(worths)
        return self._rng.choice([m for m, w in zip(options, worths, strict=True) if w == best])


class Temper(StrEnum):
    """The kinds of bots there are."""

    GREEDY = "greedy"
    RANDOM = "random"


def seat_bot(temper: Temper, seed: int | str) -> Bot:
    """Seat a bot of this kind."""
    return GreedyBot(seed) if temper is Temper.GREEDY else RandomBot(seed)

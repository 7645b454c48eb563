"""What a trial speaks of: whoever looks, the clock of the room, and the figures that are kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Protocol

import msgspec

from companion.play.people_words import Moment
from companion.session.commands import Command


class Eye(Protocol):
    """Whoever looks at the simulated table."""

    def watch(self, moment: Moment, until_s: float) -> Iterator[tuple[float, Command]]:
        """Yield what can be told of a moment, each thing with the time it becomes known."""
        ...

    def straighten(self, places: Collection[str]) -> None:
        """Put straight what lies at places that could not be read."""
        ...


class Count(msgspec.Struct):
    """What a trial found; figures of several evenings are added up."""

    games: int = 0
    turns: int = 0
    moves: int = 0
    wrong_moves: int = 0
    false_accusations: int = 0
    mistakes_planted: int = 0
    mistakes_caught: int = 0
    questions: int = 0
    taps: int = 0
    other_taps: int = 0

    def add(self, other: Count) -> None:
        """Add another evening."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Clock:
    """The clock of the simulated room."""

    now_s = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now_s


class Complaint(msgspec.Struct, frozen=True):
    """What the table says is wrong, and since when."""

    places: frozenset[str]
    since_s: float

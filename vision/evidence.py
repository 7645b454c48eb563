"""What was found at one place, and how far it is from the next best answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine import Atom

#: A finding counts from here on; below it we would not swear.
SURE = 1.0


@dataclass(frozen=True)
class Finding:
    """The pieces at a place; flat ones from bottom to top.

    ``margin`` says how clearly this beats the next best answer: 0 is a coin toss, 1 is the limit
    from which we swear to it.  ``place`` is the place they belong to (a piece that is nowhere has
    none), ``spots`` where each of them was found, ``clear`` those that are seen beyond doubt,
    even if others may be missed.  ``either`` tells of a piece which other it may be as well, or
    at which other place; ``near`` at which it may have been put while others stood around.  Of one
    that walks and was not surely found, ``absent`` are the places where it surely is not.  Of a place
    that is not sure, ``doubtful`` are those that may be there or not, if all others are plain.
    """

    pieces: tuple[str, ...]
    margin: float
    place: str | None = None
    spots: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    clear: Sequence[str] = ()
    either: Mapping[Atom, Atom] = field(default_factory=dict)
    near: Mapping[Atom, Atom] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    doubtful: frozenset[str] | None = None

    @property
    def sure(self) -> bool:
        """Say whether we would swear to it."""
        return self.margin >= SURE

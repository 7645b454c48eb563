"""One copy of the game: how its figures were turned, painted and printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from hardware.simulated.figures import MATERIALS, SHAPES, Finish, finish

#: What people paint figures with that are hard to see.
_BRIGHT = "#d6287c"


@dataclass(frozen=True)
class Look:
    """Everything about a copy that no pack says; another seed is another print run.

    ``painted`` are kinds of figures that their owner has given another colour.
    """

    seed: int = 1
    material: str = "wood"
    shape: str = "pawn"
    painted: frozenset[str] = frozenset()

    def finish(self, kind: str, name: str) -> Finish:
        """Return the paint of a piece."""
        of_print = finish(kind, name, self.material, Random(f"{self.seed} {kind} {name}"))
        return replace(of_print, colour=_BRIGHT) if kind in self.painted else of_print


def invent_look(rng: Random) -> Look:
    """Make up a copy of the game."""
    return Look(rng.randrange(10**6), rng.choice(MATERIALS), rng.choice(sorted(SHAPES)))

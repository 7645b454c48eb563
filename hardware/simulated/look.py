"""One copy of the game: how its figures were turned, painted and printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import cycle
from random import Random

from hardware.simulated.figures import MATERIALS, SHAPES, Finish, finish

#: What people paint figures with that are hard to see, each with a paint of its own: first one that
#: is neither that of a player nor that of a building.
_BRIGHT = ("#19c3d6", "#b026c8", "#d6287c", "#8fd21c")


@dataclass(frozen=True)
class Look:
    """Everything about a copy that no pack says; another seed is another print run.

    ``painted`` are the figures that their owner has given another colour.
    """

    seed: int = 1
    material: str = "wood"
    shape: str = "pawn"
    painted: tuple[str, ...] = ()

    def finish(self, kind: str, name: str) -> Finish:
        """Return the paint of a piece."""
        of_print = finish(kind, name, self.material, Random(f"{self.seed} {kind} {name}"))
        for piece, colour in zip(self.painted, cycle(_BRIGHT), strict=False):
            if piece in (kind, f"{kind}:{name}"):
                return replace(of_print, colour=colour)
        return of_print


def invent_look(rng: Random) -> Look:
    """Make up a copy of the game."""
    return Look(rng.randrange(10**6), rng.choice(MATERIALS), rng.choice(sorted(SHAPES)))

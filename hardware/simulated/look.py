"""One copy of the game: how its figures were turned, painted and printed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hardware.simulated.figures import MATERIALS, SHAPES, Finish, finish


@dataclass(frozen=True)
class Look:
    """Everything about a copy that no pack says; another seed is another print run."""

    seed: int = 1
    material: str = "wood"
    shape: str = "pawn"

    def finish(self, kind: str, name: str) -> Finish:
        """Return the paint of a piece."""
        return finish(kind, name, self.material, Random(f"{self.seed} {kind} {name}"))


def invent_look(rng: Random) -> Look:
    """Make up a copy of the game."""
    return Look(rng.randrange(10**6), rng.choice(MATERIALS), rng.choice(sorted(SHAPES)))

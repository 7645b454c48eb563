"""Let a move stand although the rules refuse it: the people at the table have played it so."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from companion.engine import Accepted, Game, Illegal, Refused

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")

#: No move breaks more rules than this.
MOST_RULES = 8


class Overridden(Accepted[E], Generic[E], frozen=True):
    """Say yes all the same; ``broken`` are the refusals that were passed over, in their order."""

    broken: tuple[Refused, ...] = ()

    @property
    def waived(self) -> frozenset[str]:
        """Return the rules that were not enforced."""
        return frozenset(refused.rule for refused in self.broken)


def override(game: Game[Any, S, M, E], state: S, move: M) -> Overridden[E] | Refused:
    """Waive one rule after the other until the move stands, or return what cannot be waived.

    That is a move that is none, one that needs another fact, and one that no table could show.
    """
    broken: list[Refused] = []
    while True:
        waived = frozenset(refused.rule for refused in broken)
        verdict = game.decide(state, move, waived)
        if isinstance(verdict, Accepted):
            return Overridden(verdict.events, verdict.unchecked, tuple(broken))
        if not isinstance(verdict, Illegal) or verdict.rule in waived or len(broken) == MOST_RULES:
            return verdict
        broken.append(verdict)

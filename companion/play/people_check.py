"""Could this table have come about by the rules?  Asked before a slip is labelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.engine import Accepted, Atom, fold
from companion.play.people_turns import AnyGame, Span

#: Give up after so many positions: what takes longer is not planted as a sure slip.
BUDGET = 400


def refusal(
    game: AnyGame, state: Any, gone: frozenset[Atom], come: frozenset[Atom]
) -> tuple[Any, str] | None:
    """Return a move that looks like this change and why it is refused; ``None`` if one is legal."""
    first: tuple[Any, str] | None = None
    for move in game.attempts(state, gone, come):
        verdict = game.decide(state, move)
        if isinstance(verdict, Accepted):
            return None
        first = first or (move, verdict.rule)
    return first


def is_explained(game: AnyGame, span: Span, table: Counter[Atom]) -> bool:
    """Tell whether some legal turn ends with this table; also if we cannot be sure that none does.

    What was typed stays as it was typed; what is only seen may have been any legal move.
    """
    return _Search(game, span, table).go(span.start, 0)


class _Search:
    """Look for a legal turn, each move of it nearer to what lies on the table."""

    def __init__(self, game: AnyGame, span: Span, table: Counter[Atom]) -> None:
        self.game, self.table, self.left = game, table, BUDGET
        self.typed = [part.turned for part in span.parts[:-1] if part.typed]
        self.tap = span.last.move
        self.been: set[bytes] = set()

    def go(self, state: Any, answered: int) -> bool:
        """Tell whether the table can be reached from here."""
        key = self.game.states.encode(state)
        if key in self.been:
            return False
        self.been.add(key)
        self.left -= 1
        if self.left < 0:
            return True
        atoms = Counter(self.game.expected_view(state).atoms)
        if answered == len(self.typed) and atoms == self.table:
            return isinstance(self.game.decide(state, self.tap), Accepted)
        if answered < len(self.typed):
            verdict = self._type(state, answered)
            if verdict is not None and self.go(
                fold(self.game, state, verdict.events), answered + 1
            ):
                return True
        return any(self.go(after, answered) for after in self._seen(state, atoms))

    def _type(self, state: Any, answered: int) -> Accepted[Any] | None:
        turned = self.typed[answered]
        if turned.ask.kind not in {ask.kind for ask in self.game.asks(state)}:
            return None
        verdict = self.game.decide(state, turned.move)
        return verdict if isinstance(verdict, Accepted) else None

    def _seen(self, state: Any, atoms: Counter[Atom]) -> Iterator[Any]:
        """Try all that a camera may take for a move and that touches only what differs."""
        if not any(ask.seen_at for ask in self.game.asks(state)):
            return
        gone, come = frozenset(atoms - self.table), frozenset(self.table - atoms)
        differ = {atom.piece for atom in gone | come}
        for move in self.game.attempts(state, gone, come):
            verdict = self.game.decide(state, move)
            if not isinstance(verdict, Accepted):
                continue
            after = fold(self.game, state, verdict.events)
            then = Counter(self.game.expected_view(after).atoms)
            changed = {atom.piece for atom in (then - atoms) + (atoms - then)}
            if changed and changed <= differ:
                yield after

"""Find the rule that is broken, and accuse nobody who may still be in the middle of a legal turn."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, NamedTuple

from companion.engine import Ask, Atom, Refused
from companion.session.evidence import Gap
from companion.session.explain_tree import Node
from companion.session.todo import is_same_piece

#: So many positions are looked at before we stop asking what may come yet.
BUDGET = 1200
#: So many answers ahead a turn is followed while nobody has given them.
DEPTH = 2


class Broken(NamedTuple):
    """What was done, and the rule that refuses it."""

    refused: Refused
    move: Any
    atom: Atom


def broken_rule(node: Node, astray: frozenset[Atom], gap: Gap, *, over: bool) -> Broken | None:
    """Return the first rule that is broken by a piece which stands where it should not.

    As long as the turn is not ``over``, what may still come speaks for the players.
    """
    for atom in sorted(astray):
        broken = _refusal(node, gap, atom)
        if broken is None:
            continue
        if over:
            return broken
        hope = _Hope(node, gap, atom)
        # No legal table ever shows the same piece twice at one place, whatever comes.
        if hope.look(node, DEPTH) is _Outlook.NONE or atom in node.view.atoms:
            return hope.last or broken
    return None


def attempts_at(node: Node, gone: frozenset[Atom], atom: Atom) -> tuple[Any, ...]:
    """Return what this one piece looks like, and not what others that are gone look like."""
    attempts = node.game.attempts(node.state, gone, frozenset({atom}))
    if not gone:
        return attempts
    without = set(node.game.attempts(node.state, gone, frozenset()))
    return tuple(move for move in attempts if move not in without)


def _refusal(node: Node, gap: Gap, atom: Atom) -> Broken | None:
    """Return why all that this looks like is refused; nothing if one way is legal."""
    first: Broken | None = None
    for move in attempts_at(node, gap.missing, atom):
        found = node.after(move)
        if isinstance(found, Node):
            return None
        first = first or Broken(found, move, atom)
    return first


class _Outlook(Enum):
    NONE = auto()
    OPEN = auto()


class _Hope:
    """Ask whether anything that is legal now could make sense of a piece later."""

    def __init__(self, start: Node, gap: Gap, atom: Atom) -> None:
        self.gap, self.atom, self.start = gap, atom, start
        self.turn, self.left = start.turn, BUDGET
        self.last: Broken | None = None
        moves = attempts_at(start, gap.missing, atom)
        #: What another seat has done cannot become legal as long as this turn lasts.
        self.of_others = self.turn is not None and all(
            getattr(move, "seat", self.turn) != self.turn for move in moves
        )

    def look(self, node: Node, depth: int, *, used: bool = False) -> _Outlook:
        """Go through all answers; being out of budget or depth is reason enough to hope.

        Not so where the piece has been ``used``: who places another one instead has none left.
        """
        for ask, child in self._children(node):
            if self.left < 0 or self._helps(node, child):
                return _Outlook.OPEN
            if not ask.seen_at:
                self.last = _refusal(child, self.gap, self.atom) or self.last
            if self._ahead(ask, child, depth, used) is _Outlook.OPEN:
                return _Outlook.OPEN
        return _Outlook.NONE

    def _ahead(self, ask: Ask, child: Node, depth: int, used: bool) -> _Outlook:
        """Look further where nobody has told us yet, or where the same piece moves."""
        touches = self._touches(child)
        used = used or (touches and bool(ask.seen_at))
        untold = not ask.seen_at or not any(other.seen_at for other in child.asks)
        if depth and (untold or touches):
            return self.look(child, depth - 1, used=used)
        return _Outlook.OPEN if untold and not (used or self.of_others) else _Outlook.NONE

    def _children(self, node: Node) -> Iterator[tuple[Ask, Node]]:
        """Return what legal answers lead to inside this turn."""
        for ask in node.asks:
            if not ask.blocks and not ask.seen_at:
                continue
            if self.of_others and ask.seen_at and node is not self.start:
                continue  # what this seat could place later moves nobody else's piece
            for move in node.game.options(node.state, ask):
                self.left -= 1
                child = node.after(move)
                if isinstance(child, Node) and (self.turn is None or child.turn == self.turn):
                    yield ask, child

    def _helps(self, node: Node, child: Node) -> bool:
        """Tell whether an answer brings the piece there, allows it, or has it pass by."""
        if self.atom in child.come or self.atom in child.shown - node.view.atoms:
            return True
        return self._is_allowed(child) or self._is_under_way(node, child)

    def _is_allowed(self, child: Node) -> bool:
        moves = attempts_at(child, self.gap.missing, self.atom)
        return any(isinstance(child.after(move), Node) for move in moves)

    def _touches(self, child: Node) -> bool:
        return any(is_same_piece(atom, self.atom) for atom in child.come)

    def _is_under_way(self, node: Node, child: Node) -> bool:
        """Tell whether the piece has left where it was and an answer moves it as a consequence.

        A score marker is counted on field by field, and sometimes before the move it is for.
        """
        mine = {a for a in child.gone | child.come if a.piece == self.atom.piece}
        if mine.isdisjoint(self.gap.missing & child.gone):
            return False
        rest = node.game.attempts(node.state, child.gone - mine, child.come - mine)
        return child.move in rest

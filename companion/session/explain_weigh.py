"""Weigh the turns that may have been played against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine import Atom
from companion.session.evidence import Evidence
from companion.session.explain_search import Found, Search, Told
from companion.session.explain_tree import Node


class Scales:
    """One reading, from one anchor, and what speaks for a turn."""

    def __init__(
        self,
        root: Node,
        owed: frozenset[Atom],
        evidence: Evidence,
        told: tuple[Told, ...],
        at_tap: bool,
    ) -> None:
        """Take the anchor's node, what was owed there, and all that has been seen and told since."""
        self.root, self.owed, self.evidence = root, owed, evidence
        self.told, self.at_tap = told, at_tap

    def plainest(self, found: Sequence[Found]) -> Found:
        """Return the turn that supposes least: out of sight, and unlike what was seen.

        Of those as good it is the one with the fewest moves.
        """
        reading = self.evidence.reading
        if not reading.is_partial and not reading.alike:
            return found[0]
        return min(found, key=self._supposition)

    def _supposition(self, turn: Found) -> tuple[int, int, int]:
        others = sum(
            other in turn.node.view.atoms and seen not in turn.node.view.atoms
            for other, seen in self.evidence.reading.alike.items()
        )
        return len(self.supposed(turn)), others, len(turn.node.moves)

    def in_the_dark(self, found: Sequence[Found]) -> bool:
        """Tell whether something may have happened out of sight, on the way to these turns or after.

        That a piece is unclear which nobody can move in this turn hides nothing.  Where they do not
        fit, the tap may only wait for what is out of sight.
        """
        reading = self.evidence.reading
        if reading.silent or not reading.vague or not found:
            return reading.is_partial
        unclear = {atom.piece for atom in reading.vague}
        ends = [self.before_tap(turn.node) for turn in found]
        if self.at_tap and not found[0].fits:
            ends += [turn.node for turn in self.search_before_tap().found]
        movable = (node.movable for node in {node for end in ends for node in end.trail()})
        return any(pieces is None or not unclear.isdisjoint(pieces) for pieces in movable)

    def search_before_tap(self) -> Search:
        """Look for what explains the table if nobody had tapped."""
        search = Search(self.evidence, self.owed, self.told[:-1])
        search.run(self.root)
        return search

    def rivals(self, found: Sequence[Found]) -> list[Found]:
        """Return turns that leave different tables; of those that leave the same the first counts.

        It is the one in the order of the rules.
        """
        rivals: dict[frozenset[Atom], Found] = {}
        for turn in found:
            rivals.setdefault(turn.node.view.atoms, turn)
        return list(rivals.values())

    def replay(self, moves: Iterable[Any]) -> Node | None:
        """Return where moves lead from the anchor, if all of them are legal."""
        node = self.root
        for move in moves:
            child = node.after(move)
            if not isinstance(child, Node):
                return None
            node = child
        return node

    def astray(self, turn: Found) -> frozenset[Atom]:
        """Return the pieces that stand where nothing on the way explains them."""
        if not turn.gap.extra:
            return frozenset()
        twice = turn.gap.extra & self.evidence.reading.twice
        return (turn.gap.extra - turn.node.shown - self.owed) | twice

    def supposed(self, turn: Found) -> frozenset[Atom]:
        """Return what must have changed out of sight, up to the tap."""
        after = self.before_tap(turn.node).view
        return self.evidence.hidden(after) ^ self.evidence.hidden(self.root.view)

    def witnessed(self, turns: Iterable[Found]) -> list[Found]:
        """Leave out what takes a move of which nothing at all can be seen."""
        return [turn for turn in turns if not self._is_unwitnessed(turn)]

    def _is_unwitnessed(self, turn: Found) -> bool:
        changes = (node.come | node.gone for node in self.before_tap(turn.node).trail())
        return any(change and not any(map(self.evidence.is_audible, change)) for change in changes)

    def before_tap(self, node: Node) -> Node:
        return node.parent if self.at_tap and node.parent is not None else node

"""Moves that are to be seen, though nobody's hand was there: they are older than the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.session.evidence import next_to
from companion.session.explain_early import Memory
from companion.session.explain_search import Found, Told
from companion.session.todo import which


def untouched(turn: Found, memory: Memory, told: Sequence[Told]) -> frozenset[str]:
    """Return where a move is to be seen that nobody can have made since the last tap.

    It may be a slip of an earlier turn that could not be seen then.  A piece of the colour of its
    field may come and go there without a stir, but not at both ends of its way.
    """
    if not memory.watched or not memory.stirred:
        return frozenset()
    said = {one.move for one in told}
    trail = [node for node in turn.node.trail() if node.parent is not None]
    movers = Counter(piece for n in trail for piece in {which(a) for a in n.come | n.gone})
    places: set[str] = set()
    for node in trail:
        own = {atom.place for atom in node.come | node.gone if movers[which(atom)] == 1}
        around = own.union(*map(next_to, own))
        if node.move not in said and around.isdisjoint(memory.stirred):
            places |= own
    return frozenset(places)

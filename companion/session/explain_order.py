"""In which order moves were made, by when their pieces were touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any

from companion.engine import Atom
from companion.session.evidence import Stir
from companion.session.explain_search import Found
from companion.session.todo import which

Stirred = Mapping[str, Stir]


def in_order(turns: Sequence[Found], stirred: Stirred) -> list[Found]:
    """Leave out turns whose moves can be seen to have been made in another order.

    Each needs a rival that makes the same moves, as far as one can tell when, in the order that was
    seen.
    """
    if len(turns) < 2 or not stirred:
        return list(turns)
    groups: dict[frozenset[tuple[Any, int]], list[Found]] = {}
    timed = spans(turns, stirred)
    for turn in turns:
        moves = Counter(move for move in turn.node.moves if move in timed)
        groups.setdefault(frozenset(moves.items()), []).append(turn)
    left: list[Found] = []
    for group in groups.values():
        made = spans(group, stirred) if len(group) > 1 else {}
        left += [turn for turn in group if not _is_contrary(turn, made)] or group
    return left


def _is_contrary(turn: Found, made: Mapping[Any, Stir]) -> bool:
    """Tell whether a later move was over before an earlier one began."""
    seen = [made[move] for move in turn.node.moves if move in made]
    return any(later.last_s < earlier.first_s for earlier, later in combinations(seen, 2))


def as_touched(turn: Found, stirred: Stirred) -> tuple[Any, ...]:
    """Return the moves of a turn as their pieces were first touched, if that is another order."""
    made, moves = spans([turn], stirred), turn.node.moves
    touched = iter(sorted((m for m in moves if m in made), key=lambda move: made[move].first_s))
    order = tuple(next(touched) if move in made else move for move in moves)
    return () if order == moves else order


def spans(group: Iterable[Found], stirred: Stirred) -> dict[Any, Stir]:
    """Return when each move was made, by the pieces that no other one ever has to do with.

    A score that several moves change is often moved once for all of them.
    """
    always: dict[Any, frozenset[Atom]] = {}
    ever: dict[Any, frozenset[tuple[str, str]]] = {}
    for turn in group:
        for move, atoms in _changes(turn).items():
            always[move] = always.get(move, atoms) & atoms
            ever[move] = ever.get(move, frozenset()).union(map(which, atoms))
    movers = Counter(piece for pieces in ever.values() for piece in pieces)
    made: dict[Any, Stir] = {}
    for move, atoms in always.items():
        own = [stirred[a.place] for a in atoms if movers[which(a)] == 1 and a.place in stirred]
        if own:
            made[move] = reduce(or_, own)
    return made


def _changes(turn: Found) -> dict[Any, frozenset[Atom]]:
    """Return what each move brings and takes away."""
    changes: dict[Any, frozenset[Atom]] = {}
    for node in turn.node.trail():
        if node.parent is not None:
            change = node.come | node.gone
            changes[node.move] = changes.get(node.move, frozenset()) | change
    return changes

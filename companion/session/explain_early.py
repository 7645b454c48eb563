"""What the next player has done already, before anybody could look at the turn before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations
from math import inf
from typing import Any, NamedTuple

import msgspec

from companion.engine import Atom
from companion.session.evidence import Gap, Stir, next_to
from companion.session.explain_blame import attempts_at
from companion.session.explain_order import spans
from companion.session.explain_others import Together, stayed
from companion.session.explain_search import Found, Search
from companion.session.explain_trace import forgive
from companion.session.explain_tree import Node
from companion.session.explain_weigh import Scales
from companion.session.todo import which

#: So many ways to share the moves between two players are tried, each in so many orders.
_MOST = 16
_NEVER = Stir(-inf, -inf)


class Memory(msgspec.Struct, frozen=True):
    """What is known of a turn besides the picture that is explained.

    ``stirred`` says when something moved where, ``tapped_s`` when the turn was tapped off, and
    ``seen`` holds the moves that a picture had shown by then.  ``watched`` says that all hands of
    this turn were noticed, if any: an eye that has ``felt`` hands before would have told of them.
    ``together`` says who was seen where he had stood before, while something new stood at a place,
    ``said`` at which places somebody's word counts.
    """

    stirred: Mapping[str, Stir] = {}
    tapped_s: float = inf
    seen: tuple[Any, ...] = ()
    watched: bool = True
    together: Together = {}
    felt: bool = False
    said: frozenset[str] = frozenset()

    @property
    def knows_hands(self) -> bool:
        """Tell whether nobody's hand was anywhere else than it says."""
        return self.watched and (self.felt or bool(self.stirred))


class Way(NamedTuple):
    """A turn that has ended, and what the table does not show of all that followed."""

    turn: Found
    left: Gap


def share_out(scales: Scales, best: Found, memory: Memory) -> list[Way]:
    """Return the turns after which all the rest is what the next player may have done.

    It is the one that people were shown before the tap, if all that was touched since goes on from
    there.  Else none, unless something can be nobody's but another seat's, or came after the tap: a slip
    of this turn must not be explained away.  Once the next turn has begun, be it before the tap, other
    moves may belong to it as well; those ways count that leave least open with the fewest moves, then
    those that leave this turn what it was seen to be before, then those by which least was done after
    the tap.
    """
    gone_on = _as_shown(scales, best, memory)
    if gone_on is not None:
        return [gone_on]
    of_next = [a for a in scales.astray(best) if _is_of_next(scales, best, memory, a)]
    if not of_next:
        return []
    stirs = (memory.stirred.get(atom.place) for atom in of_next)
    begun_s = min((stir.first_s for stir in stirs if stir is not None), default=inf)
    ways: list[tuple[tuple[int, ...], Way]] = []
    made = spans([best], memory.stirred)
    late = {move for move, span in made.items() if span.first_s > memory.tapped_s}
    over = {m for m, span in made.items() if span.last_s < min(memory.tapped_s, begun_s)}
    over.update(memory.seen)
    for turn in _turns(scales, best):
        search = Search(scales.evidence, scales.owed)
        after = search.run(turn)[0]
        if search.gave_up:
            return []
        if not scales.astray(after):
            gap = forgive(scales.evidence.gap(scales.before_tap(turn).view), after.gap)
            *open_, seen = after.rank
            moves = turn.moves
            kept = len(over.difference(moves)), len(late.intersection(moves))
            way = Way(Found(best.rank, turn, gap), after.gap)
            ways.append(((*open_, len(moves) + seen, *kept), way))
    least = min((price for price, _ in ways), default=())
    likely = {way.turn: way for price, way in ways if price == least}
    return [likely[turn] for turn in scales.rivals([*likely])]


def _as_shown(scales: Scales, best: Found, memory: Memory) -> Way | None:
    """Return the turn that was shown before the tap, if what follows has been done since.

    Another one that fits counts more, unless all of this was done after the tap, or somebody has
    walked in it who was seen to stay.
    """
    told, tap = [one.move for one in scales.told], best.node.moves[-1]
    shown = scales.replay((*memory.seen, tap)) if memory.seen else None
    if shown is None or [move for move in shown.moves if move in told] != told:
        return None
    search = Search(scales.evidence, scales.owed)
    after = search.run(shown)[0]
    done = after.node.view.atoms ^ shown.view.atoms
    stirs = [memory.stirred.get(atom.place, _NEVER) for atom in done]
    since = min((stir.last_s for stir in stirs), default=-inf) > memory.tapped_s
    if search.gave_up or not since or any(after.rank[:3]) or scales.astray(after):
        return None
    late = min(stir.first_s for stir in stirs) > memory.tapped_s
    if best.fits and not late and not stayed(scales.before_tap(best.node), memory.together):
        return None
    gap = forgive(scales.evidence.gap(scales.before_tap(shown).view), after.gap)
    return Way(Found(best.rank, shown, gap), after.gap)


def hardly_begun(scales: Scales, turn: Found, memory: Memory) -> frozenset[str]:
    """Return where something lies that only a score of the next player explains, moved before the tap.

    Whoever plays a turn leaves more than that on the table; it may as well have been knocked over.
    """
    after = Search(scales.evidence, scales.owed).run(turn.node)[0].node
    moved = after.view.atoms ^ turn.node.view.atoms
    places = frozenset(atom.place for atom in moved)
    alone = len({which(atom) for atom in moved}) == 1 and all(map(next_to, places))
    stirs = [memory.stirred[place] for place in places if place in memory.stirred]
    late = any(stir.last_s > memory.tapped_s for stir in stirs)
    return places if alone and not late else frozenset()


def _is_of_next(scales: Scales, best: Found, memory: Memory, atom: Atom) -> bool:
    """Tell whether a piece came after the tap, or can only be moved by a seat whose turn it is not.

    What this seat does may move the score of others, if it is legal and brings it just there.
    """
    stir = memory.stirred.get(atom.place)
    if stir is not None and stir.first_s > memory.tapped_s:
        return True
    node = scales.before_tap(best.node)
    moves = attempts_at(node, best.gap.missing, atom)
    mine = [move for move in moves if getattr(move, "seat", None) in (node.turn, None)]
    return len(mine) < len(moves) and not any(_brings(node, move, atom) for move in mine)


def _brings(node: Node, move: Any, atom: Atom) -> bool:
    child = node.after(move)
    return isinstance(child, Node) and atom in child.come


def _turns(scales: Scales, best: Found) -> Iterator[Node]:
    """Return a turn as it is, and without moves that may be somebody else's, in any legal order."""
    *moves, tap = best.node.moves
    told = [one.move for one in scales.told]
    loose = [n for n, move in enumerate(moves) if move not in told]
    for left_out in islice(_subsets(loose), _MOST):
        kept = [move for number, move in enumerate(moves) if number not in left_out]
        for order in islice(permutations(kept), _MOST):
            in_turn = [move for move in (*order, tap) if move in told]
            turn = scales.replay((*order, tap)) if in_turn == told else None
            if turn is not None:
                yield turn


def _subsets(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Return all choices of these, small ones first."""
    for size in range(len(numbers) + 1):
        yield from combinations(numbers, size)

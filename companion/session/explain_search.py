"""Look for the turns that end with what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

import msgspec

from companion.engine import Atom, Refused
from companion.session.evidence import Evidence, Gap, next_to
from companion.session.explain_trace import (
    Trace,
    count_half_done,
    count_strange,
    forgive,
    is_sure,
    trace_of,
)
from companion.session.explain_tree import Node, options_seen
from companion.session.todo import is_same_piece, which

#: So many positions are looked at before we say that we are not sure, with and without all options.
BUDGET, DEEP_BUDGET = 1500, 6000
#: So many moves may have happened out of sight, or share their trace with another.
MOST_UNSEEN = 2
#: Where everything legal is tried, turns of few moves come first: one that fits spares the others.
FEW = (2, 3)


class Told(msgspec.Struct, frozen=True):
    """An answer that a person gave: to a question of this kind."""

    kind: str
    move: Any


class Found(NamedTuple):
    """A turn that may have been played, what it leaves open, and how much it takes to believe it.

    ``rank`` orders turns: answers that were given but do not fit, pieces that would have to exist
    twice, differences that nothing explains, all differences, visible moves.
    """

    rank: tuple[int, int, int, int, int]
    node: Node
    gap: Gap

    @property
    def fits(self) -> bool:
        """Tell whether the table shows just this."""
        return not any(self.rank[:4])


class Search:
    """Go through legal turns, each visible move of which has left its own trace on the table."""

    def __init__(
        self,
        evidence: Evidence,
        owed: frozenset[Atom],
        told: Sequence[Told] = (),
        *,
        at_tap: bool = False,
        deep: bool = False,
        lost: frozenset[Atom] = frozenset(),
    ) -> None:
        """Take what is known; ``deep`` tries all options and not only what looks like the change.

        That something is ``lost``, or where it should not be, speaks for no move.  Set ``dark`` where
        moves may have happened out of sight that others have made room for.
        """
        self.evidence, self.owed, self.told = evidence, owed, told
        self.at_tap, self.deep, self.lost, self.dark = at_tap, deep, lost, False
        self.left = DEEP_BUDGET if deep else BUDGET
        self.found: list[Found] = []
        self._been: dict[tuple[bytes, int], list[tuple[int, int]]] = {}
        self._hidden: dict[Any, None] = {}
        self._asked: set[bytes] = set()
        self._root: Node | None = None
        self._most = inf

    @property
    def gave_up(self) -> bool:
        """Tell whether there was more to look at than we could, and it might have mattered."""
        return self.left < 0 and not any(
            turn.fits and self._is_in_sight(turn) for turn in self.found
        )

    def _is_in_sight(self, turn: Found) -> bool:
        """Tell whether a turn supposes nothing out of sight: no other can be plainer."""
        if self._root is None or not self.evidence.reading.is_partial:
            return True
        hidden = self.evidence.hidden
        return hidden(turn.node.view) == hidden(self._root.view)

    def run(self, root: Node) -> list[Found]:
        """Return the best turns, all equally good."""
        self._root = root
        for most in (*FEW, inf) if self.deep else (inf,):
            self._most = most
            self._been.clear()
            self._visit(root, 0, 0, 0)
            if self.found and self.found[0].fits:
                break  # whatever takes more moves is no better
        return self.found

    def _visit(self, node: Node, answered: int, cost: int, unseen: int) -> None:
        done = answered == len(self.told)
        if self.at_tap and done:
            self._judge(node, answered, cost)
            return
        been = self._been.setdefault((node.key, answered), [])
        if self.left < 0 or any(c <= cost and u <= unseen for c, u in been):
            return
        been.append((cost, unseen))
        self.left -= 1
        self._judge(node, answered, cost)
        if not done:
            self._tell(node, answered, cost, unseen)
        for child, trace in self._seen(node, anew=self._hides_more(cost, unseen)):
            price = trace is not Trace.HIDDEN
            faint = unseen + (trace is not Trace.PLAIN)
            if faint <= MOST_UNSEEN and self._is_worth(cost + price):
                self._visit(child, answered, cost + price, faint)

    def _tell(self, node: Node, answered: int, cost: int, unseen: int) -> None:
        """Go on with the next answer that was given, if its question is open."""
        told = self.told[answered]
        if any(ask.kind == told.kind for ask in node.asks):
            child = node.after(told.move)
            if isinstance(child, Node):
                self._visit(child, answered + 1, cost, unseen)

    def _hides_more(self, cost: int, unseen: int) -> bool:
        """Tell whether other options may be out of sight than before the first move.

        Moves that were plain to see may have made room for them.
        """
        return unseen == 0 and (cost == 0 or self.dark)

    def _is_worth(self, cost: int) -> bool:
        """Tell whether to go on: in a whole, clear picture two turns that fit are the same to see."""
        if cost > self._most:
            return False
        if not (self.found and self.found[0].fits):
            return True
        reading = self.evidence.reading
        return cost < self.found[0].rank[4] + (reading.is_partial or bool(reading.alike))

    def _judge(self, node: Node, answered: int, cost: int) -> None:
        """Keep a turn if none is better."""
        open_answers = len(self.told) - answered
        if self.at_tap and open_answers:
            return
        gap, half_done = self.evidence.gap(node.view), 0
        if self.at_tap and node.parent is not None:
            before, after = self.evidence.gap(node.parent.view), gap
            gap, half_done = forgive(before, after), count_half_done(node, before, after)
        strange = count_strange(node, gap, self.owed, at_tap=self.at_tap) if gap else 0
        rank = open_answers, self._surplus(node, gap), strange, len(gap) + half_done, cost
        if not self.found or rank < self.found[0].rank:
            self.found.clear()
        elif rank > self.found[0].rank:
            return
        self.found.append(Found(rank, node, gap))

    def _surplus(self, node: Node, gap: Gap) -> int:
        """Count the pieces that would have to exist once more."""
        pieces = {atom.piece for atom in gap.extra}
        return sum(max(0, self.evidence.count(p, node.view) - node.pieces[p]) for p in pieces)

    def _seen(self, node: Node, *, anew: bool) -> Iterator[tuple[Node, Trace]]:
        """Return where moves lead that have left a trace, or may have been hidden.

        All options are tried ``anew``, or those that were hidden before.
        """
        if not any(ask.seen_at for ask in node.asks):
            return
        gap = self.evidence.gap(node.view)
        if self.lost:
            gap = Gap(gap.missing - self.lost, gap.extra - self.lost)
        if not gap and not self.deep:
            return
        if self.deep and anew and node.key not in self._asked:
            self._asked.add(node.key)
            self._hidden.update(dict.fromkeys(self._hidden_moves(node, gap)))
        attempts = self._attempts(node, gap)
        gap = Gap(gap.missing, self.evidence.may_be(gap.extra))
        for move in attempts:
            child = self._after(node, move)
            trace = None if child is None else trace_of(child, gap)
            if child is not None and trace is not None:
                yield child, trace
                if node.turn is None and is_sure(child, gap):
                    return
        if self.deep:
            yield from self._unseen(node, gap, set(attempts))

    def _attempts(self, node: Node, gap: Gap) -> tuple[Any, ...]:
        """Return what may be behind a change, as it was seen or as it may be as well."""
        gone = gap.missing | self.evidence.hidden(node.view)
        plain: tuple[Any, ...] = node.game.attempts(node.state, gone, gap.extra)
        come = self.evidence.may_be(gap.extra) | self._beside_lost(gap)
        if come == gap.extra:
            return plain
        return tuple(dict.fromkeys((*node.game.attempts(node.state, gone, come), *plain)))

    def _beside_lost(self, gap: Gap) -> frozenset[Atom]:
        """Return the fields beside those that pieces have left, if they may be out of sight now."""
        reading = self.evidence.reading
        maybe = {which(atom) for atom in reading.vague if atom.place not in reading.silent}
        lost = gap.missing if maybe else ()
        gone = [a for a in lost if not any(is_same_piece(a, new) for new in gap.extra)]
        steps = ((atom, place) for atom in gone for place in next_to(atom.place))
        return frozenset(Atom(place, atom.piece) for atom, place in steps if which(atom) in maybe)

    def _after(self, node: Node, move: Any) -> Node | None:
        """Return where a move leads, if it is legal and the turn goes on."""
        self.left -= 1
        child = node.after(move)
        return None if isinstance(child, Refused) or not node.leads_on(child) else child

    def _hidden_moves(self, node: Node, gap: Gap) -> Iterator[Any]:
        """Return what is legal and plain to see, or at least in part out of sight."""
        for move in options_seen(node):
            child = self._after(node, move)
            change = frozenset[Atom]() if child is None else child.come | child.gone
            audible = all(map(self.evidence.is_audible, change))
            if child is not None and change and not (audible and not self._may_be(child, gap)):
                yield move

    def _unseen(self, node: Node, gap: Gap, tried: set[Any]) -> Iterator[tuple[Node, Trace]]:
        """Go through what may have happened, at least in part, out of sight."""
        for move in tuple(self._hidden):
            child = None if move in tried else self._after(node, move)
            if child is not None and (child.come or child.gone) and self._may_be(child, gap):
                yield child, trace_of(child, gap) or Trace.HIDDEN

    def _may_be(self, child: Node, gap: Gap) -> bool:
        """Tell whether nothing speaks against a move: what is not where it came to has moved on.

        Of a move that is in part out of sight and has left a plain trace, the rest is only late.
        """
        denied = self.evidence.denied(child.gone, child.come)
        if not denied:
            return True
        change = child.come | child.gone
        if not all(map(self.evidence.is_audible, change)) and trace_of(child, gap) is Trace.PLAIN:
            return True
        moved_on = all(any(is_same_piece(atom, new) for new in gap.extra) for atom in denied)
        return moved_on and any(
            not any(is_same_piece(atom, late) for late in denied) for atom in change
        )

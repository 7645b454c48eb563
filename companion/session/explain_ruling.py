"""What is said about a turn: taken, asked for, refused, or looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine import Atom, Refused
from companion.session.evidence import Gap
from companion.session.explain_blame import Broken, broken_rule
from companion.session.explain_others import Others
from companion.session.explain_search import Found
from companion.session.explain_trace import is_under_way
from companion.session.explain_tree import Node
from companion.session.explain_verdicts import (
    Choice,
    Explained,
    Impossible,
    Question,
    Taken,
    Unchanged,
    Unfinished,
    Unsure,
    Verdict,
)
from companion.session.todo import todos

_NOTHING: frozenset[Atom] = frozenset()
#: Nobody is asked to choose between more turns than this that look the same.
MOST_CHOICES = 4


class Ruling(Others):
    """Put what was found into a verdict."""

    def look_again(
        self, best: Found, rivals: Sequence[Found] = (), *, likely: bool = False
    ) -> Unsure:
        """Judge nobody by half a picture."""
        node, reading = best.node, self.evidence.reading
        hidden = reading.silent | {atom.place for atom in reading.vague}
        supposed = frozenset(atom.place for atom in self.supposed(best))
        ways = rivals if len(rivals) <= MOST_CHOICES else self.witnessed(rivals)
        return Unsure(
            moves=node.moves,
            state=node.state,
            owed=self._left(best),
            places=supposed if best.fits and supposed else hidden | best.gap.places,
            todo=todos(best.gap),
            likely=likely,
            choices=tuple(map(self._choice, ways)) if 1 < len(ways) <= MOST_CHOICES else (),
        )

    def accept(self, best: Found, *, tied: bool) -> Taken:
        """Take a turn as it was found, with what it leaves to do."""
        node, owed = best.node, self._still_owed(best.node)
        moves = node.moves
        if best.rank[0]:
            return Unsure(moves=moves, state=node.state, owed=owed)
        if best.gap:
            todo = todos(best.gap)
            return Unfinished(moves=moves, state=node.state, owed=owed, todo=todo, tied=tied)
        if not moves:
            return Unchanged(state=node.state, owed=owed)
        return Explained(moves=moves, state=node.state, owed=owed, tied=tied)

    def _still_owed(self, node: Node) -> frozenset[Atom]:
        """Return what still shows an earlier view, and what does not show the latest one yet."""
        gap = self.evidence.gap(node.view)
        return gap.missing | (gap.extra & (node.shown | self.owed) if gap.extra else _NOTHING)

    def _left(self, turn: Found) -> frozenset[Atom]:
        """Return what is owed when a turn counts, and what lies astray: it is nobody's next move."""
        return self._still_owed(turn.node) | self.astray(turn)

    def ask(self, rivals: Sequence[Found]) -> Verdict:
        """Ask which, if what can be seen fits several turns; look again, if what is hidden does."""
        differ = differences(rivals)
        places = frozenset(atom.place for atom in differ)
        if not any(map(self.evidence.is_audible, differ)):
            return replace(self.look_again(self.plainest(rivals), rivals), places=places)
        return Question(tuple(map(self._choice, rivals)), places)

    def _choice(self, rival: Found) -> Choice:
        """Offer a turn; what lies astray is still to be put right when it has been chosen."""
        node = rival.node
        return Choice(node.moves, node.state, self._left(rival), todos(rival.gap))

    def accuse(self, best: Found, astray: frozenset[Atom]) -> Verdict:
        """Name the rule, unless it may all come right, or nobody could see it well enough.

        Before the tap nobody is accused on the strength of what may have happened out of sight.
        """
        node, gap = self.before_tap(best.node), best.gap
        if best.rank[0] or (not self.at_tap and self.supposed(best)):
            return self.wait(best)
        if not self.at_tap:
            astray = frozenset(
                atom for atom in astray if not is_under_way(atom, node, gap, self.owed)
            )
        broken = self.which_rule(node, astray, gap)
        if broken is None:
            return self.wait(best)
        return self.refuse(node, gap, broken.refused, broken.move, places_of(gap, broken.atom))

    def refuse(
        self, node: Node, gap: Gap, refused: Refused, move: Any, places: frozenset[str]
    ) -> Verdict:
        """Say which rule is broken, unless the places were not seen well enough."""
        if self.evidence.doubts(places):
            return Unsure(places=places)
        return Impossible(
            moves=node.moves,
            state=node.state,
            owed=self._still_owed(node),
            refused=refused,
            move=move,
            places=places,
            todo=todos(gap),
        )

    def which_rule(self, node: Node, astray: frozenset[Atom], gap: Gap) -> Broken | None:
        """Find the rule; what is hidden may be gone, which speaks for the players."""
        may_be_gone = gap.missing | self.evidence.hidden(node.view)
        return broken_rule(node, astray, Gap(may_be_gone, gap.extra), over=self.at_tap)

    def wait(self, best: Found) -> Unfinished:
        """Leave open what only a person can tell, or what is still on its way."""
        node = best.node
        waiting = tuple(ask.id for ask in node.asks if ask.blocks and not ask.seen_at)
        return Unfinished(
            moves=node.moves,
            state=node.state,
            owed=self._still_owed(node),
            todo=todos(best.gap),
            waiting=waiting,
        )


def differences(rivals: Sequence[Found]) -> frozenset[Atom]:
    """Return what turns leave on the table and others do not."""
    views = [rival.node.view.atoms for rival in rivals]
    return frozenset[Atom]().union(*views) - frozenset.intersection(*views)


def places_of(gap: Gap, atom: Atom) -> frozenset[str]:
    """Return where a piece is, and where pieces of its name are missing."""
    missing = (other.place for other in gap.missing if other.piece == atom.piece)
    return frozenset((atom.place, *missing))

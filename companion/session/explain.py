"""Explain a picture of the table by the rules, always from the last turn tap.

Until the tap all moves are provisional: each reading is explained anew, so that a piece put back is
an undo and pieces moved in any order are understood.  Nobody is accused for want of budget, for what
is hidden, or for what a person has not told yet::

    follower = Follower(game, Anchor(state))
    verdict = follower.explain(reading)
    verdict = follower.explain(reading, told=(Told("watch", Done(0)),), at_tap=True)
    follower = Follower(game, verdict.anchor)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from companion.engine import Atom
from companion.session.evidence import Evidence, Reading
from companion.session.explain_case import Case
from companion.session.explain_early import Memory
from companion.session.explain_search import Told
from companion.session.explain_tree import AnyGame, Node
from companion.session.explain_verdicts import (
    Anchor,
    Explained,
    Question,
    Unfinished,
    Verdict,
)

_NOTHING_ELSE = Memory()


def explain(
    game: AnyGame,
    anchor: Anchor,
    reading: Reading,
    told: Sequence[Told] = (),
    *,
    at_tap: bool = False,
) -> Verdict:
    """Say what has happened since the last turn tap.

    ``told`` are the answers that people have given since, in their order; ``at_tap`` says that the
    last of them ends the turn.  Only then are questions asked.
    """
    return Follower(game, anchor).explain(reading, told, at_tap=at_tap)


class Follower:
    """Follow one turn from reading to reading, and remember what the rules said on the way."""

    def __init__(self, game: AnyGame, anchor: Anchor) -> None:
        """Begin where the last turn ended."""
        self.owed = anchor.owed
        self._root = Node(game, anchor.state)
        self._sized: Mapping[Atom, Atom] = {}
        self._memory = _NOTHING_ELSE

    def explain(
        self,
        reading: Reading,
        told: Sequence[Told] = (),
        *,
        at_tap: bool = False,
        memory: Memory = _NOTHING_ELSE,
    ) -> Verdict:
        """Say what has happened since the last turn tap, just as :func:`explain` would.

        ``memory`` settles in which order moves were made, and whose they are.
        """
        if at_tap and not told:
            raise ValueError("a tap is told")
        self._memory = memory
        seen = self.recognise(reading)
        self._cross_off(Evidence(seen))
        judge = partial(self._judge, told=tuple(told), at_tap=at_tap, memory=memory)
        verdict = judge(seen)
        sized = self._mistaken(seen, verdict)
        if sized:
            other = judge(seen.or_else(sized))
            if isinstance(other, Explained | Unfinished):
                self._sized, verdict = sized, other
        return verdict

    def _judge(
        self, seen: Reading, told: tuple[Told, ...], at_tap: bool, memory: Memory
    ) -> Verdict:
        return Case(self._root, self.owed, Evidence(seen), told, at_tap, memory).verdict()

    def recognise(self, reading: Reading) -> Reading:
        """Return a reading in which nobody doubts what stood there at the last tap."""
        view = self._root.view.atoms
        seen = reading.remembering(view | self.owed)
        if seen.alike and self._memory.watched:
            seen = seen.unless_moved(view ^ self.owed, self._memory.stirred)
        if self._memory.knows_hands:
            late = {atom.place for atom in self.owed}
            touched = self._memory.stirred.keys() | self._memory.said | late
            seen = seen.unless_stirred(view, touched).unless_touched(view, touched)
        return seen.or_else(self._sized) if self._sized else seen

    def _mistaken(self, seen: Reading, verdict: Verdict) -> Mapping[Atom, Atom]:
        """Return figures that nothing explains, and for which others of their colour are missing.

        Their size is all that tells them apart: nobody is accused for that alone.
        """
        if not seen.twins or isinstance(verdict, Question) or verdict.state is None:
            return {}
        gap = Evidence(seen).gap(self._root.game.expected_view(verdict.state))
        missing = {atom.piece for atom in gap.missing}
        return {o: s for o, s in seen.twins.items() if s in gap.extra and o.piece in missing}

    def _cross_off(self, evidence: Evidence) -> None:
        """Forget what was owed and lies as it should: whatever comes later is another matter."""
        if self.owed:
            gap = evidence.gap(self._root.view)
            right = self.owed - gap.missing - gap.extra
            self.owed -= {atom for atom in right if evidence.is_audible(atom)}

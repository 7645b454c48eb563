"""The turn under way: what can be made of all that was seen and told since the last tap."""

from __future__ import annotations

from companion.engine import Atom
from companion.session.explain_verdicts import (
    Explained,
    Impossible,
    Question,
    Unchanged,
    Unfinished,
    Unsure,
)
from companion.session.table_following import Belief, Following

#: So long something must lie there before we speak of it, or take it for done: people hesitate.
GRACE_S = 1.0
#: A tap may come while the picture of the last piece is still on its way.
SETTLE_S = 0.7
#: So long a tap waits for a better picture; then what is likely counts.
PATIENT_S = 4.0
#: Who has still to move something is given more time before he is asked.
MOVES_S = 12.0


class Turn(Following):
    """Follow one turn from its anchor, and say when it is over, and what stands in its way."""

    @property
    def before_tap(self) -> Belief:
        """Return what an answer may build on: no guesses, and not the tap that waits."""
        if isinstance(self.verdict, Unsure):
            return self.told_only
        seen = self.seen
        return self.belief(seen.moves[:-1]) if self._complete else seen

    @property
    def due_s(self) -> float | None:
        """Return when there will be more to say, though nothing happens."""
        waits = (SETTLE_S, PATIENT_S, MOVES_S)
        moments = (self._since_s + GRACE_S, *(self._tapped_s + wait_s for wait_s in waits))
        later = [moment for moment in moments if moment > self.clock()]
        return min(later) if later and self.verdict is not None else None

    @property
    def _ripe(self) -> bool:
        """Tell whether it has lain there long enough; after a tap that is the tap's own time."""
        now = self.clock()
        if self.tapped is not None:
            return now >= self._tapped_s + SETTLE_S
        return now >= self._since_s + GRACE_S

    @property
    def _waited(self) -> bool:
        """Tell whether a tap has waited for a better picture long enough."""
        return self.clock() >= self._tapped_s + PATIENT_S

    @property
    def _complete(self) -> bool:
        """Tell whether the moves that were found include the tap."""
        if self.tapped is None or not isinstance(self.verdict, Explained | Unfinished | Unsure):
            return False
        return self.verdict.moves[-1:] == (self.tapped.told.move,)

    @property
    def closed(self) -> Explained | Unfinished | Unsure | None:
        """Return how the turn ended, once that is clear.

        Between turns nobody taps: there what was seen counts as soon as it has lain there a while.
        """
        verdict = self.verdict
        if not self._fresh:
            return None
        if self._complete:
            if isinstance(verdict, Explained):
                return verdict
            if isinstance(verdict, Unsure):
                return verdict if verdict.likely and self._waited else None
            late = self._ripe and not self._astray
            return verdict if late and isinstance(verdict, Unfinished) else None
        quiet = self.seat is None and self.tapped is None and not self._held_back
        if quiet and isinstance(verdict, Explained) and not verdict.tied and self._ripe:
            return verdict
        return None

    @property
    def accused(self) -> Impossible | None:
        """Return the rule that is broken, once it is time to say so."""
        verdict = self.verdict
        return verdict if isinstance(verdict, Impossible) and self._ripe else None

    @property
    def question(self) -> Question | None:
        """Return what has to be asked before the turn can end.

        Turns that nobody can see to differ are asked about only if no better picture comes.
        """
        verdict = self.verdict
        if isinstance(verdict, Unsure) and verdict.choices and self.tapped:
            asked_s = self._tapped_s + (MOVES_S if verdict.todo else PATIENT_S)
            waited = self.clock() >= asked_s
            return Question(verdict.choices, verdict.places) if waited else None
        return verdict if isinstance(verdict, Question) and self._ripe else None

    @property
    def _astray(self) -> frozenset[Atom]:
        """Return what lies there and is not just late: the turn would have to go another way."""
        if self._reading is None or not isinstance(self.verdict, Unfinished):
            return frozenset()
        view = self.game.expected_view(self.verdict.state)
        return self.evidence(self._reading).gap(view).extra - self.verdict.owed

    @property
    def held_up(self) -> Unfinished | None:
        """Return what has to be put right before the tap can count."""
        verdict = self.verdict
        if self._complete and isinstance(verdict, Unfinished) and self._ripe and self._astray:
            return verdict
        return None

    @property
    def guess(self) -> Unsure | Unfinished | None:
        """Return what somebody may agree to, though it cannot be seen like that."""
        if isinstance(self.verdict, Unsure | Unfinished) and self._complete:
            return self.verdict if self.question is None else None
        return None

    @property
    def is_under_way(self) -> bool:
        """Tell whether the table shows the anchor, or a turn from there that is only not finished."""
        verdict = self.verdict
        if isinstance(verdict, Unchanged | Explained):
            return True
        if self._reading is None or not isinstance(verdict, Unfinished) or self._astray:
            return False
        view = self.game.expected_view(verdict.state)
        lost = self.evidence(self._reading).gap(view).missing
        return lost.isdisjoint(self.game.expected_view(self.anchor.state).atoms)

    @property
    def was_put_back(self) -> bool:
        """Tell whether everything lies again as it did before the turn that ended last."""
        if self.before is None or self._reading is None or self.told or self.tapped is not None:
            return False
        waits = not self._fresh or not self._ripe or self._held_back
        if waits or isinstance(self.verdict, Unchanged | Explained):
            return False
        gone, come = self.before.change_to(self.game.expected_view(self.anchor.state))
        evidence = self.evidence(self._reading)
        # What was never done yet, such as the token that is turned after the tap, was not put back.
        done = (gone | come) - self.owed
        plain = all(map(evidence.is_audible, gone | come)) and bool(done)
        return plain and not evidence.gap(self.before)

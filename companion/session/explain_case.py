"""One reading, and the verdict on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from companion.engine import Atom, Refused
from companion.session.evidence import Evidence, Gap
from companion.session.explain_early import Memory, Way, hardly_begun, share_out
from companion.session.explain_order import as_touched, in_order
from companion.session.explain_ruling import MOST_CHOICES, Ruling, differences, places_of
from companion.session.explain_search import Found, Search, Told
from companion.session.explain_tree import Node
from companion.session.explain_unclear import (
    elsewhere,
    forgotten,
    still_to_move,
    unaccounted,
    untouched,
)
from companion.session.explain_verdicts import (
    Choice,
    Question,
    Taken,
    Unsure,
    Verdict,
)
from companion.session.todo import which

_Owing = TypeVar("_Owing", bound=Taken | Choice)


class Case(Ruling):
    """One reading to be explained, from one anchor."""

    def __init__(
        self,
        root: Node,
        owed: frozenset[Atom],
        evidence: Evidence,
        told: tuple[Told, ...],
        at_tap: bool,
        memory: Memory,
    ) -> None:
        """Take the anchor's node, and all that has been seen, told and remembered since."""
        super().__init__(root, owed, evidence, told, at_tap)
        self._memory = memory

    def verdict(self) -> Verdict:
        """Look at what resembles the change; at a tap with hidden places, at everything legal."""
        search = self._search()
        dark = self.in_the_dark(search.found)
        deep = self.at_tap and dark
        if deep or (search.found and self._wants_more(search.found[0])):
            search = self._search(beyond=search.found, dark=dark)
        if search.gave_up:
            return self._give_up(search.found)
        if not search.found:
            return self._refuse_tap()
        best = self.plainest(search.found)
        covered = not best.fits and bool(self.evidence.reading.silent)
        if deep and (self.supposed(best) or covered):
            return self._look_again(best, search.found)
        return self._choose(best, search.found)

    def _look_again(self, best: Found, found: Sequence[Found]) -> Unsure:
        """Wait for a better picture, or for the score, if it is late and leads to either of two."""
        likely = self._is_likely(best, found)
        orders = self.rivals([*self._rivals(best, found, ()), *self.or_beside(best)])
        late = None if best.fits else self._wait_for_score(orders)
        return late or self.look_again(best, self.rivals(found), likely=likely)

    def _give_up(self, found: Sequence[Found]) -> Unsure:
        """Say what comes nearest and where it does not fit: people can look there, or agree to it."""
        if not self.at_tap:
            return Unsure()
        best = self.plainest(found or self.search_before_tap().found)
        likely = bool(found) and best.fits and self._is_likely(best, found)
        rivals = self.witnessed(self.rivals(found)) if best.fits else ()
        guess = self.look_again(best, rivals, likely=likely)
        return replace(guess, places=best.gap.places | elsewhere(self, best.gap) or guess.places)

    def _is_likely(self, best: Found, found: Sequence[Found]) -> bool:
        """Tell whether nothing else looks like it, and each of its moves has left something to see."""
        alone = len(self.rivals(found)) == 1
        return alone and self._is_in_order(best) and bool(self.witnessed([best]))

    def _is_in_order(self, best: Found) -> bool:
        """Tell whether the table shows a turn, or all that is not there yet can be seen to be late."""
        late = not any(best.rank[:3]) and not self.evidence.reading.silent
        return best.fits or late

    def _wants_more(self, best: Found) -> bool:
        """Nobody is accused, or not taken at his word, before everything legal has been tried."""
        if self.at_tap:
            return bool(self.astray(best))
        return self.evidence.reading.is_partial and best.rank[0] > 0

    def _search(self, beyond: Sequence[Found] | None = None, *, dark: bool = False) -> Search:
        """Look for turns; with some found already, among everything legal for those as good."""
        deep = beyond is not None
        search = Search(self.evidence, self.owed, self.told, at_tap=self.at_tap, deep=deep)
        search.dark = dark
        search.found += beyond or ()
        search.run(self.root)
        return search

    def _choose(self, best: Found, found: Sequence[Found]) -> Verdict:
        """Ask where several turns fit; accuse, or take the best one."""
        early = share_out(self, best, self._memory) if self.at_tap else []
        if early:
            return self._part(early)
        lost = self.or_lost(best)
        rivals = self._rivals(best, found, lost)
        if self.at_tap and len(rivals) > 1:
            return self._wait_for_score(rivals) or self.ask(rivals)
        if lost:
            best = lost[0]  # it was to be put back, and still is as long as nobody has said more
        elif best not in rivals:
            best = rivals[0]
        astray = self.astray(best)
        if astray:
            return self.accuse(best, astray)
        unclear = self._look_closer(best) if self.at_tap else None
        return unclear or self.accept(best, tied=len(rivals) > 1)

    def _part(self, ways: Sequence[Way]) -> Verdict:
        """Say where this turn ended and the next one began; what was done since it does not owe."""
        turn, left = ways[0]
        if len(ways) > 1:
            asked = self.ask([way.turn for way in ways])
            assert isinstance(asked, Question | Unsure)
            choices = (_but(one, way.left) for one, way in zip(asked.choices, ways, strict=False))
            return replace(asked, choices=tuple(choices))
        if places := hardly_begun(self, turn, self._memory):
            return replace(_but(self.look_again(turn), left), places=places)
        return _but(self.accept(turn, tied=False), left)

    def _rivals(self, best: Found, found: Sequence[Found], lost: Sequence[Found]) -> list[Found]:
        """Return all turns that may have been played, for all that was seen."""
        shown = self._memory.seen
        as_shown = (*self.or_as_shown(best, shown), *self.or_plainer(best, shown))
        fallen = self.rivals([*self.or_as_seen(best), *self.or_fallen(best, self._memory.together)])
        others = (*lost, *self.or_fewer(best), *fallen, *as_shown)
        likely = self.rivals([*found, *self.or_nearer(best)])
        rivals = self.rivals([*likely, *others])
        # Hands work in any order, and a score that fits none bears none out.
        if best.fits or not self.at_tap:
            rivals = in_order(rivals, self._memory.stirred)
        if self.at_tap and len(rivals) == 1:
            rivals += self._as_touched(rivals[0])
        return rivals

    def _look_closer(self, best: Found) -> Unsure | None:
        """Let people look where a piece may be, or where it should have moved and none was seen to."""
        if places := elsewhere(self, best.gap):
            return replace(self.look_again(best), places=places)
        if places := forgotten(self, best.gap):
            return replace(self.look_again(best, likely=True), places=places)
        if places := unaccounted(self, best) or untouched(best, self._memory, self.told):
            return replace(self.look_again(best), places=places)
        return None

    def _as_touched(self, best: Found) -> list[Found]:
        """Return the same turn in the order of the hands, if the score can be seen to fit another.

        One of the two is a slip.
        """
        stirred = self._memory.stirred
        other = self.or_by(best, as_touched(best, stirred))
        seen = other and in_order([best, *other], stirred) == other
        return other if seen and len(self.rivals([best, *other])) > 1 else []

    def _wait_for_score(self, rivals: Sequence[Found]) -> Unsure | None:
        """Ask nobody in which order he moved before his score is where one of them leads.

        Where it is put will tell.
        """
        differ = differences(rivals)
        late = still_to_move(self, differ)
        open_ = frozenset[Atom]().union(*(rival.gap.atoms for rival in rivals))
        others = {which(atom) for atom in open_} - {which(atom) for atom in late}
        if not late or others or len(rivals) > MOST_CHOICES:
            return None
        places = frozenset(atom.place for atom in differ | late)
        return replace(self.look_again(self.plainest(rivals), rivals), places=places)

    def _refuse_tap(self) -> Verdict:
        """Say why the turn cannot end like this."""
        search = self.search_before_tap()
        if search.gave_up:
            return self._give_up(())
        best, move = search.found[0], self.told[-1].move
        if self.evidence.reading.silent:
            return self.look_again(best)
        node, gap = best.node, best.gap
        broken = self.which_rule(node, self.astray(best), gap)
        if broken is not None:
            places = places_of(gap, broken.atom)
            return self.refuse(node, gap, broken.refused, broken.move, places)
        refused = node.after(move)
        if best.rank[0] or not isinstance(refused, Refused):
            return self.wait(best)
        return self.refuse(node, gap, refused, move, gap.places | elsewhere(self, gap))


def _but(one: _Owing, left: Gap) -> _Owing:
    """Return a way to end a turn that owes nothing but what is left undone since."""
    return replace(one, owed=one.owed & left.atoms)

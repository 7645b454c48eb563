"""What is seen and told since the last tap, and how it is explained."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.engine import Atom, CueKind, Signs, View
from companion.session.chronicle import Heard
from companion.session.evidence import Evidence, Gap, Reading, Stir, merged
from companion.session.explain import Follower
from companion.session.explain_early import Memory
from companion.session.explain_suppose import suppose, swapped, unclear_since
from companion.session.explain_tree import AnyGame
from companion.session.explain_verdicts import (
    Anchor,
    Impossible,
    Question,
    Verdict,
)
from companion.session.ports import Clock
from companion.session.table_ahead import Ahead
from companion.session.table_steps import after
from companion.session.table_undone import Undone


class Belief(NamedTuple):
    """Moves since the anchor, and the state that they lead to."""

    moves: tuple[Any, ...]
    state: Any


class Following:
    """Take in what happens since an anchor, and explain it anew each time."""

    def __init__(
        self,
        game: AnyGame,
        anchor: Anchor,
        clock: Clock,
        told: tuple[Heard, ...] = (),
        before: View | None = None,
        signs: Signs | None = None,
    ) -> None:
        """Begin at an anchor; ``before`` is what the table showed a turn ago.

        With ``signs`` it is known what may be done ahead.
        """
        self.game, self.anchor, self.clock, self.before = game, anchor, clock, before
        self._follower = Follower(game, anchor)
        self._reading: Reading | None = None
        self._first: Reading | None = None
        self._stirred: dict[str, Stir] = {}
        self._seen: tuple[Any, ...] = ()
        self._together: dict[str, frozenset[Atom]] = {}
        self._fresh = self._held_back = False
        self._watched = True
        #: Whether somebody tells where hands are; else that nothing was stirred says nothing.
        self.felt = self._stirs = False
        #: Where somebody's word counts, or has counted in this turn.
        self.said: frozenset[str] = frozenset()
        self._undone = Undone()
        self._since_s = self._tapped_s = clock()
        cues = game.cues(anchor.state)
        self.seat = next((cue.seat for cue in cues if cue.kind is CueKind.TURN), None)
        self.sets_up = any(cue.kind is CueKind.SET_UP for cue in cues)
        between = signs is not None and self.seat is None and not self.sets_up
        self._ahead = Ahead(game, signs, anchor.state, anchor.early) if signs and between else None
        self.tapped: Heard | None = None
        self.verdict: Verdict | None = None
        self.hear(told)

    # What comes in

    def hear(self, told: tuple[Heard, ...]) -> None:
        """Take in all that people have told in this turn."""
        self.told = told
        self.told_only = self.belief(tuple(one.told.move for one in told))
        self._explain()

    def look(self, reading: Reading) -> None:
        """Explain what lies on the table now; the same again is no news, if nobody was there."""
        same = self._fresh and reading == self._reading and self.verdict is not None
        if same and not self._stirs:
            return
        self._stirs = False
        if not self._fresh or reading != self._reading:
            self._since_s, self._held_back = self.clock(), False
        self._reading, self._fresh = reading, True
        self._first = self._first or reading
        self._meet(reading)
        self._explain()

    def _meet(self, reading: Reading) -> None:
        """Note who stands where he stood before, beside what is new."""
        known = self.game.expected_view(self.anchor.state).atoms
        new = {atom.place for atom in reading.atoms - known}
        there = reading.atoms & known
        self._together = {
            place: there | self._together.get(place, frozenset())
            for place in new | (self._together.keys() & reading.silent)
        }

    def stir(self, stirred: Mapping[str, Stir]) -> None:
        """Note when something moved where."""
        self._stirred = merged(self._stirred, stirred)
        self._stirs = self._stirs or bool(stirred)

    def forget_hands(self) -> None:
        """Begin without knowing what was moved already."""
        self._watched = False

    @property
    def stirred(self) -> frozenset[str]:
        """Return where something has moved in this turn."""
        return frozenset(self._stirred)

    @property
    def hands(self) -> Mapping[str, Stir] | None:
        """Return where hands were in this turn, if that is known."""
        return self._stirred if self._watched else None

    def hands_since(self, places: Collection[str]) -> Mapping[str, Stir] | None:
        """Return where hands were after the tap, or before it at places of the next turn.

        Without a tap that is all the time, if it is known.  Who goes blind takes the tap back, so
        that a tap has been watched since.
        """
        if self.tapped is None:
            return self.hands
        stirred = self._stirred.items()
        return {p: stir for p, stir in stirred if stir.last_s > self._tapped_s or p in places}

    @property
    def owed(self) -> frozenset[Atom]:
        """Return what should have been done before the last tap, as far as it never was since."""
        return self._follower.owed

    @property
    def overdue(self) -> frozenset[Atom]:
        """Return what of it a turn owes that has ended."""
        return self.owed - self.anchor.early

    @property
    def early(self) -> frozenset[Atom]:
        """Return what was done ahead, and what stood there before."""
        return frozenset() if self._ahead is None else self._ahead.atoms

    def evidence(self, reading: Reading) -> Evidence:
        """Return what a reading says to somebody who knows what stood there at the last tap."""
        return Evidence(self._follower.recognise(reading))

    def look_away(self) -> None:
        """Something moves: what was seen is remembered, but settles nothing."""
        self._fresh = self._held_back = False

    def go_blind(self) -> None:
        """Nothing is seen any more: anything may happen unnoticed."""
        self.look_away()
        self._watched = False

    def tap(self, tap: Heard) -> None:
        """End the turn, as soon as a picture says how."""
        self.tapped, self._tapped_s = tap, self.clock()
        # What breaks a rule may be somebody else's.
        self._seen = () if isinstance(self.verdict, Impossible) else self.seen.moves
        self._undone = Undone()  # it is to count as it lies
        if self._fresh:
            self._explain()

    def cancel(self) -> None:
        """Take the tap back."""
        self.tapped = None
        self._explain()

    def hold_back(self, told: frozenset[Atom] = frozenset()) -> None:
        """Do not do by itself again what somebody has just taken back, nor believe what he told."""
        self._held_back, self._undone = True, Undone(told)
        if self._reading is not None:
            gap = self._gap(self._reading)
            self._undone = Undone(told, gap.missing | gap.extra)
            self._explain()

    def _gap(self, reading: Reading) -> Gap:
        """Return how a picture differs from what was told."""
        return self.evidence(reading).gap(self.game.expected_view(self.told_only.state))

    def _explain(self) -> None:
        """Explain the last picture; a tap is judged by none that is older than itself."""
        if self._reading is not None:
            heard = self.all_told if self._fresh else self.told
            told = tuple(one.told for one in heard)
            at_tap = self._fresh and self.tapped is not None
            memory = self._memory
            explain = partial(self._follower.explain, told=told, at_tap=at_tap, memory=memory)
            self.verdict = self._but_ahead(explain, self._reading)
            if not at_tap and self.seat is not None and self._first is not None:
                view = self.game.expected_view(self.anchor.state)
                news = unclear_since(self._first, self._reading)
                likely = suppose(self._follower, self._reading, told, news, view, memory)
                self.verdict = likely or self.verdict
            if self._undone:
                gap = self._gap(self._reading)
                self._undone = self._undone.left(self.evidence(self._reading), gap)
                self.verdict = self._undone.judge(self.verdict, *self.told_only, gap)

    def _but_ahead(self, explain: Callable[[Reading], Verdict], reading: Reading) -> Verdict:
        """Explain a picture; what is done ahead, while nobody's turn is on, is left out."""
        verdict, ahead = explain(reading), self._ahead
        if ahead is None or isinstance(verdict, Question) or verdict.state is None:
            return verdict
        gap = self.evidence(reading).gap(self.game.expected_view(verdict.state))
        if isinstance(verdict, Impossible):
            ahead.blame(verdict, gap)
        calm = ahead.undone(reading, gap)
        if not ahead.atoms:
            return verdict
        verdict = explain(calm)
        return (
            verdict
            if isinstance(verdict, Question)
            else replace(verdict, owed=verdict.owed | ahead.atoms)
        )

    @property
    def _memory(self) -> Memory:
        return Memory(
            self._stirred,
            self._tapped_s,
            self._seen,
            self._watched,
            together=self._together,
            felt=self.felt,
            said=self.said,
        )

    # What is made of it

    def otherwise(self) -> Iterator[Belief]:
        """Yield what has happened if a newcomer is the other figure that it may be."""
        if self._reading is None or self.tapped is not None:
            return
        told = tuple(one.told for one in self.told)
        view = self.game.expected_view(self.anchor.state)
        for verdict in swapped(self._follower, self._reading, told, view, self._memory):
            yield Belief(verdict.moves, verdict.state)

    @property
    def all_told(self) -> tuple[Heard, ...]:
        """Return what people told, the tap last."""
        return self.told if self.tapped is None else (*self.told, self.tapped)

    @property
    def seen(self) -> Belief:
        """Return what is believed now, seen or told, as far as it goes."""
        verdict = self.verdict
        if verdict is None or isinstance(verdict, Question) or verdict.state is None:
            return self.told_only
        return Belief(verdict.moves, verdict.state)

    def belief(self, moves: tuple[Any, ...]) -> Belief:
        """Return moves since the anchor, and where they lead."""
        state = self.anchor.state
        for move in moves:
            state = after(self.game, state, move)
        return Belief(moves, state)

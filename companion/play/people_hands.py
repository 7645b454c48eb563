"""Hands at work: deeds become moments, with the time that people take for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.play.people_deeds import Begin, Clear, Deed, End, Hold, Jolt, Knock, Lay, Rest
from companion.play.people_table import Table
from companion.play.people_turns import Press, Shift, Span
from companion.play.people_words import HARMLESS, Habits, Moment, Slip, Tap

#: How often people look up while they wait for somebody to say something.
_LOOK_S = 1.0


class Hands:
    """Do one deed after the other."""

    def __init__(self, table: Table, rng: Random, habits: Habits) -> None:
        """Take the table they work on."""
        self.table, self._rng, self._habits = table, rng, habits
        self._span: Span | None = None
        self._answered = -1
        self._told: dict[int, bool] = {}
        self.pending: Hold | None = None

    def tell(self, places: frozenset[str], again: bool) -> Slip | None:
        """Hear that something is wrong at these places (or anywhere)."""
        for slip in self.table.slips:
            if slip.kind not in HARMLESS and (not places or places & set(slip.places)):
                self._told[slip.number] = again
                return slip
        return None

    def play(self, span: Span, deeds: Iterable[Deed]) -> Iterator[Moment]:
        """Play a turn out."""
        self._span, self._answered = span, -1
        self.table.turn += 1
        self.table.seat = span.seat
        yield from self._think(deeds)
        for deed in deeds:
            if self.pending is not None and self.pending.slip.number in self._told:
                yield from self.mend()
            yield from self.do(deed)
        yield from self.withdraw()

    def _think(self, deeds: Iterable[Deed]) -> Iterator[Moment]:
        """Think; now and then a hand comes and goes away again."""
        first = next((deed for deed in deeds if isinstance(deed, Shift)), None)
        if self.table.seat is None or first is None:
            return
        yield self.table.moment(self._takes(self._habits.think_s))
        if self._rng.random() < self._habits.hesitation:
            self.table.arrive(first.seat or 0, first.to or first.origin)
            yield self.table.moment(self._takes(self._habits.reach_s))
            yield from self.withdraw()

    def _takes(self, usual_s: float) -> float:
        """Return how long it takes this time: rarely much quicker, sometimes much slower."""
        return usual_s * self._rng.lognormvariate(0, 0.35) / self._habits.tempo

    def do(self, deed: Deed) -> Iterator[Moment]:
        """Do one thing."""
        table = self.table
        match deed:
            case Shift():
                yield from self._shift(deed)
            case Press():
                yield from self._press(deed)
            case Begin(slip):
                table.slips.append(slip)
                yield table.moment(0.05, slip=slip)
            case End(slip):
                yield self._end(slip)
            case Rest(seconds):
                yield from self.withdraw()
                yield table.moment(seconds / self._habits.tempo)
            case Hold():
                yield from self._hold(deed)
            case _:
                yield from self._mishap(deed)

    def _mishap(self, deed: Knock | Lay | Clear | Jolt) -> Iterator[Moment]:
        table = self.table
        match deed:
            case Knock(piece, place):
                table.arrive(table.seat or 0, place)
                yield table.moment(self._takes(self._habits.reach_s))
                table.knock(piece, place)
            case Lay(cover, place, seat):
                yield from self.withdraw()
                table.lay(cover, place, seat)
            case Clear(cover):
                table.covers.pop(cover, None)
                return  # the end of the slip is the moment that shows it
            case Jolt():
                table.jolt(deed)
        yield table.moment(self._takes(0.3))

    def _shift(self, shift: Shift) -> Iterator[Moment]:
        """Take a piece, carry it (it is nowhere meanwhile) and put it down."""
        table, seat = self.table, shift.seat or 0
        if table.hand is not None and table.hand.seat != seat:
            yield from self.withdraw()
        table.arrive(seat, shift.origin or shift.to)
        if shift.origin is None:
            table.take(shift)
        yield table.moment(self._takes(self._habits.reach_s))
        if shift.origin is not None:
            table.take(shift)
            table.arrive(seat, shift.origin, shift.to)
            yield table.moment(self._takes(0.2))
        if shift.to is not None:
            table.arrive(seat, shift.to)
        table.put(shift)
        self._answer(shift.answer)
        yield table.moment(self._takes(self._habits.carry_s))
        if self._rng.random() >= self._habits.stays:
            yield from self.withdraw()

    def _answer(self, answer: int) -> None:
        """Go on to the state after an answer: never back, whatever order hands work in."""
        if self._span is not None and answer > self._answered:
            self._answered = answer
            self.table.state = self._span.parts[answer].turned.after

    def withdraw(self) -> Iterator[Moment]:
        """Take the hand away."""
        if self.table.hand is not None:
            self.table.hand = None
            yield self.table.moment(self._takes(self._habits.reach_s))

    def _press(self, press: Press) -> Iterator[Moment]:
        yield from self.withdraw()
        assert self._span is not None
        turned = self._span.parts[press.answer].turned
        # What the companion asks, a board-tracked seat answers with one tap; cards take typing.
        if not press.closing:
            yield self.table.moment(self._takes(self._habits.type_s))
        tap = _tap(turned.ask, turned.move, press.closing)
        self._answer(press.answer)
        yield self.table.moment(self._takes(0.8), taps=(tap,))

    def _hold(self, hold: Hold) -> Iterator[Moment]:
        """Wait to be told; else put it right now or, where the turn is over, later."""
        yield from self.withdraw()
        self.pending = hold
        until_s = self.table.now_s + self._habits.patience_s / self._habits.tempo
        while self.table.now_s < until_s and hold.slip.number not in self._told:
            yield self.table.moment(_LOOK_S / self._habits.tempo)
        if hold.slip.number in self._told or not hold.slip.at_tap:
            yield from self.mend()

    def mend(self) -> Iterator[Moment]:
        """Put right what is waiting for it; tap once more if that was asked for."""
        hold, self.pending = self.pending, None
        if hold is None:
            return
        for shift in hold.fix:
            yield from self._shift(shift if not hold.slip.at_tap else replace(shift, answer=-1))
        yield from self.withdraw()
        yield self._end(hold.slip)
        if self._told.get(hold.slip.number) and hold.slip.at_tap and self._span is not None:
            turned = self._span.last
            tap = _tap(turned.ask, turned.move, True)
            yield self.table.moment(self._takes(0.8), taps=(tap,))

    def _end(self, slip: Slip) -> Moment:
        self.table.slips.remove(slip)
        return self.table.moment(0.05, mended=slip)


def _tap(ask: Any, move: Any, ends_turn: bool) -> Tap:
    return Tap(0.0, ask.seat, ask.id, ask.kind, move, ends_turn)

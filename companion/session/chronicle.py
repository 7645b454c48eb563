"""A game and its log: what is settled is on the disk, and told answers wait there for their turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.engine import MISREAD, Refused, Signs, Text, fold
from companion.session.explain_search import Told
from companion.session.explain_tree import AnyGame
from companion.session.override import override
from companion.session.store import By, Happened, OpenLog
from companion.session.store_entry import CORRECTED, Entry, Kind
from companion.session.store_undo import in_force


class Heard(msgspec.Struct, frozen=True):
    """An answer that waits for its turn to be over, and who gave it."""

    told: Told
    by: By


class Step(msgspec.Struct, frozen=True):
    """One move that is to be settled: whose doing, how it became known, and a picture of it."""

    move: Any
    by: By
    picture: bytes | None = None
    ask: str = ""
    forced: bool = False


class Unfit(RuntimeError):
    """Report a move that was explained but is refused when it is to be settled."""


class Chronicle:
    """Keep what is settled; everything that is returned is on the disk."""

    def __init__(self, game: AnyGame, log: OpenLog) -> None:
        """Take up a log where it ends."""
        self.game, self.log = game, log
        self.start = game.states.decode(bytes(log.record.setup))
        self._entries = list(log.entries())
        self._fold()

    def reopen(self, game: AnyGame) -> None:
        """Fold the same log with a game that knows more of what is printed."""
        self.game = game
        self.start = game.states.decode(bytes(self.log.record.setup))
        self._fold()

    def _fold(self) -> None:
        """Fold the whole log; from then on every entry is added as it is written."""
        self.standing = in_force(self._entries)
        self.state = self._after(self.standing)
        self.heard = tuple(_waiting(self.game, self.standing))
        self.ended = any(entry.kind is Kind.END for entry in self.standing)

    def _after(self, entries: Iterable[Entry]) -> Any:
        events = (self.game.events.decode(bytes(raw)) for e in entries for raw in e.events)
        return fold(self.game, self.start, events)

    @property
    def notices(self) -> tuple[Text, ...]:
        """Return what people should know about the disk."""
        return self.log.notices

    @property
    def last(self) -> Entry | None:
        """Return the last entry that stands; that a game is over only follows from it."""
        return next((e for e in reversed(self.standing) if e.kind is not Kind.END), None)

    @property
    def last_number(self) -> int | None:
        """Return where the last turn or answer begins."""
        last = self.last
        return None if last is None else last.turn or last.number

    def before_turn(self, signs: Signs) -> Any | None:
        """Return the state before the turn with which the log ends, if it ends with a tap."""
        last = self._entries[-1] if self._entries else None
        if last is None or last.kind is not Kind.MOVE:
            return None
        if not signs.ends_turn(self.game.moves.decode(bytes(last.move))):
            return None
        begins = last.turn or last.number
        return self._after(entry for entry in self.standing if entry.number < begins)

    @property
    def count(self) -> int:
        """Count all that was ever written, whether it stands or not."""
        return len(self._entries)

    def _add(self, *entries: Entry) -> None:
        self._entries += entries
        self.standing += entries

    def hear(self, told: Told, by: By) -> None:
        """Write down an answer that waits for its turn to be over."""
        self._add(self.log.tell(told.kind, self.game.moves.encode(told.move), by=by))
        self.heard = (*self.heard, Heard(told, by))

    def settle(self, steps: Iterable[Step]) -> tuple[tuple[Any, Any], ...]:
        """Write a turn in one go; return its events, each with the state that it led to."""
        happened: list[Happened] = []
        told: list[tuple[Any, Any]] = []
        state = self.state
        for step in steps:
            events = self._decide(state, step)
            codec = self.game.events
            happened.append(
                Happened(
                    step.by,
                    tuple(codec.encode(event) for event in events),
                    self.game.moves.encode(step.move),
                    step.picture,
                    step.ask,
                )
            )
            for event in events:
                state = self.game.evolve(state, event)
                told.append((event, state))
        self._add(*self.log.record_turn(happened))
        self.state, self.heard = state, ()
        return tuple(told)

    def _decide(self, state: Any, step: Step) -> tuple[Any, ...]:
        waived = frozenset({MISREAD}) if step.ask == CORRECTED else frozenset[str]()
        verdict = (
            override(self.game, state, step.move)
            if step.forced
            else self.game.decide(state, step.move, waived)
        )
        if isinstance(verdict, Refused):
            raise Unfit(verdict)
        return verdict.events

    def undo(self, number: int, by: By) -> None:
        """Go back to before an entry, or raise ``NotAllowed``."""
        end = self.standing[-1] if self.standing else None
        if end is not None and end.kind is Kind.END and number != end.number:
            # Else it would be in the way of whoever may only take back what came last.
            self._entries.append(self.log.undo(end.number, by=by))
            self._fold()
        self._entries.append(self.log.undo(number, by=by))
        self._fold()

    def end(self, by: By) -> None:
        """Note that the game is over."""
        self._add(self.log.end(by=by))
        self.ended = True


def _waiting(game: AnyGame, standing: Iterable[Entry]) -> Iterable[Heard]:
    """Return the answers behind the last settled move."""
    waiting: list[Heard] = []
    for entry in standing:
        if entry.kind is Kind.TOLD:
            move = game.moves.decode(bytes(entry.move))
            waiting.append(Heard(Told(entry.ask, move), entry.by))
        else:
            waiting.clear()
    return waiting

"""A game cut into turns, and each turn into things that hands and fingers do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, TypeAlias

import msgspec

from companion.engine import Atom, CueKind, Game, Signs
from companion.play.match import Turned

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyTurned: TypeAlias = Turned[Any, Any, Any]


class Shift(msgspec.Struct, frozen=True):
    """Move one piece: ``None`` is the supply.  ``turned`` is its name once it has been flipped.

    ``answer`` is the answer of the turn that it belongs to, -1 if to none.
    """

    piece: str
    origin: str | None
    to: str | None
    answer: int = -1
    turned: str | None = None
    seat: int | None = None

    @property
    def result(self) -> str:
        """Return the piece's name after it."""
        return self.turned or self.piece

    @property
    def places(self) -> frozenset[str]:
        """Return the places that it touches."""
        return frozenset(place for place in (self.origin, self.to) if place is not None)

    @property
    def back(self) -> Shift:
        """Return the same the other way round, which belongs to no answer."""
        return Shift(self.result, self.to, self.origin, seat=self.seat)


class Press(msgspec.Struct, frozen=True):
    """Give an answer on a phone."""

    answer: int
    closing: bool = False


class Part(msgspec.Struct, frozen=True):
    """One answer of a turn, and whether it is typed or seen."""

    turned: AnyTurned
    typed: bool
    shifts: tuple[Shift, ...]


class Span(msgspec.Struct, frozen=True):
    """What one seat does until its turn tap, or a stretch of a phase between turns."""

    seat: int | None
    parts: tuple[Part, ...]
    closing: bool

    @property
    def start(self) -> Any:
        """Return the state it begins with."""
        return self.parts[0].turned.before

    @property
    def last(self) -> AnyTurned:
        """Return its last answer: the turn tap, if it has one."""
        return self.parts[-1].turned

    def before_tap(self) -> Iterator[Shift]:
        """Go through what hands do before the turn tap."""
        parts = self.parts[:-1] if self.closing else self.parts
        return chain.from_iterable(part.shifts for part in parts)

    def after_tap(self) -> tuple[Shift, ...]:
        """Return what hands do after it."""
        return self.parts[-1].shifts if self.closing else ()


def cut(game: AnyGame, answers: Iterable[AnyTurned], signs: Signs) -> Iterator[Span]:
    """Cut a game into turns; what is no turn is cut by the kind of its asks, and by seats."""
    parts: list[Part] = []
    seat: int | None = None
    kind: tuple[str, int | None] = "", None
    atoms: frozenset[Atom] | None = None
    for turned in answers:
        now = turn_of(game, turned.before)
        before = game.expected_view(turned.before).atoms if atoms is None else atoms
        atoms = game.expected_view(turned.after).atoms
        asked = turned.ask.kind, turned.ask.seat if turned.ask.seen_at else None
        if parts and (now != seat or (now is None and asked != kind)):
            yield Span(seat, tuple(parts), closing=False)
            parts = []
        seat, kind = now, asked
        part = _part(game, turned, len(parts), (before, atoms))
        parts.append(part)
        if now is not None and part.typed and _tag(turned.move) in signs.turn_taps:
            yield Span(seat, tuple(parts), closing=True)
            parts = []
    if parts:
        yield Span(seat, tuple(parts), closing=False)


def turn_of(game: AnyGame, state: Any) -> int | None:
    """Return whose turn it is, if it is a turn."""
    seats = (cue.seat for cue in game.cues(state) if cue.kind is CueKind.TURN)
    return next(seats, None)


def _tag(move: Any) -> Any:
    return getattr(getattr(move, "__struct_config__", None), "tag", None)


def _part(
    game: AnyGame, turned: AnyTurned, answer: int, change: tuple[frozenset[Atom], frozenset[Atom]]
) -> Part:
    before, after = change
    if before == after:
        return Part(turned, typed=True, shifts=())
    seen = bool(turned.ask.seen_at) and turned.move in game.attempts(
        turned.before, before - after, after - before
    )
    return Part(turned, not seen, tuple(_shifts(game, turned, answer, before)))


def _shifts(
    game: AnyGame, turned: AnyTurned, answer: int, atoms: frozenset[Atom]
) -> Iterator[Shift]:
    """Take the difference that each event makes on the table."""
    state = turned.before
    for event in turned.events:
        state = game.evolve(state, event)
        following = game.expected_view(state).atoms
        if following != atoms:
            yield from pair(atoms - following, following - atoms, answer)
        atoms = following


def pair(gone: Iterable[Atom], come: Iterable[Atom], answer: int) -> Iterator[Shift]:
    """Pair what has gone with what has come: moved, flipped, taken away, or newly set down."""
    left, new = sorted(gone), sorted(come)
    for old in tuple(left):
        there = next((atom for atom in new if atom.piece == old.piece), None)
        if there is not None:
            left.remove(old)
            new.remove(there)
            yield Shift(old.piece, old.place, there.place, answer)
    for old in tuple(left):
        there = next((a for a in new if a.place == old.place and stem(a) == stem(old)), None)
        if there is not None:
            left.remove(old)
            new.remove(there)
            yield Shift(old.piece, old.place, old.place, answer, turned=there.piece)
    yield from (Shift(old.piece, old.place, None, answer) for old in left)
    yield from (Shift(atom.piece, None, atom.place, answer) for atom in new)


def stem(atom: Atom) -> str:
    """Return what kind of piece it is: ``tile`` of ``tile:pistol``."""
    return atom.piece.partition(":")[0]


def pieces_that_exist(start: Iterable[Atom], spans: Iterable[Span]) -> dict[str, int]:
    """Count the most pieces of each name that are on the table at once; so many there are."""
    now = Counter(atom.piece for atom in start)
    most = Counter(now)
    for span in spans:
        for shift in (shift for part in span.parts for shift in part.shifts):
            now[shift.piece] -= shift.origin is not None
            now[shift.result] += shift.to is not None
            most[shift.result] = max(most[shift.result], now[shift.result])
    return dict(most)

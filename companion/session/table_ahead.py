"""What people do before its time: while nobody's turn is on, that is no move and no fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from companion.engine import Atom, CueKind, Signs
from companion.session.evidence import Gap, Reading
from companion.session.explain_tree import AnyGame
from companion.session.explain_verdicts import Impossible
from companion.session.table_steps import after

#: Going round the table takes no more taps than this.
_MOST_TAPS = 8


class Ahead:
    """Know what may be done ahead from a state in which nobody's turn is on.

    Points may be counted, and what the end of a phase brings anyway may have been done before
    everybody has tapped.  ``atoms`` are what of it shows, and what stood there before.
    """

    def __init__(self, game: AnyGame, signs: Signs, state: Any, early: frozenset[Atom]) -> None:
        """Begin at a state; ``early`` is what had been done by then."""
        self._game, self._signs, self._state = game, signs, state
        self._score = signs.score
        self._pieces = frozenset(a.piece for a in on_track(early, None, self._score))
        self.atoms: frozenset[Atom] = frozenset()

    @cached_property
    def _before(self) -> frozenset[Atom]:
        return self._game.expected_view(self._state).atoms

    @cached_property
    def _then(self) -> frozenset[Atom]:
        end = _end_of_phase(self._game, self._signs, self._state)
        return self._game.expected_view(end).atoms

    def blame(self, refused: Impossible, gap: Gap) -> None:
        """Take in of which score markers a verdict complains, if that is all it complains of."""
        if all(place.startswith(self._score) for place in refused.places):
            self._pieces |= {atom.piece for atom in on_track(gap.extra, None, self._score)}

    def undone(self, reading: Reading, gap: Gap) -> Reading:
        """Return a reading without what was done ahead.

        ``gap`` is how the table differs from what else has happened.
        """
        moved = on_track(reading.atoms, self._pieces, self._score)
        stood = on_track(self._before, self._pieces, self._score)
        if gap:
            moved |= gap.extra & self._then - self._before
            stood |= gap.missing & self._before - self._then
        self.atoms = moved ^ stood
        alike = {other: seen for other, seen in reading.alike.items() if seen not in moved}
        return replace(reading, atoms=reading.atoms.difference(moved).union(stood), alike=alike)


def still_ahead(owed: frozenset[Atom], atoms: frozenset[Atom], score: str) -> frozenset[Atom]:
    """Return what of all that is owed was done ahead; points go on being counted."""
    pieces = {atom.piece for atom in on_track(atoms, None, score)}
    return (owed & atoms) | on_track(owed, pieces, score)


def on_track(atoms: Iterable[Atom], pieces: Collection[str] | None, score: str) -> frozenset[Atom]:
    """Return where these pieces, or any, stand on the score track."""
    return frozenset(
        atom
        for atom in atoms
        if atom.place.startswith(score) and (pieces is None or atom.piece in pieces)
    )


def _end_of_phase(game: AnyGame, signs: Signs, state: Any) -> Any:
    """Return where the game goes if everybody only taps."""
    for _ in range(_MOST_TAPS):
        if any(cue.kind is CueKind.TURN for cue in game.cues(state)):
            break
        asks = (ask for ask in game.asks(state) if ask.blocks)
        taps = (move for ask in asks for move in game.options(state, ask) if signs.ends_turn(move))
        tap = next(taps, None)
        if tap is None:
            break
        state = after(game, state, tap)
    return state

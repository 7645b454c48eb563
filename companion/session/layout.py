"""Set up a table by looking at it: what lies there answers what the game asks for.

Nothing is guessed.  A place that cannot be read, or that several answers would explain, stays open,
and so does every fact that no camera can see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from companion.engine import Accepted, Ask, Atom, CueKind, Game, fold
from companion.session.evidence import Evidence, Gap, Reading
from companion.session.todo import Todo, todos

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


class Layout(msgspec.Struct, frozen=True):
    """Say how far a set-up has come.

    ``moves`` lead to ``state``.  Of the places that are still asked for, ``missing`` could not be
    read, ``bare`` are empty, and ``odd`` show something that no single answer explains.  ``todo`` is
    what differs elsewhere, ``strange`` what lies there and is no part of this game.
    """

    moves: tuple[Any, ...]
    state: Any
    missing: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    odd: frozenset[str] = frozenset()
    todo: tuple[Todo, ...] = ()
    strange: tuple[str, ...] = ()


def lay_out(game: AnyGame, state: Any, reading: Reading) -> Layout:
    """Answer all that a reading can tell about a table that is being set up."""
    table = _Table(game, reading)
    moves: list[Any] = []
    while found := tuple(table.answers(state)):
        moves += (move for move, _ in found)
        state = found[-1][1]
    return table.layout(tuple(moves), state)


class _Effect(NamedTuple):
    """One answer, the state after it, and the pieces it brings where its ask looks.

    ``blank`` are those of the places about which the game has known nothing before.
    """

    move: Any
    after: Any
    news: frozenset[Atom]
    blank: frozenset[str]


class _Table:
    """A table that is being set up, and one look at it."""

    def __init__(self, game: AnyGame, reading: Reading) -> None:
        self.game, self.evidence = game, Evidence(reading)
        self.shown: dict[str, set[Atom]] = {}
        for atom in reading.atoms:
            self.shown.setdefault(atom.place, set()).add(atom)

    def answers(self, state: Any) -> Iterator[tuple[Any, Any]]:
        """Answer one open ask after the other, with the state after each of them."""
        for ask in self._asks(state):
            if self.shown.keys().isdisjoint(ask.seen_at) or ask not in self._asks(state):
                continue
            fitting = [effect for effect in self._effects(state, ask) if self._fits(effect)]
            if len(fitting) == 1:
                state = fitting[0].after
                yield fitting[0].move, state

    def _asks(self, state: Any) -> tuple[Ask, ...]:
        """Return what a look at the table may answer, as long as it is being set up."""
        if all(cue.kind is not CueKind.SET_UP for cue in self.game.cues(state)):
            return ()
        return tuple(ask for ask in self.game.asks(state) if ask.seen_at)

    def _effects(self, state: Any, ask: Ask) -> Iterator[_Effect]:
        """Return what each answer would bring to the places of its ask."""
        before = self.game.expected_view(state)
        for move in self.game.options(state, ask):
            verdict = self.game.decide(state, move)
            if isinstance(verdict, Accepted):
                after = fold(self.game, state, verdict.events)
                come = self.game.expected_view(after).atoms - before.atoms
                news = frozenset(atom for atom in come if atom.place in ask.seen_at)
                if news:
                    blank = before.silent.intersection(atom.place for atom in news)
                    yield _Effect(move, after, news, blank)

    def _fits(self, effect: _Effect) -> bool:
        """Tell whether all of it can be seen, each piece once, and nothing else where it was blank."""
        reading, news = self.evidence.reading, effect.news
        if not news <= reading.atoms or news & reading.twice:
            return False
        if any(not self.shown[place] <= news for place in effect.blank):
            return False
        return not any(map(self._is_doubtful, news))

    def _is_doubtful(self, atom: Atom) -> bool:
        """Tell whether nobody can say that a piece is there, or that it is not."""
        return not self.evidence.is_audible(atom) or bool(
            self.evidence.doubts(frozenset({atom.place}))
        )

    def layout(self, moves: tuple[Any, ...], state: Any) -> Layout:
        """Sort the places that stayed open, and list what there is to do elsewhere."""
        view = self.game.expected_view(state)
        missing, rivals = set[str](), set[str]()
        blank = view.silent & {place for ask in self._asks(state) for place in ask.seen_at}
        for ask in self._asks(state):
            for effect in self._effects(state, ask):
                missing.update(atom.place for atom in effect.news if self._is_doubtful(atom))
                if self._fits(effect):
                    rivals.update(atom.place for atom in effect.news)
        odd = (rivals | (blank & self.shown.keys())) - missing
        gap = self.evidence.gap(view)
        extra = frozenset(atom for atom in gap.extra if atom.place not in blank | odd)
        return Layout(
            moves,
            state,
            missing=frozenset(missing),
            bare=blank - missing - odd,
            odd=frozenset(odd),
            todo=todos(Gap(gap.missing, extra)),
            strange=tuple(sorted(self.evidence.reading.strange)),
        )

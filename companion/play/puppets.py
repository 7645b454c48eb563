"""Players for a table that nobody sits at: hands that do what the running game wants done.

People who join by phone play against them: what they tell, the same hands do for them::

    act = puppets.act(situation)
    if isinstance(act, Says):
        ...  # give this answer
    else:
        ...  # show these moments, one after the other
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import msgspec

from companion.engine import Accepted, Ask, Atom, CueKind, fold
from companion.play.bots import Bot
from companion.play.dealer import Dealer
from companion.play.people_hands import Hands
from companion.play.people_reach import Reach
from companion.play.people_table import Table
from companion.play.people_turns import AnyGame, Shift, pair, turn_of
from companion.play.people_words import Habits, Moment


class Says(msgspec.Struct, frozen=True):
    """An answer that a puppet gives, to one of the asks that are open."""

    ask: Ask
    move: Any


#: What happens next: pieces are moved, something is said, or nothing for the time being.
Act: TypeAlias = Iterator[Moment] | Says | None


class Puppets:
    """Play the seats that nobody has taken."""

    def __init__(
        self,
        game: AnyGame,
        start: Any,
        bots: Mapping[int, Bot],
        dealer: Dealer,
        taken: Callable[[], Collection[int]] = tuple,
    ) -> None:
        """Seat a bot everywhere; it leaves a seat to a person as long as ``taken`` names it."""
        self._game, self._bots, self._dealer = game, bots, dealer
        self._taken = taken
        self._rng, self._seats = Random("puppets"), len(bots)
        self._table = self._laid(start)
        self._hands = Hands(self._table, self._rng, Habits(hesitation=0.0))
        self._facts: dict[str, Any] = {}
        self._shown: frozenset[Atom] | None = None
        #: What was done with pieces since the last turn tap.
        self.done: list[Any] = []

    @property
    def moment(self) -> Moment:
        """Return the table as it is now."""
        return self._table.moment(0.0)

    def _laid(self, state: Any) -> Table:
        reach = Reach(self._game.places(state), self._seats)
        return Table(self._game, state, self._rng, reach)

    def deal(self, state: Any) -> Moment:
        """Set the table up: shuffle, draw, and lay everything out; who asks later is told."""
        while (ask := next((ask for ask in self._game.asks(state) if ask.fact), None)) is not None:
            move = self._dealer.deal(self._game.options(state, ask))
            self._facts[ask.id] = move
            verdict = self._game.decide(state, move)
            assert isinstance(verdict, Accepted), move
            state = fold(self._game, state, verdict.events)
        return self.lay(state)

    def lay(self, state: Any) -> Moment:
        """Lay the table out as a state wants it, all at once."""
        now_s = self._table.now_s
        self._table = self._laid(state)
        self._table.now_s = now_s
        self._hands = Hands(self._table, self._rng, Habits(hesitation=0.0))
        self._shown = None
        return self._table.moment(0.1)

    def act(self, state: Any) -> Act:
        """Do the next thing for a game that is believed to be in this state."""
        if any(cue.kind is CueKind.SET_UP for cue in self._game.cues(state)):
            return self._answer(state)  # everything lies there already, to be looked at
        table, wanted = self._atoms(), self._game.expected_view(state).atoms
        if self._shown is not None:
            if wanted != self._shown:
                return None  # nobody has seen yet what was done last
            self._shown = None
        if table != wanted:
            return self._move(table, wanted, turn_of(self._game, state))
        return self._answer(state)

    def straighten(self, places: Collection[str]) -> Moment:
        """Put straight what could not be read."""
        self._table.straighten(places)
        return self._table.moment(0.1)

    def insist(self) -> None:
        """Give up waiting for what was done to be seen: whatever is believed counts."""
        self._shown = None

    def _atoms(self) -> frozenset[Atom]:
        return frozenset(self._table.moment(0.0).table)

    def _move(
        self, table: frozenset[Atom], wanted: frozenset[Atom], seat: int | None
    ) -> Iterator[Moment]:
        self._table.seat = seat
        for shift in pair(table - wanted, wanted - table, -1):
            yield from self._hands.do(_by(shift, seat))
        yield from self._hands.withdraw()

    def _answer(self, state: Any) -> Act:
        game = self._game
        asks = game.asks(state)
        fact = next((ask for ask in asks if ask.fact and not ask.seen_at), None)
        if fact is not None:
            known = self._facts.pop(fact.id, None)
            return Says(fact, known or self._dealer.deal(game.options(state, fact)))
        free = self._bots.keys() - set(self._taken())
        ask = next((ask for ask in asks if ask.blocks and ask.seat in free), None)
        if ask is None or ask.seat is None:
            return None
        seen = game.seen_by(state, ask.seat)
        move = self._bots[ask.seat].choose(game, seen, game.options(seen, ask))
        verdict = game.decide(state, move)
        assert isinstance(verdict, Accepted), move
        table, wanted = self._atoms(), game.expected_view(fold(game, state, verdict.events)).atoms
        if (
            not ask.seen_at
            or table == wanted
            or move not in game.attempts(state, table - wanted, wanted - table)
        ):
            self.done.clear()
            return Says(ask, move)
        self._shown = wanted
        self.done.append(move)
        return self._move(table, wanted, ask.seat)


def _by(shift: Shift, seat: int | None) -> Shift:
    return msgspec.structs.replace(shift, seat=seat or 0)

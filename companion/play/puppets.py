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
        ends_turn: Callable[[Any], bool] = lambda _move: False,
    ) -> None:
        """Seat a bot everywhere; it leaves a seat to a person as long as ``taken`` names it.

        ``ends_turn`` knows the tap that people keep to themselves when hands play their turn.
        """
        self._game, self._bots, self._dealer = game, bots, dealer
        self._taken, self._ends_turn = taken, ends_turn
        self._lent: int | None = None
        self._tells = False
        self._rng, self._seats = Random("puppets"), len(bots)
        self._table = self._laid(start)
        self._hands = Hands(self._table, self._rng, Habits(hesitation=0.0))
        #: What was dealt at set-up, by its ask, and where of it has to be said what lies there.
        self._facts: dict[str, Any] = {}
        self._laid_out: tuple[Any, Any] | None = None
        self._unread: frozenset[str] = frozenset()
        self._shown: frozenset[Atom] | None = None

    @property
    def moment(self) -> Moment:
        """Return the table as it is now."""
        return self._table.moment(0.0)

    def _laid(self, state: Any) -> Table:
        reach = Reach(self._game.places(state), self._seats)
        return Table(self._game, state, self._rng, reach)

    def deal(self, state: Any) -> Moment:
        """Set the table up: shuffle, draw, and lay everything out; who asks later is told."""
        return self.lay(self._dealt(state))

    def _dealt(self, state: Any) -> Any:
        """Return the table with everything laid out as it was dealt, whatever is known of it yet."""
        key = state, self._free
        if self._laid_out is None or self._laid_out[0] != key:
            while (ask := self._to_deal(state)) is not None:
                state = self._after(state, self._known(state, ask))
            self._laid_out = key, state
        return self._laid_out[1]

    def _known(self, state: Any, ask: Ask) -> Any:
        """Return the answer that was dealt before, or another where it can no longer be."""
        known = self._facts.get(ask.id)
        if known is None or not isinstance(self._game.decide(state, known), Accepted):
            known = self._facts[ask.id] = self._choose(state, ask)
        return known

    def _after(self, state: Any, move: Any) -> Any:
        verdict = self._game.decide(state, move)
        assert isinstance(verdict, Accepted), move
        return fold(self._game, state, verdict.events)

    def _to_deal(self, state: Any) -> Ask | None:
        """Return what is dealt or, before the game begins, set out by a seat that nobody has."""
        free = self._free if self._sets_up(state) else frozenset[int]()
        asks = self._game.asks(state)
        return next((ask for ask in asks if ask.fact or ask.seat in free), None)

    def _choose(self, state: Any, ask: Ask) -> Any:
        """Draw what chance decides, and let a bot decide the rest."""
        if ask.fact or ask.seat is None:
            return self._dealer.deal(self._game.options(state, ask))
        seen = self._game.seen_by(state, ask.seat)
        return self._bots[ask.seat].choose(self._game, seen, self._game.options(seen, ask))

    def _sets_up(self, state: Any) -> bool:
        return any(cue.kind is CueKind.SET_UP for cue in self._game.cues(state))

    @property
    def _free(self) -> frozenset[int]:
        return frozenset(self._bots) - (frozenset(self._taken()) - {self._lent})

    def lay(self, state: Any) -> Moment:
        """Lay the table out as a state wants it, all at once."""
        now_s = self._table.now_s
        self._table = self._laid(state)
        self._table.now_s = now_s
        self._hands = Hands(self._table, self._rng, Habits(hesitation=0.0))
        self._shown = None
        return self._table.moment(0.1)

    def lend(self, seat: int | None) -> None:
        """Play the turn of a person up to the tap that ends it, which stays his own; or no longer."""
        self._lent = seat

    def at_move(self, state: Any) -> bool:
        """Tell whether it is the turn of a seat that nobody has."""
        return turn_of(self._game, state) in self._free

    def act(self, state: Any) -> Act:
        """Do the next thing for a game that is believed to be in this state."""
        if self._lent != turn_of(self._game, state):
            self._lent = None
        table, wanted = self._atoms(), self._wanted(state)
        if self._shown is not None:
            if wanted != self._shown:
                return None  # nobody has seen yet what was done last
            self._shown = None
        if table != wanted:
            return self._move(table, wanted, turn_of(self._game, state))
        return self._answer(state)

    def put_back(self, state: Any) -> Iterator[Moment]:
        """Put back what somebody has taken back, and wait for that to be seen."""
        self._shown = self._wanted(state)
        return self._move(self._atoms(), self._shown, turn_of(self._game, state))

    def straighten(self, places: Collection[str]) -> Moment:
        """Put straight what could not be read."""
        self._table.straighten(places)
        return self._table.moment(0.1)

    def insist(self, unread: Collection[str] = ()) -> None:
        """Give up waiting to be seen: whatever is believed counts, or is said where it lies unread."""
        self._tells = self._shown is not None  # what nobody saw is told next time
        self._shown, self._unread = None, frozenset(unread)

    def _atoms(self) -> frozenset[Atom]:
        return frozenset(self._table.moment(0.0).table)

    def _wanted(self, state: Any) -> frozenset[Atom]:
        """Return what should lie there; at set-up that is all that was dealt."""
        lies = self._dealt(state) if self._sets_up(state) else state
        return self._game.expected_view(lies).atoms

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
        drawn = self.draw(state)
        if drawn is not None:
            return drawn
        if self._sets_up(state):
            return None  # everything else lies there, to be looked at
        ask = next((ask for ask in asks if ask.blocks and ask.seat in self._free), None)
        if ask is None:
            return None
        move = self._choose(state, ask)
        if ask.seat == self._lent and self._ends_turn(move):
            self._lent = None
            return None
        table, wanted = self._atoms(), game.expected_view(self._after(state, move)).atoms
        tells, self._tells = self._tells, False
        if (
            tells
            or not ask.seen_at
            or table == wanted
            or move not in game.attempts(state, table - wanted, wanted - table)
        ):
            return Says(ask, move)
        self._shown = wanted
        return self._move(table, wanted, ask.seat)

    def draw(self, state: Any) -> Says | None:
        """Say the next thing that chance has decided and nobody can see."""
        fact = next((ask for ask in self._game.asks(state) if self._is_told(ask)), None)
        return None if fact is None else Says(fact, self._known(state, fact))

    def _is_told(self, ask: Ask) -> bool:
        """Tell whether an answer was dealt that nobody can see."""
        if not ask.seen_at:
            return ask.fact or ask.id in self._facts
        return ask.id in self._facts and not self._unread.isdisjoint(ask.seen_at)


def _by(shift: Shift, seat: int | None) -> Shift:
    return msgspec.structs.replace(shift, seat=seat or 0)

"""A sensible player's feeling for what a move is worth, in points.

It looks one move ahead and guesses the rest: enough for lively opponents in a simulated game, and
for sorting what a phone offers first.  The rules do not depend on any of it.  All numbers here are
tastes, found by letting bots of different tastes play each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from companion.engine import Unknown
from companion.games.vienna import moves, track
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action, Card, Effect, Trigger
from companion.games.vienna.landing import lowest_price, price_kind, triggers
from companion.games.vienna.state import State, Watching
from companion.games.vienna.words import Bribe, Info

#: The chance to get the next building of a square, and how many turns that takes.
_CHANCE, _TURNS_A_BUILDING = 0.25, 1.5
#: A bribe of no particular use; a step of a marker of one's choice; a set of all five kinds.
_BRIBE, _STEP, _SET = 0.7, 2.0, 10.0
#: So many bribes of a kind will do for two doors.
_PLENTY = 4
#: How much of a door's worth one more bribe brings, for a player with none, one or more of it.
_KEY = (0.12, 0.4, 0.05)
#: How much of it two bribes bring to a player who cannot, or can already, pay for it.
_TWO_KEYS = (0.5, 0.1)
#: How often a turn sets off an ability, by trigger.
_FREQUENCY: Mapping[Trigger, float] = {
    Trigger.BRIBE: 0.35,
    Trigger.HUE: 0.2,
    Trigger.FLAG: 0.2,
    Trigger.FOREIGN: 0.35,
    Trigger.INFO: 0.35,
}


def worth(box: Box, state: State, move: moves.Move) -> float:
    """Appraise a legal move for the seat that makes it; moves without an opinion are worth 0."""
    appraise = _APPRAISE.get(type(move))
    return 0.0 if appraise is None else appraise(_glance(box, state, move), move)


class _Glance:
    """What one seat sees at one moment, worked out once for all the moves it compares."""

    def __init__(self, box: Box, state: State, seat: int) -> None:
        self.box, self.state, self.seat = box, state, seat
        self.me = state.seats[seat]
        self.doors: dict[str, float] = {}
        self.reaches: dict[tuple[str, str | None], float] = {}

    @cached_property
    def turns_left(self) -> int:
        """Count the turns that are sure to come after this one."""
        if self.state.last_round:
            return 0
        final = track.FINAL_FIELD[len(self.state.seats)]
        return final - self.state.investigator + 1

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Return the chance to enclose a square with so many buildings missing, in time."""
        reachable = 1 + self.turns_left / _TURNS_A_BUILDING
        return tuple(_CHANCE**missing if missing < reachable else 0.0 for missing in range(6))

    @cached_property
    def prizes(self) -> Mapping[str, float]:
        """Say what each square is worth that still has a tile: its own points and the tile."""
        tiles = {info: _tile(self, info) for info in Info}
        squares = self.box.board.squares
        return {
            square: squares[square].value + tiles[info]
            for square, info in self.state.squares.items()
            if info is not None and not isinstance(info, Unknown)
        }

    def reach(self, building: str, without: str | None = None) -> float:
        """Say what an agent on a building adds to the squares around it, and remember it."""
        key = building, without
        if key not in self.reaches:
            agents = set(self.me.agents) - {building, without}
            self.reaches[key] = sum(
                self._share(square, agents)
                for square in self.box.board.buildings[building].squares
                if square in self.prizes
            )
        return self.reaches[key]

    def _share(self, square: str, agents: set[str]) -> float:
        """Say how much nearer one more agent brings the tile of a square."""
        missing = -1
        for corner in self.box.board.squares[square].buildings:
            missing += corner not in agents
        return self.prizes[square] * (self.chances[missing] - self.chances[missing + 1])

    def door(self, building: str) -> float:
        """Say what it is worth to get in: the squares around, and what the landing sets off."""
        if building not in self.doors:
            price = _BRIBE * lowest_price(self.box, self.state, self.seat, building)
            self.doors[building] = self.reach(building) + _landing_bonus(self, building) - price
        return self.doors[building]

    @cached_property
    def best_doors(self) -> Mapping[Bribe, float]:
        """Return the worth of the best building that each kind of bribe opens."""
        best = dict.fromkeys(Bribe, 0.0)
        for building in self.box.board.buildings:
            if building not in self.me.agents:
                kind = price_kind(self.box, building)
                best[kind] = max(best[kind], self.door(building))
        return best


# Bots compare all options of one question in a row, so that the latest glance is all we need.
_latest: list[_Glance] = []


def _glance(box: Box, state: State, move: Any) -> _Glance:
    for glance in tuple(_latest):
        if glance.state is state and glance.box is box and glance.seat == move.seat:
            return glance
    fresh = _Glance(box, state, move.seat)
    _latest[:] = [fresh]
    return fresh


def _tile(glance: _Glance, info: Info) -> float:
    """Count a tile's value at the end, the steps it will score, and its part of a set."""
    tiles = glance.me.tiles
    area = track.value(glance.state, glance.box, info)
    growth = (6 - area) * min(0.6, 0.08 * glance.turns_left)
    steps = 0.3 * glance.turns_left
    fewest = min(tiles.values())
    missing_kinds = sum(tiles[kind] == fewest for kind in Info)
    part_of_set = _SET / missing_kinds * 0.7 if tiles[info] == fewest else 0.0
    return area + growth + steps + part_of_set


def _landing_bonus(glance: _Glance, building: str) -> float:
    """Say what the abilities give that an agent sets off on this building."""
    cards = (glance.box.cards[c] for c in glance.me.drawers if not isinstance(c, Unknown))
    ready = [c for c in cards if c.action is Action.III and c.effect is not Effect.DISCOUNT]
    if not ready:
        return 0.0
    landing = triggers(glance.box, glance.state, glance.seat, building)
    return sum(
        _gain(glance, card)
        for card in ready
        if card.trigger in landing
        and (card.trigger is Trigger.FOREIGN or card.param == landing[card.trigger])
    )


def _gain(glance: _Glance, card: Card) -> float:
    """Say what an ability gives whenever it is used; nobody needs a whole crate of wine."""
    if card.effect is Effect.TWO_BRIBES:
        owned = glance.me.purse[Bribe(str(card.param))]
        if not isinstance(owned, Unknown) and owned >= _PLENTY:
            return 0.1
    gains = {Effect.POINTS: float(card.amount), Effect.ANY_MARKER: _STEP}
    return gains.get(card.effect, 2 * _BRIBE * card.amount)


def _ability(glance: _Glance, card: Card) -> float:
    """Say what a card in a drawer gives from now to the end."""
    return _gain(glance, card) * _FREQUENCY.get(card.trigger, 0.0) * min(glance.turns_left + 1, 6)


def _plan(glance: _Glance, move: moves.Plan) -> float:
    cards = glance.box.cards
    ability = _ability(glance, cards[move.drawer])
    bribe = _one_bribe(glance, cards[move.bribe].bribe)
    return ability + bribe + _step(glance, cards[move.info].info)


def _stow(glance: _Glance, move: moves.Stow) -> float:
    card = glance.me.drawers[move.slot or 0]
    return 0.0 if isinstance(card, Unknown) else -_ability(glance, glance.box.cards[card])


def _place(glance: _Glance, move: moves.Place) -> float:
    return glance.door(move.building)


def _relocate(glance: _Glance, move: moves.Relocate) -> float:
    """Count what the agent gives up where it stood, and a little for the waste of a figure."""
    gain = glance.door(move.building) - glance.reach(move.origin)
    if move.origin in glance.box.board.buildings[move.building].neighbours:
        gain += glance.reach(move.building, without=move.origin) - glance.reach(move.building)
    return gain - 0.5


def _take_bribes(glance: _Glance, move: moves.TakeBribes) -> float:
    """Open a door next turn, if there is one; the more keys at hand, the less another helps."""
    owned = glance.me.purse[move.bribe]
    if not glance.turns_left or isinstance(owned, Unknown):
        return 0.01
    return 0.01 + _TWO_KEYS[owned >= 2] * glance.best_doors[move.bribe]


def _one_bribe(glance: _Glance, bribe: Bribe) -> float:
    owned = glance.me.purse[bribe]
    if isinstance(owned, Unknown):
        return 0.0
    return 0.1 + _KEY[min(owned, 2)] * glance.best_doors[bribe]


def _pay(_glance: _Glance, move: moves.Pay) -> float:
    return -float(len(move.bribes))


def _use(glance: _Glance, move: moves.Use) -> float:
    card = glance.box.cards[move.card]
    if move.info is not None:
        return 0.1 + _step(glance, move.info)
    if move.bribe is not None:
        return 0.1 + _one_bribe(glance, move.bribe)
    return _gain(glance, card)


def _step(glance: _Glance, info: Info) -> float:
    """Say what a step of a marker brings: points now, and value at the end."""
    return 1.4 * glance.me.tiles[info]


def _advance(glance: _Glance, move: moves.Advance) -> float:
    """Take the one step of action IV, and claim no more where nobody sees the cards."""
    stage = glance.state.stage
    claimed = isinstance(stage, Watching) and stage.steps > 0
    return -1.0 if claimed else 0.1 + _step(glance, move.info)


def _card_bonus(_glance: _Glance, _move: moves.CardBonus) -> float:
    return -1.0


_APPRAISE: Mapping[type, Callable[[_Glance, Any], float]] = {
    moves.Plan: _plan,
    moves.Stow: _stow,
    moves.Place: _place,
    moves.Relocate: _relocate,
    moves.TakeBribes: _take_bribes,
    moves.Pay: _pay,
    moves.Use: _use,
    moves.Advance: _advance,
    moves.CardBonus: _card_bonus,
}

"""A sensible player's feeling for what a move is worth, in points.

It looks one move ahead and guesses the rest: enough for lively opponents in a simulated game, and
for sorting what a phone offers first.  The rules do not depend on any of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine import Unknown
from companion.games.vienna import moves, track
from companion.games.vienna.box import DRAWERS, Box
from companion.games.vienna.cards import Card, Effect, Trigger
from companion.games.vienna.landing import lowest_price
from companion.games.vienna.state import Seat, State
from companion.games.vienna.words import PRICE_OF_HUE, Bribe, Info

#: What a square is worth to a player who still misses so many of its buildings.
_CHANCE = (1.0, 0.42, 0.16, 0.06, 0.02)
#: How often a turn sets off an ability, by trigger.
_FREQUENCY: Mapping[Trigger, float] = {
    Trigger.BRIBE: 0.35,
    Trigger.HUE: 0.2,
    Trigger.FLAG: 0.2,
    Trigger.FOREIGN: 0.35,
    Trigger.INFO: 0.3,
}
_BRIBE = 1.3
_STEP = 1.5
_SET = 10.0


def worth(box: Box, state: State, move: moves.Move) -> float:
    """Appraise a legal move for the seat that makes it; moves without an opinion are worth 0."""
    appraise = _APPRAISE.get(type(move))
    return 0.0 if appraise is None else appraise(box, state, move)


def _plan(box: Box, state: State, move: moves.Plan) -> float:
    seat = state.seats[move.seat]
    ability = _ability(box.cards[move.drawer]) - _weakest_drawer(box, seat)
    bribe = _one_bribe(box, state, move.seat, box.cards[move.bribe].bribe)
    return 2 * ability + bribe + _step(seat, box.cards[move.info].info)


def _stow(box: Box, state: State, move: moves.Stow) -> float:
    card = state.seats[move.seat].drawers[move.slot or 0]
    return 0.0 if isinstance(card, Unknown) else -_ability(box.cards[card])


def _weakest_drawer(box: Box, seat: Seat) -> float:
    if len(seat.drawers) < DRAWERS:
        return 0.0
    return min(_ability(box.cards[c]) for c in seat.drawers if not isinstance(c, Unknown))


def _ability(card: Card) -> float:
    gain = {Effect.POINTS: float(card.amount), Effect.ANY_MARKER: _STEP}
    per_use = gain.get(card.effect, _BRIBE * card.amount)
    return per_use * _FREQUENCY.get(card.trigger, 0.0)


def _place(box: Box, state: State, move: moves.Place) -> float:
    price = lowest_price(box, state, move.seat, move.building)
    return _reach(box, state, move.seat, move.building) - price * _BRIBE


def _relocate(box: Box, state: State, move: moves.Relocate) -> float:
    price = lowest_price(box, state, move.seat, move.building)
    gain = _reach(box, state, move.seat, move.building, without=move.origin)
    return gain - _hold(box, state, move.seat, move.origin) - price * _BRIBE - 0.5


def _reach(box: Box, state: State, seat: int, building: str, without: str | None = None) -> float:
    """Say what an agent on a building adds to the squares around it."""
    there = {b for b in state.seats[seat].agents if b != without}
    return sum(
        _prize(box, state, seat, square) * (_CHANCE[missing - 1] - _CHANCE[missing])
        for square, missing in _around(box, state, building, there)
    )


def _hold(box: Box, state: State, seat: int, building: str) -> float:
    """Say what the squares around a building lose with its agent."""
    return _reach(box, state, seat, building, without=building)


def _around(box: Box, state: State, building: str, agents: set[str]) -> list[tuple[str, int]]:
    """Return the squares with tiles around a building, and how many buildings each still misses."""
    board = box.board
    squares = (s for s in board.buildings[building].squares if state.squares[s] is not None)
    return [(s, sum(b not in agents for b in board.squares[s].buildings)) for s in squares]


def _prize(box: Box, state: State, seat: int, square: str) -> float:
    """Say what a square's tile is worth: its points, its final value, its part of a set."""
    info = state.squares[square]
    if info is None or isinstance(info, Unknown):
        return 0.0
    tiles = state.seats[seat].tiles
    area = track.value(state, box, info)
    growth = (6 - area) * 0.4
    fewest = min(tiles.values())
    missing_kinds = sum(tiles[kind] == fewest for kind in Info)
    part_of_set = _SET / missing_kinds * 0.6 if tiles[info] == fewest else 0.0
    return box.board.squares[square].value + area + growth + 1.5 + part_of_set


def _take_bribes(box: Box, state: State, move: moves.TakeBribes) -> float:
    return 2 * _BRIBE * 0.6 + 0.5 * _best_door(box, state, move.seat, move.bribe)


def _one_bribe(box: Box, state: State, seat: int, bribe: Bribe) -> float:
    owned = state.seats[seat].purse[bribe]
    if isinstance(owned, Unknown) or owned != 1:
        return _BRIBE * 0.6
    return _BRIBE * 0.6 + 0.25 * _best_door(box, state, seat, bribe)


def _best_door(box: Box, state: State, seat: int, bribe: Bribe) -> float:
    """Say what the best building is worth that this kind of bribe opens."""
    agents = state.seats[seat].agents
    doors = (
        b
        for b in box.board.buildings.values()
        if PRICE_OF_HUE[b.hue] is bribe and b.id not in agents
    )
    return max((_reach(box, state, seat, b.id) for b in doors), default=0.0)


def _pay(_box: Box, _state: State, move: moves.Pay) -> float:
    return -_BRIBE * len(move.bribes)


def _use(box: Box, state: State, move: moves.Use) -> float:
    card = box.cards[move.card]
    if card.effect is Effect.POINTS:
        return float(card.amount)
    if move.info is not None:
        return _step(state.seats[move.seat], move.info)
    if move.bribe is not None:
        return _one_bribe(box, state, move.seat, move.bribe)
    return _BRIBE * card.amount


def _step(seat: Seat, info: Info) -> float:
    """Say what a step of a marker brings: points now, and value at the end."""
    return 1.4 * seat.tiles[info] + 0.1


_APPRAISE: Mapping[type, Callable[[Box, State, Any], float]] = {
    moves.Plan: _plan,
    moves.Stow: _stow,
    moves.Place: _place,
    moves.Relocate: _relocate,
    moves.TakeBribes: _take_bribes,
    moves.Pay: _pay,
    moves.Use: _use,
}

"""What moves of the full version are worth: orders, money, purchases and payday."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.vienna import moves
from companion.games.vienna.glance import BRIBE, Glance
from companion.games.vienna.payday import owed
from companion.games.vienna.scoring import DESK_POINTS, desk_tiles
from companion.games.vienna.words import Good

#: A Schilling of no particular use, and one that keeps an agent on the board on payday.
_COIN, _WAGE = 0.5, 2.0
#: The turns an accepted order takes to be fulfilled, and the chance that it ever is.
_ORDER_TURNS, _ORDER_CHANCE = 3, 0.45
#: What a purchase is worth for each turn that is left.
_USE = {
    Good.AGENT: 0.5,
    Good.TELEPHONE: 0.35,
    Good.MAP: 0.3,
    Good.CASH_BOX: 0.6,
    Good.SIGNET: 0.4,
    Good.SIDE_TABLE: 0.45,
}


def _coins(glance: Glance, count: int) -> float:
    """Say what money is worth: first it pays the agents who stand on the board."""
    money = glance.me.money
    if not isinstance(money, int):
        return _COIN * count
    wages = max(0, min(count, owed(glance.me) - money)) if _payday_ahead(glance) else 0
    return _WAGE * wages + _COIN * (count - wages)


def _payday_ahead(glance: Glance) -> bool:
    return glance.state.paydays < 2


def _take_money(glance: Glance, _move: moves.TakeMoney) -> float:
    return 0.01 + _coins(glance, 2)


def _accept(glance: Glance, move: moves.Accept) -> float:
    """Count the down payment and the reward to come; an order left open costs an agent."""
    order = glance.box.orders[move.order]
    down = _coins(glance, 1 if order.number[0] == "A" else 2)
    if glance.turns_left < _ORDER_TURNS:
        return down - 3.0
    points = order.points if isinstance(order.points, int) else 4
    money = order.money if isinstance(order.money, int) else 2
    return down + _ORDER_CHANCE * (points + money) - 0.8 * len(glance.me.orders)


def _fulfil(glance: Glance, move: moves.Fulfil) -> float:
    order = glance.box.orders[move.order]
    points = order.points if isinstance(order.points, int) else 4
    money = order.money if isinstance(order.money, int) else 2
    return 2.0 + points + _coins(glance, money)


def _stash(glance: Glance, move: moves.Stash) -> float:
    """Turn coins into points, as long as the agents can still be paid."""
    money = glance.me.money
    if not isinstance(money, int):
        return -1.0
    wages = owed(glance.me) if _payday_ahead(glance) else 0
    short = max(0, wages - (money - move.count))
    return 2.0 * move.count - 3.0 * short


def _buy(glance: Glance, move: moves.Buy) -> float:
    seat = glance.me
    tiles = len(desk_tiles(seat))
    is_tile = move.good not in (Good.AGENT, Good.SIDE_TABLE)
    points = DESK_POINTS[tiles + 1] - DESK_POINTS[tiles] if is_tile else 0
    use = _USE[move.good] * glance.turns_left
    if move.good is Good.AGENT and seat.supply:
        use *= 0.4
    return points + use - _price(glance, move.good)


def _price(glance: Glance, good: Good) -> float:
    """Say what the money would have been worth on payday."""
    cost = {Good.AGENT: 1, Good.SIDE_TABLE: 3}.get(good, 2)
    money = glance.me.money
    if not isinstance(money, int) or not _payday_ahead(glance):
        return _COIN * cost
    short = max(0, owed(glance.me) - (money - cost))
    return _COIN * cost + 0.5 * min(cost, short)


def _settle(_glance: Glance, move: moves.Settle) -> float:
    return -move.money - BRIBE * len(move.bribes)


def _pay_agent(glance: Glance, move: moves.PayAgent) -> float:
    if move.bribe is None:
        return -0.5
    owned = glance.me.purse[move.bribe]
    return -1.0 if isinstance(owned, int) and owned > 2 else -1.5


def _dismiss(glance: Glance, move: moves.Dismiss) -> float:
    """Let go whoever matters least."""
    return -2.0 - glance.reach(move.building)


def _roam(glance: Glance, move: moves.Roam) -> float:
    """Walk where the Feld figure brings more than where he stands."""
    here = glance.me.feld
    if here is None:
        return 0.0
    return glance.reach(move.building, without=here) - glance.reach(here) - 0.1


APPRAISE: Mapping[type, Callable[[Glance, Any], float]] = {
    moves.TakeMoney: _take_money,
    moves.Accept: _accept,
    moves.Fulfil: _fulfil,
    moves.Stash: _stash,
    moves.Buy: _buy,
    moves.Settle: _settle,
    moves.PayAgent: _pay_agent,
    moves.Dismiss: _dismiss,
    moves.Roam: _roam,
}

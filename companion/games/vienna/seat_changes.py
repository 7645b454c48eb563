"""What events change at a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.engine import UNKNOWN, Unknown
from companion.games.vienna import events as happened
from companion.games.vienna import full_events as full
from companion.games.vienna.cards import Action
from companion.games.vienna.changes import add, more, put, without
from companion.games.vienna.state import Seat, feld_leaves
from companion.games.vienna.words import Good

V = TypeVar("V")

#: Where the card of an action lies in a seat's plan.
PLAN_SLOT: Mapping[Action, int] = {Action.I: 0, Action.II: 1, Action.IV: 2}


def _starter_taken(seat: Seat, event: happened.StarterTaken) -> Seat:
    return replace(seat, starter=event.info, tiles=add(seat.tiles, event.info, 1))


def _card_drawn(seat: Seat, event: happened.CardDrawn) -> Seat:
    return replace(seat, hand=(*seat.hand, event.card))


def _cards_planned(seat: Seat, event: happened.CardsPlanned) -> Seat:
    plan = (event.drawer, event.bribe, event.info)
    return replace(seat, plan=plan, hand=without(seat.hand, plan), ahead=0)


def _card_stowed(seat: Seat, event: happened.CardStowed) -> Seat:
    drawers = (*seat.drawers[: event.slot], event.card, *seat.drawers[event.slot + 1 :])
    return replace(seat, drawers=drawers, plan=played(seat.plan, Action.I))


def _card_played(seat: Seat, event: happened.CardPlayed) -> Seat:
    return replace(seat, plan=played(seat.plan, event.action))


def _ability_used(seat: Seat, _event: happened.AbilityUsed) -> Seat:
    return seat


def _bribes_gained(seat: Seat, event: happened.BribesGained) -> Seat:
    return replace(seat, purse=add(seat.purse, event.bribe, event.count))


def _bribes_paid(seat: Seat, event: happened.BribesPaid) -> Seat:
    return replace(seat, purse=add(seat.purse, event.bribe, -event.count))


def _agent_placed(seat: Seat, event: happened.AgentPlaced) -> Seat:
    agents = tuple(sorted((*seat.agents, event.building)))
    if event.feld:
        return replace(seat, agents=agents, feld=event.building)
    return replace(seat, agents=agents, supply=seat.supply - 1)


def _agent_moved(seat: Seat, event: happened.AgentMoved) -> Seat:
    staying = without(seat.agents, (event.origin,))
    feld = event.building if feld_leaves(seat, event.origin) else seat.feld
    return replace(seat, agents=tuple(sorted((*staying, event.building))), feld=feld)


def _tile_taken(seat: Seat, event: happened.TileTaken) -> Seat:
    return replace(seat, tiles=add(seat.tiles, event.info, 1))


def _points_scored(seat: Seat, event: happened.PointsScored) -> Seat:
    earned = add(seat.earned, event.source, event.points)
    return replace(seat, score=seat.score + event.points, earned=earned)


def _card_drawn_ahead(seat: Seat, event: happened.CardDrawnAhead) -> Seat:
    return replace(seat, hand=(*seat.hand, event.card), ahead=seat.ahead + 1)


def _card_dropped(seat: Seat, event: happened.CardDropped) -> Seat:
    return replace(seat, hand=without(seat.hand, (event.card,)))


def _start_order_taken(seat: Seat, event: full.StartOrderTaken) -> Seat:
    return replace(seat, orders=(*without(seat.orders, (UNKNOWN,)), event.order))


def _order_accepted(seat: Seat, event: full.OrderAccepted) -> Seat:
    return replace(seat, orders=(*seat.orders, event.order))


def _order_fulfilled(seat: Seat, event: full.OrderFulfilled) -> Seat:
    orders = without(seat.orders, (event.order,))
    return replace(seat, orders=orders, fulfilled=seat.fulfilled + 1)


def _money_gained(seat: Seat, event: full.MoneyGained) -> Seat:
    return replace(seat, money=more(seat.money, event.count))


def _money_paid(seat: Seat, event: full.MoneyPaid) -> Seat:
    return replace(seat, money=more(seat.money, -event.count))


def _money_stashed(seat: Seat, event: full.MoneyStashed) -> Seat:
    money, cash_box = more(seat.money, -event.count), more(seat.cash_box, event.count)
    return replace(seat, money=money, cash_box=cash_box)


def _extra_stashed(seat: Seat, _event: full.ExtraStashed) -> Seat:
    return replace(seat, cash_box=more(seat.cash_box, 1))


def _good_bought(seat: Seat, event: full.GoodBought) -> Seat:
    if event.good is Good.AGENT:
        return replace(seat, supply=seat.supply + 1, for_hire=seat.for_hire - 1)
    return replace(seat, goods=(*seat.goods, event.good))


def _agent_dismissed(seat: Seat, event: full.AgentDismissed) -> Seat:
    agents = without(seat.agents, (event.building,))
    if feld_leaves(seat, event.building):
        return replace(seat, agents=agents, feld=None)
    return replace(seat, agents=agents, supply=seat.supply + len(seat.agents) - len(agents))


def _drawer_told(seat: Seat, event: happened.DrawerTold) -> Seat:
    told = () if event.card is None else (event.card,)
    drawers = (*seat.drawers[: event.slot], *told, *seat.drawers[event.slot + 1 :])
    return replace(seat, drawers=drawers)


def _bribes_told(seat: Seat, event: happened.BribesTold) -> Seat:
    return replace(seat, purse=put(seat.purse, event.bribe, event.count))


def _feld_roamed(seat: Seat, event: full.FeldRoamed) -> Seat:
    staying = without(seat.agents, (seat.feld,))
    return replace(seat, agents=tuple(sorted((*staying, event.building))), feld=event.building)


def _feld_unlocked(seat: Seat, _event: full.FeldUnlocked) -> Seat:
    return replace(seat, feld_unlocked=True)


def _money_told(seat: Seat, event: full.MoneyTold) -> Seat:
    return replace(seat, money=event.count)


def _order_told(seat: Seat, event: full.OrderTold) -> Seat:
    named = tuple(order for order in seat.orders if not isinstance(order, Unknown))
    if event.order is None:
        return replace(seat, orders=named)
    return replace(seat, orders=(*named, event.order, UNKNOWN))


def _money_counted(seat: Seat, event: full.MoneyCounted) -> Seat:
    return replace(seat, money_counted=event.count)


def _bribes_counted(seat: Seat, event: happened.BribesCounted) -> Seat:
    return replace(seat, counted=event.count)


def played(plan: tuple[V | None, ...], action: Action) -> tuple[V | None, ...]:
    """Return the plan with the card of an action gone."""
    slot = PLAN_SLOT.get(action, len(plan))
    return (*plan[:slot], None, *plan[slot + 1 :]) if slot < len(plan) else plan


#: What an event changes at the seat it names.
SEAT_CHANGES: Mapping[type, Callable[[Seat, Any], Seat]] = {
    happened.StarterTaken: _starter_taken,
    happened.CardDrawn: _card_drawn,
    happened.CardsPlanned: _cards_planned,
    happened.CardStowed: _card_stowed,
    happened.CardPlayed: _card_played,
    happened.AbilityUsed: _ability_used,
    happened.BribesGained: _bribes_gained,
    happened.BribesPaid: _bribes_paid,
    happened.AgentPlaced: _agent_placed,
    happened.AgentMoved: _agent_moved,
    happened.TileTaken: _tile_taken,
    happened.PointsScored: _points_scored,
    happened.CardDrawnAhead: _card_drawn_ahead,
    happened.CardDropped: _card_dropped,
    full.StartOrderTaken: _start_order_taken,
    full.OrderAccepted: _order_accepted,
    full.OrderFulfilled: _order_fulfilled,
    full.MoneyGained: _money_gained,
    full.MoneyPaid: _money_paid,
    full.MoneyStashed: _money_stashed,
    full.ExtraStashed: _extra_stashed,
    full.GoodBought: _good_bought,
    full.AgentDismissed: _agent_dismissed,
    happened.DrawerTold: _drawer_told,
    happened.BribesTold: _bribes_told,
    full.FeldRoamed: _feld_roamed,
    full.FeldUnlocked: _feld_unlocked,
    full.MoneyTold: _money_told,
    full.OrderTold: _order_told,
    full.MoneyCounted: _money_counted,
    happened.BribesCounted: _bribes_counted,
}

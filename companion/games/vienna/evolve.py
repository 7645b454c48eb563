"""Apply what has happened.  Pure bookkeeping: the rules have spoken before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.engine import UNKNOWN, Unknown
from companion.games.vienna import events as happened
from companion.games.vienna.cards import Action
from companion.games.vienna.events import Event
from companion.games.vienna.state import Seat, State, Tracking

K = TypeVar("K")
V = TypeVar("V")

#: Where the card of an action lies in a seat's plan.
PLAN_SLOT: Mapping[Action, int] = {Action.I: 0, Action.II: 1, Action.IV: 2}


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; one for a seat that nobody has changes nothing.

    What an event changes at its seat and what it changes on the table are listed apart.
    """
    change = _TO_SEAT.get(type(event))
    if change is None:
        return _TO_TABLE[type(event)](state, event)
    index: int = event.seat  # type: ignore[union-attr]  # every event in _TO_SEAT has a seat
    if not 0 <= index < len(state.seats):
        return state
    beside = _BESIDE_SEAT.get(type(event))
    after = state if beside is None else beside(state, event)
    seats = state.seats
    changed = change(seats[index], event)
    return replace(after, seats=(*seats[:index], changed, *seats[index + 1 :]))


def _stage_entered(state: State, event: happened.StageEntered) -> State:
    return replace(state, stage=event.stage, serial=state.serial + 1)


def _tile_laid(state: State, event: happened.TileLaid) -> State:
    return replace(state, squares=put(state.squares, event.square, event.info))


def _flag_laid(state: State, event: happened.FlagLaid) -> State:
    return replace(state, flags=put(state.flags, event.building, event.flag))


def _round_began(state: State, event: happened.RoundBegan) -> State:
    seats = tuple(replace(seat, plan=()) for seat in state.seats)
    return replace(state, round=event.round, start=event.start, last_round=event.last, seats=seats)


def _pile_shuffled(state: State, _event: happened.PileShuffled) -> State:
    return replace(state, pile=state.pile + state.discarded, discarded=0, discards=())


def _marker_advanced(state: State, event: happened.MarkerAdvanced) -> State:
    return replace(state, markers=put(state.markers, event.info, event.field))


def _investigator_moved(state: State, event: happened.InvestigatorMoved) -> State:
    return replace(state, investigator=event.field, crossed=True)


def _token_reset(state: State, _event: happened.TokenReset) -> State:
    return replace(state, crossed=False)


def _card_left_pile(state: State, _event: happened.CardDrawn) -> State:
    return replace(state, pile=state.pile - 1)


def _card_discarded(state: State, event: happened.CardStowed | happened.CardPlayed) -> State:
    card = event.out if isinstance(event, happened.CardStowed) else event.card
    if card is None:
        return state
    seen = state.discards if isinstance(card, Unknown) else (*state.discards, card)
    return replace(state, discarded=state.discarded + 1, discards=seen)


def _square_emptied(state: State, event: happened.TileTaken) -> State:
    return replace(state, squares=put(state.squares, event.square, None))


def _starter_taken(seat: Seat, event: happened.StarterTaken) -> Seat:
    return replace(seat, starter=event.info, tiles=add(seat.tiles, event.info, 1))


def _card_drawn(seat: Seat, event: happened.CardDrawn) -> Seat:
    return replace(seat, hand=(*seat.hand, event.card))


def _cards_planned(seat: Seat, event: happened.CardsPlanned) -> Seat:
    plan = (event.drawer, event.bribe, event.info)
    return replace(seat, plan=plan, hand=without(seat.hand, plan))


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
    return replace(
        seat, supply=seat.supply - 1, agents=tuple(sorted((*seat.agents, event.building)))
    )


def _agent_moved(seat: Seat, event: happened.AgentMoved) -> Seat:
    staying = without(seat.agents, (event.origin,))
    return replace(seat, agents=tuple(sorted((*staying, event.building))))


def _tile_taken(seat: Seat, event: happened.TileTaken) -> Seat:
    return replace(seat, tiles=add(seat.tiles, event.info, 1))


def _points_scored(seat: Seat, event: happened.PointsScored) -> Seat:
    earned = add(seat.earned, event.source, event.points)
    return replace(seat, score=seat.score + event.points, earned=earned)


def _tracking_changed(seat: Seat, event: happened.TrackingChanged) -> Seat:
    if event.tracking is Tracking.FULL:
        return replace(seat, tracking=event.tracking, tracked_since=seat.tracked_since + 1)
    return replace(
        seat,
        tracking=event.tracking,
        purse=dict.fromkeys(seat.purse, UNKNOWN),
        hand=tuple(UNKNOWN for _ in seat.hand),
        plan=tuple(None if card is None else UNKNOWN for card in seat.plan),
        drawers=tuple(UNKNOWN for _ in seat.drawers),
    )


def _drawer_told(seat: Seat, event: happened.DrawerTold) -> Seat:
    drawers = (*seat.drawers[: event.slot], event.card, *seat.drawers[event.slot + 1 :])
    return replace(seat, drawers=drawers)


def _bribes_told(seat: Seat, event: happened.BribesTold) -> Seat:
    return replace(seat, purse=put(seat.purse, event.bribe, event.count))


def _bribes_counted(seat: Seat, event: happened.BribesCounted) -> Seat:
    return replace(seat, counted=event.count)


def put(old: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return a copy with one entry changed."""
    return {**old, key: value}


def add(old: Mapping[K, V], key: K, count: int) -> dict[K, V]:
    """Return a copy with this many more; what was unknown stays unknown."""
    before: Any = old.get(key, 0)
    after: Any = before if isinstance(before, Unknown) else before + count
    return {**old, key: after}


def without(pieces: tuple[V, ...], gone: tuple[V, ...]) -> tuple[V, ...]:
    """Return the pieces with each of those gone taken out once, where it is there."""
    left = list(pieces)
    for piece in gone:
        if piece in left:
            left.remove(piece)
    return tuple(left)


def played(plan: tuple[V | None, ...], action: Action) -> tuple[V | None, ...]:
    """Return the plan with the card of an action gone."""
    slot = PLAN_SLOT[action]
    return tuple(None if place == slot else card for place, card in enumerate(plan))


_TO_TABLE: Mapping[type, Callable[[State, Any], State]] = {
    happened.StageEntered: _stage_entered,
    happened.TileLaid: _tile_laid,
    happened.FlagLaid: _flag_laid,
    happened.RoundBegan: _round_began,
    happened.PileShuffled: _pile_shuffled,
    happened.MarkerAdvanced: _marker_advanced,
    happened.InvestigatorMoved: _investigator_moved,
    happened.TokenReset: _token_reset,
}

#: What an event changes at the seat it names.
_TO_SEAT: Mapping[type, Callable[[Seat, Any], Seat]] = {
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
    happened.TrackingChanged: _tracking_changed,
    happened.DrawerTold: _drawer_told,
    happened.BribesTold: _bribes_told,
    happened.BribesCounted: _bribes_counted,
}

#: What such an event changes beside it, on the table.
_BESIDE_SEAT: Mapping[type, Callable[[State, Any], State]] = {
    happened.CardDrawn: _card_left_pile,
    happened.CardStowed: _card_discarded,
    happened.CardPlayed: _card_discarded,
    happened.TileTaken: _square_emptied,
}

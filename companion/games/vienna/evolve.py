"""Apply what has happened.  Pure bookkeeping: the rules have spoken before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine import UNKNOWN, Unknown
from companion.games.vienna import events as happened
from companion.games.vienna import full_events as full
from companion.games.vienna.changes import add, put, without
from companion.games.vienna.events import Event
from companion.games.vienna.lore import CardLearned, Lore, OrderLearned
from companion.games.vienna.seat_changes import SEAT_CHANGES
from companion.games.vienna.state import Seat, State, Tracking
from companion.games.vienna.words import RoofTile, Version


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; one for a seat that nobody has changes nothing.

    What an event changes at its seat and what it changes on the table are listed apart.
    """
    change = SEAT_CHANGES.get(type(event))
    if change is None:
        return _TO_TABLE[type(event)](state, event)
    index: int = event.seat  # type: ignore[union-attr]  # every event in SEAT_CHANGES has a seat
    if not 0 <= index < len(state.seats):
        return state
    beside = _BESIDE_SEAT.get(type(event))
    after = state if beside is None else beside(state, event)
    return _with_seat(after, index, change(state.seats[index], event))


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


def _tracking_changed(state: State, event: happened.TrackingChanged) -> State:
    if not 0 <= event.seat < len(state.seats):
        return state
    seat = state.seats[event.seat]
    if event.tracking is Tracking.FULL:
        # Cards that were drawn ahead unseen are told like any others, as draws.
        unseen = seat.hand.count(UNKNOWN)
        told = replace(
            seat,
            tracking=event.tracking,
            tracked_since=seat.tracked_since + 1,
            hand=without(seat.hand, (UNKNOWN,) * unseen),
        )
        return _with_seat(replace(state, pile=state.pile + unseen), event.seat, told)
    has_desk = state.version is Version.FULL
    untold = replace(
        seat,
        tracking=event.tracking,
        purse=dict.fromkeys(seat.purse, UNKNOWN),
        money=UNKNOWN if has_desk else seat.money,
        orders=(UNKNOWN,) if has_desk else (),
        hand=tuple(UNKNOWN for _ in seat.hand),
        plan=tuple(None if card is None else UNKNOWN for card in seat.plan),
        drawers=tuple(UNKNOWN for _ in seat.drawers),
    )
    return _with_seat(state, event.seat, untold)


def _with_seat(state: State, index: int, seat: Seat) -> State:
    seats = state.seats
    return replace(state, seats=(*seats[:index], seat, *seats[index + 1 :]))


def _card_left_pile(state: State, event: happened.CardDrawn | happened.CardDrawnAhead) -> State:
    if event.card in state.discards:
        return replace(state, pile=state.pile - 1, discards=without(state.discards, (event.card,)))
    return replace(state, pile=state.pile - 1)


def _drawer_found_empty(state: State, event: happened.DrawerTold) -> State:
    # What we took for a second card had replaced the first one long ago.
    return replace(state, discarded=state.discarded + (event.card is None))


def _card_discarded(
    state: State, event: happened.CardStowed | happened.CardPlayed | happened.CardDropped
) -> State:
    card = event.out if isinstance(event, happened.CardStowed) else event.card
    if card is None:
        return state
    seen = state.discards if isinstance(card, Unknown) else (*state.discards, card)
    return replace(state, discarded=state.discarded + 1, discards=seen)


def _third_man_moved(state: State, event: full.ThirdManMoved) -> State:
    return replace(state, third_man=event.building)


def _order_shown(state: State, event: full.OrderShown) -> State:
    turned_up = add(state.turned_up, event.field, 1)
    return replace(state, display=put(state.display, event.field, event.order), turned_up=turned_up)


def _order_left_display(state: State, event: full.OrderAccepted) -> State:
    display = {f: None if order == event.order else order for f, order in state.display.items()}
    return replace(state, display=display)


def _order_left_game(state: State, event: full.OrderFulfilled) -> State:
    return replace(state, orders_gone=(*state.orders_gone, event.order))


def _roof_tile_found(state: State, event: full.RoofTileFound) -> State:
    left = without(state.roof.get(event.field, ()), (event.tile,))
    roof = put(state.roof, event.field, left)
    if event.oriel:
        return replace(state, roof=roof, oriel=True)
    return replace(state, roof=roof, on_token=event.tile)


def _phase_closed(state: State, event: full.PhaseClosed) -> State:
    held = state.paydays + (event.tile is RoofTile.PAYDAY)
    if state.on_token is event.tile:
        return replace(state, on_token=None, paydays=held)
    return replace(state, oriel=False, paydays=held)


def _learned(state: State, event: Lore) -> State:
    return replace(state, lore=(*state.lore, event))


def _square_emptied(state: State, event: happened.TileTaken) -> State:
    squares = put(state.squares, event.square, None)
    if not _is_at_turn(state, event.seat):
        return replace(state, squares=squares)
    return replace(state, squares=squares, taken=put(state.taken, event.square, event.info))


def _agent_landed(state: State, event: happened.AgentPlaced | happened.AgentMoved) -> State:
    return replace(state, landed=event.building) if _is_at_turn(state, event.seat) else state


def _feld_arrived(state: State, event: full.FeldRoamed) -> State:
    return replace(state, roamed=event.building) if _is_at_turn(state, event.seat) else state


def _is_at_turn(state: State, seat: int) -> bool:
    """Tell whose turn it is: what somebody does out of turn is no part of it."""
    return getattr(state.stage, "seat", None) == seat


def _turn_began(state: State, event: happened.CardStowed) -> State:
    return replace(_card_discarded(state, event), landed=None, roamed=None, taken={})


_TO_TABLE: Mapping[type, Callable[[State, Any], State]] = {
    happened.StageEntered: _stage_entered,
    happened.TileLaid: _tile_laid,
    happened.FlagLaid: _flag_laid,
    happened.RoundBegan: _round_began,
    happened.PileShuffled: _pile_shuffled,
    happened.MarkerAdvanced: _marker_advanced,
    happened.InvestigatorMoved: _investigator_moved,
    happened.TokenReset: _token_reset,
    CardLearned: _learned,
    OrderLearned: _learned,
    happened.TrackingChanged: _tracking_changed,
    full.ThirdManMoved: _third_man_moved,
    full.OrderShown: _order_shown,
    full.RoofTileFound: _roof_tile_found,
    full.PhaseClosed: _phase_closed,
}

#: What such an event changes beside it, on the table.
_BESIDE_SEAT: Mapping[type, Callable[[State, Any], State]] = {
    happened.CardDrawn: _card_left_pile,
    happened.CardDrawnAhead: _card_left_pile,
    happened.CardDropped: _card_discarded,
    full.OrderAccepted: _order_left_display,
    full.OrderFulfilled: _order_left_game,
    happened.CardStowed: _turn_began,
    happened.CardPlayed: _card_discarded,
    happened.AgentPlaced: _agent_landed,
    happened.AgentMoved: _agent_landed,
    happened.DrawerTold: _drawer_found_empty,
    full.FeldRoamed: _feld_arrived,
    happened.TileTaken: _square_emptied,
}

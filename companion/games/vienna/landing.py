"""Where an agent lands: what it costs to get there, and what it sets off."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from companion.engine import Unknown
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Effect, Trigger
from companion.games.vienna.state import State
from companion.games.vienna.words import PRICE_OF_HUE, Bribe

#: Bribes that an agent costs before reductions (rulebook: action III).
FULL_PRICE = 2


def triggers(box: Box, state: State, seat: int, building: str) -> Mapping[Trigger, StrEnum | None]:
    """Return what an agent of this seat sets off on this building."""
    flag = state.flags[building]
    landing: dict[Trigger, StrEnum | None] = {Trigger.HUE: box.board.buildings[building].hue}
    if not isinstance(flag, Unknown):
        landing[Trigger.FLAG] = flag
    if foreign_agent(state, seat, building):
        landing[Trigger.FOREIGN] = None
    return landing


def foreign_agent(state: State, seat: int, building: str) -> bool:
    """Tell whether somebody else's agent stands there."""
    return any(
        building in other.agents for number, other in enumerate(state.seats) if number != seat
    )


def price_kind(box: Box, building: str) -> Bribe:
    """Return the kind of bribe that opens this building."""
    return PRICE_OF_HUE[box.board.buildings[building].hue]


def lowest_price(box: Box, state: State, seat: int, building: str) -> int:
    """Return the price with every reduction; reductions add up, but nobody is ever paid."""
    cards = (box.cards[c] for c in state.seats[seat].drawers if not isinstance(c, Unknown))
    reductions = [card for card in cards if card.effect is Effect.DISCOUNT]
    if not reductions:
        return FULL_PRICE
    landing = triggers(box, state, seat, building)
    saved = sum(
        card.amount
        for card in reductions
        if card.trigger in landing and card.param == landing[card.trigger]
    )
    return max(0, FULL_PRICE - saved)

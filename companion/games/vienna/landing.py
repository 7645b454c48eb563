"""Where an agent lands: what it costs to get there, and what it sets off."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine import Unknown, known
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Card, Effect, Param, Trigger
from companion.games.vienna.state import Seat, State
from companion.games.vienna.words import BRIBES, Bribe, Colour, Flag, Seal

#: Bribes that an agent costs before reductions (rulebook: action III).
FULL_PRICE = 2
#: The most a Feld figure costs on a building he likes (expansion 2, ability b).
FELD_PRICE = 1


def sets_off(box: Box, state: State, seat: int, building: str, card: Card) -> bool:
    """Tell whether an agent of this seat on this building sets off a card."""
    if card.trigger is Trigger.HUE:
        return box.board.buildings[building].hue is card.param
    if card.trigger is Trigger.FLAG:
        return state.flags[building] == card.param
    if card.trigger is Trigger.SEAL:
        return box.board.buildings[building].seal is card.param
    return card.trigger is Trigger.FOREIGN and foreign_agent(state, seat, building)


def foreign_agent(state: State, seat: int, building: str) -> bool:
    """Tell whether somebody else's agent stands there; the third man is nobody's."""
    return any(
        building in other.agents for number, other in enumerate(state.seats) if number != seat
    )


class Means(msgspec.Struct, frozen=True):
    """What a seat can pay with: its purse, and the cards in its drawers that make paying easier."""

    purse: Mapping[Bribe, int | Unknown]
    reductions: tuple[Card, ...]
    wild: tuple[Param | Unknown, ...]

    def kinds(self, own: Bribe) -> tuple[Bribe, ...]:
        """Return the bribes that may pay: the building's own, and those a card lets stand in."""
        if not self.wild:
            return (own,)
        return tuple(bribe for bribe in BRIBES if bribe is own or bribe in self.wild)

    def cover(self, own: Bribe, price: int) -> bool | None:
        """Tell whether a price can be paid; ``None`` where nobody knows the purse."""
        counts = [self.purse[kind] for kind in self.kinds(own)]
        if known(counts):
            return sum(counts) >= price
        return True if sum(c for c in counts if isinstance(c, int)) >= price else None


def means_of(box: Box, seat: Seat) -> Means:
    """Return what a seat can pay with."""
    cards = [box.cards[card] for card in seat.drawers if not isinstance(card, Unknown)]
    reductions = tuple(card for card in cards if card.effect is Effect.DISCOUNT)
    wild = tuple(card.param for card in cards if card.effect is Effect.WILD_BRIBE)
    return Means(seat.purse, reductions, wild)


def lowest_price(
    box: Box, state: State, seat: int, building: str, means: Means, *, feld: bool = False
) -> int:
    """Return the price with every reduction; reductions add up, but nobody is ever paid."""
    price = FULL_PRICE - sum(
        card.amount for card in means.reductions if sets_off(box, state, seat, building, card)
    )
    if feld and _feld_likes(box, state, state.seats[seat], building):
        price = min(price, FELD_PRICE)
    return max(0, price)


def _feld_likes(box: Box, state: State, seat: Seat, building: str) -> bool:
    """Tell whether ability b of Hamburg (blue) or New York (red) lowers the price there."""
    if seat.colour is Colour.BLUE:
        return box.board.buildings[building].seal is Seal.NOBILITY
    return seat.colour is Colour.RED and state.flags[building] is Flag.USA

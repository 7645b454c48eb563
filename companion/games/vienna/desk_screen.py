"""What a seat's own screen shows of its desk: its cards with all they can do, and its purse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine import UNKNOWN, Panel, Row, Text, Unknown, known
from companion.games.vienna.ability_words import ability
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action, Card
from companion.games.vienna.reward import deal
from companion.games.vienna.state import CardFact, Seat, State
from companion.games.vienna.terms import card_number, term

#: The actions at which the cards of a plan lie, in its order.
_PLANNED = (Action.I, Action.II, Action.IV)


def own_panels(box: Box, state: State, viewer: int | None) -> Iterator[Panel]:
    """Show a seat its own cards and purse, as far as it has told us of them."""
    if viewer is None or not 0 <= viewer < len(state.seats):
        return
    seat: Seat = state.seats[viewer]
    shown = (
        ("hand", Text("vienna.screen.hand"), tuple(_hand(box, seat.hand))),
        ("plan", Text("vienna.screen.plan"), tuple(_plan(box, seat.plan))),
        ("drawers", Text("vienna.screen.drawers"), tuple(_drawers(box, seat.drawers))),
        ("orders", Text("vienna.screen.orders"), tuple(_orders(box, state, viewer))),
        ("purse", Text("vienna.screen.purse"), _purse(seat)),
    )
    yield from (Panel(name, title, rows, viewer) for name, title, rows in shown if rows)


def _hand(box: Box, cards: Sequence[CardFact]) -> Iterator[Row]:
    """Show what each card would do at each of the actions."""
    for number in cards:
        if isinstance(number, Unknown):
            continue
        uses = [
            Text("vienna.screen.at", {"action": action.value, "what": does})
            for action, does in _uses(box.cards[number]).items()
            if isinstance(does, Text)
        ]
        yield from (Row(numbered(number), use) for use in uses or (UNKNOWN,))


def _plan(box: Box, plan: Sequence[CardFact | None]) -> Iterator[Row]:
    """Show what has been laid face down and not been played yet, by what it does there."""
    for action, number in zip(_PLANNED, plan, strict=False):
        if number is not None and not isinstance(number, Unknown):
            params = {"action": action.value, "card": card_number(number)}
            does = _uses(box.cards[number])[action]
            yield Row(Text("vienna.screen.planned", params), does)


def _uses(card: Card) -> dict[Action, Text | Unknown]:
    """Say what a card does at the actions, as far as anybody has read it to us."""
    return {
        Action.I: ability(card) or UNKNOWN,
        Action.II: card.bribe if isinstance(card.bribe, Unknown) else term(card.bribe),
        Action.IV: card.info if isinstance(card.info, Unknown) else term(card.info),
    }


def _drawers(box: Box, drawers: Sequence[CardFact]) -> Iterator[Row]:
    for card in drawers:
        if not isinstance(card, Unknown):
            yield Row(numbered(card), ability(box.cards[card]) or UNKNOWN)


def _orders(box: Box, state: State, viewer: int) -> Iterator[Row]:
    """Show what the orders on the desk ask for, and what they bring."""
    for number in state.seats[viewer].orders:
        if not isinstance(number, Unknown):
            params = deal(state, viewer, box.orders[number])
            value = UNKNOWN if params is None else Text("vienna.note.order", params)
            yield Row(Text("vienna.order", {"number": number}), value)


def _purse(seat: Seat) -> tuple[Row, ...]:
    if not known(seat.purse.values()):
        return ()
    return tuple(Row(term(bribe), count) for bribe, count in seat.purse.items())


def numbered(card: int) -> Text:
    """Name a card by its number."""
    return Text("vienna.card", {"number": card_number(card)})

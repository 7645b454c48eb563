"""Asking for what is printed on a card or an order, when it matters and nobody has told us yet."""

from __future__ import annotations

from typing import Any

from companion.engine import Ask, Text, Unknown
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Card
from companion.games.vienna.lore import (
    CardLearned,
    CardPart,
    OrderLearned,
    OrderPart,
    card_words,
    may_be_printed,
    order_values,
)
from companion.games.vienna.moves import Move, ReadCard, ReadOrder
from companion.games.vienna.order import Order
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import Learning, LearningOrder
from companion.games.vienna.state import State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.terms import card_number

#: Where a turn goes on once a part of a card is known.
_AFTER = {
    CardPart.PARAM: Step.ACTION_1,
    CardPart.BRIBE: Step.ACTION_2,
    CardPart.INFO: Step.ACTION_4,
}


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask for one part at a time."""
    stage = state.stage
    params: dict[str, str | int | Text] = {}
    if isinstance(stage, Learning):
        params["card"] = card_number(stage.card)
        kind, reads = f"read-card-{stage.part}", f"cards.{card_number(stage.card)}"
    else:
        assert isinstance(stage, LearningOrder)
        params["order"] = stage.order
        kind, reads = f"read-order-{stage.part}", f"orders.{stage.order}"
    name = f"{state.serial}.read"
    return (Ask(name, kind, stage.seat, fact=True, params=params, reads=reads),)


def options(box: Box, state: State, _ask: Ask) -> tuple[Move, ...]:
    """List what may be printed there; only one thing may, once the owner's file has told us."""
    stage = state.stage
    if isinstance(stage, Learning):
        card = box.cards[stage.card]
        words = _known(card, stage.part) or card_words(card, stage.part)
        return tuple(ReadCard(stage.seat, stage.card, stage.part, word) for word in words)
    assert isinstance(stage, LearningOrder)
    order = box.orders[stage.order]
    values = _known(order, stage.part) or order_values(order, stage.part)
    return tuple(ReadOrder(stage.seat, stage.order, stage.part, value) for value in values)


def _known(thing: Card | Order, part: CardPart | OrderPart) -> tuple[Any, ...]:
    value = getattr(thing, part)
    return () if isinstance(value, Unknown) else (value,)


def read_card(story: Story, move: ReadCard) -> Step | Refusal | None:
    """Take note of a part of a card."""
    refusal = check_turn(story.state, move.seat, Learning)
    if refusal:
        return refusal
    card = story.box.cards.get(move.card)
    if card is None:
        return invalid(Rule.NO_SUCH_CARD, card=move.card)
    stage = story.state.stage
    assert isinstance(stage, Learning)
    if (move.card, move.part) != (stage.card, stage.part):
        return illegal(Rule.NOT_NOW)
    if move.value not in card_words(card, move.part):
        return illegal(Rule.NOT_PRINTED, word=str(move.value))
    story.tell(CardLearned(move.card, move.part, move.value))
    return _AFTER[move.part]


def read_order(story: Story, move: ReadOrder) -> Step | Refusal | None:
    """Take note of a part of an order."""
    refusal = check_turn(story.state, move.seat, LearningOrder)
    if refusal:
        return refusal
    order = story.box.orders.get(move.order)
    if order is None:
        return invalid(Rule.NO_SUCH_ORDER, order=move.order)
    stage = story.state.stage
    assert isinstance(stage, LearningOrder)
    if (move.order, move.part) != (stage.order, stage.part):
        return illegal(Rule.NOT_NOW)
    if not may_be_printed(order, move.part, move.value):
        return illegal(Rule.NOT_PRINTED, word=str(move.value))
    story.tell(OrderLearned(move.order, move.part, move.value))
    return Step.ORDERS

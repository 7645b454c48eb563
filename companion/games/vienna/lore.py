"""What is printed on cards and orders, learned piece by piece.

The box of a game somebody bought starts with what the rulebook prints; the rest is unknown until an
owner reads it to us, from a file or in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine import Unknown
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Card, possible_params
from companion.games.vienna.order import WORDS, Order, Want
from companion.games.vienna.words import Bribe, Flag, Info

#: An answer: a word, a number, or several words.
Value: TypeAlias = str | int | tuple[str, ...]

#: The most an order asks for, pays and scores as far as phones offer it, and as far as we believe it.
MOST_BELIEVED = 99
MOST_NEEDS = 4
MOST_MONEY = 6
MOST_POINTS = 12


class CardPart(StrEnum):
    """A part of a card: its two tops, and what its ability names."""

    BRIBE = "bribe"
    INFO = "info"
    PARAM = "param"


class OrderPart(StrEnum):
    """A part of an order."""

    FLAG = "flag"
    NEEDS = "needs"
    MONEY = "money"
    POINTS = "points"


class CardLearned(msgspec.Struct, frozen=True, tag="card-learned"):
    """Somebody read a part of a card to us."""

    card: int
    part: CardPart
    value: str | int


class OrderLearned(msgspec.Struct, frozen=True, tag="order-learned"):
    """Somebody read a part of an order to us."""

    order: str
    part: OrderPart
    value: Value


Lore: TypeAlias = CardLearned | OrderLearned


@lru_cache(maxsize=8)
def learn(box: Box, lore: tuple[Lore, ...]) -> Box:
    """Return the box with these facts filled in."""
    cards, orders = dict(box.cards), dict(box.orders)
    for fact in lore:
        if isinstance(fact, CardLearned) and fact.card in cards:
            cards[fact.card] = _card_with(cards[fact.card], fact)
        elif isinstance(fact, OrderLearned) and fact.order in orders:
            orders[fact.order] = _order_with(orders[fact.order], fact)
    learned = copy(box)  # what follows from the board alone need not be worked out again
    learned.cards, learned.orders = cards, orders
    return learned


def _card_with(card: Card, fact: CardLearned) -> Card:
    word = next((w for w in card_words(card, fact.part) if w == fact.value), None)
    if word is None:
        return card
    learned = replace(card, **{fact.part: word})
    return replace(learned, ability=(learned.family, learned.param))


def _order_with(order: Order, fact: OrderLearned) -> Order:
    # From a file or a journal a flag comes as a plain word.
    value = Flag(str(fact.value)) if fact.part is OrderPart.FLAG else fact.value
    return replace(order, **{fact.part: value})


def card_words(card: Card, part: CardPart) -> tuple[str | int, ...]:
    """List what may be printed on a part of a card."""
    if part is CardPart.BRIBE:
        return tuple(Bribe)
    if part is CardPart.INFO:
        return tuple(Info)
    return tuple(param for param in possible_params(card) if param is not None)


def order_values(order: Order, part: OrderPart) -> tuple[Value, ...]:
    """List what may be printed on a part of an order."""
    if part is OrderPart.FLAG:
        return tuple(Flag)
    if part is OrderPart.MONEY:
        return tuple(range(MOST_MONEY + 1))
    if part is OrderPart.POINTS:
        return tuple(range(MOST_POINTS + 1))
    most = 1 if order.want is Want.BUILDING else MOST_NEEDS
    words = WORDS[order.want]
    return tuple(w for n in range(1, most + 1) for w in combinations_with_replacement(words, n))


def sorted_needs(want: Want, needs: tuple[str, ...]) -> tuple[str, ...]:
    """Put the words of an order into the order in which we list them, to compare them."""
    return tuple(sorted(needs, key=WORDS[want].index))


def may_be_printed(order: Order, part: OrderPart, value: Value) -> bool:
    """Tell whether a value can stand on an order; more is believed than phones offer."""
    if part in (OrderPart.MONEY, OrderPart.POINTS):
        return isinstance(value, int) and 0 <= value <= MOST_BELIEVED
    if part is OrderPart.NEEDS:
        words = value if isinstance(value, tuple) else ()
        one = order.want is not Want.BUILDING or len(words) == 1
        return bool(words) and one and all(word in WORDS[order.want] for word in words)
    return value in order_values(order, part)


def unknown_part(order: Order) -> OrderPart | None:
    """Return the first part of an order that nobody has read to us yet."""
    return next((part for part in OrderPart if _is_unread(order, part)), None)


class Unread(msgspec.Struct, frozen=True):
    """What nobody has read to us yet: cards and orders by the part that is missing."""

    cards: Mapping[CardPart, tuple[int, ...]]
    orders: Mapping[OrderPart, tuple[str, ...]]

    @property
    def count(self) -> int:
        """Count the missing parts."""
        return sum(map(len, self.cards.values())) + sum(map(len, self.orders.values()))


def unknown(box: Box) -> Unread:
    """Sum up what is still unknown in a box."""
    return Unread(
        {
            part: tuple(n for n, card in box.cards.items() if _is_unread(card, part))
            for part in CardPart
        },
        {
            part: tuple(n for n, order in box.orders.items() if _is_unread(order, part))
            for part in OrderPart
        },
    )


@lru_cache(maxsize=8)
def is_read(box: Box) -> bool:
    """Tell whether everything in a box is known, as in our own edition: then nobody need ask."""
    return not unknown(box).count


def _is_unread(thing: Card | Order, part: CardPart | OrderPart) -> bool:
    return isinstance(getattr(thing, part), Unknown)

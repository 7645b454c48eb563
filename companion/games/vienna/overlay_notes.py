"""The owner's file by single taps: what may be printed on a thing, and what is noted of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from companion.engine import Unknown
from companion.games.prints import Part, Sign, Thing
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Card
from companion.games.vienna.labels import printed
from companion.games.vienna.lore import (
    MOST_NEEDS,
    CardPart,
    OrderPart,
    Value,
    card_words,
    may_be_printed,
    order_values,
    sorted_needs,
)
from companion.games.vienna.order import WORDS, Order, Want
from companion.games.vienna.overlay import FORMAT, Overlay, Said, entries_of, overlay_from, said
from companion.games.vienna.overlay_check import contradictions, rulebook
from companion.games.vienna.overlay_merge import merge
from companion.games.vienna.terms import card_number, term
from companion.games.vienna.words import Bribe, Edition, Flag, Hue, Info, Seal
from companion.packs.fault import Fault, PackError, error

_PICTURES = {"bribe": Bribe, "info": Info, "flag": Flag, "seal": Seal, "hue": Hue}
_LETTERS = WORDS[Want.BUILDING]


def things(box: Box) -> Iterator[Thing]:
    """List the cards and orders of a box with all that may be printed on them."""
    cards, orders = rulebook()
    for number, card in box.cards.items():
        parts = (_card_part(card, part, cards[number]) for part in CardPart)
        yield Thing(f"cards.{card_number(number)}", tuple(filter(None, parts)))
    for name, order in box.orders.items():
        yield Thing(
            f"orders.{name}", tuple(_order_part(order, part, orders[name]) for part in OrderPart)
        )


def _card_part(card: Card, part: CardPart, from_rules: Card) -> Part | None:
    words = card_words(card, part)
    if not words:
        return None
    sure = not isinstance(getattr(from_rules, part), Unknown)
    works = (card.trigger.value, card.effect.value, card.amount) if part is CardPart.PARAM else None
    known = _known(getattr(card, part))
    return Part(part.value, term(part), _signs(words), known, sure=sure, works=works)


def _order_part(order: Order, part: OrderPart, from_rules: Order) -> Part:
    needs = part is OrderPart.NEEDS
    words = WORDS[order.want] if needs else order_values(order, part)
    most = MOST_NEEDS if needs and order.want is not Want.BUILDING else 1
    sure = not isinstance(getattr(from_rules, part), Unknown)
    return Part(part.value, term(part), _signs(words), _known(getattr(order, part)), most, sure)


@lru_cache(maxsize=64)
def _signs(words: tuple[Value, ...]) -> tuple[Sign, ...]:
    return tuple(Sign(str(word), printed(word), _picture(word)) for word in words)


def _picture(word: Value) -> str:
    if word in _LETTERS:
        return "letter"
    return next((name for name, kind in _PICTURES.items() if word in tuple(kind)), "")


def _known(value: Value | Unknown | None) -> tuple[str, ...]:
    if value is None or isinstance(value, Unknown):
        return ()
    return tuple(value) if isinstance(value, tuple) else (str(value),)


def note(own: Overlay, place: str, said_there: Mapping[str, Sequence[str]], file: Path) -> Overlay:
    """Return an overlay in which a thing says this, or refuse what cannot be printed there."""
    faults: list[Fault] = []
    new: dict[str, Said] = {}
    for part, words in said_there.items():
        value = _value(place, part, tuple(words))
        if value is None:
            faults.append(
                error(f"{place}.{part}", "vienna.rule.not-printed", word=said(tuple(words)))
            )
        else:
            new[f"{place}.{part}"] = value
    for where, value, known in contradictions(new, *rulebook()):
        params = {"got": said(value), "known": known}
        faults.append(error(where, "vienna.overlay.against-rulebook", **params))
    if faults:
        raise PackError(file, faults)
    return overlay_from({**entries_of(own), **new})


def _value(place: str, part: str, words: tuple[str, ...]) -> Said | None:
    """Return what words mean on a part of a thing, or nothing where they mean nothing."""
    cards, orders = rulebook()
    kind, _, name = place.partition(".")
    if kind == "cards" and part in tuple(CardPart) and len(words) == 1:
        number = next((n for n in cards if card_number(n) == name), None)
        known = () if number is None else card_words(cards[number], CardPart(part))
        return next((word for word in known if str(word) == words[0]), None)
    if kind == "orders" and part in tuple(OrderPart) and name in orders:
        return _order_value(orders[name], OrderPart(part), words)
    return None


def _order_value(order: Order, part: OrderPart, words: tuple[str, ...]) -> Said | None:
    if part is OrderPart.NEEDS:
        right = may_be_printed(order, part, words)
        return sorted_needs(order.want, words) if right else None
    if len(words) != 1:
        return None
    number = words[0].isascii() and words[0].isdigit() and len(words[0]) < 4
    value: str | int = int(words[0]) if number else words[0]
    return value if may_be_printed(order, part, value) else None


def take_in(
    named: tuple[tuple[str, Overlay], tuple[str, Overlay]],
) -> tuple[Overlay, tuple[Fault, ...]]:
    """Join two overlays; where they disagree the first one stands, and both are named."""
    (_, own), (_, other) = named
    _, disputes = merge(dict(named))
    return overlay_from({**entries_of(other), **entries_of(own)}), disputes


def empty() -> Overlay:
    """Return an overlay that says nothing yet."""
    return Overlay(Edition.BOXED, FORMAT)

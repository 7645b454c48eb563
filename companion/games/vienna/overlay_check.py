"""Read an owner's overlay; a wrong one is refused with file, entry and reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from companion.engine import UNKNOWN, Unknown
from companion.games.vienna.board_check import area_faults
from companion.games.vienna.box import DATA
from companion.games.vienna.cards import Card, Param, load_cards
from companion.games.vienna.lore import CardPart, Value, card_words
from companion.games.vienna.order import Order, load_orders, needs_faults
from companion.games.vienna.overlay import (
    FORMAT,
    CardEntry,
    Entries,
    OrderEntry,
    Overlay,
    Said,
    entries_of,
    said,
)
from companion.games.vienna.terms import card_number
from companion.games.vienna.words import Edition, Info
from companion.packs.fault import Fault, PackError, error
from companion.packs.json_file import read_json
from companion.packs.salvage import salvage
from companion.packs.shape import misfits

Cards = Mapping[int, Card]
Orders = Mapping[str, Order]


class _Rough(msgspec.Struct, frozen=True):
    """An overlay in which every entry may be broken, so that one fault does not hide another."""

    edition: str | None = None
    format: int | None = None
    cards: Mapping[str, CardEntry | None] | None = None
    orders: Mapping[str, OrderEntry | None] | None = None
    tracks: Mapping[Info, tuple[int, ...] | None] | None = None


def load_overlay(path: Path) -> Overlay:
    """Read an overlay, or refuse it with everything that is wrong: file, entry and reason.

    One file serves both versions of the game, so it is held against all that the rulebook prints.
    """
    raw = read_json(path)
    faults = misfits(raw, Overlay, path.name)
    if isinstance(raw, dict):
        faults += tuple(_faults(salvage(raw, _Rough)))
    if faults:
        raise PackError(path, faults)
    return msgspec.convert(raw, Overlay)


@cache
def rulebook() -> tuple[Cards, Orders]:
    """Return the cards and orders of a bought game as far as its rulebook prints them."""
    folder = DATA / Edition.BOXED
    return load_cards(folder / "cards.json"), load_orders(folder / "orders.json")


def known_at(place: str, cards: Cards, orders: Orders) -> Param | Value | Unknown:
    """Return what is known at an entry's place; nothing is, of what is not in the box."""
    kind, name, part = place.split(".")
    thing = cards.get(int(name)) if kind == "cards" else orders.get(name)
    known: Param | Value | Unknown = UNKNOWN if thing is None else getattr(thing, part)
    return known


def contradictions(
    entries: Entries, cards: Cards, orders: Orders
) -> Iterator[tuple[str, Said, str]]:
    """Find entries of cards and orders that say something else than is known: place, entry, known."""
    for place, value in entries.items():
        if not place.startswith("tracks."):
            known = known_at(place, cards, orders)
            if known is not None and not isinstance(known, Unknown) and known != value:
                yield place, value, said(known)


def _faults(rough: _Rough) -> Iterator[Fault]:
    if rough.format not in (FORMAT, None):
        yield error("format", "pack.format-unknown", got=str(rough.format), wanted=FORMAT)
    if rough.edition not in (Edition.BOXED, None):
        wanted = Edition.BOXED.value
        yield error("edition", "vienna.overlay.edition", got=str(rough.edition), wanted=wanted)
    for key, card in (rough.cards or {}).items():
        yield from _card_faults(key, card or CardEntry())
    for number, order in (rough.orders or {}).items():
        yield from _order_faults(number, order or OrderEntry())
    for info, areas in (rough.tracks or {}).items():
        if areas is not None:
            yield from area_faults(f"tracks.{info}", areas)


def _card_faults(key: str, entry: CardEntry) -> Iterator[Fault]:
    cards, _ = rulebook()
    number = next((n for n in cards if card_number(n) == key), None)
    if number is None:
        yield _unknown_card(key, cards)
        return
    place = f"cards.{key}"
    words = card_words(cards[number], CardPart.PARAM)
    if entry.param is not None and not words:
        yield error(f"{place}.param", "vienna.overlay.no-param", card=key)
    elif entry.param is not None and entry.param not in words:
        known = ", ".join(map(str, words))
        yield error(f"{place}.param", "cards.wrong-param", word=str(entry.param), known=known)
    else:
        yield from _against_rulebook(Overlay(Edition.BOXED, FORMAT, cards={key: entry}))


def _unknown_card(key: str, cards: Cards) -> Fault:
    """Tell a slip of the pen from a card that does not exist."""
    meant = next((card_number(n) for n in cards if key.strip().lstrip("0") == str(n)), None)
    if meant is not None:
        return error(f"cards.{key}", "vienna.overlay.card-digits", got=key, wanted=meant)
    first, last = card_number(min(cards)), card_number(max(cards))
    return error(f"cards.{key}", "vienna.overlay.no-such-card", card=key, first=first, last=last)


def _order_faults(number: str, entry: OrderEntry) -> Iterator[Fault]:
    _, orders = rulebook()
    place = f"orders.{number}"
    if number not in orders:
        yield error(place, "vienna.overlay.no-such-order", order=number)
        return
    wrong = () if entry.needs is None else tuple(needs_faults(place, number, entry.needs))
    yield from wrong
    if not wrong:
        yield from _against_rulebook(Overlay(Edition.BOXED, FORMAT, orders={number: entry}))


def _against_rulebook(overlay: Overlay) -> Iterator[Fault]:
    for place, value, known in contradictions(entries_of(overlay), *rulebook()):
        yield error(place, "vienna.overlay.against-rulebook", got=said(value), known=known)

"""An owner's overlay: what is printed on the cards, orders and tracks of a bought game.

It grows piece by piece, and owners share these files: an entry says one thing, or nothing yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from companion.games.vienna.lore import (
    CardLearned,
    CardPart,
    Lore,
    OrderLearned,
    OrderPart,
    sorted_needs,
)
from companion.games.vienna.order import want_of
from companion.games.vienna.terms import card_number
from companion.games.vienna.words import Bribe, Edition, Flag, Info
from companion.packs.header import Name
from companion.packs.save import save_text

FORMAT = 1

#: What an entry says: a word, a number, the words of an order, or the areas of a track.
Said: TypeAlias = str | int | tuple[str, ...] | tuple[int, ...]
#: Entries by their places in the file: ``cards.017.bribe``, ``orders.A-03.needs``, ``tracks.slide``.
Entries: TypeAlias = Mapping[str, Said]

Count: TypeAlias = Annotated[int, Meta(ge=0)]


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an owner has read on a card."""

    bribe: Bribe | None = None
    info: Info | None = None
    param: str | int | None = None


class OrderEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an owner has read on an order."""

    flag: Flag | None = None
    needs: tuple[str, ...] | None = None
    money: Count | None = None
    points: Count | None = None


class Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole overlay file; cards are named as they are printed: 001 to 175.

    A track is the area of each of its fields.
    """

    edition: Name
    format: int
    cards: Mapping[str, CardEntry] = {}
    orders: Mapping[str, OrderEntry] = {}
    tracks: Mapping[Info, tuple[int, ...]] = {}


def entries_of(overlay: Overlay) -> dict[str, Said]:
    """List what an overlay says, by place; the words of an order always in the same order."""
    entries: dict[str, Said] = {}
    for key, card in overlay.cards.items():
        entries |= _parts(f"cards.{key}", card, CardPart)
    for number, order in overlay.orders.items():
        parts = _parts(f"orders.{number}", order, OrderPart)
        if order.needs is not None:
            parts[f"orders.{number}.needs"] = sorted_needs(want_of(number), order.needs)
        entries |= parts
    return entries | {f"tracks.{info}": areas for info, areas in overlay.tracks.items()}


def _parts(
    place: str, entry: CardEntry | OrderEntry, names: type[CardPart | OrderPart]
) -> dict[str, Said]:
    values = ((name, getattr(entry, name)) for name in names)
    return {f"{place}.{name}": value for name, value in values if value is not None}


def overlay_from(entries: Entries) -> Overlay:
    """Put entries back into the shape of a file."""
    raw: dict[str, dict[str, Any]] = {"cards": {}, "orders": {}, "tracks": {}}
    for place, value in entries.items():
        kind, name, *part = place.split(".")
        if part:
            raw[kind].setdefault(name, {})[part[0]] = value
        else:
            raw[kind][name] = value
    return msgspec.convert({"edition": Edition.BOXED.value, "format": FORMAT, **raw}, Overlay)


def lore_of(overlay: Overlay) -> tuple[Lore, ...]:
    """Return what an overlay says of cards and orders, as the rules learn it."""
    return tuple(
        _lore(place, value)
        for place, value in entries_of(overlay).items()
        if not place.startswith("tracks.")
    )


def _lore(place: str, value: Any) -> Lore:
    kind, name, part = place.split(".")
    if kind == "cards":
        return CardLearned(int(name), CardPart(part), value)
    return OrderLearned(name, OrderPart(part), value)


def place_of(fact: Lore) -> str:
    """Name the place of a learned fact in a file.

    >>> place_of(CardLearned(17, CardPart.BRIBE, Bribe.WINE))
    'cards.017.bribe'
    """
    if isinstance(fact, CardLearned):
        return f"cards.{card_number(fact.card)}.{fact.part}"
    return f"orders.{fact.order}.{fact.part}"


def said(value: Said) -> str:
    """Write an entry's value as one word or a list of words."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def save_overlay(path: Path, overlay: Overlay) -> None:
    """Write an overlay; the file is never half written."""
    save_text(path, overlay_text(overlay))


def overlay_text(overlay: Overlay) -> str:
    """Write an overlay as people would, one entry a line."""
    text = msgspec.json.format(msgspec.json.encode(overlay, order="deterministic"), indent=1)
    return text.decode() + "\n"

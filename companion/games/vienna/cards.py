"""VIENNA's cards: what their tops give, and the ability each of them is in a drawer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.engine import UNKNOWN, Unknown
from companion.games.vienna.words import Bribe, Flag, Hue, Info, Seal
from companion.packs.fault import Fault, PackError, error
from companion.packs.header import Name
from companion.packs.json_file import read_json
from companion.packs.shape import misfits


class Action(StrEnum):
    """The four actions of a turn."""

    I = "I"  # noqa: E741  the rulebook's own name of the action
    II = "II"
    III = "III"
    IV = "IV"


class Trigger(StrEnum):
    """When an ability may be used (rulebook: glossary of the cards)."""

    BRIBE = "bribe"  #: that bribe came in with action II
    HUE = "hue"  #: an agent was set on a building of that colour
    FLAG = "flag"  #: ... with that flag
    SEAL = "seal"  #: ... with that seal
    FOREIGN = "foreign"  #: ... where an agent of somebody else stands
    INFO = "info"  #: that marker was advanced in action IV
    GOT_INFO = "got-info"  #: information of that kind was captured
    NEW_INFO = "new-info"  #: ... of a kind not owned before
    SQUARE = "square"  #: ... on a square of that value
    ANY_INFO = "any-info"  #: ... of whatever kind
    PAY = "pay"  #: an agent is being paid for, that bribe at hand
    DEPICTED = "depicted"  #: the card of action IV depicts that information


class Effect(StrEnum):
    """What an ability gives."""

    SAME_BRIBE = "same-bribe"  #: one more of the bribe just received
    ANY_BRIBE = "any-bribe"  #: bribes of one's choice
    TWO_BRIBES = "two-bribes"  #: two of the bribe that the card names
    EQUAL_BRIBES = "equal-bribes"  #: so many of one kind of choice
    DIFFERENT_BRIBES = "different-bribes"  #: all different, as many as there are players
    WILD_BRIBE = "wild-bribe"  #: the bribe that the card names stands for any other
    DISCOUNT = "discount"  #: so many bribes less
    POINTS = "points"
    ANY_MARKER = "any-marker"  #: any marker so many fields
    OWN_MARKER = "own-marker"  #: the marker of the captured information so many fields
    OTHER_MARKER = "other-marker"  #: any other marker instead of the depicted one
    DRAW_CARDS = "draw-cards"  #: so many more cards for the next round


#: What a card may name, by trigger; a bribe beside a foreign agent is what one gets for him.
Param = Bribe | Hue | Flag | Seal | Info | int | None
_NAMED: Mapping[Trigger, type[Bribe | Hue | Flag | Seal | Info]] = {
    Trigger.BRIBE: Bribe,
    Trigger.HUE: Hue,
    Trigger.FLAG: Flag,
    Trigger.SEAL: Seal,
    Trigger.INFO: Info,
    Trigger.GOT_INFO: Info,
    Trigger.PAY: Bribe,
    Trigger.DEPICTED: Info,
}
Ability = tuple[str, Param | Unknown]

#: The edition of which we know only what the rulebook prints.
BOXED = "boxed"

#: Players type a card's number as three digits.
Number = Annotated[int, Meta(ge=1, le=999)]


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that differ only in what they name and in their tops."""

    id: Name
    first: Number
    last: Number
    action: Action
    trigger: Trigger
    effect: Effect
    amount: Annotated[int, Meta(ge=0)]  #: 0: as many as there are players
    source: Name


class Card(msgspec.Struct, frozen=True):
    """One card.  ``ability`` says whether two cards are the same in a drawer.

    What is printed on it may be unknown; what its number says never is.
    """

    number: int
    bribe: Bribe | Unknown
    info: Info | Unknown
    family: str
    action: Action
    trigger: Trigger
    effect: Effect
    amount: int
    param: Param | Unknown
    ability: Ability


class _CardPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Number
    bribe: Bribe | None = None
    info: Info | None = None
    param: str | int | None = None
    sources: Mapping[str, str] = {}


class _CardsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: Name
    sources: Mapping[str, str]
    families: tuple[Family, ...]
    cards: tuple[_CardPart, ...]


def load_cards(path: Path) -> Mapping[int, Card]:
    """Read an edition's cards by number, or refuse them with everything that is wrong."""
    raw = read_json(path)
    faults = misfits(raw, _CardsFile, path.name)
    if faults:
        raise PackError(path, faults)
    file = msgspec.convert(raw, _CardsFile)
    faults = tuple(_faults(file))
    if faults:
        raise PackError(path, faults)
    family_of = {n: f for f in file.families for n in range(f.first, f.last + 1)}
    return {part.number: _card(part, family_of[part.number]) for part in file.cards}


def _card(part: _CardPart, family: Family) -> Card:
    # The words of the file are equal to the members of their enums.
    param = next((known for known in possible_params(family) if known == part.param), UNKNOWN)
    return Card(
        number=part.number,
        bribe=part.bribe or UNKNOWN,
        info=part.info or UNKNOWN,
        family=family.id,
        action=family.action,
        trigger=family.trigger,
        effect=family.effect,
        amount=family.amount,
        param=param,
        ability=(family.id, param),
    )


def _faults(file: _CardsFile) -> Iterator[Fault]:
    family_of: dict[int, Family] = {}
    for family in file.families:
        for number in range(family.first, family.last + 1):
            if family_of.setdefault(number, family) is not family:
                other = family_of[number].id
                yield error(f"families.{family.id}", "cards.two-families", card=number, other=other)
    seen: set[int] = set()
    for part in file.cards:
        where = f"cards.{part.number}"
        if part.number in seen:
            yield error(where, "cards.twice", card=part.number)
        seen.add(part.number)
        if part.number not in family_of:
            yield error(where, "cards.no-family", card=part.number)
        else:
            yield from _part_faults(where, part, family_of[part.number], file.edition)
    for number in sorted(family_of.keys() - seen):
        yield error(f"families.{family_of[number].id}", "cards.missing", card=number)


def _part_faults(where: str, part: _CardPart, family: Family, edition: str) -> Iterator[Fault]:
    """Check what a card shows; only of the bought game may something be unknown."""
    complete = edition != BOXED
    for key in ("bribe", "info"):
        if complete and getattr(part, key) is None:
            yield error(where, "pack.key-missing", key=key)
    known = possible_params(family)
    if (complete or part.param is not None) and part.param not in known:
        words = ", ".join(map(_shown, known))
        yield error(where, "cards.wrong-param", word=_shown(part.param), known=words)


def possible_params(family: Family | Card) -> tuple[Param, ...]:
    """List what a card of this family may name."""
    if family.effect is Effect.TWO_BRIBES:
        return tuple(Bribe)
    if family.trigger is Trigger.SQUARE:
        return (2, 3, 4)
    named = _NAMED.get(family.trigger)
    return (None,) if named is None else tuple(named)


def _shown(param: object) -> str:
    return "null" if param is None else str(param)

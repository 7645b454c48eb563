"""The state of a game of VIENNA: everything that is a fact, or known to be unknown."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

import msgspec

from companion.engine import UNKNOWN, Unknown
from companion.games.vienna.lore import Lore
from companion.games.vienna.stages import SettingUp, Stage
from companion.games.vienna.words import (
    Bribe,
    Colour,
    Expansion,
    Flag,
    Good,
    Info,
    RoofTile,
    Version,
)

#: A card number, where it is known.
CardFact: TypeAlias = int | Unknown
#: An order's number, where it is known.
OrderFact: TypeAlias = str | Unknown


class Tracking(StrEnum):
    """How much a seat tells us."""

    BOARD = "board"
    FULL = "full"


class FlagSource(StrEnum):
    """Play with the flags printed on the board, or with flag tiles drawn from the bag."""

    PRINTED = "printed"
    TILES = "tiles"


class Options(msgspec.Struct, frozen=True):
    """Choose who plays, in clockwise order, and how.

    ``start`` is the seat that holds the coat of arms first.  ``tracking`` has one entry a seat;
    left empty, every seat is tracked in full.
    """

    players: tuple[Colour, ...]
    start: int = 0
    flags: FlagSource = FlagSource.PRINTED
    tracking: tuple[Tracking, ...] = ()
    version: Version = Version.ENTRY
    expansions: tuple[Expansion, ...] = ()


class Source(StrEnum):
    """Where points come from."""

    SQUARES = "squares"
    STEPS = "steps"
    CARDS = "cards"
    ORDERS = "orders"
    SETS = "sets"
    TILES = "tiles"
    DESK = "desk"
    CASH_BOX = "cash-box"
    MAJORITY = "majority"


class Seat(msgspec.Struct, frozen=True):
    """One player's corner of the table.

    ``plan`` holds the cards laid at actions I, II and IV; a card that has been played is ``None``.
    ``counted`` is the number of bribes told for a tie-break, ``ahead`` the number of cards in hand
    that were drawn for the next round.  ``feld`` is the building on which the seat's Feld figure
    stands; it is one of ``agents`` then.
    """

    colour: Colour
    tracking: Tracking
    supply: int
    purse: Mapping[Bribe, int | Unknown]
    agents: tuple[str, ...] = ()
    score: int = 0
    earned: Mapping[Source, int] = {}
    starter: Info | Unknown = UNKNOWN
    tiles: Mapping[Info, int] = {}
    hand: tuple[CardFact, ...] = ()
    plan: tuple[CardFact | None, ...] = ()
    drawers: tuple[CardFact, ...] = ()
    tracked_since: int = 0
    counted: int | Unknown = UNKNOWN
    money_counted: int | Unknown = UNKNOWN
    ahead: int = 0
    money: int | Unknown = 0
    cash_box: int | Unknown = 0
    goods: tuple[Good, ...] = ()
    for_hire: int = 0
    orders: tuple[OrderFact, ...] = ()
    fulfilled: int = 0
    feld: str | None = None
    feld_unlocked: bool = False


def feld_leaves(seat: Seat, building: str) -> bool:
    """Tell whether it is the Feld figure who leaves a building; an agent beside him goes first."""
    return seat.feld == building and seat.agents.count(building) == 1


class State(msgspec.Struct, frozen=True):
    """The whole table.

    ``serial`` counts the stages entered so far: it keeps the ids of asks apart for ever.
    ``pile`` and ``discarded`` count cards; ``discards`` lists those of the discard we know.
    ``display`` holds the orders that lie open on the Prater, ``turned_up`` how many have lain there.
    ``landed``, ``roamed`` and ``taken`` tell of this turn: where its agent went, where a Feld figure
    walked by itself, and the tiles this brought.  ``lore`` is what somebody read to us of cards and
    orders that were unknown.
    """

    edition: str
    flag_source: FlagSource
    seats: tuple[Seat, ...]
    start: int
    squares: Mapping[str, Info | Unknown | None]
    flags: Mapping[str, Flag | Unknown]
    markers: Mapping[Info, int]
    pile: int
    stage: Stage = SettingUp()
    serial: int = 0
    round: int = 0
    investigator: int = 0
    crossed: bool = False
    discarded: int = 0
    discards: tuple[int, ...] = ()
    last_round: bool = False
    version: Version = Version.ENTRY
    expansions: tuple[Expansion, ...] = ()
    third_man: str | Unknown | None = None
    display: Mapping[str, OrderFact | None] = {}
    turned_up: Mapping[str, int] = {}
    orders_gone: tuple[str, ...] = ()
    roof: Mapping[str, tuple[RoofTile, ...]] = {}
    on_token: RoofTile | None = None
    oriel: bool = False
    paydays: int = 0
    landed: str | None = None
    roamed: str | None = None
    taken: Mapping[str, Info] = {}
    lore: tuple[Lore, ...] = ()

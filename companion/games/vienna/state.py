"""The state of a game of VIENNA: everything that is a fact, or known to be unknown."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

import msgspec

from companion.engine import UNKNOWN, Unknown
from companion.games.vienna.cards import Action
from companion.games.vienna.words import Bribe, Colour, Flag, Info

#: A card number, where it is known.
CardFact: TypeAlias = int | Unknown


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


class Source(StrEnum):
    """Where points come from."""

    SQUARES = "squares"
    STEPS = "steps"
    CARDS = "cards"
    SETS = "sets"
    TILES = "tiles"


class SettingUp(msgspec.Struct, frozen=True, tag="setting-up"):
    """Tiles, flags and starting tiles are being laid out."""


class CardPhase(msgspec.Struct, frozen=True, tag="card-phase"):
    """Everybody draws three cards and plans them for actions I, II and IV."""


class Stowing(msgspec.Struct, frozen=True, tag="stowing"):
    """Action I: the seat chooses the drawer for its card."""

    seat: int


class Acting(msgspec.Struct, frozen=True, tag="acting"):
    """Action III: the seat places or moves an agent, or takes bribes."""

    seat: int


class Paying(msgspec.Struct, frozen=True, tag="paying"):
    """Action III: the agent stands on the building, its price is still to be chosen."""

    seat: int
    building: str


class Bonus(msgspec.Struct, frozen=True, tag="bonus"):
    """The cards in ``ready`` have been triggered; the seat may use them in any order, or not."""

    seat: int
    action: Action
    ready: tuple[int, ...]


class Finishing(msgspec.Struct, frozen=True, tag="finishing"):
    """The turn is played; the seat's tap ends it."""

    seat: int


class Watching(msgspec.Struct, frozen=True, tag="watching"):
    """A turn in board tracking: what the camera has seen of it so far.

    ``steps`` counts marker steps, ``bonus`` the points that only a card can explain.
    """

    seat: int
    building: str | None = None
    steps: int = 0
    bonus: int = 0


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has been scored."""


Stage: TypeAlias = (
    SettingUp | CardPhase | Stowing | Acting | Paying | Bonus | Finishing | Watching | Over
)


class Seat(msgspec.Struct, frozen=True):
    """One player's corner of the table.

    ``plan`` holds the cards laid at actions I, II and IV; a card that has been played is ``None``.
    ``counted`` is the number of bribes told for a tie-break.
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


class State(msgspec.Struct, frozen=True):
    """The whole table.

    ``serial`` counts the stages entered so far: it keeps the ids of asks apart for ever.
    ``pile`` and ``discarded`` count cards; ``discards`` lists those of the discard we know.
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

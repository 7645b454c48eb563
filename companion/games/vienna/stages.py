"""Where a game of VIENNA waits: one stage for every kind of question."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.games.vienna.cards import Action
from companion.games.vienna.lore import CardPart, OrderPart
from companion.games.vienna.words import Good, Info


class SettingUp(msgspec.Struct, frozen=True, tag="setting-up"):
    """Tiles, flags and starting tiles are being laid out."""


class CardPhase(msgspec.Struct, frozen=True, tag="card-phase"):
    """Everybody draws three cards and plans them for actions I, II and IV."""


class Learning(msgspec.Struct, frozen=True, tag="learning"):
    """A card's print matters now and is unknown: the seat reads it to us."""

    seat: int
    card: int
    part: CardPart


class LearningOrder(msgspec.Struct, frozen=True, tag="learning-order"):
    """An order's print matters now and is unknown.  ``fulfilled`` keeps what the turn has done."""

    seat: int
    order: str
    part: OrderPart
    fulfilled: bool = False


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


class Roaming(msgspec.Struct, frozen=True, tag="roaming"):
    """Marrakesh: an agent has come next to the seat's Feld figure, who may walk on."""

    seat: int


class Leading(msgspec.Struct, frozen=True, tag="leading"):
    """The third man must walk on, and several buildings draw him equally."""

    seat: int
    choices: tuple[str, ...]


class DrawingAhead(msgspec.Struct, frozen=True, tag="drawing-ahead"):
    """Cards for the next round are drawn in action III; then the other abilities go on."""

    seat: int
    left: int
    ready: tuple[int, ...]


class Ordering(msgspec.Struct, frozen=True, tag="ordering"):
    """After landing: accept one order of the building's flag, or fulfil any number of own ones."""

    seat: int
    fulfilled: bool = False


class Stashing(msgspec.Struct, frozen=True, tag="stashing"):
    """Money has come in; its owner says how much of it goes into the cash box."""

    seat: int
    money: int
    fulfilling: bool = False


class Redirecting(msgspec.Struct, frozen=True, tag="redirecting"):
    """Action IV: a card lets another marker advance instead of the depicted one."""

    seat: int
    info: Info


class Purchasing(msgspec.Struct, frozen=True, tag="purchasing"):
    """The purchase phase: the seat may buy one thing."""

    seat: int


class Settling(msgspec.Struct, frozen=True, tag="settling"):
    """The seat has bought something and chooses how to pay for it."""

    seat: int
    good: Good


class Payday(msgspec.Struct, frozen=True, tag="payday"):
    """The seat pays its agents on the board; ``unpaid`` are still waiting."""

    seat: int
    unpaid: int


class Dismissing(msgspec.Struct, frozen=True, tag="dismissing"):
    """After the last round: so many agents leave the board for orders that stayed open.

    ``count`` is ``None`` where nobody told us of the orders.
    """

    seat: int
    count: int | None


class Finishing(msgspec.Struct, frozen=True, tag="finishing"):
    """The turn is played; the seat's tap ends it."""

    seat: int


class Watching(msgspec.Struct, frozen=True, tag="watching"):
    """A turn in board tracking: what the camera has seen of it so far.

    ``steps`` counts marker steps, ``bonus`` the points that only a card can explain.  With
    Marrakesh's Feld figure still free to walk, ``roams`` is true; where the third man has to choose,
    ``leads`` lists where he may go.
    """

    seat: int
    building: str | None = None
    steps: int = 0
    bonus: int = 0
    roams: bool = False
    leads: tuple[str, ...] = ()


class Counting(msgspec.Struct, frozen=True, tag="counting"):
    """Scored but for the majority: equal seats say what they own, where that changes the result."""


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has been scored."""


Stage: TypeAlias = (
    SettingUp
    | CardPhase
    | Learning
    | LearningOrder
    | Stowing
    | Acting
    | Paying
    | Roaming
    | Leading
    | Bonus
    | DrawingAhead
    | Ordering
    | Stashing
    | Redirecting
    | Finishing
    | Watching
    | Purchasing
    | Settling
    | Payday
    | Dismissing
    | Counting
    | Over
)

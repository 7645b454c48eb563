"""What happens only in the full version and with the expansions."""

from __future__ import annotations

import msgspec

from companion.games.vienna.state import OrderFact
from companion.games.vienna.words import Good, RoofTile


class OrderShown(msgspec.Struct, frozen=True, tag="order-shown"):
    """An order lies open on a field of the Prater; none does where its pile is empty."""

    field: str
    order: OrderFact | None


class StartOrderTaken(msgspec.Struct, frozen=True, tag="start-order-taken"):
    """A seat got its first order."""

    seat: int
    order: str


class OrderAccepted(msgspec.Struct, frozen=True, tag="order-accepted"):
    """An order went from the Prater to a desk."""

    seat: int
    order: str


class OrderFulfilled(msgspec.Struct, frozen=True, tag="order-fulfilled"):
    """An order was fulfilled and left the game."""

    seat: int
    order: str


class MoneyGained(msgspec.Struct, frozen=True, tag="money-gained"):
    """Schillings went from the stock to a desk."""

    seat: int
    count: int


class MoneyPaid(msgspec.Struct, frozen=True, tag="money-paid"):
    """Schillings went from a desk to the stock."""

    seat: int
    count: int


class MoneyStashed(msgspec.Struct, frozen=True, tag="money-stashed"):
    """Schillings went from a desk into its cash box."""

    seat: int
    count: int


class ExtraStashed(msgspec.Struct, frozen=True, tag="extra-stashed"):
    """The extra Schilling of a fulfilled order went from the stock into a cash box."""

    seat: int


class GoodBought(msgspec.Struct, frozen=True, tag="good-bought"):
    """A seat bought something."""

    seat: int
    good: Good


class AgentDismissed(msgspec.Struct, frozen=True, tag="agent-dismissed"):
    """An agent went from the board back to the supply."""

    seat: int
    building: str


class RoofTileFound(msgspec.Struct, frozen=True, tag="roof-tile-found"):
    """The investigator came upon a tile: it lies on his token now, or in the oriel window."""

    field: str
    tile: RoofTile
    oriel: bool = False


class PhaseClosed(msgspec.Struct, frozen=True, tag="phase-closed"):
    """Everybody has purchased or paid; the tile goes back to the box."""

    tile: RoofTile


class MoneyTold(msgspec.Struct, frozen=True, tag="money-told"):
    """A seat said how many Schillings lie on its desk."""

    seat: int
    count: int


class OrderTold(msgspec.Struct, frozen=True, tag="order-told"):
    """A seat told of an order on its desk, or that there are no more."""

    seat: int
    order: str | None


class MoneyCounted(msgspec.Struct, frozen=True, tag="money-counted"):
    """A seat said how many Schillings it has."""

    seat: int
    count: int


class FeldRoamed(msgspec.Struct, frozen=True, tag="feld-roamed"):
    """Marrakesh's Feld figure walked on by itself."""

    seat: int
    building: str


class FeldUnlocked(msgspec.Struct, frozen=True, tag="feld-unlocked"):
    """A Feld figure entered the board before the first payday and may come back freely."""

    seat: int


class ThirdManMoved(msgspec.Struct, frozen=True, tag="third-man-moved"):
    """The third man stands on a building."""

    building: str

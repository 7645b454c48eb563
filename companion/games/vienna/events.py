"""What has happened.  Every visible change on the table is an event of its own."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.games.vienna.cards import Action
from companion.games.vienna.full_events import (
    AgentDismissed,
    ExtraStashed,
    FeldRoamed,
    FeldUnlocked,
    GoodBought,
    MoneyCounted,
    MoneyGained,
    MoneyPaid,
    MoneyStashed,
    MoneyTold,
    OrderAccepted,
    OrderFulfilled,
    OrderShown,
    OrderTold,
    PhaseClosed,
    RoofTileFound,
    StartOrderTaken,
    ThirdManMoved,
)
from companion.games.vienna.lore import CardLearned, OrderLearned
from companion.games.vienna.stages import Stage
from companion.games.vienna.state import CardFact, Source, Tracking
from companion.games.vienna.words import Bribe, Flag, Info


class StageEntered(msgspec.Struct, frozen=True, tag="stage-entered"):
    """The game waits at another place."""

    stage: Stage


class TileLaid(msgspec.Struct, frozen=True, tag="tile-laid"):
    """An information tile lies on a square."""

    square: str
    info: Info


class FlagLaid(msgspec.Struct, frozen=True, tag="flag-laid"):
    """A flag tile lies above a building."""

    building: str
    flag: Flag


class StarterTaken(msgspec.Struct, frozen=True, tag="starter-taken"):
    """A seat got its first information tile."""

    seat: int
    info: Info


class RoundBegan(msgspec.Struct, frozen=True, tag="round-began"):
    """The coat of arms lies with ``start``; a new round begins."""

    round: int
    start: int
    last: bool = False


class PileShuffled(msgspec.Struct, frozen=True, tag="pile-shuffled"):
    """The discard became the new pile."""


class CardDrawn(msgspec.Struct, frozen=True, tag="card-drawn"):
    """A card went from the pile to a hand."""

    seat: int
    card: CardFact


class CardsPlanned(msgspec.Struct, frozen=True, tag="cards-planned"):
    """Three cards lie face down at the actions I, II and IV."""

    seat: int
    drawer: CardFact
    bribe: CardFact
    info: CardFact


class CardStowed(msgspec.Struct, frozen=True, tag="card-stowed"):
    """Action I: a card lies in a drawer; ``out`` is the one it replaced, now discarded."""

    seat: int
    slot: int
    card: CardFact
    out: CardFact | None = None


class CardPlayed(msgspec.Struct, frozen=True, tag="card-played"):
    """Actions II and IV: a planned card was turned up and discarded."""

    seat: int
    action: Action
    card: CardFact


class AbilityUsed(msgspec.Struct, frozen=True, tag="ability-used"):
    """A card in a drawer did its work; what it gave follows."""

    seat: int
    card: int


class BribesGained(msgspec.Struct, frozen=True, tag="bribes-gained"):
    """Bribes went from the stock to a seat."""

    seat: int
    bribe: Bribe
    count: int


class BribesPaid(msgspec.Struct, frozen=True, tag="bribes-paid"):
    """Bribes went from a seat to the stock."""

    seat: int
    bribe: Bribe
    count: int


class AgentPlaced(msgspec.Struct, frozen=True, tag="agent-placed"):
    """An agent came from the supply to a building."""

    seat: int
    building: str
    feld: bool = False


class AgentMoved(msgspec.Struct, frozen=True, tag="agent-moved"):
    """An agent went from one building to another."""

    seat: int
    origin: str
    building: str


class TileTaken(msgspec.Struct, frozen=True, tag="tile-taken"):
    """A seat took the tile of a square that its agents enclose."""

    seat: int
    square: str
    info: Info


class PointsScored(msgspec.Struct, frozen=True, tag="points-scored"):
    """A seat's score marker moved on."""

    seat: int
    points: int
    source: Source


class CardDrawnAhead(msgspec.Struct, frozen=True, tag="card-drawn-ahead"):
    """A card for the next round went from the pile to a hand."""

    seat: int
    card: CardFact


class CardDropped(msgspec.Struct, frozen=True, tag="card-dropped"):
    """A card too many was discarded unused."""

    seat: int
    card: CardFact


class MarkerAdvanced(msgspec.Struct, frozen=True, tag="marker-advanced"):
    """A marker reached a field of its track, counted from 0."""

    info: Info
    field: int


class InvestigatorMoved(msgspec.Struct, frozen=True, tag="investigator-moved"):
    """The investigator reached a field of the roof, A being 0; his token shows the X."""

    field: int


class TokenReset(msgspec.Struct, frozen=True, tag="token-reset"):
    """The investigation token shows its front again."""


class TrackingChanged(msgspec.Struct, frozen=True, tag="tracking-changed"):
    """A seat is tracked in another way; what nobody tells any more is unknown from here on."""

    seat: int
    tracking: Tracking


class DrawerTold(msgspec.Struct, frozen=True, tag="drawer-told"):
    """A seat said which card lies in a drawer; ``None`` says that it is empty after all."""

    seat: int
    slot: int
    card: int | None


class BribesTold(msgspec.Struct, frozen=True, tag="bribes-told"):
    """A seat said how many bribes of a kind it has."""

    seat: int
    bribe: Bribe
    count: int


class BribesCounted(msgspec.Struct, frozen=True, tag="bribes-counted"):
    """A seat said how many bribes it has in all."""

    seat: int
    count: int


Event: TypeAlias = (
    StageEntered
    | TileLaid
    | FlagLaid
    | StarterTaken
    | RoundBegan
    | PileShuffled
    | CardDrawn
    | CardsPlanned
    | CardStowed
    | CardPlayed
    | AbilityUsed
    | BribesGained
    | BribesPaid
    | AgentPlaced
    | AgentMoved
    | FeldRoamed
    | FeldUnlocked
    | TileTaken
    | PointsScored
    | CardDrawnAhead
    | CardDropped
    | ThirdManMoved
    | OrderShown
    | StartOrderTaken
    | OrderAccepted
    | OrderFulfilled
    | MoneyGained
    | MoneyPaid
    | MoneyStashed
    | ExtraStashed
    | GoodBought
    | AgentDismissed
    | RoofTileFound
    | PhaseClosed
    | MarkerAdvanced
    | InvestigatorMoved
    | TokenReset
    | TrackingChanged
    | DrawerTold
    | BribesTold
    | MoneyTold
    | OrderTold
    | MoneyCounted
    | BribesCounted
    | CardLearned
    | OrderLearned
)

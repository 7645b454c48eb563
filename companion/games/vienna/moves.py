"""Everything anybody can say or do at a table of VIENNA."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.games.vienna.lore import CardPart, OrderPart, Value
from companion.games.vienna.state import Tracking
from companion.games.vienna.words import Bribe, Flag, Good, Info


class LayTile(msgspec.Struct, frozen=True, tag="lay-tile"):
    """Lay an information tile from the bag on a square."""

    square: str
    info: Info


class LayFlag(msgspec.Struct, frozen=True, tag="lay-flag"):
    """Lay a flag tile from the bag above a building."""

    building: str
    flag: Flag


class TakeStarter(msgspec.Struct, frozen=True, tag="take-starter"):
    """Draw the information tile that a seat starts with."""

    seat: int
    info: Info


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw one card from the pile."""

    seat: int
    card: int


class Plan(msgspec.Struct, frozen=True, tag="plan"):
    """Lay one card face down at each of the actions I, II and IV."""

    seat: int
    drawer: int
    bribe: int
    info: int


class Stow(msgspec.Struct, frozen=True, tag="stow"):
    """Push the card of action I into a drawer, in place of the one that lies there."""

    seat: int
    slot: int | None = None


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Place an agent from the supply on a building."""

    seat: int
    building: str
    feld: bool = False


class Relocate(msgspec.Struct, frozen=True, tag="relocate"):
    """Move an agent from one building to another."""

    seat: int
    origin: str
    building: str


class TakeBribes(msgspec.Struct, frozen=True, tag="take-bribes"):
    """Take two equal bribes instead of placing an agent."""

    seat: int
    bribe: Bribe


class Pay(msgspec.Struct, frozen=True, tag="pay"):
    """Pay these bribes for the agent just placed."""

    seat: int
    bribes: tuple[Bribe, ...]


class Use(msgspec.Struct, frozen=True, tag="use"):
    """Use a card's ability, naming the bribe or the marker where the card leaves that open."""

    seat: int
    card: int
    bribe: Bribe | None = None
    info: Info | None = None
    bribes: tuple[Bribe, ...] = ()


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Do without what is offered."""

    seat: int


class ShowOrder(msgspec.Struct, frozen=True, tag="show-order"):
    """Turn up an order on a field of the Prater."""

    field: str
    order: str


class TakeStartOrder(msgspec.Struct, frozen=True, tag="take-start-order"):
    """Get the order that a seat starts with."""

    seat: int
    order: str


class SetThirdMan(msgspec.Struct, frozen=True, tag="set-third-man"):
    """Set the third man on a building, before the game or when several draw him equally."""

    seat: int
    building: str


class TakeMoney(msgspec.Struct, frozen=True, tag="take-money"):
    """Take two Schillings instead of placing an agent."""

    seat: int


class Roam(msgspec.Struct, frozen=True, tag="roam"):
    """Let the Feld figure of Marrakesh walk on to a neighbouring building."""

    seat: int
    building: str


class Accept(msgspec.Struct, frozen=True, tag="accept"):
    """Accept an order from the Prater."""

    seat: int
    order: str


class Fulfil(msgspec.Struct, frozen=True, tag="fulfil"):
    """Fulfil an order of one's own."""

    seat: int
    order: str


class Stash(msgspec.Struct, frozen=True, tag="stash"):
    """Put money just received into the cash box."""

    seat: int
    count: int


class Redirect(msgspec.Struct, frozen=True, tag="redirect"):
    """Advance this marker in action IV."""

    seat: int
    info: Info


class Buy(msgspec.Struct, frozen=True, tag="buy"):
    """Buy one thing."""

    seat: int
    good: Good


class Settle(msgspec.Struct, frozen=True, tag="settle"):
    """Pay for a purchase with money and, having the map, with bribes."""

    seat: int
    money: int
    bribes: tuple[Bribe, ...] = ()


class PayAgent(msgspec.Struct, frozen=True, tag="pay-agent"):
    """Pay one agent on payday: with money or, having the map, with a bribe."""

    seat: int
    bribe: Bribe | None = None


class Dismiss(msgspec.Struct, frozen=True, tag="dismiss"):
    """Take an agent off the board."""

    seat: int
    building: str


class Advance(msgspec.Struct, frozen=True, tag="advance"):
    """Advance a marker one field (board tracking)."""

    seat: int
    info: Info


class CardBonus(msgspec.Struct, frozen=True, tag="card-bonus"):
    """Score points that only cards can explain (board tracking)."""

    seat: int
    points: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    """End the turn."""

    seat: int


class Track(msgspec.Struct, frozen=True, tag="track"):
    """Change how closely a seat is tracked."""

    seat: int
    tracking: Tracking


class TellDrawer(msgspec.Struct, frozen=True, tag="tell-drawer"):
    """Tell which card lies in a drawer; ``None`` says that it is empty."""

    seat: int
    slot: int
    card: int | None


class TellBribes(msgspec.Struct, frozen=True, tag="tell-bribes"):
    """Tell how many bribes of one kind a seat has."""

    seat: int
    bribe: Bribe
    count: int


class ReadCard(msgspec.Struct, frozen=True, tag="read-card"):
    """Read a part of a card to us that we have not seen before."""

    seat: int
    card: int
    part: CardPart
    value: str | int


class ReadOrder(msgspec.Struct, frozen=True, tag="read-order"):
    """Read a part of an order to us that we have not seen before."""

    seat: int
    order: str
    part: OrderPart
    value: Value


class TellMoney(msgspec.Struct, frozen=True, tag="tell-money"):
    """Tell how many Schillings a seat has on its desk."""

    seat: int
    count: int


class TellOrder(msgspec.Struct, frozen=True, tag="tell-order"):
    """Tell of an order on a seat's desk; ``None`` says that there are no more."""

    seat: int
    order: str | None


class CountMoney(msgspec.Struct, frozen=True, tag="count-money"):
    """Tell how many Schillings a seat has on its desk, for a tie."""

    seat: int
    count: int


class CountBribes(msgspec.Struct, frozen=True, tag="count-bribes"):
    """Tell how many bribes a seat has in all, for a tie-break."""

    seat: int
    count: int


Move: TypeAlias = (
    LayTile
    | LayFlag
    | TakeStarter
    | Draw
    | Plan
    | Stow
    | Place
    | Relocate
    | TakeBribes
    | TakeMoney
    | Pay
    | Roam
    | SetThirdMan
    | ShowOrder
    | TakeStartOrder
    | Accept
    | Fulfil
    | Stash
    | Redirect
    | Buy
    | Settle
    | PayAgent
    | Dismiss
    | Use
    | Pass
    | Advance
    | CardBonus
    | Done
    | Track
    | TellDrawer
    | TellBribes
    | ReadCard
    | ReadOrder
    | TellMoney
    | TellOrder
    | CountMoney
    | CountBribes
)

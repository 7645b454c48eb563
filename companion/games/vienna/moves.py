"""Everything anybody can say or do at a table of VIENNA."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.games.vienna.state import Tracking
from companion.games.vienna.words import Bribe, Flag, Info


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


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Do without what is offered."""

    seat: int


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
    """Tell which card lies in a drawer."""

    seat: int
    slot: int
    card: int


class TellBribes(msgspec.Struct, frozen=True, tag="tell-bribes"):
    """Tell how many bribes of one kind a seat has."""

    seat: int
    bribe: Bribe
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
    | Pay
    | Use
    | Pass
    | Advance
    | CardBonus
    | Done
    | Track
    | TellDrawer
    | TellBribes
    | CountBribes
)

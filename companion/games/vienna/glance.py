"""What one seat sees at one moment, in points: squares, doors and tiles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from companion.engine import Unknown
from companion.games.vienna import track
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action, Card, Effect
from companion.games.vienna.landing import Means, lowest_price, means_of, sets_off
from companion.games.vienna.state import State
from companion.games.vienna.words import Bribe, Info, Version

#: The chance to get the next building of a square, and how many turns that takes.
_CHANCE, _TURNS_A_BUILDING = 0.25, 1.5
#: A bribe of no particular use; a step of a marker of one's choice; a set of all five kinds.
BRIBE, STEP, _SET = 0.7, 2.0, 10.0
#: So many bribes of a kind will do for two doors.
_PLENTY = 4


class Glance:
    """What one seat sees at one moment, worked out once for all the moves it compares."""

    def __init__(self, box: Box, state: State, seat: int) -> None:
        self.box, self.state, self.seat = box, state, seat
        self.me = state.seats[seat]
        self.doors: dict[str, float] = {}
        self.reaches: dict[tuple[str, str | None], float] = {}

    @cached_property
    def means(self) -> Means:
        """Return what the seat can pay with."""
        return means_of(self.box, self.me)

    @cached_property
    def turns_left(self) -> int:
        """Count the turns that are sure to come after this one."""
        if self.state.last_round:
            return 0
        final = track.FINAL_FIELD[len(self.state.seats)]
        return final - self.state.investigator + 1

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Return the chance to enclose a square with so many buildings missing, in time."""
        reachable = 1 + self.turns_left / _TURNS_A_BUILDING
        return tuple(_CHANCE**missing if missing < reachable else 0.0 for missing in range(6))

    @cached_property
    def prizes(self) -> Mapping[str, float]:
        """Say what each square is worth that still has a tile: its own points and the tile."""
        tiles = {info: _tile(self, info) for info in Info}
        squares = self.box.board.squares
        return {
            square: squares[square].value + tiles[info]
            for square, info in self.state.squares.items()
            if info is not None and not isinstance(info, Unknown)
        }

    def reach(self, building: str, without: str | None = None) -> float:
        """Say what an agent on a building adds to the squares around it, and remember it."""
        key = building, without
        if key not in self.reaches:
            agents = set(self.me.agents) - {building, without}
            self.reaches[key] = sum(
                self._share(square, agents)
                for square in self.box.board.buildings[building].squares
                if square in self.prizes
            )
        return self.reaches[key]

    def _share(self, square: str, agents: set[str]) -> float:
        """Say how much nearer one more agent brings the tile of a square."""
        missing = -1
        for corner in self.box.board.squares[square].buildings:
            missing += corner not in agents
        return self.prizes[square] * (self.chances[missing] - self.chances[missing + 1])

    def door(self, building: str) -> float:
        """Say what it is worth to get in: the squares around, and what the landing sets off."""
        if building not in self.doors:
            price = BRIBE * lowest_price(self.box, self.state, self.seat, building, self.means)
            self.doors[building] = self.reach(building) + landing_bonus(self, building) - price
        return self.doors[building]

    @cached_property
    def best_doors(self) -> Mapping[Bribe, float]:
        """Return the worth of the best building that each kind of bribe opens."""
        best = dict.fromkeys(Bribe, 0.0)
        for building in self.box.board.buildings:
            if building not in self.me.agents:
                kind = self.box.price_kinds[building]
                best[kind] = max(best[kind], self.door(building))
        return best


# Bots compare all options of one question in a row, so that the latest glance is all we need.
_latest: list[Glance] = []


def glance_at(box: Box, state: State, move: Any) -> Glance:
    """Look at the table with the eyes of the one who makes a move."""
    for glance in tuple(_latest):
        if glance.state is state and glance.box is box and glance.seat == move.seat:
            return glance
    fresh = Glance(box, state, move.seat)
    _latest[:] = [fresh]
    return fresh


def _tile(glance: Glance, info: Info) -> float:
    """Count a tile's value at the end, the steps it will score, and its part of a set."""
    area = track.value(glance.state, glance.box, info)
    growth = (6 - area) * min(0.6, 0.08 * glance.turns_left)
    steps = 0.3 * glance.turns_left
    return area + growth + steps + _part_of_set(glance, info)


def _part_of_set(glance: Glance, info: Info) -> float:
    """Count a tile's part of a set of all five kinds, which only the entry version rewards."""
    tiles = glance.me.tiles
    fewest = min(tiles.values())
    if glance.state.version is Version.FULL or tiles[info] != fewest:
        return 0.0
    return _SET / sum(tiles[kind] == fewest for kind in Info) * 0.7


_NO_BONUS = (Effect.DISCOUNT, Effect.WILD_BRIBE)


def landing_bonus(glance: Glance, building: str) -> float:
    """Say what the abilities give that an agent sets off on this building."""
    cards = (glance.box.cards[c] for c in glance.me.drawers if not isinstance(c, Unknown))
    ready = [c for c in cards if c.action is Action.III and c.effect not in _NO_BONUS]
    box, state, seat = glance.box, glance.state, glance.seat
    return sum(gain(glance, card) for card in ready if sets_off(box, state, seat, building, card))


def gain(glance: Glance, card: Card) -> float:
    """Say what an ability gives whenever it is used; nobody needs a whole crate of wine."""
    if card.effect is Effect.TWO_BRIBES and not isinstance(card.param, Unknown):
        owned = glance.me.purse[Bribe(str(card.param))]
        if not isinstance(owned, Unknown) and owned >= _PLENTY:
            return 0.1
    steps = (Effect.ANY_MARKER, Effect.OWN_MARKER, Effect.OTHER_MARKER)
    if card.effect in steps:
        return STEP * card.amount
    if card.effect is Effect.POINTS:
        return float(card.amount)
    return 2 * BRIBE * (card.amount or len(glance.state.seats))

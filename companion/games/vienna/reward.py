"""What an order pays whoever fulfils it, and how that is told."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.engine import Text, Unknown
from companion.games.vienna.feld import plays_feld
from companion.games.vienna.labels import joined, printed
from companion.games.vienna.order import Order, Want
from companion.games.vienna.state import State
from companion.games.vienna.words import Colour, Flag, Good

#: What accepting an order pays at once, by series.
DOWN_PAYMENT = {"A": 1, "B": 2}
#: Points that the signet adds to a fulfilled order.
SIGNET_POINTS = 3


class Reward(NamedTuple):
    """What fulfilling an order pays."""

    points: int
    money: int


def reward(state: State, seat: int, order: Order) -> Reward | None:
    """Return what an order pays a seat, with all that adds to it, if anybody has read it to us."""
    if isinstance(order.points, Unknown) or isinstance(order.money, Unknown):
        return None
    player = state.seats[seat]
    points = order.points + (SIGNET_POINTS if Good.SIGNET in player.goods else 0)
    points += plays_feld(state, player, Colour.RED) and order.flag is Flag.USA
    extra = bool(order.money) and plays_feld(state, player, Colour.BLUE)
    return Reward(points, order.money + extra)


def down_payment(state: State, seat: int, series: str) -> int:
    """Return what accepting an order pays a seat at once."""
    return DOWN_PAYMENT[series] + plays_feld(state, state.seats[seat], Colour.YELLOW)


def deal(state: State, seat: int, order: Order) -> dict[str, str | int | Text] | None:
    """Say what an order asks for and what it brings a seat, if anybody has read it to us."""
    pay = reward(state, seat, order)
    if pay is None or isinstance(order.needs, Unknown):
        return None
    parts: list[Text | str | int] = []
    if pay.money:
        parts.append(Text("vienna.money", {"count": pay.money}))
    if pay.points:
        parts.append(Text("vienna.effect.points", {"count": pay.points}))
    brings = joined(parts) if parts else Text("vienna.nothing")
    return {"needs": _needs(order, order.needs), "brings": brings}


def _needs(order: Order, needs: tuple[str, ...]) -> Text | str | int:
    if order.want is Want.BUILDING:
        return Text("vienna.place.building", {"building": needs[0]})
    return joined(
        [
            Text("vienna.some-bribes", {"count": count, "bribe": printed(word)})
            for word, count in Counter(needs).items()
        ]
    )

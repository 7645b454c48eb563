"""Orders of the full version: what they ask for and what they pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.engine import UNKNOWN, Unknown
from companion.games.vienna.cards import BOXED
from companion.games.vienna.words import Bribe, Flag, Info, Seal
from companion.packs.fault import Fault, PackError, error
from companion.packs.header import Name
from companion.packs.json_file import read_json
from companion.packs.shape import misfits


class Want(StrEnum):
    """What kind of thing an order wants to see."""

    SEALS = "seals"
    BRIBES = "bribes"
    BUILDING = "building"
    INFOS = "infos"


#: Words an order may name, by what it wants.  Buildings are named by their letters.
WORDS: Mapping[Want, tuple[str, ...]] = {
    Want.SEALS: tuple(Seal),
    Want.BRIBES: tuple(Bribe),
    Want.BUILDING: tuple("ABCDEFGHKL"),
    Want.INFOS: tuple(Info),
}


class Order(msgspec.Struct, frozen=True):
    """One order: its flag, what has to be shown, and the reward, as far as they are known."""

    number: str
    want: Want
    flag: Flag | Unknown = UNKNOWN
    needs: tuple[str, ...] | Unknown = UNKNOWN
    money: int | Unknown = UNKNOWN
    points: int | Unknown = UNKNOWN

    @property
    def series(self) -> str:
        """Return the pile that it belongs to: S, A or B."""
        return self.number[0]


class _OrderPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Name
    want: Want
    flag: Flag | None = None
    needs: tuple[str, ...] | None = None
    money: Annotated[int, Meta(ge=0)] | None = None
    points: Annotated[int, Meta(ge=0)] | None = None


class _OrdersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: Name
    sources: Mapping[str, str]
    orders: tuple[_OrderPart, ...]


def want_of(number: str) -> Want:
    """Tell what an order wants from its number (rulebook: glossary, the orders)."""
    series, position = number[0], int(number[2:])
    if series == "S" or (series, position) in _SEAL_ORDERS:
        return Want.SEALS
    if series == "B":
        return Want.INFOS
    return Want.BRIBES if position <= 15 else Want.BUILDING


_SEAL_ORDERS = {("A", n) for n in range(16, 21)} | {("B", n) for n in range(21, 26)}

#: All orders there are: 5 S, 30 A and 25 B (rulebook: components).
NUMBERS: tuple[str, ...] = tuple(
    f"{series}-{n:02d}"
    for series, count in (("S", 5), ("A", 30), ("B", 25))
    for n in range(1, count + 1)
)


def load_orders(path: Path) -> Mapping[str, Order]:
    """Read an edition's orders by number, or refuse them with everything that is wrong."""
    raw = read_json(path)
    faults = misfits(raw, _OrdersFile, path.name)
    if faults:
        raise PackError(path, faults)
    file = msgspec.convert(raw, _OrdersFile)
    orders = file.orders
    faults = tuple(_faults(orders, complete=file.edition != BOXED))
    if faults:
        raise PackError(path, faults)
    return {part.number: _order(part) for part in orders}


def _order(part: _OrderPart) -> Order:
    return Order(
        part.number,
        part.want,
        part.flag or UNKNOWN,
        UNKNOWN if part.needs is None else part.needs,
        UNKNOWN if part.money is None else part.money,
        UNKNOWN if part.points is None else part.points,
    )


def _faults(orders: tuple[_OrderPart, ...], *, complete: bool) -> Iterator[Fault]:
    seen = Counter(order.number for order in orders)
    for number, count in seen.items():
        if number not in NUMBERS:
            yield error(f"orders.{number}", "orders.unknown", order=number)
        elif count > 1:
            yield error(f"orders.{number}", "orders.twice", order=number)
    for number in NUMBERS:
        if number not in seen:
            yield error("orders", "orders.missing", order=number)
    for order in orders:
        if order.number in NUMBERS:
            yield from _order_faults(order)
            if complete:
                yield from _gaps(order)


def _gaps(order: _OrderPart) -> Iterator[Fault]:
    """Miss what is not said; only of the bought game may something be unknown."""
    for key in ("flag", "needs"):
        if getattr(order, key) is None:
            yield error(f"orders.{order.number}", "pack.key-missing", key=key)


def _order_faults(order: _OrderPart) -> Iterator[Fault]:
    """Check an order against the kind that its number gives it."""
    where, want = f"orders.{order.number}", want_of(order.number)
    if order.want is not want:
        yield error(f"{where}.want", "orders.wrong-kind", want=want, got=order.want)
    if order.needs is not None:
        yield from needs_faults(where, order.number, order.needs)


def needs_faults(order: str, number: str, needs: tuple[str, ...]) -> Iterator[Fault]:
    """Check what an order asks for against the kind that its number gives it."""
    where, want = f"{order}.needs", want_of(number)
    known = WORDS[want]
    for word in needs:
        if word not in known:
            yield error(where, "orders.wrong-word", word=word, known=", ".join(known))
    if not needs:
        yield error(where, "orders.no-needs", order=number)
    elif want is Want.BUILDING and len(needs) > 1:
        yield error(where, "orders.one-building", got=len(needs))

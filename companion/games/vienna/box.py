"""The game box: a board, and the cards and orders that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.games.vienna.board import Board, load_board
from companion.games.vienna.board_file import Side
from companion.games.vienna.cards import Card, load_cards
from companion.games.vienna.order import Order, load_orders
from companion.games.vienna.words import PRICE_OF_HUE, Edition, Info, Version
from companion.packs.fault import PackError, error
from companion.packs.header import board_file

DATA = Path(__file__).parent / "data"

#: Agents beside a desk at the start, and those that wait to be hired (rulebook: set-up).
SUPPLY = {Version.ENTRY: 6, Version.FULL: 5}
FOR_HIRE = {Version.ENTRY: 0, Version.FULL: 3}
#: Drawers of a desk, and cards drawn in a card phase.
DRAWERS = 3
HAND = 3
#: Cards of the entry version, and the last of all.
ENTRY_CARDS = range(1, 91)
LAST_CARD = 175


class Box:
    """Hold what is printed: the board, the cards and orders by number."""

    def __init__(
        self, board: Board, cards: Mapping[int, Card], orders: Mapping[str, Order] | None = None
    ) -> None:
        """Take a board, and the cards and orders that are played with."""
        self.board = board
        self.cards = cards
        self.orders = orders or {}
        self.version = Version.FULL if self.orders else Version.ENTRY
        self.price_kinds = {b.id: PRICE_OF_HUE[b.hue] for b in board.buildings.values()}
        self.table_places = _table_places(board)
        self.last_fields = {info: len(board.tracks[info]) - 1 for info in Info}


def _table_places(board: Board) -> tuple[str, ...]:
    """Name the places that a turn can change: buildings, squares, tracks, score and roof."""
    fields = (f"info:{info}:{n}" for info, areas in board.tracks.items() for n in range(len(areas)))
    scores = (f"score:{n}" for n in range(len(board.score_fields)))
    roof = (f"roof:{letter}" for letter in board.roof)
    return (*board.buildings, *board.squares, *fields, *scores, *roof, "investigation")


def entry_box(board: Path | None = None, edition: Edition = Edition.REFERENCE) -> Box:
    """Open the box of the entry version: our own edition, or the one that was bought.

    An owner's own board comes from a board pack; what is printed on bought cards is unknown at first.
    """
    cards = load_cards(DATA / edition / "cards.json")
    entry = {number: card for number, card in cards.items() if number in ENTRY_CARDS}
    return Box(load_board(board or DATA / "reference" / "entry"), entry)


def full_box(board: Path | None = None, edition: Edition = Edition.REFERENCE) -> Box:
    """Open the box of the full version."""
    cards = load_cards(DATA / edition / "cards.json")
    orders = load_orders(DATA / edition / "orders.json")
    folder = board or DATA / "reference" / "full"
    printed = load_board(folder)
    if printed.side is Side.ENTRY:
        raise PackError(board_file(folder), [error("side", "vienna.pack.entry-side")])
    return Box(printed, cards, orders)

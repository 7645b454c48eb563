"""The game box: a board and the cards that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.games.vienna.board import Board, load_board
from companion.games.vienna.cards import Card, load_cards

DATA = Path(__file__).parent / "data"

#: Agents a player has besides the one on the score track (rulebook: set-up 12).
AGENTS = 6
#: Drawers of a desk.
DRAWERS = 3
#: Cards drawn in a card phase.
HAND = 3
#: Cards of the entry version.
ENTRY_CARDS = range(1, 91)


class Box:
    """Hold what is printed: the board, and the cards by number."""

    def __init__(self, board: Board, cards: Mapping[int, Card]) -> None:
        """Take a board, and the cards that are played with."""
        self.board = board
        self.cards = cards
        self.last_fields = {info: len(areas) - 1 for info, areas in board.tracks.items()}


def entry_box(board: Path | None = None) -> Box:
    """Open the box of the entry version: our reference edition, or an owner's own board."""
    cards = load_cards(DATA / "reference" / "cards.json")
    entry = {number: card for number, card in cards.items() if number in ENTRY_CARDS}
    return Box(load_board(board or DATA / "reference" / "entry"), entry)

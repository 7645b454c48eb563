"""VIENNA as the rest of the companion finds it."""

from __future__ import annotations

from pathlib import Path

from companion.games import Wish
from companion.games.vienna.board import check_board
from companion.games.vienna.box import entry_box
from companion.games.vienna.game import Vienna
from companion.games.vienna.state import Options, Tracking
from companion.games.vienna.words import Colour
from companion.packs.fault import Fault


class ViennaKit:
    """Open the box and count the players."""

    name = "vienna"
    versions: tuple[str, ...] = ("entry",)
    expansions: tuple[str, ...] = ()
    players = range(2, 5)
    texts = Path(__file__).parent / "texts"

    def open(self, wish: Wish) -> tuple[Vienna, Options]:
        """Return the game and the options to set it up with."""
        colours = tuple(Colour)[: wish.players]
        tracking = (Tracking(wish.tracking),) * len(colours)
        return Vienna(entry_box(wish.board)), Options(colours, tracking=tracking)

    def check_pack(self, folder: Path) -> tuple[Fault, ...]:
        """List what is wrong with a board pack."""
        return check_board(folder)


KIT = ViennaKit()

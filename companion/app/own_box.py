"""The box that lies on the table: our own edition, or one that was bought, with its owner's file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.app.card_file import NAME
from companion.app.own_boards import OwnBoard, boards_beside
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.games import Kit, Wish
from web.house import Box

#: How our own edition is called where people choose.
OURS = "ours"


def _no_files() -> tuple[Path, ...]:
    return ()


def _no_boards() -> tuple[OwnBoard, ...]:
    return ()


class OwnBox(msgspec.Struct, frozen=True):
    """Say what a table is opened with, and what else its owner has.

    ``overlays`` are the owner's files and ``boards`` his boards as they are now; ``bought`` is the
    edition whose cards have to be read to us, if the game has one.
    """

    edition: str = ""
    board: Path | None = None
    overlays: Callable[[], tuple[Path, ...]] = _no_files
    boards: Callable[[], tuple[OwnBoard, ...]] = _no_boards
    bought: str = ""

    def for_new(self, wish: Wish, choice: str | None = None) -> Wish:
        """Return the wish for a new game with the box that was chosen, or the one of the start."""
        if choice == OURS:
            return replace(wish, edition=Wish(0).edition, board=None)
        if choice is None:
            edition, board = self.edition or wish.edition, wish.board or self.board
            if board is None and self.bought and edition == self.bought:
                board = next((one.folder for one in self.boards()), None)
        else:
            chosen = next((one for one in self.boards() if one.name == choice), None)
            if chosen is None:
                raise Wrong("web.host.box.gone")
            edition, board = self._edition_of(chosen), chosen.folder
        return self._with_files(replace(wish, edition=edition, board=board))

    def for_kept(self, wish: Wish) -> Wish:
        """Return the wish of a kept game, with what is known of its box by now."""
        if wish.board is None:
            on = (one.folder for one in self.boards() if one.edition == wish.printed)
            wish = replace(wish, board=next(on, None))
        return self._with_files(wish)

    def _with_files(self, wish: Wish) -> Wish:
        own = bool(self.bought) and wish.edition == self.bought
        return replace(wish, overlays=self.overlays()) if own else wish

    def _edition_of(self, board: OwnBoard) -> str:
        """Return the cards that belong to a board: bought ones, unless the start said otherwise."""
        named = board.folder == self.board
        return self.edition if named else self.bought or self.edition

    def choices(self, game: str, last: Wish | None = None) -> Iterator[Box]:
        """Yield what may be played with; usual is the box of the last game, or else the own one."""
        boards = self.boards()
        usual = self._usual(boards, last)
        yield Box(OURS, Text("web.host.box.ours"), usual is None)
        for board in boards:
            yield Box(board.name, board.text(game), board is usual, board.side)

    def _usual(self, boards: tuple[OwnBoard, ...], last: Wish | None) -> OwnBoard | None:
        """Whoever has described a board wants to play on it, unless he played on another one."""
        return next((one for one in boards if last is None or one.edition == last.printed), None)


#: Whatever somebody wishes for is played as it is.
PLAIN = OwnBox()


def box_beside(kit: Kit, database: Path) -> OwnBox:
    """Return what lies beside some games: boards that were described, and the owner's file."""
    cards = database.with_name(NAME)
    boards = boards_beside(kit, database)
    bought = kit.editions[-1] if len(kit.editions) > 1 else ""
    files = (lambda: (cards,)) if cards.exists() else _no_files
    return OwnBox("", None, files, boards.all, bought)

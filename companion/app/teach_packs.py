"""Which boards may lie on a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import companion.games
from companion.app.own_boards import NAMED, OwnBoards
from companion.app.seating import Request
from companion.engine import Text
from companion.games import kits

_REFERENCE = Path("data", "reference")


def our_board(game: str, side: str) -> Path:
    """Return where a side of our own edition lies."""
    return Path(companion.games.__path__[0]) / game / _REFERENCE / side


class Packs(Mapping[str, Path]):
    """All boards by a name of their own, the usual one first: ours, or the owner's if one was named.

    The shelf is looked at anew every time: somebody may describe a board while the table is open.
    """

    def __init__(self, request: Request, own: OwnBoards) -> None:
        """Take what was asked for at the start, and the boards of the owner."""
        self._kit, self._own = kits()[request.game], own
        self._named = {} if request.board is None else {NAMED: request.board}
        sides = sorted(self._kit.versions, key=lambda side: side != request.version)
        self._ours = {side: our_board(self._kit.name, side) for side in sides}

    def __getitem__(self, name: str) -> Path:
        """Return where a board lies."""
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        """Name all boards."""
        return iter(self._all())

    def __len__(self) -> int:
        """Count the boards."""
        return len(self._all())

    def _all(self) -> dict[str, Path]:
        own = {board.name: board.folder for board in self._own.all()}
        return {**self._named, **self._ours, **own}

    def text(self, name: str) -> Text:
        """Say which board is meant."""
        boards = {one.name: one for one in self._own.all()}
        if name in boards:
            return boards[name].text(self._kit.name)
        side = Text(f"{self._kit.name}.version.{name}")
        return Text("teach.home.our-side", {"side": side}) if boards else side

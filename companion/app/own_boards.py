"""The boards that an owner has described: made or taken in on the pages, or named at the start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.engine import Text
from companion.games import Kit
from companion.packs.fault import PackError, errors_of
from companion.packs.header import FILE, read_header

#: Beside the games: what the pages where a pack is made keep, and the finished packs in it.
HOME, PACKS = "boards", "packs"
#: The name of the board that was named at the start; no folder on the shelf can be called so.
NAMED = "--board"


class OwnBoard(msgspec.Struct, frozen=True):
    """A board: its name here, the edition and side that it says it is, and where it lies."""

    name: str
    edition: str
    side: str
    folder: Path

    def text(self, game: str) -> Text:
        """Say which board this is."""
        side = Text(f"{game}.version.{self.side}")
        return Text("web.host.box.own", {"name": self.edition, "side": side})


class OwnBoards:
    """Look at the shelf anew whenever somebody asks; what is not in order is left out."""

    def __init__(self, kit: Kit, folder: Path, named: Path | None = None) -> None:
        """Take the game, where packs are kept, and the one named at the start."""
        self._kit, self._folder, self._named = kit, folder, named
        self._checked: dict[Path, tuple[int, OwnBoard | None]] = {}

    def all(self) -> tuple[OwnBoard, ...]:
        """List the boards, the one that was named first."""
        return tuple(self._all())

    def _all(self) -> Iterator[OwnBoard]:
        if self._named is not None:
            yield from self._look(NAMED, self._named / FILE)
        for file in sorted(self._folder.glob(f"*/{FILE}")):
            yield from self._look(file.parent.name, file)

    def _look(self, name: str, file: Path) -> Iterator[OwnBoard]:
        """Yield the board of a file; one that has not changed is not checked again."""
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            return
        known = self._checked.get(file)
        if known is None or known[0] != changed:
            self._checked[file] = known = changed, self._check(name, file.parent)
        if known[1] is not None:
            yield known[1]

    def _check(self, name: str, folder: Path) -> OwnBoard | None:
        try:
            header = read_header(folder)
            wrong = errors_of(self._kit.check_pack(folder))
        except PackError:
            return None
        fits = header.game == self._kit.name and not wrong
        return OwnBoard(name, header.edition, header.side, folder) if fits else None


def boards_beside(kit: Kit, database: Path, named: Path | None = None) -> OwnBoards:
    """Return the boards that are kept beside some games."""
    return OwnBoards(kit, database.with_name(HOME) / PACKS, named)

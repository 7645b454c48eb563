"""The box that lies on the table: our own edition, or one that was bought, with its owner's file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.games import Wish


def _no_files() -> tuple[Path, ...]:
    return ()


class OwnBox(msgspec.Struct, frozen=True):
    """Say what a table plays with; ``overlays`` are the owner's files as they are now."""

    edition: str = ""
    board: Path | None = None
    overlays: Callable[[], tuple[Path, ...]] = _no_files

    def for_new(self, wish: Wish) -> Wish:
        """Return the wish for a new game, played with this box."""
        return self.for_kept(replace(wish, edition=self.edition) if self.edition else wish)

    def for_kept(self, wish: Wish) -> Wish:
        """Return the wish of a kept game, with what is known of this box by now."""
        if not self.edition or wish.edition != self.edition:
            return wish
        return replace(wish, board=wish.board or self.board, overlays=self.overlays())


#: Whatever somebody wishes for is played as it is.
PLAIN = OwnBox()

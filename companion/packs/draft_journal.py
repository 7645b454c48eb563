"""All that was done to a draft, one action after the other: the draft itself follows from it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.packs.draft import Draft
from companion.packs.draft_act import NotDone, act
from companion.packs.draft_actions import Action
from companion.packs.draft_blank import Blank
from companion.packs.save import save_text

FORMAT = 1


class Journal(msgspec.Struct, frozen=True, kw_only=True):
    """A draft as it is kept: ``taps`` also counts what was taken back, ``version`` every change.

    What came with the last photo, up to ``settled``, cannot be taken back.
    """

    format: int = FORMAT
    game: str
    side: str
    actions: tuple[Action, ...] = ()
    taps: int = 0
    version: int = 0
    settled: int = 0

    def then(self, *actions: Action, taps: int = 1) -> Journal:
        """Return the journal after more was done."""
        return replace(
            self,
            actions=(*self.actions, *actions),
            taps=self.taps + taps,
            version=self.version + 1,
        )

    def settle(self) -> Journal:
        """Return the journal with everything so far beyond recall."""
        return replace(self, settled=len(self.actions))

    def undone(self) -> Journal:
        """Return the journal without the last action."""
        if len(self.actions) <= self.settled:
            raise NotDone("maker.no.nothing-to-undo")
        return replace(
            self, actions=self.actions[:-1], taps=self.taps + 1, version=self.version + 1
        )


def draft_of(journal: Journal, blank: Blank) -> Draft:
    """Do everything once more."""
    draft = Draft(side=blank.side)
    for action in journal.actions:
        draft = act(draft, blank, action)
    return draft


def keep(path: Path, journal: Journal) -> None:
    """Write a journal so that it is on the disk as a whole, whatever happens."""
    save_text(path, msgspec.json.encode(journal).decode())


def load(path: Path) -> Journal:
    """Read a journal; raises ``OSError`` or ``msgspec.DecodeError`` where there is none."""
    return msgspec.json.decode(path.read_bytes(), type=Journal)

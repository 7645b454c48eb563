"""What a press of a button means at this moment, and what it is told if that cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import Text
from companion.session.commands import Command, Confirm, Done, No, Override, Pause, Reply, Undo
from companion.session.ports import Press
from companion.session.store_entry import BUTTON, HOST, By, How

if TYPE_CHECKING:
    from companion.session.table import Table

#: So long the display says why a press was refused.
REFUSED_S = 5.0
#: Who presses so soon after the table has gone on by itself means the question before.
WENT_ON_S = 2.5
_BY = By(BUTTON, How.BUTTON)
#: Who holds the button down for long speaks for the table: where there are only buttons, nobody else can.
_BY_TABLE = By(HOST, How.BUTTON)
_STALE = No(Text("core.table.stale"))
_NOTHING = No(Text("core.table.nothing-to-do"))


class Presses:
    """Understand the buttons of one table; who presses one has no other screen than the display."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._refused: tuple[Text, float] | None = None

    def meant(self, press: Press) -> Command | Reply:
        """Return the command that a press stands for, or the reply where there is none."""
        table, version = self._table, self._table.snapshot.version
        if press is Press.PAUSE:
            return Pause(_BY, not table.paused)
        if press is Press.UNDO:
            return Undo(_BY, version)
        red = table.turn.accused is not None
        if press is Press.OVERRIDE and red:
            return Override(_BY_TABLE, version)
        if press in (Press.CONFIRM, Press.OVERRIDE):
            if red:
                return No(Text("core.table.hold-to-override"))
            lies = table.layout is not None and table.layout.moves
            return (None if lies else table.dialling.confirm()) or Confirm(_BY, version)
        return self._done() if press is Press.DONE else _NOTHING

    def _done(self) -> Command | Reply:
        """Show the next choice, or end the turn; a finger that bounces means it once."""
        table = self._table
        if table.taps.is_again(_BY, table.turn) or table.dialling.turn():
            return Done(0)
        if table.clock() < table.went_on_s + WENT_ON_S:
            return _STALE
        return table.dialling.tap() or _NOTHING

    def note(self, reply: Reply) -> None:
        """Remember for a while why a press was refused; one that was not makes that old."""
        until_s = self._table.clock() + REFUSED_S
        self._refused = (reply.text, until_s) if isinstance(reply, No) else None

    @property
    def due_s(self) -> float | None:
        """Return when nothing more is to be said about it."""
        return None if self.refused is None or self._refused is None else self._refused[1]

    @property
    def refused(self) -> Text | None:
        """Return why the last press was refused, as long as that is worth saying."""
        if self._refused is None or self._table.clock() >= self._refused[1]:
            return None
        return self._refused[0]

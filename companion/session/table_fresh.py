"""Whether what somebody answers to is still what he saw: hands may move meanwhile, as they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.session.commands import Choose, Command, Confirm, Override, Switch, Undo
from companion.session.explain_verdicts import Impossible
from companion.session.store_entry import TRACKING

if TYPE_CHECKING:
    from companion.session.table import Table


class Freshness:
    """Remember since which version each thing has been as it is."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._since: dict[type, tuple[object, int]] = {}
        self.note(table.snapshot.version)

    def note(self, version: int) -> None:
        """Take in what has changed up to a version."""
        for kind, about in self._subjects().items():
            if kind not in self._since or self._since[kind][0] != about:
                self._since[kind] = about, version

    def is_stale(self, command: Command | None) -> bool:
        """Tell whether a command is about something that has changed since its version."""
        if not isinstance(command, Choose | Confirm | Override | Switch | Undo):
            return False
        since = self._since[type(command)][1]
        return not since <= command.version <= self._table.snapshot.version

    def _subjects(self) -> dict[type, object]:
        """Say what each command is about."""
        table = self._table
        turn, verdict = table.turn, table.turn.verdict
        broken = (verdict.move, verdict.places) if isinstance(verdict, Impossible) else None
        guess = None if turn.guess is None else turn.guess.moves
        return {
            Choose: None if turn.question is None else turn.question.choices,
            Confirm: (table.mode, table.layout, guess),
            Override: (broken, table.chronicle.last_number),
            Switch: [entry.number for entry in table.chronicle.standing if entry.ask == TRACKING],
            Undo: (len(table.chronicle.standing), table.chronicle.last, turn.tapped),
        }

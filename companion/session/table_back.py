"""The two ways out of what should not be: take it back, or let it stand as it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import Refused, Text
from companion.session.commands import Done, No, Override, Reply, Undo
from companion.session.explain_verdicts import Impossible
from companion.session.override import override
from companion.session.store_entry import Role
from companion.session.store_undo import is_free_to

if TYPE_CHECKING:
    from companion.session.table import Table


def undo(table: Table, command: Undo) -> Reply:
    """Take back a tap that waits, the last turn or answer, or everything from an entry on."""
    tapped = table.turn.tapped
    if tapped is not None and command.number is None:
        if not is_free_to(command.by.who, tapped.by.who):
            return No(Text("core.store.undo-host-only"))
        table.turn.cancel()
        table.taps.forget()
        return Done(0)
    table.taps.forget()
    number = command.number or table.chronicle.last_number
    if number is None:
        return No(Text("core.table.nothing-to-do"))
    table.take_back(number, command.by)
    return Done(0)


def let_stand(table: Table, command: Override) -> Reply:
    """Let a move stand that a rule refuses, because the host says that it was played so."""
    verdict = table.turn.verdict
    if command.by.who.role is not Role.HOST:
        return No(Text("core.table.host-only"))
    if not table.watches or not isinstance(verdict, Impossible):
        return No(Text("core.table.stale"))
    outcome = override(table.game, verdict.state, verdict.move)
    if isinstance(outcome, Refused):
        return No(outcome.text)
    tapped = None if table.signs.ends_turn(verdict.move) else table.turn.tapped
    table.force(verdict, command.by, tapped)
    return Done(0)

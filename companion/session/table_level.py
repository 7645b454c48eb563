"""How closely a seat is tracked: changed in the middle of a game, by its player or the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine import Accepted, Refused, Signs, Text, Unreadable
from companion.session.chronicle import Heard
from companion.session.commands import Done, No, Reply, Switch
from companion.session.explain_search import Told
from companion.session.explain_tree import AnyGame
from companion.session.snapshot import Mode
from companion.session.store_entry import TRACKING, Role

if TYPE_CHECKING:
    from companion.session.table import Table

#: How much players tell: nothing but a tap, or cards and choices, too.
LEVELS = ("board", "full")
_AT_REST = {Mode.PAUSED: "core.table.paused", Mode.COMPARE: "core.table.compare-first"}


def levels(game: AnyGame, signs: Signs, state: Any, seat: int) -> tuple[str, ...]:
    """Return the levels that a seat may change to now; none where a game knows only one."""
    moves = ((level, _move(game, signs, seat, level)) for level in LEVELS)
    return tuple(
        level
        for level, move in moves
        if move is not None and isinstance(game.decide(state, move), Accepted)
    )


def _move(game: AnyGame, signs: Signs, seat: int, level: str) -> Any | None:
    if not signs.tracking:
        return None
    plain = {"type": signs.tracking, "seat": seat, "tracking": level}
    try:
        return game.moves.decode(msgspec.json.encode(plain))
    except Unreadable:
        return None


def switch(table: Table, command: Switch) -> Reply:
    """Change the level of a seat, between two moves; the game's own rules say when."""
    who, turn = command.by.who, table.turn
    if who.role is not Role.HOST and who.seat != command.seat:
        return No(Text("core.table.host-only"))
    if table.mode in _AT_REST:
        return No(Text(_AT_REST[table.mode]))
    if turn.tapped is not None or turn.told or turn.seen.moves:
        # What was only seen so far is not settled by something else that happens meanwhile.
        return No(Text("core.table.turn-first"))
    move = _move(table.game, table.signs, command.seat, command.level)
    if move is None:
        return No(Text("core.table.nothing-to-do"))
    verdict = table.game.decide(table.chronicle.state, move)
    if isinstance(verdict, Refused):
        return No(verdict.text)
    table.settle((move,), (Heard(Told(TRACKING, move), command.by),))
    return Done(0)

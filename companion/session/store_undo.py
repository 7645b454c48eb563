"""Which entries count: undo appends, and the log remembers both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from companion.engine.game import Game, fold
from companion.session.store_entry import Entry, Kind, Role, Who

S = TypeVar("S")
#: Those whose entries are nobody's own.
_NOBODY = frozenset({Role.CAMERA, Role.BUTTON})


def in_force(log: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries that stand, oldest first.

    An undo leads back to the table as it was just before the entry it names.  That entry may be an
    undo itself, and then what was taken back stands again.
    """
    heads: list[Entry | None] = [None]
    below: dict[int, Entry | None] = {}
    for entry in log:
        if entry.takes_back is not None:
            heads.append(heads[entry.takes_back - 1])
        else:
            below[entry.number] = heads[-1]
            heads.append(entry)
    standing: list[Entry] = []
    head = heads[-1]
    while head is not None:
        standing.append(head)
        head = below[head.number]
    return tuple(reversed(standing))


def has_ended(log: Iterable[Entry]) -> bool:
    """Tell whether the game is over, unless somebody took that back."""
    return any(entry.kind is Kind.END for entry in in_force(log))


def may_undo(log: Sequence[Entry], number: int, who: Who) -> bool:
    """Tell who may undo what: one's own last move anyone at the table, further back the host.

    What camera or button entered is nobody's own, and so anybody's; and when they report an undo
    (pieces put back, a button pressed) nobody knows whose hand it was, and so only the last move
    can be meant.
    """
    if not 1 <= number <= len(log):
        return False
    if who.role is Role.HOST:
        return True
    last = log[-1] if log[-1].kind is Kind.UNDO else None
    standing = in_force(log)
    within_reach = {entry.number: entry for entry in (last, *standing[-1:]) if entry is not None}
    if standing and standing[-1].turn is not None:
        # A turn was written in one go, and so it is taken back.
        within_reach[standing[-1].turn] = standing[-1]
    entry = within_reach.get(number)
    if entry is None:
        return False
    return is_free_to(who, entry.by.who)


def is_free_to(who: Who, owner: Who) -> bool:
    """Tell whether somebody may take back what is an owner's: a seat only its own, and nobody's."""
    return who.role is not Role.SEAT or owner == who or owner.role in _NOBODY


def replay(game: Game[Any, S, Any, Any], setup: S, log: Iterable[Entry]) -> S:
    """Return the state that a log leads to."""
    events = (game.events.decode(bytes(raw)) for entry in in_force(log) for raw in entry.events)
    return fold(game, setup, events)

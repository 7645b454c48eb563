"""An answer that somebody gives: whether it is asked of him, and what it follows from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.engine import Accepted, Ask, Invalid, Refused, Text, answer
from companion.session.chronicle import Heard
from companion.session.commands import Answer, Done, No, Reply
from companion.session.explain_search import Told
from companion.session.snapshot import Mode
from companion.session.store_entry import By, How, Role, seat
from companion.session.table_following import Belief
from companion.session.table_turn import Turn

if TYPE_CHECKING:
    from companion.session.table import Table

_PAUSED, _COMPARE = Text("core.table.paused"), Text("core.table.compare-first")
_LOOKING, _CLOSED = Text("core.table.looking"), Text("core.refused.ask-closed")
_NOT_YOURS = Text("core.refused.not-your-ask")


def give(table: Table, command: Answer) -> Reply:
    """Take an answer: a tap waits for its picture, anything else counts or waits for the tap."""
    if table.paused or table.mode is Mode.COMPARE:
        return No(_PAUSED if table.paused else _COMPARE)
    turn, watches = table.turn, table.watches
    taps = table.signs.ends_turn(command.move)
    if taps and table.taps.is_again(command.by, turn):
        return Done(0)
    ask = open_ask(turn, command)
    if isinstance(ask, No):
        return ask
    heard = Heard(Told(ask.kind, command.move), command.by)
    if taps and watches:
        table.taps.note(command.by, turn)
        turn.tap(heard)
        return Done(0)
    belief = follows_from(turn, command, watches=watches)
    if isinstance(belief, Refused):
        return No(belief.text)
    table.taps.note(command.by if taps else None, turn)
    if watches and turn.seat is not None:
        table.chronicle.hear(heard.told, heard.by)
        turn.hear(table.chronicle.heard)
    else:
        table.settle((*belief.moves, command.move), (*turn.told, heard))
    return Done(0)


def open_ask(turn: Turn, command: Answer) -> Ask | No:
    """Return the ask that is answered, or why nobody waits for this answer."""
    asks = turn.game.asks
    ask = next(
        (ask for one in _beliefs(turn) for ask in asks(one.state) if ask.id == command.ask), None
    )
    if ask is None:
        # Behind a tap that still waits for its picture nothing counts yet.
        later = any(ask.id == command.ask for ask in asks(turn.seen.state))
        return No(_LOOKING if later or turn.tapped is not None else _CLOSED)
    return ask if _is_for(turn, ask, command) else No(_NOT_YOURS)


def _is_for(turn: Turn, ask: Ask, command: Answer) -> bool:
    """Tell whether somebody may give this answer: a seat's phone speaks for its own seat alone.

    What the whole table is asked anybody may answer; where that names a seat, it must be an answer
    to just this ask, and a phone names no seat but its own.
    """
    who = command.by.who
    meant: int | None = getattr(command.move, "seat", None)
    if who.role is Role.SEAT and not {ask.seat, meant} <= {None, who.seat}:
        return False
    if ask.seat is not None or meant is None:
        return meant in (None, ask.seat)
    states = (one.state for one in _beliefs(turn))
    return any(
        command.move in turn.game.options(s, ask) for s in states if ask in turn.game.asks(s)
    )


def follows_from(turn: Turn, command: Answer, *, watches: bool) -> Belief | Refused:
    """Return what an answer follows from, or the rule that refuses it.

    What people say counts more than what a camera sees; where nobody sees any more, all that was
    seen before counts.
    """
    beliefs = _beliefs(turn) if watches else (turn.before_tap, turn.told_only)
    refusals: list[Refused] = []
    for belief in beliefs:
        verdict = answer(turn.game, belief.state, command.ask, command.move)
        if isinstance(verdict, Accepted):
            return belief
        refusals.append(verdict)
    # That an ask is closed in one of them says less than a rule.
    return next((one for one in refusals if not isinstance(one, Invalid)), refusals[0])


def _beliefs(turn: Turn) -> Iterator[Belief]:
    """Yield what an answer may build on, the likeliest first.

    What was seen may be another piece than we thought, and the answer tells so.
    """
    yield turn.told_only
    yield turn.before_tap
    yield from turn.otherwise()


def read_by_itself(turn: Turn) -> Answer | None:
    """Return the answer to an open ask for what is printed, where the game knows it by now."""
    game, state = turn.game, turn.told_only.state
    for ask in game.asks(state):
        known = game.options(state, ask) if ask.reads and ask.seat is not None else ()
        if len(known) == 1:
            return Answer(By(seat(ask.seat or 0), How.PHONE), ask.id, known[0])
    return None

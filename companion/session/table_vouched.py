"""What a person stands for: the moves that somebody chose or agreed to, in place of the camera."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine import Text
from companion.session.chronicle import Heard
from companion.session.commands import Choose, Confirm, Done, No, Reply
from companion.session.explain_search import Told
from companion.session.explain_verdicts import Anchor, Choice
from companion.session.snapshot import Mode
from companion.session.store_entry import AGREED, CHOSEN, CONFIRMED, By

if TYPE_CHECKING:
    from companion.session.table import Table


def choose(table: Table, command: Choose) -> Reply:
    """Let the turn count that somebody says was played."""
    turn, question = table.turn, table.turn.question
    choices = question.choices if question is not None and table.watches else ()
    if not 0 <= command.choice < len(choices):
        return No(Text("core.table.stale"))
    choice = choices[command.choice]
    apart = _said(CHOSEN, _apart(choice, choices), command.by)
    table.settle(choice.moves, (*turn.all_told, *apart), choice.anchor)
    return Done(0)


def _apart(choice: Choice, choices: Sequence[Choice]) -> Sequence[Any]:
    """Return what sets a choice apart; where only the order is in question, all of it."""
    apart = [m for m in choice.moves if any(m not in other.moves for other in choices)]
    return apart or choice.moves


def confirm(table: Table, command: Confirm) -> Reply:
    """Let what is proposed count: the set-up, the table as it lies, the best guess."""
    mode, turn, guess, layout = table.mode, table.turn, table.turn.guess, table.layout
    if mode is Mode.SET_UP and layout is not None and layout.moves:
        table.settle(layout.moves, _said(AGREED, layout.moves, command.by))
    elif mode is Mode.COMPARE and table.saw is not None:
        table.agree()
    elif mode is Mode.PLAY and table.taps.is_again(command.by, turn):
        pass  # on a phone this comes up where the thumb has just tapped
    elif mode is Mode.PLAY and guess is not None:
        owed = guess.owed | table.gap(guess.state).atoms
        agreed = _said(CONFIRMED, guess.moves, command.by)
        table.settle(guess.moves, (*turn.all_told, *agreed), Anchor(guess.state, owed))
    else:
        return No(Text("core.table.nothing-to-do"))
    return Done(0)


def _said(kind: str, moves: Iterable[Any], by: By) -> tuple[Heard, ...]:
    return tuple(Heard(Told(kind, move), by) for move in moves)

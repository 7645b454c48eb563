"""What a person stands for: the moves that somebody chose or agreed to, in place of the camera."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.session.chronicle import Heard
from companion.session.explain_search import Told
from companion.session.explain_verdicts import Choice
from companion.session.store_entry import CHOSEN, CONFIRMED, By


def chosen(choice: Choice, choices: Sequence[Choice], by: By) -> tuple[Heard, ...]:
    """Say who chose what sets a turn apart; what all choices have in common was seen.

    Where only the order is in question, all of it is.
    """
    apart = [m for m in choice.moves if any(m not in other.moves for other in choices)]
    return _said(CHOSEN, apart or choice.moves, by)


def confirmed(moves: Iterable[Any], by: By) -> tuple[Heard, ...]:
    """Say who agreed to a turn that could not be seen like that."""
    return _said(CONFIRMED, moves, by)


def _said(kind: str, moves: Iterable[Any], by: By) -> tuple[Heard, ...]:
    return tuple(Heard(Told(kind, move), by) for move in moves)

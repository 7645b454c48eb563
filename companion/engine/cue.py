"""What lamps, display and phones should draw attention to."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class CueKind(StrEnum):
    """A reason to look up."""

    SET_UP = "set-up"
    CARDS = "cards"
    TURN = "turn"
    ASKED = "asked"
    PURCHASE = "purchase"
    PAYDAY = "payday"
    LAST_ROUND = "last-round"
    OVER = "over"
    WINNER = "winner"
    # What a game never says itself, but the table that plays it.
    WRONG = "wrong"
    TO_DO = "to-do"
    LOOKING = "looking"
    TROUBLE = "trouble"
    PAUSED = "paused"
    REFUSED = "refused"


class Cue(msgspec.Struct, frozen=True):
    """Point at a seat, or at the whole table.  ``amount`` is what a seat owes, where it owes."""

    kind: CueKind
    seat: int | None = None
    amount: int | None = None

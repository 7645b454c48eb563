"""What the table should draw attention to."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Cue, CueKind, Unknown
from companion.games.vienna import payday, score_sheet, scoring
from companion.games.vienna.box import Box
from companion.games.vienna.stages import (
    CardPhase,
    Counting,
    Dismissing,
    Over,
    Payday,
    Purchasing,
    SettingUp,
    Settling,
)
from companion.games.vienna.state import State
from companion.games.vienna.words import RoofTile


def cues(box: Box, state: State) -> tuple[Cue, ...]:
    """Return who is at the move, who is asked, and whether the end is near."""
    stage = state.stage
    if isinstance(stage, SettingUp):
        return (Cue(CueKind.SET_UP),)
    if isinstance(stage, Over | Counting):
        return _end(box, state)
    last = (Cue(CueKind.LAST_ROUND),) if state.last_round else ()
    if isinstance(stage, CardPhase):
        waiting = (n for n, seat in enumerate(state.seats) if not seat.plan)
        return (*last, *(Cue(CueKind.CARDS, n) for n in waiting), *_ahead(state))
    if isinstance(stage, Purchasing | Settling):
        return (*last, *_buyers(state, stage.seat))
    if isinstance(stage, Payday):
        payer, rest = state.seats[stage.seat], _payers(state, stage.seat)[1:]
        # Where nobody tells of money, all who still stand are unpaid, and a Feld figure wants none.
        unpaid = payday.owed(payer) if isinstance(payer.money, Unknown) else stage.unpaid
        return (*last, Cue(CueKind.PAYDAY, stage.seat, unpaid), *rest)
    if isinstance(stage, Dismissing):
        return (*last, Cue(CueKind.ASKED, stage.seat, stage.count))
    return (*last, Cue(CueKind.TURN, stage.seat), *_ahead(state))


def _ahead(state: State) -> tuple[Cue, ...]:
    """Remind everybody, in the order of play, of a purchase or payday at the end of this round."""
    if state.on_token is RoofTile.PURCHASE:
        return _buyers(state, state.start)
    if state.on_token is RoofTile.PAYDAY:
        return _payers(state, state.start)
    return ()


def _from(state: State, seat: int) -> Iterator[int]:
    """Go round the table from a seat up to the end of the round."""
    count = len(state.seats)
    left = count - (seat - state.start) % count
    return ((seat + step) % count for step in range(left))


def _buyers(state: State, seat: int) -> tuple[Cue, ...]:
    return tuple(Cue(CueKind.PURCHASE, n) for n in _from(state, seat))


def _payers(state: State, seat: int) -> tuple[Cue, ...]:
    return tuple(Cue(CueKind.PAYDAY, n, payday.owed(state.seats[n])) for n in _from(state, seat))


def _end(box: Box, state: State) -> tuple[Cue, ...]:
    asked = tuple(Cue(CueKind.ASKED, ask.seat) for ask in scoring.asks(box, state))
    outcome = score_sheet.outcome(box, state)
    if outcome is None or outcome.winner is None:
        return (Cue(CueKind.OVER), *asked)
    return (Cue(CueKind.OVER), Cue(CueKind.WINNER, outcome.winner), *asked)

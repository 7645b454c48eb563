"""What the table should draw attention to."""

from __future__ import annotations

from companion.engine import Cue, CueKind
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
        return (*last, *(Cue(CueKind.CARDS, n) for n in waiting))
    if isinstance(stage, Purchasing | Settling):
        return (*last, Cue(CueKind.PURCHASE, stage.seat))
    if isinstance(stage, Payday):
        owed = min(stage.unpaid, payday.owed(state.seats[stage.seat]))
        return (*last, Cue(CueKind.PAYDAY, stage.seat, owed))
    if isinstance(stage, Dismissing):
        return (*last, Cue(CueKind.ASKED, stage.seat, stage.count))
    return (*last, Cue(CueKind.TURN, stage.seat))


def _end(box: Box, state: State) -> tuple[Cue, ...]:
    asked = tuple(Cue(CueKind.ASKED, ask.seat) for ask in scoring.asks(box, state))
    outcome = score_sheet.outcome(box, state)
    if outcome is None or outcome.winner is None:
        return (Cue(CueKind.OVER), *asked)
    return (Cue(CueKind.OVER), Cue(CueKind.WINNER, outcome.winner), *asked)

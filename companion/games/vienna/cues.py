"""What the table should draw attention to."""

from __future__ import annotations

from companion.engine import Cue, CueKind
from companion.games.vienna import scoring
from companion.games.vienna.box import Box
from companion.games.vienna.state import CardPhase, Over, SettingUp, State


def cues(box: Box, state: State) -> tuple[Cue, ...]:
    """Return who is at the move, who is asked, and whether the end is near."""
    stage = state.stage
    if isinstance(stage, Over):
        outcome = scoring.outcome(box, state)
        winner = outcome.winner if outcome else None
        asked = tuple(Cue(CueKind.ASKED, ask.seat) for ask in scoring.asks(box, state))
        crown = () if winner is None else (Cue(CueKind.WINNER, winner),)
        return (Cue(CueKind.OVER), *crown, *asked)
    if isinstance(stage, SettingUp):
        return (Cue(CueKind.SET_UP),)
    last = (Cue(CueKind.LAST_ROUND),) if state.last_round else ()
    if isinstance(stage, CardPhase):
        waiting = (n for n, seat in enumerate(state.seats) if not seat.plan)
        return (*last, *(Cue(CueKind.CARDS, n) for n in waiting))
    return (*last, Cue(CueKind.TURN, stage.seat))

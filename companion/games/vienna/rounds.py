"""Turns and rounds: the tap that ends a turn, the coat of arms that goes round, the last round."""

from __future__ import annotations

from companion.engine import Ask
from companion.games.vienna import card_phase, track
from companion.games.vienna.box import Box
from companion.games.vienna.events import RoundBegan, TokenReset
from companion.games.vienna.moves import Done, Move
from companion.games.vienna.state import Finishing, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn


def begin(story: Story, seat: int) -> Step | None:
    """Begin a round; from the second on, the coat of arms has gone one seat on."""
    state = story.state
    first = state.round == 0
    start = state.start if first else (state.start + 1) % len(state.seats)
    story.tell(RoundBegan(state.round + 1, start, last=track.is_ending(story)))
    return card_phase.begin(story, seat)


def end(story: Story, _seat: int) -> Step:
    """End a round: turn the token back; after the last round, score."""
    if story.state.crossed:
        story.tell(TokenReset())
    return Step.SCORING if story.state.last_round else Step.BEGIN_ROUND


def finish_turn(story: Story, seat: int) -> Step | None:
    """Wait for the tap that ends the turn."""
    story.wait_at(Finishing(seat))
    return None


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask for that tap."""
    if not isinstance(state.stage, Finishing):
        return ()
    return (Ask(f"{state.serial}.done", "done", state.stage.seat),)


def options(_box: Box, _state: State, ask: Ask) -> tuple[Move, ...]:
    """There is one way to be done."""
    assert ask.seat is not None
    return (Done(ask.seat),)


def finish(story: Story, move: Done) -> Step | Refusal | None:
    """End the turn."""
    return check_turn(story.state, move.seat, Finishing) or Step.NEXT_SEAT

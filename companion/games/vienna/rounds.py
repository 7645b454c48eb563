"""Turns and rounds: the tap that ends a turn, the coat of arms that goes round, the last round."""

from __future__ import annotations

from companion.engine import Ask
from companion.games.vienna import card_phase, track
from companion.games.vienna.box import Box
from companion.games.vienna.events import RoundBegan, TokenReset
from companion.games.vienna.full_events import PhaseClosed
from companion.games.vienna.moves import Done, Move
from companion.games.vienna.stages import Finishing
from companion.games.vienna.state import State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import RoofTile, Version


def begin(story: Story, seat: int) -> Step | None:
    """Begin a round; from the second on, the coat of arms has gone one seat on."""
    state = story.state
    first = state.round == 0
    start = state.start if first else (state.start + 1) % len(state.seats)
    story.tell(RoundBegan(state.round + 1, start, last=track.is_ending(story)))
    return card_phase.begin(story, seat)


def end(story: Story, _seat: int) -> Step:
    """End a round with its purchase or payday; after the last round, settle and score."""
    state = story.state
    if state.last_round:
        return Step.OPEN_ORDERS if state.version is Version.FULL else _close(story)
    if state.on_token is RoofTile.PAYDAY:
        return Step.PAYDAY
    if state.on_token is RoofTile.PURCHASE:
        return Step.PURCHASE
    if track.is_ending(story) and not state.oriel:
        # The rare end: the investigator never gets to the last tiles, so they come to him.
        track.find_tiles(story, story.box.board.roof[track.FINAL_FIELD[len(state.seats)]])
        if story.state.on_token:
            return Step.PURCHASE
    return _close(story)


def end_purchase(story: Story, seat: int) -> Step:
    """Put the purchase tile back into the box."""
    story.tell(PhaseClosed(RoofTile.PURCHASE))
    return end(story, seat)


def end_last_round(story: Story, _seat: int) -> Step:
    """Hold the last payday, whose tile has waited in the oriel window."""
    return Step.PAYDAY if story.state.oriel else _close(story)


def end_payday(story: Story, seat: int) -> Step:
    """Put the payday tile back into the box."""
    story.tell(PhaseClosed(RoofTile.PAYDAY))
    return _close(story) if story.state.last_round else end(story, seat)


def _close(story: Story) -> Step:
    """Turn the token back; after the last round, score."""
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

"""What was done out of turn, or at the wrong moment, and stands: whoever has the turn keeps it.

Only what a table shows of such a move happens: a figure, a marker, points and enclosed tiles.  It
sets off no ability and brings no order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.games.vienna import agent, enclosure, feld, third_man, track
from companion.games.vienna.events import PointsScored
from companion.games.vienna.full_events import AgentDismissed, FeldRoamed, ThirdManMoved
from companion.games.vienna.moves import (
    Advance,
    CardBonus,
    Dismiss,
    Move,
    Place,
    Relocate,
    Roam,
    SetThirdMan,
)
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import Counting, Over, SettingUp
from companion.games.vienna.state import Source, Tracking
from companion.games.vienna.story import Refusal, Step, Story
from companion.games.vienna.terms import term


def play(story: Story, move: Move, refusal: Refusal) -> Step | Refusal | None:
    """Let a move stand that the order of play forbids; any other refusal holds."""
    act = _ACTS.get(type(move))
    stage = story.state.stage
    if act is None or refusal.rule not in _ORDER_OF_PLAY or isinstance(stage, Counting | Over):
        return refusal
    refused = act(story, move)
    if refused:
        return refused
    return Step.SET_UP if isinstance(stage, SettingUp) else None


_ORDER_OF_PLAY = (Rule.NOT_YOUR_TURN.id, Rule.NOT_NOW.id)


def _land(story: Story, move: Place | Relocate) -> Refusal | None:
    refusal = agent.check_landing(story, move)
    if refusal:
        return refusal
    agent.set_down(story, move)
    if story.state.seats[move.seat].tracking is Tracking.FULL:
        _pay(story, move)
    _capture(story, move.seat, move.building)
    return None


def _pay(story: Story, move: Place | Relocate) -> None:
    """Pay where there is just one way to; nobody makes up what was paid else."""
    choices = agent.payments(story.box, story.state, move.seat, move.building)
    if len(choices) == 1:
        agent.hand_over(story, move.seat, choices[0].bribes)
    else:
        story.leave_unchecked(Rule.WRONG_PRICE)


def _capture(story: Story, seat: int, building: str) -> None:
    """Take what is enclosed; the third man walks on unless he would have to be led."""
    if isinstance(story.state.stage, SettingUp):
        return  # the tiles are still being counted out
    if not enclosure.take_around(story, seat, building):
        return
    choices = third_man.next_buildings(story.box, story.state)
    if len(choices) == 1:
        story.tell(ThirdManMoved(choices[0]))
    elif choices:
        story.leave_unchecked(Rule.THIRD_MAN_WAITS)


def _roam(story: Story, move: Roam) -> Refusal | None:
    if move.building not in story.box.board.buildings:
        return invalid(Rule.NO_SUCH_BUILDING, building=move.building)
    if not feld.may_walk(story, move):
        return illegal(Rule.NO_ROAD_THERE, building=move.building)
    story.tell(FeldRoamed(move.seat, move.building))
    _capture(story, move.seat, move.building)
    return None


def _lead(story: Story, move: SetThirdMan) -> Refusal | None:
    if move.building not in story.box.board.buildings:
        return invalid(Rule.NO_SUCH_BUILDING, building=move.building)
    if story.state.third_man is None:
        return illegal(Rule.THIRD_MAN_NOT_THERE, building=move.building)
    story.tell(ThirdManMoved(move.building))
    return None


def _dismiss(story: Story, move: Dismiss) -> Refusal | None:
    player = story.state.seats[move.seat]
    if move.building not in player.agents:
        return illegal(Rule.NO_AGENT_THERE, building=move.building, colour=term(player.colour))
    story.tell(AgentDismissed(move.seat, move.building))
    return None


def _advance(story: Story, move: Advance) -> None:
    track.advance(story, move.seat, move.info)


def _score(story: Story, move: CardBonus) -> Refusal | None:
    if move.points < 1:
        return illegal(Rule.NO_CARD_GIVES_THAT, count=move.points)
    story.tell(PointsScored(move.seat, move.points, Source.CARDS))
    return None


_Act: TypeAlias = Callable[[Story, Any], Refusal | None]

_ACTS: Mapping[type, _Act] = {
    Place: _land,
    Relocate: _land,
    Roam: _roam,
    SetThirdMan: _lead,
    Dismiss: _dismiss,
    Advance: _advance,
    CardBonus: _score,
}

"""After the last round: for every order that stayed open an agent leaves the board."""

from __future__ import annotations

from companion.engine import Ask, known
from companion.games.vienna.box import Box
from companion.games.vienna.full_events import AgentDismissed
from companion.games.vienna.moves import Dismiss, Done, Move
from companion.games.vienna.rulebook import Rule, illegal
from companion.games.vienna.stages import Dismissing
from companion.games.vienna.state import State
from companion.games.vienna.story import Refusal, Step, Story, check_turn, comes_later
from companion.games.vienna.terms import term


def begin(story: Story, seat: int) -> Step | None:
    """Send away whoever must leave, or let the owner choose; with too few agents, all leave."""
    player = story.state.seats[seat]
    if not player.agents:
        return Step.NEXT_DISMISSAL
    if not known(player.orders):
        story.wait_at(Dismissing(seat, None))
        return None
    count = len(player.orders)
    if count >= len(player.agents):
        for building in player.agents:
            story.tell(AgentDismissed(seat, building))
        return Step.NEXT_DISMISSAL
    return _go_on(story, seat, count)


def _go_on(story: Story, seat: int, count: int) -> Step | None:
    if not count:
        return Step.NEXT_DISMISSAL
    story.wait_at(Dismissing(seat, count))
    return None


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask who leaves."""
    stage = state.stage
    assert isinstance(stage, Dismissing)
    seen_at = state.seats[stage.seat].agents
    if stage.count is None:
        return (Ask(f"{state.serial}.dismiss", "dismiss-some", stage.seat, seen_at=seen_at),)
    params = {"count": stage.count}
    return (Ask(f"{state.serial}.dismiss", "dismiss", stage.seat, seen_at=seen_at, params=params),)


def options(_box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List the agents on the board; whoever tells us nothing says when he is done."""
    stage = state.stage
    assert isinstance(stage, Dismissing)
    standing = dict.fromkeys(state.seats[stage.seat].agents)
    leaving = tuple(Dismiss(stage.seat, b) for b in standing)
    return leaving if ask.kind == "dismiss" else (*leaving, Done(stage.seat))


def dismiss(story: Story, move: Dismiss) -> Step | Refusal | None:
    """Take an agent off the board; where nobody can check it, also before one's turn has come."""
    state = story.state
    early = comes_later(state, move.seat) and not known(state.seats[move.seat].orders)
    refusal = None if early else check_turn(state, move.seat, Dismissing)
    if refusal:
        return refusal
    stage, player = state.stage, state.seats[move.seat]
    assert isinstance(stage, Dismissing)
    if move.building not in player.agents:
        return illegal(Rule.NO_AGENT_THERE, building=move.building, colour=term(player.colour))
    story.tell(AgentDismissed(move.seat, move.building))
    if early:
        return None
    if stage.count is None:
        return None if story.state.seats[move.seat].agents else Step.NEXT_DISMISSAL
    return _go_on(story, move.seat, stage.count - 1)


def finish(story: Story, move: Done) -> Step | Refusal | None:
    """Say that everybody who had to leave has left."""
    refusal = check_turn(story.state, move.seat, Dismissing)
    if refusal:
        return refusal
    stage = story.state.stage
    assert isinstance(stage, Dismissing)
    if stage.count is not None and story.enforces(Rule.AGENTS_MUST_LEAVE):
        return illegal(Rule.AGENTS_MUST_LEAVE, count=stage.count)
    story.leave_unchecked(Rule.AGENTS_MUST_LEAVE)
    return Step.NEXT_DISMISSAL

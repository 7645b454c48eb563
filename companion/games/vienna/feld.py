"""Expansion 2: a Feld figure for everybody, with a lasting ability and one of its own turn."""

from __future__ import annotations

from companion.engine import Ask
from companion.games.vienna.box import Box
from companion.games.vienna.full_events import FeldRoamed
from companion.games.vienna.moves import Move, Pass, Roam
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import Roaming
from companion.games.vienna.state import Seat, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Colour, Expansion

#: Other agents on the board before a Feld figure may leave the supply.
OTHERS_FIRST = 5


def plays_feld(state: State, seat: Seat, colour: Colour) -> bool:
    """Tell whether a seat has the lasting ability of this colour's Feld figure."""
    return seat.colour is colour and Expansion.FELD in state.expansions


def may_enter(state: State, seat: Seat) -> bool:
    """Tell whether a Feld figure may leave the supply."""
    if not waits_in_supply(state, seat):
        return False
    return seat.feld_unlocked or len(seat.agents) >= OTHERS_FIRST


def waits_in_supply(state: State, seat: Seat) -> bool:
    """Tell whether a seat has a Feld figure that is not on the board."""
    return Expansion.FELD in state.expansions and seat.feld is None


def begin(story: Story, seat: int) -> Step | None:
    """Offer Marrakesh's figure a walk when another own agent has landed next to him."""
    if not roads(story.box, story.state, seat):
        return Step.CAPTURE
    story.wait_at(Roaming(seat))
    return None


def roads(box: Box, state: State, seat: int) -> tuple[str, ...]:
    """Return where Marrakesh's figure may walk: next to him, and no own agent there."""
    player = state.seats[seat]
    if player.feld is None or player.feld == state.landed:
        return ()
    if not plays_feld(state, player, Colour.YELLOW):
        return ()
    near = box.board.buildings[player.feld].neighbours
    if state.landed not in near:
        return ()
    return tuple(b for b in near if b not in player.agents)


def may_walk(story: Story, move: Roam) -> bool:
    """Tell whether he may walk there; without the rule, wherever there is a figure to walk."""
    if story.enforces(Rule.NO_ROAD_THERE):
        return move.building in roads(story.box, story.state, move.seat)
    return story.state.seats[move.seat].feld is not None


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask where he walks."""
    stage = state.stage
    assert isinstance(stage, Roaming)
    return (Ask(f"{state.serial}.roam", "roam", stage.seat),)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List his roads, and staying where he is."""
    assert ask.seat is not None
    return (*(Roam(ask.seat, b) for b in roads(box, state, ask.seat)), Pass(ask.seat))


def roam(story: Story, move: Roam) -> Step | Refusal | None:
    """Let him walk: it costs nothing and sets off no card."""
    refusal = check_turn(story.state, move.seat, Roaming)
    if refusal:
        return refusal
    if move.building not in story.box.board.buildings:
        return invalid(Rule.NO_SUCH_BUILDING, building=move.building)
    if not may_walk(story, move):
        return illegal(Rule.NO_ROAD_THERE, building=move.building)
    story.tell(FeldRoamed(move.seat, move.building))
    return Step.CAPTURE


def decline(story: Story, move: Pass) -> Step | Refusal | None:
    """Let him stay."""
    return check_turn(story.state, move.seat, Roaming) or Step.CAPTURE

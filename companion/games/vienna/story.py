"""A move being judged: the events it has brought so far, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import TypeAlias

from companion.engine import Ambiguous, Illegal, Invalid
from companion.games.vienna.box import Box
from companion.games.vienna.events import Event, StageEntered
from companion.games.vienna.evolve import evolve
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.state import Seat, Stage, State


class Step(Enum):
    """A part of the game that needs nobody's decision to begin."""

    BEGIN_ROUND = auto()
    BEGIN_ACTIONS = auto()
    ACTION_1 = auto()
    ACTION_2 = auto()
    ACTION_3 = auto()
    ACTION_4 = auto()
    FINISH = auto()
    NEXT_SEAT = auto()
    END_ROUND = auto()
    SCORING = auto()


Refusal: TypeAlias = Invalid | Illegal | Ambiguous


class Story:
    """Collect the events of one move, with the state after each of them."""

    def __init__(self, box: Box, state: State) -> None:
        """Start from the state before the move."""
        self.box = box
        self.state = state
        self.events: list[Event] = []
        self.unchecked: list[str] = []

    def tell(self, event: Event) -> None:
        """Let something happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def wait_at(self, stage: Stage) -> None:
        """Stop here until somebody answers."""
        self.tell(StageEntered(stage))

    def leave_unchecked(self, rule: Rule) -> None:
        """Note that a fact is missing to check a rule."""
        self.unchecked.append(rule.id)


Forced: TypeAlias = Callable[[Story, int], Step | None]


def run(story: Story, step: Step | None, seat: int, forced: Mapping[Step, Forced]) -> None:
    """Play the forced steps up to the next question."""
    while step is not None:
        if step is Step.NEXT_SEAT:
            seat = (seat + 1) % len(story.state.seats)
            step = Step.END_ROUND if seat == story.state.start else Step.ACTION_1
        elif step is Step.BEGIN_ACTIONS:
            seat, step = story.state.start, Step.ACTION_1
        else:
            step = forced[step](story, seat)


def find_seat(state: State, seat: int) -> Seat | Invalid:
    """Return the seat of that number."""
    if 0 <= seat < len(state.seats):
        return state.seats[seat]
    return invalid(Rule.NO_SUCH_SEAT, seat=seat)


def check_turn(state: State, seat: int, *stages: type) -> Refusal | None:
    """Refuse what comes out of turn, or at the wrong moment of a turn."""
    if not 0 <= seat < len(state.seats):
        return invalid(Rule.NO_SUCH_SEAT, seat=seat)
    active = getattr(state.stage, "seat", None)
    if active is not None and active != seat:
        return illegal(Rule.NOT_YOUR_TURN)
    if not isinstance(state.stage, stages):
        return illegal(Rule.NOT_NOW)
    return None

"""A move being judged: the events it has brought so far, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum, auto
from typing import TypeAlias

from companion.engine import Ambiguous, Illegal, Invalid
from companion.games.vienna.box import Box
from companion.games.vienna.events import Event, StageEntered
from companion.games.vienna.evolve import evolve
from companion.games.vienna.lore import CardLearned, OrderLearned, learn
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import Stage
from companion.games.vienna.state import Seat, State
from companion.games.vienna.terms import term


class Step(IntEnum):
    """A part of the game that needs nobody's decision to begin."""

    SET_UP = auto()
    BEGIN_ROUND = auto()
    ACTIONS = auto()
    ACTION_1 = auto()
    ACTION_2 = auto()
    ACTION_3 = auto()
    FELD = auto()
    CAPTURE = auto()
    THIRD_MAN = auto()
    ABILITIES = auto()
    ORDERS = auto()
    ACTION_4 = auto()
    FINISH = auto()
    NEXT_SEAT = auto()
    END_ROUND = auto()
    PURCHASE = auto()
    BUY = auto()
    NEXT_BUYER = auto()
    END_PURCHASE = auto()
    PAYDAY = auto()
    PAY = auto()
    NEXT_PAYER = auto()
    END_PAYDAY = auto()
    OPEN_ORDERS = auto()
    DISMISS = auto()
    NEXT_DISMISSAL = auto()
    END_LAST_ROUND = auto()
    SCORING = auto()
    MAJORITY = auto()


#: Phases go round the table from the coat of arms: how one begins, ...
_FROM_START = {
    Step.ACTIONS: Step.ACTION_1,
    Step.PURCHASE: Step.BUY,
    Step.PAYDAY: Step.PAY,
    Step.OPEN_ORDERS: Step.DISMISS,
}
#: ... what the next seat does, and what follows when everybody has had a turn.
_NEXT = {
    Step.NEXT_SEAT: (Step.ACTION_1, Step.END_ROUND),
    Step.NEXT_BUYER: (Step.BUY, Step.END_PURCHASE),
    Step.NEXT_PAYER: (Step.PAY, Step.END_PAYDAY),
    Step.NEXT_DISMISSAL: (Step.DISMISS, Step.END_LAST_ROUND),
}


Refusal: TypeAlias = Invalid | Illegal | Ambiguous


class Story:
    """Collect the events of one move, with the state after each of them."""

    def __init__(self, box: Box, state: State, waived: frozenset[str] = frozenset()) -> None:
        """Start from the state before the move; some rules may be waived for it."""
        self.box = box
        self.state = state
        self.waived = waived
        self.events: list[Event] = []
        self.unchecked: list[str] = []

    def tell(self, event: Event) -> None:
        """Let something happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)
        if isinstance(event, CardLearned | OrderLearned):
            self.box = learn(self.box, (event,))

    def wait_at(self, stage: Stage) -> None:
        """Stop here until somebody answers."""
        self.tell(StageEntered(stage))

    def enforces(self, rule: Rule) -> bool:
        """Tell whether a rule holds for this move; the host may let a breach of it stand."""
        return rule.id not in self.waived

    def leave_unchecked(self, rule: Rule) -> None:
        """Note that a fact is missing to check a rule."""
        self.unchecked.append(rule.id)


Forced: TypeAlias = Callable[[Story, int], Step | None]


def run(story: Story, step: Step | None, seat: int, forced: Mapping[Step, Forced]) -> None:
    """Play the forced steps up to the next question."""
    while step is not None:
        if step in _FROM_START:
            seat, step = story.state.start, _FROM_START[step]
        elif step in _NEXT:
            seat = (seat + 1) % len(story.state.seats)
            again, after = _NEXT[step]
            step = after if seat == story.state.start else again
        else:
            step = forced[step](story, seat)


def find_seat(state: State, seat: int) -> Seat | Invalid:
    """Return the seat of that number."""
    if 0 <= seat < len(state.seats):
        return state.seats[seat]
    return invalid(Rule.NO_SUCH_SEAT, seat=seat)


def comes_later(state: State, seat: int) -> bool:
    """Tell whether a seat is still to come, where the table goes round from the first player on."""
    active: int | None = getattr(state.stage, "seat", None)
    count = len(state.seats)
    if active is None or not 0 <= seat < count:
        return False
    return (seat - state.start) % count > (active - state.start) % count


def check_turn(state: State, seat: int, *stages: type) -> Refusal | None:
    """Refuse what comes out of turn, or at the wrong moment of a turn."""
    if not 0 <= seat < len(state.seats):
        return invalid(Rule.NO_SUCH_SEAT, seat=seat)
    active = getattr(state.stage, "seat", None)
    if active is not None and active != seat:
        return illegal(Rule.NOT_YOUR_TURN, colour=term(state.seats[active].colour))
    if not isinstance(state.stage, stages):
        return illegal(Rule.NOT_NOW)
    return None

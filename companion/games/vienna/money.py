"""Money of the full version, and the cash box that turns it into points."""

from __future__ import annotations

from companion.engine import Ask, Unknown
from companion.games.vienna.box import Box
from companion.games.vienna.full_events import ExtraStashed, MoneyGained, MoneyStashed
from companion.games.vienna.moves import Move, Stash
from companion.games.vienna.rulebook import Rule, illegal
from companion.games.vienna.stages import Ordering, Stashing
from companion.games.vienna.state import Seat, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Good

#: Schillings that a cash box holds.
BOX_LIMIT = 12


def receive(story: Story, seat: int, count: int, *, fulfilling: bool = False) -> bool:
    """Take money in; tell whether the owner of a cash box has to say now what goes into it.

    Only money just received may go into the box, and only at that moment.
    """
    if not count:
        return False
    story.tell(MoneyGained(seat, count))
    if not room(story.state.seats[seat]):
        return False
    story.wait_at(Stashing(seat, count, fulfilling))
    return True


def room(seat: Seat) -> int:
    """Return how many Schillings still fit into a seat's cash box."""
    if Good.CASH_BOX not in seat.goods or isinstance(seat.cash_box, Unknown):
        return 0
    return BOX_LIMIT - seat.cash_box


def stash_extra(story: Story, seat: int) -> None:
    """Put the extra Schilling for a fulfilled order into the box, where there is one with room."""
    if room(story.state.seats[seat]):
        story.tell(ExtraStashed(seat))


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask how much goes into the box."""
    stage = state.stage
    assert isinstance(stage, Stashing)
    return (Ask(f"{state.serial}.stash", "stash", stage.seat, params={"count": stage.money}),)


def options(_box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List nothing, everything and all between."""
    assert ask.seat is not None
    return tuple(Stash(ask.seat, count) for count in range(_most(state, ask.seat) + 1))


def _most(state: State, seat: int) -> int:
    stage = state.stage
    assert isinstance(stage, Stashing)
    return min(stage.money, room(state.seats[seat]))


def stash(story: Story, move: Stash) -> Step | Refusal | None:
    """Put some of the money into the box."""
    refusal = check_turn(story.state, move.seat, Stashing)
    if refusal:
        return refusal
    most = _most(story.state, move.seat)
    if not 0 <= move.count <= most:
        return illegal(Rule.STASH_TOO_MUCH, to=move.seat, count=most)
    stage = story.state.stage
    assert isinstance(stage, Stashing)
    if move.count:
        story.tell(MoneyStashed(move.seat, move.count))
    if not stage.fulfilling:
        return Step.ACTION_4
    story.wait_at(Ordering(move.seat, fulfilled=True))
    return Step.ORDERS

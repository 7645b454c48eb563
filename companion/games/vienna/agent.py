"""Action III: place or move an agent, or take two equal bribes."""

from __future__ import annotations

from companion.engine import Ask, Unknown
from companion.games.vienna import bonus
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action
from companion.games.vienna.events import (
    AgentMoved,
    AgentPlaced,
    BribesGained,
    BribesPaid,
    PointsScored,
    TileTaken,
)
from companion.games.vienna.landing import FULL_PRICE, lowest_price, price_kind, triggers
from companion.games.vienna.moves import Move, Pass, Pay, Place, Relocate, TakeBribes
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.state import Acting, Paying, Source, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.terms import term
from companion.games.vienna.words import Bribe

#: Equal bribes taken by whoever places no agent.
BRIBES_INSTEAD = 2


def begin(story: Story, seat: int) -> Step | None:
    """Ask what the seat does in action III."""
    story.wait_at(Acting(seat))
    return None


def asks(box: Box, state: State) -> tuple[Ask, ...]:
    """Ask for the action, or for its price where the player may choose it."""
    stage = state.stage
    if isinstance(stage, Acting):
        seen_at = tuple(box.board.buildings)
        return (Ask(f"{state.serial}.act", "act", stage.seat, seen_at=seen_at),)
    if isinstance(stage, Paying):
        params = {"building": stage.building}
        return (Ask(f"{state.serial}.pay", "pay", stage.seat, params=params),)
    return ()


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List every legal placement, move and payment."""
    assert ask.seat is not None
    seat = ask.seat
    if isinstance(state.stage, Paying):
        return payments(box, state, seat, state.stage.building)
    taking = tuple(TakeBribes(seat, bribe) for bribe in Bribe)
    return (*placements(box, state, seat), *taking, Pass(seat))


def placements(box: Box, state: State, seat: int) -> tuple[Place | Relocate, ...]:
    """List where the seat's agents may go."""
    player = state.seats[seat]
    free = [b for b in box.board.buildings if b not in player.agents]
    open_to = [b for b in free if _can_pay(box, state, seat, b) is not False]
    placed = [Place(seat, b) for b in open_to] if player.supply else []
    moved = [Relocate(seat, origin, b) for origin in player.agents for b in open_to]
    return (*placed, *moved)


def _can_pay(box: Box, state: State, seat: int, building: str) -> bool | None:
    """Tell whether a seat can pay its way in; ``None`` where nobody knows its purse."""
    owned = state.seats[seat].purse[price_kind(box, building)]
    if isinstance(owned, Unknown):
        return None
    return owned >= FULL_PRICE or owned >= lowest_price(box, state, seat, building)


def land(story: Story, move: Place | Relocate) -> Step | Refusal | None:
    """Place or move an agent; both cost and bring the same."""
    refusal = check_turn(story.state, move.seat, Acting) or check_landing(story, move)
    if refusal:
        return refusal
    set_down(story, move)
    return _pay_if_forced(story, move.seat, move.building)


def check_landing(story: Story, move: Place | Relocate) -> Refusal | None:
    """Refuse an agent that does not exist, may not stand there or cannot pay."""
    box, state = story.box, story.state
    player = state.seats[move.seat]
    if move.building not in box.board.buildings:
        return invalid(Rule.NO_SUCH_BUILDING, building=move.building)
    if isinstance(move, Relocate) and move.origin not in player.agents:
        return illegal(Rule.NO_AGENT_THERE, building=move.origin, colour=term(player.colour))
    if move.building in player.agents:
        return illegal(Rule.OWN_AGENT_THERE, building=move.building, colour=term(player.colour))
    if isinstance(move, Place) and not player.supply:
        return illegal(Rule.SUPPLY_EMPTY, colour=term(player.colour))
    payable = _can_pay(box, state, move.seat, move.building)
    if payable is None:
        story.leave_unchecked(Rule.CANNOT_PAY)
    elif not payable:
        return illegal(
            Rule.CANNOT_PAY,
            to=move.seat,
            building=move.building,
            count=lowest_price(box, state, move.seat, move.building),
            bribe=term(price_kind(box, move.building)),
        )
    return None


def set_down(story: Story, move: Place | Relocate) -> None:
    """Set the figure down."""
    if isinstance(move, Place):
        story.tell(AgentPlaced(move.seat, move.building))
    else:
        story.tell(AgentMoved(move.seat, move.origin, move.building))


def payments(box: Box, state: State, seat: int, building: str) -> tuple[Pay, ...]:
    """List the prices a seat may pay: reductions are offered, never forced."""
    bribe = price_kind(box, building)
    owned = state.seats[seat].purse[bribe]
    most = FULL_PRICE if isinstance(owned, Unknown) else min(FULL_PRICE, owned)
    prices = range(lowest_price(box, state, seat, building), most + 1)
    return tuple(Pay(seat, (bribe,) * price) for price in prices)


def _pay_if_forced(story: Story, seat: int, building: str) -> Step | None:
    choices = payments(story.box, story.state, seat, building)
    if len(choices) > 1:
        story.wait_at(Paying(seat, building))
        return None
    _hand_over(story, choices[0])
    return capture(story, seat, building)


def pay(story: Story, move: Pay) -> Step | Refusal | None:
    """Pay for the agent that has just been placed."""
    refusal = check_turn(story.state, move.seat, Paying)
    if refusal:
        return refusal
    stage = story.state.stage
    assert isinstance(stage, Paying)
    if move not in payments(story.box, story.state, move.seat, stage.building):
        bribe = term(price_kind(story.box, stage.building))
        return illegal(Rule.WRONG_PRICE, to=move.seat, building=stage.building, bribe=bribe)
    _hand_over(story, move)
    return capture(story, move.seat, stage.building)


def _hand_over(story: Story, payment: Pay) -> None:
    if payment.bribes:
        story.tell(BribesPaid(payment.seat, payment.bribes[0], len(payment.bribes)))


def capture(story: Story, seat: int, building: str) -> Step | None:
    """Take the tiles of all squares enclosed now, then offer what the landing has triggered."""
    take_enclosed(story, seat, building)
    landing = triggers(story.box, story.state, seat, building)
    return bonus.offer(story, seat, Action.III, landing)


def take_enclosed(story: Story, seat: int, building: str) -> None:
    """Take every tile around a building whose square the seat's agents enclose, with its points."""
    board = story.box.board
    agents = story.state.seats[seat].agents
    for name in board.buildings[building].squares:
        info = story.state.squares[name]
        square = board.squares[name]
        if info is None or isinstance(info, Unknown):
            continue
        if all(corner in agents for corner in square.buildings):
            story.tell(TileTaken(seat, name, info))
            story.tell(PointsScored(seat, square.value, Source.SQUARES))


def take_bribes(story: Story, move: TakeBribes) -> Step | Refusal | None:
    """Take two equal bribes instead of placing an agent."""
    refusal = check_turn(story.state, move.seat, Acting)
    if refusal:
        return refusal
    story.tell(BribesGained(move.seat, move.bribe, BRIBES_INSTEAD))
    return Step.ACTION_4


def decline(story: Story, move: Pass) -> Step | Refusal | None:
    """Place nobody and take nothing."""
    return check_turn(story.state, move.seat, Acting) or Step.ACTION_4

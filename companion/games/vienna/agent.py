"""Action III: place or move an agent, or take two equal bribes or two Schillings instead."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine import Ask
from companion.games.vienna import money
from companion.games.vienna.box import Box
from companion.games.vienna.events import AgentMoved, AgentPlaced, BribesGained, BribesPaid
from companion.games.vienna.feld import may_enter, waits_in_supply
from companion.games.vienna.full_events import FeldUnlocked
from companion.games.vienna.landing import FULL_PRICE, Means, lowest_price, means_of
from companion.games.vienna.moves import Move, Pass, Pay, Place, Relocate, TakeBribes, TakeMoney
from companion.games.vienna.payment import handfuls, in_order
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import Acting, Paying
from companion.games.vienna.state import Seat, State, feld_leaves
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.terms import term
from companion.games.vienna.words import BRIBES, Bribe, Version

#: Equal bribes, or Schillings, taken by whoever places no agent.
TAKEN_INSTEAD = 2


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
    assert isinstance(stage, Paying)
    params = {"building": stage.building}
    return (Ask(f"{state.serial}.pay", "pay", stage.seat, params=params),)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List every legal placement, move and payment."""
    assert ask.seat is not None
    seat = ask.seat
    if isinstance(state.stage, Paying):
        return payments(box, state, seat, state.stage.building)
    instead: list[Move] = [TakeBribes(seat, bribe) for bribe in BRIBES]
    if state.version is Version.FULL:
        instead.append(TakeMoney(seat))
    return (*placements(box, state, seat), *instead, Pass(seat))


def placements(box: Box, state: State, seat: int) -> tuple[Place | Relocate, ...]:
    """List where the seat's agents may go."""
    player = state.seats[seat]
    means = means_of(box, player)
    doors = _open_doors(box, state, seat, means, feld=False)
    found: list[Place | Relocate] = []
    if player.supply:
        found += [Place(seat, b) for b in doors]
    origins = dict.fromkeys(o for o in player.agents if not feld_leaves(player, o))
    found += [Relocate(seat, o, b) for o in origins for b in doors]
    if player.feld is not None and feld_leaves(player, player.feld):
        doors = _open_doors(box, state, seat, means, feld=True)
        found += [Relocate(seat, player.feld, b) for b in doors]
    elif may_enter(state, player):
        doors = _open_doors(box, state, seat, means, feld=True)
        found += [Place(seat, b, feld=True) for b in doors]
    return tuple(found)


def _open_doors(box: Box, state: State, seat: int, means: Means, *, feld: bool) -> list[str]:
    """List the buildings without an own agent that the seat can, or may be able to, pay for."""
    agents = state.seats[seat].agents
    free = [b for b in box.board.buildings if b not in agents]
    if means.reductions or feld:
        prices = {b: lowest_price(box, state, seat, b, means, feld=feld) for b in free}
        return [b for b in free if means.cover(box.price_kinds[b], prices[b]) is not False]
    affordable = {kind for kind in BRIBES if means.cover(kind, FULL_PRICE) is not False}
    return [b for b in free if box.price_kinds[b] in affordable]


def land(story: Story, move: Place | Relocate) -> Step | Refusal | None:
    """Place or move an agent; both cost and bring the same."""
    refusal = check_turn(story.state, move.seat, Acting) or check_landing(story, move)
    if refusal:
        return refusal
    set_down(story, move)
    return _pay_if_forced(story, move.seat, move.building)


def check_landing(story: Story, move: Place | Relocate) -> Refusal | None:
    """Refuse an agent that does not exist, may not stand there or cannot pay."""
    player = story.state.seats[move.seat]
    colour = term(player.colour)
    named = (move.building, move.origin) if isinstance(move, Relocate) else (move.building,)
    for building in named:
        if building not in story.box.board.buildings:
            return invalid(Rule.NO_SUCH_BUILDING, building=building)
    if isinstance(move, Relocate) and move.origin not in player.agents:
        return illegal(Rule.NO_AGENT_THERE, building=move.origin, colour=colour)
    if move.building in player.agents and story.enforces(Rule.OWN_AGENT_THERE):
        return illegal(Rule.OWN_AGENT_THERE, building=move.building, colour=colour)
    if isinstance(move, Place):
        if move.feld and not _lets_feld_in(story, player):
            return illegal(Rule.FELD_WAITS, colour=colour)
        if not move.feld and not player.supply:
            return illegal(Rule.SUPPLY_EMPTY, colour=colour)
    return _check_purse(story, move)


def _lets_feld_in(story: Story, player: Seat) -> bool:
    if story.enforces(Rule.FELD_WAITS):
        return may_enter(story.state, player)
    return waits_in_supply(story.state, player)


def _is_feld(state: State, move: Place | Relocate) -> bool:
    if isinstance(move, Place):
        return move.feld
    return feld_leaves(state.seats[move.seat], move.origin)


def _check_purse(story: Story, move: Place | Relocate) -> Refusal | None:
    box, state, feld = story.box, story.state, _is_feld(story.state, move)
    means = means_of(box, state.seats[move.seat])
    price = lowest_price(box, state, move.seat, move.building, means, feld=feld)
    kind = box.price_kinds[move.building]
    payable = means.cover(kind, price)
    if payable is None:
        story.leave_unchecked(Rule.CANNOT_PAY)
    elif not payable and story.enforces(Rule.CANNOT_PAY):
        return illegal(
            Rule.CANNOT_PAY,
            to=move.seat,
            building=move.building,
            count=price,
            bribe=term(kind),
        )
    return None


def set_down(story: Story, move: Place | Relocate) -> None:
    """Set the figure down."""
    if isinstance(move, Relocate):
        story.tell(AgentMoved(move.seat, move.origin, move.building))
        return
    story.tell(AgentPlaced(move.seat, move.building, move.feld))
    if move.feld and not story.state.paydays:
        story.tell(FeldUnlocked(move.seat))


def payments(box: Box, state: State, seat: int, building: str) -> tuple[Pay, ...]:
    """List the prices a seat may pay: reductions and substitutes are offered, never forced."""
    player = state.seats[seat]
    means = means_of(box, player)
    kinds = means.kinds(box.price_kinds[building])
    lowest = lowest_price(box, state, seat, building, means, feld=player.feld == building)
    return tuple(
        Pay(seat, handful)
        for price in range(lowest, FULL_PRICE + 1)
        for handful in handfuls(player.purse, kinds, price)
    )


def _pay_if_forced(story: Story, seat: int, building: str) -> Step | None:
    choices = payments(story.box, story.state, seat, building)
    if len(choices) > 1:
        story.wait_at(Paying(seat, building))
        return None
    # There is no choice at all where nobody had to be able to pay.
    hand_over(story, seat, choices[0].bribes if choices else ())
    return Step.FELD


def pay(story: Story, move: Pay) -> Step | Refusal | None:
    """Pay for the agent that has just been placed."""
    refusal = check_turn(story.state, move.seat, Paying)
    if refusal:
        return refusal
    stage = story.state.stage
    assert isinstance(stage, Paying)
    if replace(move, bribes=in_order(move.bribes)) not in payments(
        story.box, story.state, move.seat, stage.building
    ):
        bribe = term(story.box.price_kinds[stage.building])
        return illegal(Rule.WRONG_PRICE, to=move.seat, building=stage.building, bribe=bribe)
    hand_over(story, move.seat, move.bribes)
    return Step.FELD


def hand_over(story: Story, seat: int, bribes: tuple[Bribe, ...]) -> None:
    """Put bribes back into the stock, kind by kind."""
    for bribe in dict.fromkeys(bribes):
        story.tell(BribesPaid(seat, bribe, bribes.count(bribe)))


def take_bribes(story: Story, move: TakeBribes) -> Step | Refusal | None:
    """Take two equal bribes instead of placing an agent."""
    refusal = check_turn(story.state, move.seat, Acting)
    if refusal:
        return refusal
    story.tell(BribesGained(move.seat, move.bribe, TAKEN_INSTEAD))
    return Step.ACTION_4


def take_money(story: Story, move: TakeMoney) -> Step | Refusal | None:
    """Take two Schillings instead of placing an agent (full version)."""
    refusal = check_turn(story.state, move.seat, Acting)
    if refusal:
        return refusal
    if story.state.version is Version.ENTRY:
        return illegal(Rule.ENTRY_ONLY_BRIBES)
    waiting = money.receive(story, move.seat, TAKEN_INSTEAD)
    return None if waiting else Step.ACTION_4


def decline(story: Story, move: Pass) -> Step | Refusal | None:
    """Place nobody and take nothing."""
    return check_turn(story.state, move.seat, Acting) or Step.ACTION_4

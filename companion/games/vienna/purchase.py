"""The purchase phase: in the order of play, everybody may buy exactly one thing."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine import Ask, Unknown
from companion.games.vienna.agent import hand_over
from companion.games.vienna.box import Box
from companion.games.vienna.full_events import GoodBought, MoneyPaid
from companion.games.vienna.moves import Buy, Move, Pass, Settle
from companion.games.vienna.payment import handfuls, in_order
from companion.games.vienna.rulebook import Rule, illegal
from companion.games.vienna.stages import Purchasing, Settling
from companion.games.vienna.state import Seat, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.terms import term
from companion.games.vienna.words import Bribe, Good

#: What things cost, in Schillings (rulebook: the purchase).
PRICES = {
    Good.AGENT: 1,
    Good.TELEPHONE: 2,
    Good.MAP: 2,
    Good.CASH_BOX: 2,
    Good.SIGNET: 2,
    Good.SIDE_TABLE: 3,
}


def begin(story: Story, seat: int) -> None:
    """Let a seat choose."""
    story.wait_at(Purchasing(seat))


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask what is bought, and how it is paid for where that is a choice."""
    stage = state.stage
    if isinstance(stage, Settling):
        params = {"good": stage.good.value}
        return (Ask(f"{state.serial}.settle", "settle", stage.seat, params=params),)
    assert isinstance(stage, Purchasing)
    return (Ask(f"{state.serial}.buy", "buy", stage.seat),)


def options(_box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List what the seat can afford, or its ways to pay."""
    assert ask.seat is not None
    seat = state.seats[ask.seat]
    if isinstance(state.stage, Settling):
        return settlements(seat, ask.seat, state.stage.good)
    goods = (good for good in Good if _is_for_sale(seat, good))
    buys = (Buy(ask.seat, good) for good in goods if settlements(seat, ask.seat, good))
    return (*buys, Pass(ask.seat))


def _is_for_sale(seat: Seat, good: Good) -> bool:
    return seat.for_hire > 0 if good is Good.AGENT else good not in seat.goods


def settlements(seat: Seat, number: int, good: Good) -> tuple[Settle, ...]:
    """List the ways to pay: money, and with the map bribes in its place, one for one."""
    price = PRICES[good]
    if isinstance(seat.money, Unknown):
        return (Settle(number, price),)
    most = price if Good.MAP in seat.goods else 0
    return tuple(
        Settle(number, price - size, handful)
        for size in range(most + 1)
        if price - size <= seat.money
        for handful in handfuls(seat.purse, tuple(Bribe), size)
    )


def buy(story: Story, move: Buy) -> Step | Refusal | None:
    """Buy one thing."""
    refusal = check_turn(story.state, move.seat, Purchasing)
    if refusal:
        return refusal
    seat = story.state.seats[move.seat]
    if not _is_for_sale(seat, move.good):
        rule = Rule.NOBODY_FOR_HIRE if move.good is Good.AGENT else Rule.BOUGHT_ALREADY
        return illegal(rule, good=term(move.good))
    ways = settlements(seat, move.seat, move.good)
    if not ways:
        return illegal(
            Rule.CANNOT_AFFORD, to=move.seat, good=term(move.good), count=PRICES[move.good]
        )
    if isinstance(seat.money, Unknown):
        story.leave_unchecked(Rule.CANNOT_AFFORD)
    if len(ways) > 1:
        story.wait_at(Settling(move.seat, move.good))
        return None
    return _hand_out(story, ways[0], move.good)


def settle(story: Story, move: Settle) -> Step | Refusal | None:
    """Pay for the purchase."""
    refusal = check_turn(story.state, move.seat, Settling)
    if refusal:
        return refusal
    stage = story.state.stage
    assert isinstance(stage, Settling)
    if replace(move, bribes=in_order(move.bribes)) not in settlements(
        story.state.seats[move.seat], move.seat, stage.good
    ):
        return illegal(
            Rule.WRONG_SUM, to=move.seat, good=term(stage.good), count=PRICES[stage.good]
        )
    return _hand_out(story, move, stage.good)


def _hand_out(story: Story, payment: Settle, good: Good) -> Step:
    if payment.money:
        story.tell(MoneyPaid(payment.seat, payment.money))
    hand_over(story, payment.seat, payment.bribes)
    story.tell(GoodBought(payment.seat, good))
    return Step.NEXT_BUYER


def decline(story: Story, move: Pass) -> Step | Refusal | None:
    """Buy nothing."""
    return check_turn(story.state, move.seat, Purchasing) or Step.NEXT_BUYER

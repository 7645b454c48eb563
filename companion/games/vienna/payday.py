"""Payday: every agent on the board wants a Schilling, every Feld figure a chocolate."""

from __future__ import annotations

from companion.engine import Ask, Unknown
from companion.games.vienna.box import Box
from companion.games.vienna.changes import without
from companion.games.vienna.events import BribesPaid
from companion.games.vienna.full_events import AgentDismissed, MoneyPaid
from companion.games.vienna.moves import Dismiss, Done, Move, PayAgent
from companion.games.vienna.payment import holds
from companion.games.vienna.rulebook import Rule, illegal
from companion.games.vienna.stages import Payday
from companion.games.vienna.state import Seat, State, Tracking, feld_leaves
from companion.games.vienna.story import Refusal, Step, Story, check_turn, comes_later
from companion.games.vienna.terms import term
from companion.games.vienna.words import Bribe, Good


def begin(story: Story, seat: int) -> Step | None:
    """Pay what needs no decision, and ask for the rest."""
    player = story.state.seats[seat]
    if not player.agents:
        return Step.NEXT_PAYER
    if player.tracking is Tracking.BOARD or isinstance(player.money, Unknown):
        story.wait_at(Payday(seat, len(player.agents)))
        return None
    _pay_feld(story, seat)
    return _go_on(story, seat, owed(story.state.seats[seat]))


def owed(seat: Seat) -> int:
    """Return what a seat owes: a Schilling for each agent on the board but its Feld figure."""
    return len(seat.agents) - (seat.feld is not None)


def _pay_feld(story: Story, seat: int) -> None:
    player = story.state.seats[seat]
    if player.feld is None:
        return
    payable = holds(player.purse, Bribe.CHOCOLATE, 1)
    if payable is None:
        story.leave_unchecked(Rule.CANNOT_PAY_AGENT)
    if payable is False:
        story.tell(AgentDismissed(seat, player.feld))
    else:
        story.tell(BribesPaid(seat, Bribe.CHOCOLATE, 1))


def _go_on(story: Story, seat: int, unpaid: int) -> Step | None:
    """Pay with money as long as there is no choice; then let the owner choose."""
    player = story.state.seats[seat]
    if unpaid and isinstance(player.money, int) and _payments(player) == (None,):
        paid = min(unpaid, player.money)
        story.tell(MoneyPaid(seat, paid))
        unpaid -= paid
    if not unpaid:
        return Step.NEXT_PAYER
    if unpaid == owed(story.state.seats[seat]) and not _payments(story.state.seats[seat]):
        for building in _agents(story.state.seats[seat]):
            story.tell(AgentDismissed(seat, building))
        return Step.NEXT_PAYER
    story.wait_at(Payday(seat, unpaid))
    return None


def _agents(seat: Seat) -> tuple[str, ...]:
    return without(seat.agents, (seat.feld,))


def _payments(seat: Seat) -> tuple[Bribe | None, ...]:
    """Return what one agent may be paid with: money (``None``), or with the map any bribe."""
    money: tuple[None, ...] = (None,) if seat.money else ()
    if Good.MAP not in seat.goods:
        return money
    bribes = tuple(b for b in Bribe if holds(seat.purse, b, 1) is not False)
    return (*money, *bribes)


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask how the next agent is paid, or who leaves."""
    stage = state.stage
    assert isinstance(stage, Payday)
    seen_at = state.seats[stage.seat].agents
    params = {"count": stage.unpaid}
    return (Ask(f"{state.serial}.payday", "payday", stage.seat, seen_at=seen_at, params=params),)


def options(_box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List the ways to pay one agent, and the agents that may leave."""
    assert ask.seat is not None
    seat = state.seats[ask.seat]
    if isinstance(seat.money, Unknown):
        standing = dict.fromkeys(seat.agents)
        return (*(Dismiss(ask.seat, b) for b in standing), Done(ask.seat))
    pays = tuple(PayAgent(ask.seat, bribe) for bribe in _payments(seat))
    agents = dict.fromkeys(_agents(seat))
    leaves = () if seat.money else tuple(Dismiss(ask.seat, b) for b in agents)
    unsure = isinstance(seat.purse[Bribe.CHOCOLATE], Unknown)
    guest = (Dismiss(ask.seat, b) for b in seat.agents if unsure and feld_leaves(seat, b))
    return (*pays, *leaves, *guest)


def pay_agent(story: Story, move: PayAgent) -> Step | Refusal | None:
    """Pay one agent."""
    refusal = check_turn(story.state, move.seat, Payday)
    if refusal:
        return refusal
    stage, seat = story.state.stage, story.state.seats[move.seat]
    assert isinstance(stage, Payday)
    if isinstance(seat.money, Unknown):
        return illegal(Rule.NOT_NOW)
    if move.bribe is not None and Good.MAP not in seat.goods:
        return illegal(Rule.NO_MAP, to=move.seat)
    if move.bribe not in _payments(seat):
        return illegal(Rule.CANNOT_PAY_AGENT, to=move.seat)
    if move.bribe is None:
        story.tell(MoneyPaid(move.seat, 1))
    else:
        story.tell(BribesPaid(move.seat, move.bribe, 1))
    return _go_on(story, move.seat, stage.unpaid - 1)


def dismiss(story: Story, move: Dismiss) -> Step | Refusal | None:
    """Send an agent back to the supply."""
    early = _leaves_early(story.state, move.seat)
    refusal = None if early else check_turn(story.state, move.seat, Payday)
    if refusal:
        return refusal
    stage, seat = story.state.stage, story.state.seats[move.seat]
    if move.building not in seat.agents:
        return illegal(Rule.NO_AGENT_THERE, building=move.building, colour=term(seat.colour))
    assert isinstance(stage, Payday)
    if early:
        story.leave_unchecked(Rule.MONEY_LEFT)
        story.tell(AgentDismissed(move.seat, move.building))
        return None
    if isinstance(seat.money, Unknown):
        story.leave_unchecked(Rule.MONEY_LEFT)
        story.tell(AgentDismissed(move.seat, move.building))
        if not story.state.seats[move.seat].agents:
            return Step.NEXT_PAYER
        story.wait_at(Payday(move.seat, stage.unpaid - 1))
        return None
    if feld_leaves(seat, move.building):
        return _dismiss_feld(story, move)
    if seat.money and story.enforces(Rule.MONEY_LEFT):
        return illegal(Rule.MONEY_LEFT, to=move.seat)
    story.tell(AgentDismissed(move.seat, move.building))
    return _go_on(story, move.seat, stage.unpaid - 1)


def _leaves_early(state: State, seat: int) -> bool:
    """Tell whether a seat may do at once what nobody could check later either: hands are quick."""
    later = isinstance(state.stage, Payday) and comes_later(state, seat)
    return later and isinstance(state.seats[seat].money, Unknown)


def _dismiss_feld(story: Story, move: Dismiss) -> Refusal | None:
    """Let the Feld figure go only where nobody knows whether there was chocolate for him."""
    chocolate = story.state.seats[move.seat].purse[Bribe.CHOCOLATE]
    if not isinstance(chocolate, Unknown) and story.enforces(Rule.FELD_IS_PAID):
        return illegal(Rule.FELD_IS_PAID, building=move.building)
    story.leave_unchecked(Rule.CANNOT_PAY_AGENT)
    story.tell(AgentDismissed(move.seat, move.building))
    return None


def finish(story: Story, move: Done) -> Step | Refusal | None:
    """End a payday that nobody can check: whoever still stands has been paid."""
    refusal = check_turn(story.state, move.seat, Payday)
    if refusal:
        return refusal
    if not isinstance(story.state.seats[move.seat].money, Unknown):
        return illegal(Rule.NOT_NOW)
    story.leave_unchecked(Rule.CANNOT_PAY_AGENT)
    return Step.NEXT_PAYER

"""Facts about orders and money (full version): what lies on the Prater and on the desks."""

from __future__ import annotations

from companion.engine import Ask, Unknown, known
from companion.games.vienna.box import Box
from companion.games.vienna.full_events import MoneyTold, OrderShown, OrderTold, StartOrderTaken
from companion.games.vienna.moves import Move, ShowOrder, TakeStartOrder, TellMoney, TellOrder
from companion.games.vienna.orders import ask_to_read, orders_in_pile, slots
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import CardPhase, Counting, Ordering, Over
from companion.games.vienna.state import Seat, State, Tracking
from companion.games.vienna.story import Refusal, Step, Story, find_seat
from companion.games.vienna.words import Version

#: More Schillings than lie on any desk.
MOST_MONEY = 60


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask what lies open, if anybody tells us anything at all; play may go on meanwhile."""
    if state.version is Version.ENTRY or isinstance(state.stage, Over | Counting):
        return ()
    if all(seat.tracking is Tracking.BOARD for seat in state.seats):
        return ()
    asked = [
        Ask(
            f"order.{field}.{state.turned_up.get(field, 0)}",
            "show-order",
            fact=True,
            blocks=False,
            params={"field": field},
        )
        for field, order in state.display.items()
        if isinstance(order, Unknown)
    ]
    for number, seat in enumerate(state.seats):
        if seat.tracking is Tracking.FULL:
            asked += _desk_asks(state, number, seat)
    return tuple(asked)


def _desk_asks(state: State, number: int, seat: Seat) -> list[Ask]:
    """Ask for the first order; a seat that was not tracked in full before tells all it has."""
    found: list[Ask] = []
    since = seat.tracked_since
    if not since and not known(seat.orders):
        found.append(Ask(f"start-order.{number}", "take-start-order", number, fact=True))
    # A turn that nobody tells us would change orders and money unseen.
    if not since or not known(seat.plan) or not isinstance(state.stage, CardPhase):
        return found
    if not known(seat.orders):
        ask_id = f"{since}.orders.{number}.{len(seat.orders)}"
        found.append(Ask(ask_id, "tell-order", number, fact=True))
    if isinstance(seat.money, Unknown):
        found.append(Ask(f"{since}.money.{number}", "tell-money", number, fact=True))
    return found


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List the orders that may lie there, or the sums."""
    if ask.kind == "show-order":
        field = str(ask.params["field"])
        return tuple(ShowOrder(field, n) for n in orders_in_pile(box, state, field[0]))
    seat = ask.seat
    assert seat is not None
    if ask.kind == "take-start-order":
        return tuple(TakeStartOrder(seat, n) for n in orders_in_pile(box, state, "S"))
    if ask.kind == "tell-money":
        return tuple(TellMoney(seat, count) for count in range(MOST_MONEY + 1))
    numbers = (n for series in "SAB" for n in orders_in_pile(box, state, series))
    return (*(TellOrder(seat, n) for n in numbers), TellOrder(seat, None))


def show_order(story: Story, move: ShowOrder) -> Step | Refusal | None:
    """Take note of an order on the Prater."""
    state = story.state
    if move.field not in state.display:
        return invalid(Rule.NO_SUCH_FIELD, field=move.field)
    if not isinstance(state.display[move.field], Unknown) or isinstance(state.stage, Over):
        return illegal(Rule.NOT_NOW)
    refusal = _check_order(story, move.order, move.field[0])
    if refusal:
        return refusal
    story.tell(OrderShown(move.field, move.order))
    stage = state.stage
    if isinstance(stage, Ordering):
        ask_to_read(story, stage.seat, fulfilled=stage.fulfilled)
    return None


def _check_order(story: Story, order: str, series: str) -> Refusal | None:
    if order not in story.box.orders:
        return invalid(Rule.NO_SUCH_ORDER, order=order)
    if order not in orders_in_pile(story.box, story.state, series):
        return illegal(Rule.ORDER_ELSEWHERE, order=order)
    return None


def take_start_order(story: Story, move: TakeStartOrder) -> Step | Refusal | None:
    """Take note of the order that a seat began with."""
    refusal = _check_asked(story, move.seat, "take-start-order")
    refusal = refusal or _check_order(story, move.order, "S")
    if refusal:
        return refusal
    story.tell(StartOrderTaken(move.seat, move.order))
    return None


def tell_order(story: Story, move: TellOrder) -> Step | Refusal | None:
    """Take note of an order on a desk, or that there are no more."""
    refusal = _check_asked(story, move.seat, "tell-order")
    if move.order is not None:
        refusal = refusal or _check_order(story, move.order, move.order[:1])
    if refusal:
        return refusal
    story.tell(OrderTold(move.seat, move.order))
    seat = story.state.seats[move.seat]
    if not known(seat.orders) and len(seat.orders) > slots(seat):
        story.tell(OrderTold(move.seat, None))  # the desk is full
    return None


def tell_money(story: Story, move: TellMoney) -> Step | Refusal | None:
    """Take note of the money on a desk."""
    refusal = _check_asked(story, move.seat, "tell-money")
    if refusal:
        return refusal
    if not 0 <= move.count <= MOST_MONEY:
        return invalid(Rule.NO_SUCH_COUNT, count=move.count, most=MOST_MONEY)
    story.tell(MoneyTold(move.seat, move.count))
    return None


def _check_asked(story: Story, seat: int, kind: str) -> Refusal | None:
    found = find_seat(story.state, seat)
    if not isinstance(found, Seat):
        return found
    open_asks = asks(story.box, story.state)
    if all((ask.seat, ask.kind) != (seat, kind) for ask in open_asks):
        return illegal(Rule.NOT_NOW)
    return None

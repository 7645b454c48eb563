"""After landing in action III: accept one order of the building's flag, or fulfil own ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from companion.engine import UNKNOWN, Ask, Unknown, known
from companion.games.vienna import money
from companion.games.vienna.box import Box
from companion.games.vienna.events import PointsScored
from companion.games.vienna.feld import plays_feld
from companion.games.vienna.full_events import OrderAccepted, OrderFulfilled, OrderShown
from companion.games.vienna.lore import OrderPart, is_read, unknown_part
from companion.games.vienna.moves import Accept, Fulfil, Move, Pass
from companion.games.vienna.order import Order, Want
from companion.games.vienna.reward import down_payment, reward
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import LearningOrder, Ordering
from companion.games.vienna.state import Seat, Source, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Bribe, Colour, Flag, Good


def begin(story: Story, seat: int) -> Step | None:
    """Offer the orders of the building's flag, or go on where there is nothing to do."""
    stage = story.state.stage
    fulfilled = isinstance(stage, Ordering | LearningOrder) and stage.fulfilled
    if ask_to_read(story, seat, fulfilled=fulfilled):
        return None
    answers = _answers(story.box, story.state, seat, fulfilled=fulfilled)
    if not answers and not _may_find_more(story.state, seat, fulfilled=fulfilled):
        return Step.ACTION_4
    if not fulfilled or isinstance(stage, LearningOrder):
        story.wait_at(Ordering(seat, fulfilled))
    return None


def _may_find_more(state: State, seat: int, *, fulfilled: bool) -> bool:
    """Tell whether an order may lie open that the seat could accept and nobody has told us of."""
    player = state.seats[seat]
    return not (fulfilled or known(state.display.values()) or len(player.orders) >= slots(player))


def ask_to_read(story: Story, seat: int, *, fulfilled: bool) -> bool:
    """Ask for a part of an order that matters here and that nobody has read to us yet."""
    if is_read(story.box):
        return False
    unread = _unread(story.box, story.state, seat, fulfilled=fulfilled)
    if unread is None:
        return False
    story.wait_at(LearningOrder(seat, *unread, fulfilled))
    return True


def _unread(box: Box, state: State, seat: int, *, fulfilled: bool) -> tuple[str, OrderPart] | None:
    """Return the first part that matters and is unknown.

    The flag of every order within reach matters; of an own order with the right flag everything,
    unless it is known not to be met.
    """
    player = state.seats[seat]
    flag = None if state.landed is None else state.flags[state.landed]
    if flag is None or isinstance(flag, Unknown):
        return None
    in_hand = (box.orders[number] for number in player.orders if isinstance(number, str))
    own = [o for o in in_hand if is_met(state, box, seat, replace(o, flag=flag)) is not False]
    full = fulfilled or len(player.orders) >= slots(player)
    display = () if full else state.display.values()
    shown = (box.orders[number] for number in display if isinstance(number, str))
    for order in (*own, *shown):
        if isinstance(order.flag, Unknown):
            return order.number, OrderPart.FLAG
    parts = ((order.number, unknown_part(order)) for order in own if order.flag == flag)
    return next(((number, part) for number, part in parts if part is not None), None)


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask what happens to the orders."""
    stage = state.stage
    assert isinstance(stage, Ordering)
    return (Ask(f"{state.serial}.orders", "orders", stage.seat),)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List orders to accept and to fulfil, and leaving them alone."""
    stage = state.stage
    assert isinstance(stage, Ordering)
    assert ask.seat is not None
    return (*_answers(box, state, ask.seat, fulfilled=stage.fulfilled), Pass(ask.seat))


def _answers(box: Box, state: State, seat: int, *, fulfilled: bool) -> tuple[Move, ...]:
    """List what may be done; once an order is fulfilled in a turn, none may be accepted."""
    player = state.seats[seat]
    flag = None if state.landed is None else state.flags[state.landed]
    own = [
        Fulfil(seat, number)
        for number in player.orders
        if isinstance(number, str)
        and box.orders[number].flag == flag
        and is_met(state, box, seat, box.orders[number]) is not False
    ]
    if fulfilled or len(player.orders) >= slots(player):
        return tuple(own)
    shown = [
        Accept(seat, number)
        for number in state.display.values()
        if isinstance(number, str) and box.orders[number].flag == flag
    ]
    return (*own, *shown)


def slots(seat: Seat) -> int:
    """Return how many orders a desk holds."""
    return 4 if Good.SIDE_TABLE in seat.goods else 3


def is_met(state: State, box: Box, seat: int, order: Order) -> bool | None:
    """Tell whether a seat can show what an order wants; ``None`` where nobody knows.

    Nothing is given away, so one thing may serve several orders.
    """
    player = state.seats[seat]
    if isinstance(order.needs, Unknown):
        return None
    needs = Counter(order.needs)
    if order.want is Want.BUILDING:
        return all(box.board.lettered.get(letter) in player.agents for letter in needs)
    if order.want is Want.SEALS:
        seals = Counter(str(box.board.buildings[b].seal) for b in player.agents)
        return _misses(needs, seals) == 0
    if order.want is Want.INFOS:
        return _misses(needs, {str(info): count for info, count in player.tiles.items()}) == 0
    return _bribes_met(state, player, order, needs)


def _misses(needs: Mapping[str, int], owned: Mapping[str, int]) -> int:
    return sum(max(0, count - owned.get(word, 0)) for word, count in needs.items())


def _bribes_met(state: State, seat: Seat, order: Order, needs: Mapping[str, int]) -> bool | None:
    """Check the purse; New York shows one bribe fewer, Amsterdam may show a coffee instead."""
    coffee_helps = plays_feld(state, seat, Colour.GREEN) and seat.feld == state.landed is not None
    shown = {*needs, Bribe.COFFEE} if coffee_helps else {*needs}
    if not known([seat.purse[bribe] for bribe in Bribe if bribe in shown]):
        return None
    owned = {str(b): c for b, c in seat.purse.items() if isinstance(c, int)}
    missing = _misses(needs, owned)
    if plays_feld(state, seat, Colour.RED) and order.flag is Flag.USA:
        missing -= 1
    if coffee_helps and owned[Bribe.COFFEE] > needs.get(Bribe.COFFEE, 0):
        missing -= 1
    return missing <= 0


def accept(story: Story, move: Accept) -> Step | Refusal | None:
    """Take an order from the Prater with its down payment; the field is filled at once."""
    refusal = check_turn(story.state, move.seat, Ordering) or _check_order(story, move)
    if refusal:
        return refusal
    state, player = story.state, story.state.seats[move.seat]
    stage = state.stage
    assert isinstance(stage, Ordering)
    if stage.fulfilled:
        return illegal(Rule.ACCEPT_OR_FULFIL)
    field = next((f for f, number in state.display.items() if number == move.order), None)
    if field is None:
        return illegal(Rule.NOT_ON_DISPLAY, order=move.order)
    if len(player.orders) >= slots(player):
        return illegal(Rule.NO_FREE_SLOT, count=slots(player))
    story.tell(OrderAccepted(move.seat, move.order))
    left = orders_in_pile(story.box, story.state, field[0])
    story.tell(OrderShown(field, UNKNOWN if left else None))
    paid = down_payment(state, move.seat, field[0])
    return None if money.receive(story, move.seat, paid) else Step.ACTION_4


def orders_in_pile(box: Box, state: State, series: str) -> tuple[str, ...]:
    """Return the orders of a series not known to be elsewhere."""
    elsewhere = {*state.display.values(), *state.orders_gone}
    for seat in state.seats:
        elsewhere.update(seat.orders)
    return tuple(n for n in box.orders if n[0] == series and n not in elsewhere)


def fulfil(story: Story, move: Fulfil) -> Step | Refusal | None:
    """Show what an order wants and take its reward."""
    refusal = check_turn(story.state, move.seat, Ordering) or _check_order(story, move)
    if refusal:
        return refusal
    player = story.state.seats[move.seat]
    if move.order not in player.orders:
        return illegal(Rule.NOT_YOUR_ORDER, order=move.order)
    order = story.box.orders[move.order]
    met = is_met(story.state, story.box, move.seat, order)
    if met is None:
        story.leave_unchecked(Rule.NOT_MET)
    elif not met:
        return illegal(Rule.NOT_MET, to=move.seat, order=move.order)
    return _reward(story, move.seat, order)


def _check_order(story: Story, move: Accept | Fulfil) -> Refusal | None:
    order = story.box.orders.get(move.order)
    if order is None:
        return invalid(Rule.NO_SUCH_ORDER, order=move.order)
    landed = story.state.landed
    if landed is None or story.state.flags[landed] != order.flag:
        return illegal(Rule.OTHER_FLAG, order=move.order)
    return None


def _reward(story: Story, seat: int, order: Order) -> Step | None:
    pay = reward(story.state, seat, order)
    assert pay is not None  # has been asked for before anybody could fulfil the order
    story.tell(OrderFulfilled(seat, order.number))
    if pay.points:
        story.tell(PointsScored(seat, pay.points, Source.ORDERS))
    money.stash_extra(story, seat)
    if money.receive(story, seat, pay.money, fulfilling=True):
        return None
    story.wait_at(Ordering(seat, fulfilled=True))
    return Step.ORDERS


def decline(story: Story, move: Pass) -> Step | Refusal | None:
    """Leave the orders alone."""
    return check_turn(story.state, move.seat, Ordering) or Step.ACTION_4

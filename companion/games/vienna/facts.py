"""Facts told later: a seat that wants to be tracked in full says what lies before it."""

from __future__ import annotations

from companion.engine import Ask, Unknown, known
from companion.games.vienna import card_phase
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Ability
from companion.games.vienna.events import BribesTold, DrawerTold, TrackingChanged
from companion.games.vienna.moves import (
    Move,
    TellBribes,
    TellDrawer,
    Track,
)
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import CardPhase, Counting, Over
from companion.games.vienna.state import Seat, State, Tracking
from companion.games.vienna.story import Refusal, Step, Story, find_seat
from companion.games.vienna.words import Bribe

#: Bribes of a kind that phones offer, and the most we believe: the rulebook sets no limit.
OFFERED_BRIBES = 20
MOST_BRIBES = 99


def all_told(state: State) -> bool:
    """Tell whether there is nothing to ask for, which is so nearly always.

    Whoever has been tracked in full from the beginning has told everything but his first order.
    """
    return known(state.display.values()) and all(
        not seat.tracked_since and known(seat.orders) for seat in state.seats
    )


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask a seat tracked in full for what it has not told yet.

    Its drawers must be known before it plans; its purse may wait: until then prices go unchecked.
    """
    if isinstance(state.stage, Over | Counting):
        return ()
    open_asks: list[Ask] = []
    for number, seat in enumerate(state.seats):
        if seat.tracking is Tracking.FULL:
            open_asks += _drawer_asks(state, number, seat) + _purse_asks(state, number, seat)
    return tuple(open_asks)


def _drawer_asks(state: State, number: int, seat: Seat) -> list[Ask]:
    if not isinstance(state.stage, CardPhase) or seat.plan or known(seat.drawers):
        return []
    since = f"{seat.tracked_since}.drawer.{number}.{len(seat.drawers)}"
    return [
        Ask(f"{since}.{slot}", "tell-drawer", number, fact=True, params={"slot": slot + 1})
        for slot, card in enumerate(seat.drawers)
        if isinstance(card, Unknown)
    ]


def _purse_asks(state: State, number: int, seat: Seat) -> list[Ask]:
    if known(seat.purse.values()) or not _may_count(state, number, seat):
        return []
    since = f"{seat.tracked_since}.purse.{number}"
    return [
        Ask(f"{since}.{b}", "tell-bribes", number, fact=True, blocks=False, params={"bribe": b})
        for b, count in seat.purse.items()
        if isinstance(count, Unknown)
    ]


def _may_count(state: State, number: int, seat: Seat) -> bool:
    """Tell whether a purse can be counted now.

    A turn that nobody tells us would change it unseen, and so would a purchase paid from an unknown
    desk.  In his own turn a player has often paid before we have heard of the agent.
    """
    return known((*seat.plan, seat.money)) and getattr(state.stage, "seat", None) != number


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List the cards that may lie there, or the numbers of bribes."""
    assert ask.seat is not None
    if ask.kind == "tell-drawer":
        slot = int(str(ask.params["slot"])) - 1
        there = _abilities(box, state.seats[ask.seat])
        cards = (card for card in box.cards if not _is_elsewhere(state, card))
        new = (card for card in cards if box.cards[card].ability not in there)
        told = tuple(TellDrawer(ask.seat, slot, card) for card in new)
        return (*told, TellDrawer(ask.seat, slot, None))
    bribe = Bribe(str(ask.params["bribe"]))
    return tuple(TellBribes(ask.seat, bribe, count) for count in range(OFFERED_BRIBES + 1))


def _is_elsewhere(state: State, card: int) -> bool:
    return card in state.discards or card_phase.is_held(state, card)


def _abilities(box: Box, seat: Seat) -> set[Ability]:
    """Return the abilities in a desk; cards that nobody has read to us may well differ."""
    cards = (box.cards[card] for card in seat.drawers if not isinstance(card, Unknown))
    return {card.ability for card in cards if not isinstance(card.param, Unknown)}


def track_seat(story: Story, move: Track) -> Step | Refusal | None:
    """Change how closely a seat is tracked, but not in the middle of its turn."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if isinstance(story.state.stage, Over):
        return illegal(Rule.NOT_NOW)
    if getattr(story.state.stage, "seat", None) == move.seat:
        return illegal(Rule.TURN_UNDER_WAY)
    if seat.tracking is move.tracking:
        return illegal(Rule.TRACKED_SO_ALREADY)
    story.tell(TrackingChanged(move.seat, move.tracking))
    if not isinstance(story.state.stage, CardPhase) or seat.plan:
        return None
    if move.tracking is Tracking.BOARD:
        card_phase.play_unseen(story, move.seat)
    return card_phase.go_on(story)


def tell_drawer(story: Story, move: TellDrawer) -> Step | Refusal | None:
    """Take note of a card in a drawer."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if move.card is not None and move.card not in story.box.cards:
        return invalid(Rule.NO_SUCH_CARD, card=move.card)
    if not 0 <= move.slot < len(seat.drawers):
        return invalid(Rule.NO_SUCH_DRAWER, slot=move.slot + 1)
    if not any(ask.kind == "tell-drawer" for ask in _drawer_asks(story.state, move.seat, seat)):
        return illegal(Rule.NOT_NOW)
    if not isinstance(seat.drawers[move.slot], Unknown):
        return illegal(Rule.KNOWN_ALREADY, to=move.seat)
    refusal = None if move.card is None else _check_drawer(story, move.seat, move.card)
    if refusal:
        return refusal
    story.tell(DrawerTold(move.seat, move.slot, move.card))
    return None


def _check_drawer(story: Story, seat: int, card: int) -> Refusal | None:
    """Refuse a card that is known to be elsewhere, or to have a twin in the same desk."""
    if _is_elsewhere(story.state, card):
        return illegal(Rule.CARD_ELSEWHERE, to=seat, card=card)
    if story.box.cards[card].ability in _abilities(story.box, story.state.seats[seat]):
        return illegal(Rule.SAME_ABILITY, card=card)
    return None


def tell_bribes(story: Story, move: TellBribes) -> Step | Refusal | None:
    """Take note of how many bribes of a kind a seat has."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if not 0 <= move.count <= MOST_BRIBES:
        return invalid(Rule.NO_SUCH_COUNT, count=move.count, most=MOST_BRIBES)
    told = seat.tracking is Tracking.FULL and _may_count(story.state, move.seat, seat)
    if not told or isinstance(story.state.stage, Over | Counting):
        return illegal(Rule.NOT_NOW)
    if not isinstance(seat.purse[move.bribe], Unknown):
        return illegal(Rule.KNOWN_ALREADY, to=move.seat)
    story.tell(BribesTold(move.seat, move.bribe, move.count))
    return None

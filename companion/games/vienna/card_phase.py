"""The card phase: draw three cards, lay one face down at each of the actions I, II and IV."""

from __future__ import annotations

from itertools import permutations

from companion.engine import UNKNOWN, Ask, Unknown, known
from companion.games.vienna.box import HAND, Box
from companion.games.vienna.events import CardDrawn, CardsPlanned, PileShuffled
from companion.games.vienna.moves import Draw, Move, Plan
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.state import CardFact, CardPhase, Seat, State, Tracking
from companion.games.vienna.story import Refusal, Step, Story, find_seat


def begin(story: Story, _seat: int) -> Step | None:
    """Open the card phase; whoever tells us nothing has drawn and planned three unknown cards."""
    story.wait_at(CardPhase())
    for number, seat in enumerate(story.state.seats):
        if seat.tracking is Tracking.BOARD:
            play_unseen(story, number)
    return go_on(story)


def play_unseen(story: Story, seat: int) -> None:
    """Let a seat draw and plan cards that nobody tells us."""
    for _ in range(HAND - len(story.state.seats[seat].hand)):
        _draw_one(story, seat, UNKNOWN)
    story.tell(CardsPlanned(seat, UNKNOWN, UNKNOWN, UNKNOWN))


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask every seat at once: first for its cards, then for its plan."""
    if not isinstance(state.stage, CardPhase):
        return ()
    waiting = ((n, seat) for n, seat in enumerate(state.seats) if not seat.plan)
    return tuple(_ask_seat(state, n, seat) for n, seat in waiting if known(seat.drawers))


def _ask_seat(state: State, number: int, seat: Seat) -> Ask:
    if len(seat.hand) < HAND:
        drawn = len(seat.hand) + 1
        ask_id = f"{state.serial}.draw.{number}.{drawn}"
        return Ask(ask_id, "draw", number, fact=True, params={"nth": drawn})
    return Ask(f"{state.serial}.plan.{number}", "plan", number)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List the cards that may be drawn, or the ways to plan the hand."""
    assert ask.seat is not None
    if ask.kind == "draw":
        return tuple(Draw(ask.seat, card) for card in cards_in_pile(box, state))
    hand = state.seats[ask.seat].hand
    return tuple(Plan(ask.seat, *cards) for cards in permutations(hand, HAND) if known(cards))


def cards_in_pile(box: Box, state: State) -> tuple[int, ...]:
    """Return the cards not known to be elsewhere; an empty pile is the shuffled discard."""
    elsewhere: set[CardFact | None] = set() if state.pile == 0 else set(state.discards)
    for seat in state.seats:
        elsewhere.update(seat.hand, seat.plan, seat.drawers)
    return tuple(card for card in box.cards if card not in elsewhere)


def draw(story: Story, move: Draw) -> Step | Refusal | None:
    """Draw one card."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if move.card not in story.box.cards:
        return invalid(Rule.NO_SUCH_CARD, card=move.card)
    if not isinstance(story.state.stage, CardPhase) or not known(seat.drawers):
        return illegal(Rule.NOT_NOW)
    if seat.plan or len(seat.hand) >= HAND:
        return illegal(Rule.HAND_FULL, count=HAND, to=move.seat)
    if move.card not in cards_in_pile(story.box, story.state):
        return illegal(Rule.CARD_ELSEWHERE, card=move.card, to=move.seat)
    _draw_one(story, move.seat, move.card)
    return None


def _draw_one(story: Story, seat: int, card: CardFact) -> None:
    if story.state.pile == 0:
        story.tell(PileShuffled())
    story.tell(CardDrawn(seat, card))


def plan(story: Story, move: Plan) -> Step | Refusal | None:
    """Lay the three cards face down."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if not isinstance(story.state.stage, CardPhase):
        return illegal(Rule.NOT_NOW)
    if seat.plan:
        return illegal(Rule.ALREADY_PLANNED, to=move.seat)
    if len(seat.hand) < HAND:
        return illegal(Rule.HAND_NOT_FULL, count=HAND, to=move.seat)
    cards = (move.drawer, move.bribe, move.info)
    if sorted(cards) != sorted(card for card in seat.hand if not isinstance(card, Unknown)):
        return illegal(Rule.CARD_NOT_IN_HAND, to=move.seat)
    story.tell(CardsPlanned(move.seat, *cards))
    return go_on(story)


def go_on(story: Story) -> Step | None:
    """Go on to the actions once everybody has planned."""
    planned = all(seat.plan for seat in story.state.seats)
    return Step.BEGIN_ACTIONS if planned else None

"""The card phase: draw three cards, lay one face down at each of the actions I, II and IV."""

from __future__ import annotations

from functools import cache
from itertools import permutations

from msgspec.structs import replace

from companion.engine import UNKNOWN, Ask, known
from companion.games.vienna import bonus
from companion.games.vienna.box import HAND, LAST_CARD, Box
from companion.games.vienna.cards import Action
from companion.games.vienna.events import (
    CardDrawn,
    CardDrawnAhead,
    CardDropped,
    CardsPlanned,
    PileShuffled,
)
from companion.games.vienna.moves import Draw, Move, Plan
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import CardPhase, DrawingAhead
from companion.games.vienna.state import CardFact, Seat, State, Tracking
from companion.games.vienna.story import Refusal, Step, Story, find_seat
from companion.games.vienna.terms import term
from companion.games.vienna.words import Good, Version


def begin(story: Story, _seat: int) -> Step | None:
    """Open the card phase; whoever tells us nothing has drawn and planned three unknown cards."""
    story.wait_at(CardPhase())
    for number, seat in enumerate(story.state.seats):
        if seat.tracking is Tracking.BOARD:
            play_unseen(story, number)
    return go_on(story)


def play_unseen(story: Story, seat: int) -> None:
    """Let a seat draw and plan cards that nobody tells us."""
    player = story.state.seats[seat]
    for _ in range(hand_size(player) - len(player.hand)):
        _draw_one(story, seat, UNKNOWN)
    story.tell(CardsPlanned(seat, UNKNOWN, UNKNOWN, UNKNOWN))
    _drop_rest(story, seat)


def hand_size(seat: Seat) -> int:
    """Return how many cards a seat holds when it plans: the telephone brings one more."""
    return HAND + (Good.TELEPHONE in seat.goods) + seat.ahead


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask every seat at once: first for its cards, then for its plan."""
    stage = state.stage
    if isinstance(stage, DrawingAhead):
        ask_id = f"{state.serial}.draw-ahead"
        return (
            Ask(
                ask_id,
                "draw",
                stage.seat,
                fact=True,
                params={"nth": state.seats[stage.seat].ahead + 1},
            ),
        )
    waiting = ((n, seat) for n, seat in enumerate(state.seats) if not seat.plan)
    return tuple(_ask_seat(state, n, seat) for n, seat in waiting if has_told(seat))


def has_told(seat: Seat) -> bool:
    """Tell whether a seat has told all that must be known of its desk before it draws."""
    if not known(seat.drawers):
        return False
    return not seat.tracked_since or (known(seat.orders) and known([seat.money]))


def _ask_seat(state: State, number: int, seat: Seat) -> Ask:
    if len(seat.hand) < hand_size(seat):
        drawn = len(seat.hand) + 1
        ask_id = f"{state.serial}.draw.{number}.{drawn}"
        return Ask(ask_id, "draw", number, fact=True, params={"nth": drawn})
    return Ask(f"{state.serial}.plan.{number}", "plan", number)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List the cards that may be drawn, or the ways to plan the hand."""
    assert ask.seat is not None
    if ask.kind == "draw":
        draws = _draws(ask.seat)
        return tuple([draws[card] for card in cards_in_pile(box, state)])
    hand = state.seats[ask.seat].hand
    return tuple(Plan(ask.seat, *cards) for cards in permutations(hand, HAND) if known(cards))


@cache
def _draws(seat: int) -> tuple[Draw, ...]:
    """Return the moves of drawing each card by number, made once: they are listed very often."""
    return tuple(Draw(seat, card) for card in range(LAST_CARD + 1))


def cards_in_pile(box: Box, state: State) -> tuple[int, ...]:
    """Return the cards not known to be elsewhere; an empty pile is the shuffled discard."""
    elsewhere: set[CardFact | None] = set() if state.pile <= 0 else set(state.discards)
    for seat in state.seats:
        elsewhere.update(seat.hand, seat.plan, seat.drawers)
    return tuple([card for card in box.cards if card not in elsewhere])


def may_be_drawn(state: State, card: int) -> bool:
    """Tell whether a card may have been drawn now.

    People draw together and tell us in any order: while the pile runs out in this very phase,
    nobody knows who drew before the shuffle and who after it.
    """
    return not is_held(state, card) and not _is_surely_discarded(state, card)


def _is_surely_discarded(state: State, card: int) -> bool:
    if card not in state.discards or state.pile < _still_to_draw(state):
        return False
    return not _draws_unseen(state)


def _draws_unseen(state: State) -> bool:
    """Tell whether cards may have been drawn ahead that nobody told us of (full version).

    Then the pile is shorter than we believe, and a card from the discard shows that it was shuffled.
    """
    watched = (s.tracking is Tracking.BOARD or s.tracked_since > 0 for s in state.seats)
    return state.version is Version.FULL and any(watched)


def _still_to_draw(state: State) -> int:
    if isinstance(state.stage, DrawingAhead):
        return state.stage.left
    return sum(hand_size(seat) - len(seat.hand) for seat in state.seats if not seat.plan)


def is_held(state: State, card: int) -> bool:
    """Tell whether a card is known to be in somebody's hand, plan or drawers."""
    return any(
        card in seat.hand or card in seat.plan or card in seat.drawers for seat in state.seats
    )


def draw(story: Story, move: Draw) -> Step | Refusal | None:
    """Draw one card."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if move.card not in story.box.cards:
        return invalid(Rule.NO_SUCH_CARD, card=move.card)
    if isinstance(story.state.stage, DrawingAhead):
        return _draw_ahead(story, move)
    if not isinstance(story.state.stage, CardPhase) or not has_told(seat):
        return illegal(Rule.NOT_NOW)
    if seat.plan or len(seat.hand) >= hand_size(seat):
        return illegal(Rule.HAND_FULL, count=hand_size(seat), to=move.seat)
    if not may_be_drawn(story.state, move.card):
        return illegal(Rule.CARD_ELSEWHERE, card=move.card, to=move.seat)
    _draw_one(story, move.seat, move.card)
    return None


def _draw_ahead(story: Story, move: Draw) -> Step | Refusal | None:
    """Draw one of the cards that an ability grants for the next round."""
    stage = story.state.stage
    assert isinstance(stage, DrawingAhead)
    if stage.seat != move.seat:
        return illegal(Rule.NOT_YOUR_TURN, colour=term(story.state.seats[stage.seat].colour))
    if not may_be_drawn(story.state, move.card):
        return illegal(Rule.CARD_ELSEWHERE, card=move.card, to=move.seat)
    _shuffle_before(story, move.card)
    story.tell(CardDrawnAhead(move.seat, move.card))
    if stage.left > 1:
        story.wait_at(replace(stage, left=stage.left - 1))
        return None
    return bonus.go_on(story, move.seat, Action.III, stage.ready)


def _draw_one(story: Story, seat: int, card: CardFact) -> None:
    _shuffle_before(story, card)
    story.tell(CardDrawn(seat, card))


def _shuffle_before(story: Story, card: CardFact) -> None:
    """Shuffle the discard when the pile is empty, or when a card shows that it must have been."""
    state = story.state
    known_before = card in state.discards and state.pile >= _still_to_draw(state)
    if known_before:
        story.leave_unchecked(Rule.CARD_ELSEWHERE)
    if state.pile <= 0 or known_before:
        story.tell(PileShuffled())


def plan(story: Story, move: Plan) -> Step | Refusal | None:
    """Lay the three cards face down."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if not isinstance(story.state.stage, CardPhase):
        return illegal(Rule.NOT_NOW)
    if seat.plan:
        return illegal(Rule.ALREADY_PLANNED, to=move.seat)
    if len(seat.hand) < hand_size(seat):
        return illegal(Rule.HAND_NOT_FULL, count=hand_size(seat), to=move.seat)
    cards = (move.drawer, move.bribe, move.info)
    if len(set(cards)) < len(cards) or any(card not in seat.hand for card in cards):
        return illegal(Rule.CARD_NOT_IN_HAND, to=move.seat)
    story.tell(CardsPlanned(move.seat, *cards))
    _drop_rest(story, move.seat)
    return go_on(story)


def _drop_rest(story: Story, seat: int) -> None:
    for card in story.state.seats[seat].hand:
        story.tell(CardDropped(seat, card))


def go_on(story: Story) -> Step | None:
    """Go on to the actions once everybody has planned."""
    planned = all(seat.plan for seat in story.state.seats)
    return Step.ACTIONS if planned else None

"""Action I: push a card into a drawer of the desk."""

from __future__ import annotations

from companion.engine import Ask, Unknown
from companion.games.vienna.box import DRAWERS, Box
from companion.games.vienna.events import CardStowed
from companion.games.vienna.lore import CardPart, is_read
from companion.games.vienna.moves import Move, Stow
from companion.games.vienna.rulebook import Rule, ambiguous, invalid
from companion.games.vienna.stages import Learning, Stowing, Watching
from companion.games.vienna.state import CardFact, Seat, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Good


def begin(story: Story, seat: int) -> Step | None:
    """Stow the card where only one drawer will do, else ask."""
    player = story.state.seats[seat]
    card = player.plan[0]
    if card is None or isinstance(card, Unknown):
        _stow(story, seat, min(len(player.drawers), drawers_of(player) - 1))
        story.wait_at(Watching(seat))
        return None
    unread = _unread(story.box, (*player.drawers, card))
    if unread is not None:
        story.wait_at(Learning(seat, unread, CardPart.PARAM))
        return None
    slots = open_slots(story.box, player)
    if len(slots) > 1:
        story.wait_at(Stowing(seat))
        return None
    _stow(story, seat, slots[0])
    return Step.ACTION_2


def _unread(box: Box, cards: tuple[CardFact, ...]) -> int | None:
    """Return the first card whose ability is unknown; one told later may lie in a drawer already."""
    if is_read(box):
        return None
    told = (card for card in cards if not isinstance(card, Unknown))
    return next((card for card in told if isinstance(box.cards[card].param, Unknown)), None)


def open_slots(box: Box, seat: Seat) -> tuple[int, ...]:
    """Return the drawers that may take the card.

    The same ability never lies in a desk twice, so a duplicate takes its twin's drawer.  Else a
    free drawer is filled; only where none is left does the card replace one of the player's choice.
    """
    card = seat.plan[0]
    assert isinstance(card, int)
    ability = box.cards[card].ability
    for slot, other in enumerate(seat.drawers):
        if not isinstance(other, Unknown) and box.cards[other].ability == ability:
            return (slot,)
    if len(seat.drawers) < drawers_of(seat):
        return (len(seat.drawers),)
    return tuple(range(len(seat.drawers)))


def drawers_of(seat: Seat) -> int:
    """Return how many drawers a seat has: the side table brings a fourth."""
    return DRAWERS + (Good.SIDE_TABLE in seat.goods)


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask which drawer."""
    stage = state.stage
    if not isinstance(stage, Stowing):
        return ()
    return (Ask(f"{state.serial}.stow", "stow", stage.seat),)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List the drawers that may take the card."""
    assert ask.seat is not None
    return tuple(Stow(ask.seat, slot) for slot in open_slots(box, state.seats[ask.seat]))


def stow(story: Story, move: Stow) -> Step | Refusal | None:
    """Put the card into the drawer of the player's choice."""
    refusal = check_turn(story.state, move.seat, Stowing)
    if refusal:
        return refusal
    if move.slot is None:
        return ambiguous(Rule.WHICH_DRAWER, to=move.seat)
    if not 0 <= move.slot < len(story.state.seats[move.seat].drawers):
        return invalid(Rule.NO_SUCH_DRAWER, slot=move.slot + 1)
    _stow(story, move.seat, move.slot)
    return Step.ACTION_2


def _stow(story: Story, seat: int, slot: int) -> None:
    player = story.state.seats[seat]
    card = player.plan[0]
    assert card is not None
    out: CardFact | None = player.drawers[slot] if slot < len(player.drawers) else None
    story.tell(CardStowed(seat, slot, card, out))

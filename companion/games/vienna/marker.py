"""Action IV: advance the marker shown on a card."""

from __future__ import annotations

from companion.engine import Ask, Unknown
from companion.games.vienna import bonus, track
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action, Effect
from companion.games.vienna.events import CardPlayed
from companion.games.vienna.lore import CardPart
from companion.games.vienna.moves import Move, Redirect
from companion.games.vienna.stages import Learning, Redirecting
from companion.games.vienna.state import Seat, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Info


def begin(story: Story, seat: int) -> Step | None:
    """Turn up the card of action IV and advance its marker, or another if a card allows it."""
    player = story.state.seats[seat]
    card = player.plan[2]
    assert isinstance(card, int)
    info = story.box.cards[card].info
    if isinstance(info, Unknown):
        story.wait_at(Learning(seat, card, CardPart.INFO))
        return None
    story.tell(CardPlayed(seat, Action.IV, card))
    if _may_redirect(story.box, player, info):
        story.wait_at(Redirecting(seat, info))
        return None
    return _advance(story, seat, info)


def _may_redirect(box: Box, seat: Seat, info: Info) -> bool:
    cards = (box.cards[card] for card in seat.drawers if not isinstance(card, Unknown))
    return any(card.effect is Effect.OTHER_MARKER and card.param == info for card in cards)


def _advance(story: Story, seat: int, info: Info) -> Step | None:
    track.advance(story, seat, info)
    return bonus.offer_for(story, seat, Action.IV, info)


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask which marker advances."""
    stage = state.stage
    assert isinstance(stage, Redirecting)
    return (Ask(f"{state.serial}.redirect", "redirect", stage.seat),)


def options(_box: Box, _state: State, ask: Ask) -> tuple[Move, ...]:
    """List the depicted marker and all others."""
    assert ask.seat is not None
    return tuple(Redirect(ask.seat, info) for info in Info)


def redirect(story: Story, move: Redirect) -> Step | Refusal | None:
    """Advance the marker of the player's choice."""
    refusal = check_turn(story.state, move.seat, Redirecting)
    if refusal:
        return refusal
    return _advance(story, move.seat, move.info)

"""Action II: take the bribe shown on a card."""

from __future__ import annotations

from companion.engine import Unknown
from companion.games.vienna import bonus
from companion.games.vienna.cards import Action
from companion.games.vienna.events import BribesGained, CardPlayed
from companion.games.vienna.feld import plays_feld
from companion.games.vienna.lore import CardPart
from companion.games.vienna.stages import Learning
from companion.games.vienna.story import Step, Story
from companion.games.vienna.words import Bribe, Colour


def begin(story: Story, seat: int) -> Step | None:
    """Turn up the card of action II and take its bribe."""
    card = story.state.seats[seat].plan[1]
    assert isinstance(card, int)
    bribe = story.box.cards[card].bribe
    if isinstance(bribe, Unknown):
        story.wait_at(Learning(seat, card, CardPart.BRIBE))
        return None
    story.tell(CardPlayed(seat, Action.II, card))
    story.tell(BribesGained(seat, bribe, _count(story, seat, bribe)))
    return bonus.offer_for(story, seat, Action.II, bribe)


def _count(story: Story, seat: int, bribe: Bribe) -> int:
    """Give one bribe; Amsterdam's Feld figure brings a second coffee."""
    player = story.state.seats[seat]
    return 2 if bribe is Bribe.COFFEE and plays_feld(story.state, player, Colour.GREEN) else 1

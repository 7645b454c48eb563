"""Action II: take the bribe shown on a card."""

from __future__ import annotations

from companion.games.vienna import bonus
from companion.games.vienna.cards import Action, Trigger
from companion.games.vienna.events import BribesGained, CardPlayed
from companion.games.vienna.story import Step, Story


def begin(story: Story, seat: int) -> Step | None:
    """Turn up the card of action II and take its bribe."""
    card = story.state.seats[seat].plan[1]
    assert isinstance(card, int)
    bribe = story.box.cards[card].bribe
    story.tell(CardPlayed(seat, Action.II, card))
    story.tell(BribesGained(seat, bribe, 1))
    return bonus.offer(story, seat, Action.II, {Trigger.BRIBE: bribe})

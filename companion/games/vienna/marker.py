"""Action IV: advance the marker shown on a card."""

from __future__ import annotations

from companion.games.vienna import bonus, track
from companion.games.vienna.cards import Action, Trigger
from companion.games.vienna.events import CardPlayed
from companion.games.vienna.story import Step, Story


def begin(story: Story, seat: int) -> Step | None:
    """Turn up the card of action IV and advance its marker, like it or not."""
    card = story.state.seats[seat].plan[2]
    assert isinstance(card, int)
    info = story.box.cards[card].info
    story.tell(CardPlayed(seat, Action.IV, card))
    track.advance(story, seat, info)
    return bonus.offer(story, seat, Action.IV, {Trigger.INFO: info})

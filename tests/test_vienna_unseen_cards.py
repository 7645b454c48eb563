"""Cards that nobody told us of must never make a liar of somebody who tells us everything."""

from vienna_full_table import CARDS, acting, buildings, card, idle_until, table

from companion.engine import Accepted
from companion.games.vienna import Tracking, Version
from companion.games.vienna.moves import Draw, Place, Track, Use
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import Acting, CardPhase, Finishing

HALF_SEEN = (Tracking.FULL, Tracking.BOARD)


def test_a_discarded_card_shows_that_the_pile_was_shuffled_if_somebody_may_have_drawn_ahead():
    position = table(2, tracking=HALF_SEEN).with_(pile=100, discarded=40, discards=(5,))
    verdict = position.game.decide(position.state, Draw(0, 5))
    assert isinstance(verdict, Accepted)
    assert verdict.unchecked == (Rule.CARD_ELSEWHERE.id,)
    after = position.play(Draw(0, 5))
    assert (after.state.pile, after.state.discarded, after.state.discards) == (139, 0, ())


def test_a_discarded_card_is_not_in_the_pile_where_every_draw_is_known():
    told = table(2).with_(pile=100, discarded=40, discards=(5,))
    assert told.refused(Draw(0, 5)).rule == Rule.CARD_ELSEWHERE.id
    entry = table(2, version=Version.ENTRY, tracking=HALF_SEEN)
    entry = entry.with_(pile=40, discarded=40, discards=(5,))
    assert entry.refused(Draw(0, 5)).rule == Rule.CARD_ELSEWHERE.id


def test_cards_drawn_ahead_and_forgotten_are_told_again_like_any_others():
    ability, at = card("foreign-cards"), buildings()[0]
    anna = acting(2).with_drawers(0, ability).with_agents(1, at).play(Place(0, at), Use(0, ability))
    (ask,) = anna.game.asks(anna.state)
    draws = anna.game.options(anna.state, ask)
    anna = idle_until(anna.play(*draws[:2]), Finishing(0))
    anna = idle_until(anna, Acting(1)).play(Track(0, Tracking.BOARD), Track(0, Tracking.FULL))
    anna = idle_until(anna, CardPhase)
    assert (anna.seat(0).hand, anna.seat(0).ahead) == ((), 2)
    held = sum(
        len(s.hand) + len(s.drawers) + sum(c is not None for c in s.plan) for s in anna.state.seats
    )
    assert anna.state.pile + anna.state.discarded + held == len(CARDS)

"""Corners of the rules in which a correct player must be neither blocked nor accused."""

import pytest
from hypothesis import given
from test_vienna_properties import quick
from test_vienna_secrets import viewers
from vienna_games import games, positions
from vienna_table import GAME, buildings, card, idle, last_tap, table, watched

from companion.engine import Accepted, Invalid
from companion.games.vienna import Bribe, Flag, Hue, Info, State, Tracking
from companion.games.vienna.cards import Action
from companion.games.vienna.events import CardPlayed
from companion.games.vienna.moves import (
    Advance,
    CardBonus,
    CountBribes,
    Done,
    Draw,
    Place,
    Relocate,
    TellBribes,
    TellDrawer,
    Track,
    Use,
)
from companion.games.vienna.stages import Acting, Over, Paying

PINK_USA = buildings(Hue.PINK, Flag.USA)[0]
QUIET = (card("foreign-points"), Bribe.COFFEE, Info.SLIDE)


def test_who_drew_the_last_card_of_the_pile_is_not_known_from_the_order_of_typing():
    # Two cards left, six to draw.  The second player took them; the first draws from the shuffled
    # discard and is the first to type.
    position = table(2)._with(pile=2, discarded=88, discards=(1, 2, 3))
    assert isinstance(GAME.decide(position.state, Draw(0, 1)), Accepted)


def newly_full(told: bool = True):
    """The first seat, watched in round 1, tells its drawer and plans round 2 in full."""
    position = watched(2).play(Track(1, Tracking.FULL), Advance(0, Info.SLIDE), Done(0))
    position = position.play(Advance(1, Info.SLIDE), Done(1))
    discount = card("flag-discount", Flag.USA)
    position = position.play(TellDrawer(1, 0, discount)) if told else position
    position = position.planned(seat1=QUIET)
    while position.state.stage != Acting(1):
        position = idle(position)
    return position


def test_an_open_ask_always_has_an_answer_even_if_the_purse_is_told_late():
    position = newly_full().play(Place(1, PINK_USA))
    assert position.state.stage == Paying(1, PINK_USA)
    told = GAME.decide(position.state, TellBribes(1, Bribe.WINE, 0))
    if isinstance(told, Accepted):
        position = position.play(TellBribes(1, Bribe.WINE, 0))
    assert position.options()


def test_nobody_is_asked_to_count_his_bribes_in_the_middle_of_his_own_turn():
    # He has paid on the table and counts; the phone has not heard of the agent yet.
    position = newly_full()
    assert not [ask for ask in GAME.asks(position.state) if ask.kind == "tell-bribes"]


def test_evolve_never_raises_not_even_for_a_card_of_action_three():
    state = table(2).state
    assert isinstance(GAME.evolve(state, CardPlayed(0, Action.III, 7)), State)


def test_a_card_on_the_discard_lies_in_no_drawer():
    position = watched(2).play(Track(1, Tracking.FULL), Advance(0, Info.SLIDE), Done(0))
    position = position.play(Advance(1, Info.SLIDE), Done(1))
    position = position._with(pile=0, discarded=position.state.pile + 4, discards=(7,))
    verdict = GAME.decide(position.state, TellDrawer(1, 0, 7))
    assert not isinstance(verdict, Accepted)


@quick
@given(positions())
def test_a_screen_prompts_for_the_asks_that_are_open_and_no_others(state):
    for viewer in viewers(state):
        prompts = [prompt.ask for prompt in GAME.view(state, viewer).prompts]
        assert prompts == list(GAME.asks(state))


def test_a_finished_game_with_known_purses_asks_nobody_anything():
    position = last_tap(2)
    for seat in range(2):
        position = position.with_score(seat, 40).with_tiles(seat).with_purse(seat, wine=seat)
    position = position.play(Done(1))
    assert GAME.asks(position.state) == ()
    assert GAME.view(position.state, 0).prompts == ()


def test_points_in_action_two_and_points_in_action_three_are_two_moves_of_the_score_marker():
    position = watched(2).with_unknown_drawers(0, 2)
    position = position.play(CardBonus(0, 2), Place(0, PINK_USA), CardBonus(0, 3))
    assert position.seat(0).score == 5


def test_a_drawer_that_a_twin_has_left_empty_can_be_told():
    # In round 2 an unseen duplicate replaced its twin: one card lies there, we believe in two.
    position = watched(2)
    for seat in (0, 1, 1):
        position = position.play(Advance(seat, Info.SLIDE), Done(seat))
    position = position.play(Advance(0, Info.SLIDE), Track(1, Tracking.FULL), Done(0))
    slots = [ask for ask in GAME.asks(position.state) if ask.kind == "tell-drawer"]
    position = position.play(TellDrawer(1, 0, 1))
    (ask,) = (ask for ask in GAME.asks(position.state) if ask.kind == "tell-drawer")
    assert len(slots) == 2
    empty = [m for m in GAME.options(position.state, ask) if getattr(m, "card", 0) is None]
    assert empty, "there is no way to say that the drawer is empty"


def test_moving_from_a_building_that_does_not_exist_is_no_move_at_all():
    position = table(2).planned(seat0=QUIET).with_purse(0, wine=2)
    assert isinstance(position.refused(Relocate(0, "b99", PINK_USA)), Invalid)


@pytest.mark.parametrize("count", [21, 61])
def test_bribes_are_unlimited(count):
    position = watched(2).play(Track(1, Tracking.FULL), Advance(0, Info.SLIDE), Done(0))
    position = position.play(Advance(1, Info.SLIDE), Done(1))
    assert isinstance(GAME.decide(position.state, TellBribes(1, Bribe.WINE, count)), Accepted)


def test_bribes_are_unlimited_in_a_tie_as_well():
    position = watched(2).in_last_round().play(Advance(0, Info.SLIDE), Done(0))
    position = position.play(Advance(1, Info.SLIDE))
    for seat in range(2):
        position = position.with_score(seat, 40).with_tiles(seat)
    position = position.play(Done(1))
    assert isinstance(position.state.stage, Over)
    assert isinstance(GAME.decide(position.state, CountBribes(0, 61)), Accepted)


@quick
@given(games)
def test_using_an_ability_is_among_the_attempts_of_its_own_change(turns):
    for turn in turns:
        gone, come = GAME.expected_view(turn.state).change_to(GAME.expected_view(turn.after))
        if isinstance(turn.move, Use) and _is_seen(turn.state, turn.move):
            assert turn.move in GAME.attempts(turn.state, gone, come)


def _is_seen(state: State, use: Use) -> bool:
    """A bribe is not seen from above, nor a step of a marker that cannot move and scores nothing."""
    if use.info is None:
        return GAME.box.cards[use.card].effect == "points"
    stuck = state.markers[use.info] == GAME.box.last_fields[use.info]
    return not stuck or state.seats[use.seat].tiles[use.info] > 0


def test_a_turn_without_any_step_says_that_action_four_was_not_checked():
    position = watched(2).with_markers(slide=-1).with_tiles(0)
    verdict = GAME.decide(position.state, Done(0))
    assert "vienna.rule.marker-not-advanced" in verdict.unchecked


def test_the_camera_answers_a_watched_turn_from_tracks_and_score_as_well():
    (ask,) = GAME.asks(watched(2).state)
    assert {"info:slide:1", "score:2"} <= set(ask.seen_at)

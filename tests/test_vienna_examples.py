"""The rulebook's own examples, by their numbers in our list of facts (V-01 to V-16, V-28)."""

from vienna_table import BOARD, GAME, Fork, Table, buildings, card, fork, idle, idle_until, table

from companion.games.vienna import Bribe, Flag, Hue, Info, track
from companion.games.vienna.events import BribesPaid, InvestigatorMoved, PointsScored, TileTaken
from companion.games.vienna.moves import (
    Done,
    Pass,
    Pay,
    Place,
    Relocate,
    Stow,
    TakeBribes,
    Use,
)
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import Acting, Bonus, CardPhase, Finishing, Stowing

JAN, ANNA, ULRICH = 0, 0, 0

# Abilities in the drawers.
WINE_AGAIN, WINE_POINTS = card("bribe-again", Bribe.WINE), card("bribe-points", Bribe.WINE)
WINE_MARKER = card("bribe-marker", Bribe.WINE)
USA_BRIBE, USA_POINTS = card("flag-bribe", Flag.USA), card("flag-points", Flag.USA)
USA_DISCOUNT = card("flag-discount", Flag.USA)
VIOLET_POINTS, FRANCE_POINTS = card("hue-points", Hue.VIOLET), card("flag-points", Flag.FRANCE)
SLIDE_POINTS = card("info-points", Info.SLIDE)
FOREIGN_POINTS = card("foreign-points")
#: A plan that triggers nothing as long as everybody keeps apart.
QUIET = (FOREIGN_POINTS, Bribe.COFFEE, Info.SLIDE)
QUIET_PISTOL = (FOREIGN_POINTS, Bribe.COFFEE, Info.PISTOL)


# Card phase and action I.


def test_v01_each_card_serves_only_the_action_it_was_planned_for():
    jan = table(3).planned(seat0=(WINE_AGAIN, Bribe.COFFEE, Info.SLIDE))
    assert jan.seat(JAN).drawers == (WINE_AGAIN,)
    assert jan.seat(JAN).purse == {**dict.fromkeys(Bribe, 1), Bribe.COFFEE: 2}
    assert set(jan.state.markers.values()) == {0}
    jan = jan.play(Pass(JAN))
    assert jan.state.markers == {**dict.fromkeys(Info, 0), Info.SLIDE: 1}
    for_two, for_four = jan.state.discards
    assert GAME.box.cards[for_two].bribe is Bribe.COFFEE
    assert GAME.box.cards[for_four].info is Info.SLIDE
    assert jan.seat(JAN).plan == (None, None, None)


def test_v02_the_same_ability_never_lies_in_the_drawers_twice():
    one, twin = (
        card("bribe-again", Bribe.CHOCOLATE),
        card("bribe-again", Bribe.CHOCOLATE, twin=True),
    )
    planned = (twin, Bribe.COFFEE, Info.SLIDE)
    early = table(2).with_drawers(0, one, WINE_POINTS).planned(seat0=planned)
    assert early.seat(0).drawers == (twin, WINE_POINTS)  # although a drawer was free
    assert early.state.discards[0] == one
    late = table(2).with_drawers(0, WINE_POINTS, one, USA_BRIBE).planned(seat0=planned)
    assert late.seat(0).drawers == (WINE_POINTS, twin, USA_BRIBE)  # no other drawer would do


def test_v02_abilities_that_differ_in_one_word_may_lie_side_by_side():
    coffee_again = card("bribe-again", Bribe.COFFEE)
    position = table(2).with_drawers(0, coffee_again)
    position = position.planned(seat0=(WINE_AGAIN, Bribe.MAGAZINE, Info.SLIDE))
    assert position.seat(0).drawers == (coffee_again, WINE_AGAIN)


def test_v03_a_full_desk_swaps_a_card_and_may_use_the_new_one_at_once():
    jan = table(3).with_drawers(JAN, FOREIGN_POINTS, USA_BRIBE, USA_POINTS)
    jan = jan.planned(seat0=(WINE_AGAIN, Bribe.WINE, Info.SLIDE))
    assert jan.state.stage == Stowing(JAN)
    assert jan.options() == tuple(Stow(JAN, slot) for slot in range(3))
    jan = jan.play(Stow(JAN, 0))
    assert jan.seat(JAN).drawers == (WINE_AGAIN, USA_BRIBE, USA_POINTS)
    assert jan.state.discards[0] == FOREIGN_POINTS
    jan = jan.play(Use(JAN, WINE_AGAIN))
    assert jan.seat(JAN).purse[Bribe.WINE] == 1 + 1 + 1


def test_v03_a_free_drawer_is_filled_before_any_card_is_replaced():
    jan = table(3).with_drawers(JAN, FOREIGN_POINTS, USA_BRIBE)
    jan = jan.planned(seat0=(WINE_AGAIN, Bribe.COFFEE, Info.SLIDE))
    assert jan.seat(JAN).drawers == (FOREIGN_POINTS, USA_BRIBE, WINE_AGAIN)
    assert FOREIGN_POINTS not in jan.state.discards


# Action II.


def test_v04_a_wine_card_brings_one_wine():
    jan = table(3).planned(seat0=(USA_BRIBE, Bribe.WINE, Info.SLIDE))
    assert jan.seat(JAN).purse[Bribe.WINE] == 2
    assert jan.state.stage == Acting(JAN)


def test_v04_with_the_wine_ability_two_and_no_further_chain():
    jan = (
        table(3).with_drawers(JAN, WINE_POINTS).planned(seat0=(WINE_AGAIN, Bribe.WINE, Info.SLIDE))
    )
    assert jan.state.stage.ready == (WINE_POINTS, WINE_AGAIN)
    jan = jan.play(Use(JAN, WINE_POINTS), Use(JAN, WINE_AGAIN))
    assert jan.seat(JAN).purse[Bribe.WINE] == 1 + 2
    assert jan.seat(JAN).score == 2  # the second wine brings no more points
    assert jan.state.stage == Acting(JAN)
    assert jan.refused(Use(JAN, WINE_AGAIN)).rule == Rule.NOT_NOW.id


def test_v04_another_bribe_triggers_nothing_and_abilities_may_be_left_unused():
    coffee = table(3).planned(seat0=(WINE_AGAIN, Bribe.COFFEE, Info.SLIDE))
    assert coffee.state.stage == Acting(JAN)
    wine = table(3).planned(seat0=(WINE_AGAIN, Bribe.WINE, Info.SLIDE)).play(Pass(JAN))
    assert wine.seat(JAN).purse[Bribe.WINE] == 2


# Action III.


def test_v05_an_agent_on_a_violet_building_costs_two_chocolates():
    anna = table(3).planned(seat0=QUIET).with_purse(ANNA, chocolate=3, wine=1)
    violet = buildings(Hue.VIOLET)[0]
    after = anna.play(Place(ANNA, violet))
    assert after.seat(ANNA).purse == {**dict.fromkeys(Bribe, 0), Bribe.CHOCOLATE: 1, Bribe.WINE: 1}
    assert (after.seat(ANNA).agents, after.seat(ANNA).supply) == ((violet,), 5)
    poor = anna.with_purse(ANNA, chocolate=1, wine=9)
    assert poor.refused(Place(ANNA, violet)).rule == Rule.CANNOT_PAY.id


def test_v05_moving_costs_the_same_and_is_allowed_while_agents_are_in_supply():
    anna = table(3).planned(seat0=QUIET).with_purse(ANNA, chocolate=2)
    anna = anna.with_agents(ANNA, "b01").play(Relocate(ANNA, "b01", "b03"))
    assert anna.seat(ANNA).agents == ("b03",)
    assert anna.seat(ANNA).supply == 5
    assert anna.seat(ANNA).purse[Bribe.CHOCOLATE] == 0


def test_v06_whoever_places_nobody_takes_two_wine():
    ulrich = table(3).planned(seat0=QUIET).with_purse(ULRICH)
    after = ulrich.play(TakeBribes(ULRICH, Bribe.WINE))
    assert after.seat(ULRICH).purse == {**dict.fromkeys(Bribe, 0), Bribe.WINE: 2}
    assert ulrich.play(Pass(ULRICH)).seat(ULRICH).purse == dict.fromkeys(Bribe, 0)


def before_fork(at: Fork) -> Table:
    """Let Ulrich's next agent close a 2-square with a pistol and a 3-square with a briefcase."""
    ulrich = table(3).planned(seat0=QUIET).with_purse(ULRICH, **at.price)
    ulrich = ulrich.with_agents(ULRICH, *at.helpers).with_tiles(ULRICH)
    return ulrich.with_square(at.two, Info.PISTOL).with_square(at.three, Info.BRIEFCASE)


def test_v07_one_agent_closes_two_squares_both_tiles_and_five_points():
    at = fork()
    before = before_fork(at)
    after = before.play(Place(ULRICH, at.building))
    both = {**dict.fromkeys(Info, 0), Info.PISTOL: 1, Info.BRIEFCASE: 1}
    assert after.seat(ULRICH).tiles == both
    assert after.seat(ULRICH).score == 2 + 3
    assert after.state.squares == {**before.state.squares, at.two: None, at.three: None}


def test_v07_each_capture_is_told_with_its_points():
    events = before_fork(fork()).events(Place(ULRICH, fork().building))
    kinds = [type(event) for event in events if isinstance(event, TileTaken | PointsScored)]
    assert kinds == [TileTaken, PointsScored] * 2


def test_v07_an_agent_that_leaves_a_corner_closes_nothing_there():
    at = fork()
    (corner,) = set(BOARD.squares[at.two].buildings) - {at.building}
    after = before_fork(at).play(Relocate(ULRICH, corner, at.building))
    assert after.state.squares[at.two] is Info.PISTOL


def test_v07_agents_of_other_colours_do_not_help():
    at = fork()
    ulrich = before_fork(at).with_agents(ULRICH).with_agents(1, *at.helpers)
    assert ulrich.play(Place(ULRICH, at.building)).seat(ULRICH).score == 0


def test_v08_closing_an_empty_square_brings_nothing():
    at = fork()
    after = before_fork(at).with_square(at.two, None).play(Place(ULRICH, at.building))
    assert after.seat(ULRICH).score == 3
    assert sum(after.seat(ULRICH).tiles.values()) == 1


# Action IV.


def test_v09_three_pistols_bring_three_points_and_the_others_none():
    anna = table(3).planned(seat0=QUIET_PISTOL)
    anna = anna.with_tiles(ANNA, pistol=3).with_tiles(1, pistol=2).play(Pass(ANNA))
    assert anna.state.markers[Info.PISTOL] == 1
    assert [seat.score for seat in anna.state.seats] == [3, 0, 0]


def test_v09_no_tile_no_points_and_the_step_is_not_optional():
    anna = table(3).planned(seat0=QUIET_PISTOL).with_tiles(ANNA)
    after = anna.play(Pass(ANNA))  # passes on the agent; nobody asks about the marker
    assert after.state.stage == Finishing(ANNA)
    assert after.state.markers[Info.PISTOL] == 1
    assert after.seat(ANNA).score == 0


def test_v10_wine_in_action_two_moves_the_slide_marker_for_four_points():
    anna = table(3).with_drawers(ANNA, WINE_MARKER, SLIDE_POINTS)
    anna = anna.planned(seat0=(FOREIGN_POINTS, Bribe.WINE, Info.PISTOL)).with_tiles(ANNA, slide=4)
    anna = anna.play(Use(ANNA, WINE_MARKER, info=Info.SLIDE))
    assert anna.seat(ANNA).score == 4
    assert anna.state.markers[Info.SLIDE] == 1
    assert anna.state.stage == Acting(ANNA)  # 080 speaks of action IV only


def test_v11_a_marker_on_its_last_field_stays_and_still_pays():
    anna = table(3).with_markers(slide=-1).with_drawers(ANNA, SLIDE_POINTS)
    anna = anna.planned(seat0=QUIET).with_tiles(ANNA, slide=2)
    after = anna.play(Pass(ANNA))
    assert after.state.markers == anna.state.markers
    assert after.seat(ANNA).score == 2
    assert after.state.investigator == 0
    assert after.state.stage.ready == (SLIDE_POINTS,)  # a virtual step triggers as well
    assert after.play(Use(ANNA, SLIDE_POINTS)).seat(ANNA).score == 4


def test_v12_two_thresholds_in_a_round_move_the_investigator_once():
    position = table(2).at_threshold(Info.PISTOL, Info.SLIDE)
    position = position.planned(
        seat0=(FOREIGN_POINTS, Bribe.COFFEE, Info.PISTOL),
        seat1=(WINE_POINTS, Bribe.COFFEE, Info.SLIDE),
    )
    position = position.play(Pass(0))
    assert (position.state.investigator, position.state.crossed) == (1, True)
    position = position.play(Done(0), Pass(1))
    assert track.value(position.state, GAME.box, Info.SLIDE) == 2
    assert (position.state.investigator, position.state.crossed) == (1, True)


def test_v12_the_token_turns_back_and_the_next_round_counts_anew():
    position = table(2).at_threshold(Info.PISTOL, Info.SLIDE)
    position = position.planned(seat0=QUIET_PISTOL).play(Pass(0), Done(0))
    position = idle_until(position, CardPhase)
    assert (position.state.crossed, position.state.start, position.state.round) == (False, 1, 2)
    position = position.planned(seat1=(WINE_AGAIN, Bribe.COFFEE, Info.SLIDE)).at_threshold(
        Info.SLIDE
    )
    assert isinstance(position.state.stage, Acting | Stowing | Bonus)
    while position.state.stage != Acting(1):
        position = idle(position)
    moved = [e for e in position.events(Pass(1)) if isinstance(e, InvestigatorMoved)]
    assert moved == [InvestigatorMoved(2)]


# Abilities together.


def test_v15_two_cards_for_the_usa_bring_a_bribe_and_three_points():
    jan = table(3).with_drawers(JAN, USA_BRIBE, USA_POINTS).planned(seat0=QUIET_PISTOL)
    usa = buildings(Hue.PINK, Flag.USA)[0]
    jan = jan.with_purse(JAN, wine=2).with_tiles(JAN).play(Place(JAN, usa))
    jan = jan.play(Use(JAN, USA_POINTS), Use(JAN, USA_BRIBE, bribe=Bribe.TOBACCO))
    assert jan.seat(JAN).score == 3
    assert jan.seat(JAN).purse == {**dict.fromkeys(Bribe, 0), Bribe.TOBACCO: 1}


def test_v16_a_violet_building_with_the_french_flag_brings_both_bonuses():
    (both,) = buildings(Hue.VIOLET, Flag.FRANCE)
    position = table(3).with_drawers(0, VIOLET_POINTS, FRANCE_POINTS)
    position = position.planned(seat0=QUIET_PISTOL).with_tiles(0)
    position = position.with_purse(0, chocolate=2).play(Place(0, both))
    assert position.state.stage.ready == (VIOLET_POINTS, FRANCE_POINTS)
    position = position.play(Use(0, VIOLET_POINTS), Use(0, FRANCE_POINTS))
    assert position.seat(0).score == 6
    only_violet = buildings(Hue.VIOLET, Flag.USA)[0]
    fresh = table(3).with_drawers(0, VIOLET_POINTS, FRANCE_POINTS)
    fresh = fresh.planned(seat0=QUIET_PISTOL).with_purse(0, chocolate=2)
    assert fresh.play(Place(0, only_violet)).state.stage.ready == (VIOLET_POINTS,)


def test_v16_abilities_come_after_captures_so_a_new_tile_counts_for_a_bonus_step():
    at = fork()
    step = card("hue-marker", BOARD.buildings[at.building].hue)
    ulrich = before_fork(at).with_drawers(ULRICH, step).play(Place(ULRICH, at.building))
    assert ulrich.play(Use(ULRICH, step, info=Info.PISTOL)).seat(ULRICH).score == 5 + 1


def test_v16_foreign_agents_on_the_building_count_once_however_many():
    at = buildings(Hue.PINK)[0]
    position = table(3).planned(seat0=QUIET).with_purse(0, wine=2).with_tiles(0)
    crowd = position.with_agents(1, at).with_agents(2, at)
    assert crowd.play(Place(0, at), Use(0, FOREIGN_POINTS)).seat(0).score == 5
    assert position.play(Place(0, at)).state.stage == Finishing(0)  # nobody there, no bonus


def test_v28_a_reduction_takes_one_bribe_off_the_price_if_one_likes():
    at = buildings(Hue.PINK, Flag.USA)[0]
    position = table(2).with_drawers(0, USA_DISCOUNT).planned(seat0=QUIET)
    position = position.with_purse(0, wine=2).play(Place(0, at))
    assert position.options() == (Pay(0, (Bribe.WINE,)), Pay(0, (Bribe.WINE,) * 2))
    assert position.play(Pay(0, (Bribe.WINE,))).seat(0).purse[Bribe.WINE] == 1
    assert position.refused(Pay(0, ())).rule == Rule.WRONG_PRICE.id


def test_v28_one_bribe_is_enough_where_one_is_taken_off():
    at = buildings(Hue.PINK, Flag.USA)[0]
    position = table(2).with_drawers(0, USA_DISCOUNT).planned(seat0=QUIET).with_purse(0, wine=1)
    assert position.play(Place(0, at)).seat(0).purse[Bribe.WINE] == 0
    assert position.with_purse(0).refused(Place(0, at)).params["count"] == 1


def test_v28_reductions_stack_to_nothing_and_never_below():
    # Two cards of 036-045 for one flag are twins, so no desk of the entry version holds both; the
    # sum is the rule all the same, and the seals of the full version will reach it.
    at, twin = buildings(Hue.PINK, Flag.USA)[0], card("flag-discount", Flag.USA, twin=True)
    position = table(2).planned(seat0=QUIET).with_purse(0)
    position = position.with_drawers(0, USA_DISCOUNT, twin, USA_DISCOUNT)
    assert not [e for e in position.events(Place(0, at)) if isinstance(e, BribesPaid)]
    after = position.play(Place(0, at))
    assert after.seat(0).purse == dict.fromkeys(Bribe, 0)
    assert after.state.stage == Finishing(0)  # there was no price to choose

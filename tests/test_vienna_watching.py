"""Board tracking accuses nobody: whatever the rules allow, the camera's moves can tell it.

Turns are played with all cards known, then told again to a table that knows no card: the agent, the
steps of the markers, one sum of card points, and the tap.
"""

from itertools import combinations, permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vienna_games import Deal, Turn, whole_game
from vienna_table import BOARD, CARDS, GAME, Table, buildings, card, play, table, watched

from companion.engine import Unknown
from companion.games.vienna import Bribe, FlagSource, Hue, Info, State, Tracking
from companion.games.vienna.cards import Action, Effect
from companion.games.vienna.events import CardPlayed, Event, PointsScored
from companion.games.vienna.moves import (
    Advance,
    CardBonus,
    Done,
    LayFlag,
    LayTile,
    Move,
    Place,
    Relocate,
    TakeStarter,
    Track,
    Use,
)
from companion.games.vienna.stages import Watching
from companion.games.vienna.state import Seat, Source

AT = buildings(Hue.PINK)[0]
FLAG = BOARD.buildings[AT].flag
#: All abilities that one turn can set off: wine, a pink building with its flag, company, a slide.
TRIGGERED = (
    card("bribe-points", Bribe.WINE),
    card("bribe-marker", Bribe.WINE),
    card("hue-points", Hue.PINK),
    card("hue-marker", Hue.PINK),
    card("flag-points", FLAG),
    card("flag-marker", FLAG),
    card("foreign-points"),
    card("info-points", Info.SLIDE),
)
DESKS = [desk for size in (1, 2, 3) for desk in combinations(TRIGGERED, size)]


def steps_and_points(move: Move, events: tuple[Event, ...]) -> tuple[list[Info], int]:
    """Say which markers a move of a fully told game has advanced, and the points from cards."""
    steps = [move.info] if isinstance(move, Use) and move.info else []
    steps += [
        CARDS[event.card].info
        for event in events
        if isinstance(event, CardPlayed) and event.action is Action.IV
    ]
    cards = [e for e in events if isinstance(e, PointsScored) and e.source is Source.CARDS]
    return steps, sum(event.points for event in cards)


def desk_at_work(desk: tuple[int, ...]) -> Table:
    """Stop a watched turn before anything was done, with this many cards in the drawers."""
    position = watched(2).with_agents(1, AT).with_tiles(0, slide=2, pistol=1)
    return position.with_unknown_drawers(0, len(desk))


def seen_steps(desk: tuple[int, ...]) -> tuple[list[Info], list[Info], int]:
    """Return steps before the agent, steps after it, and the points that this desk gives."""
    markers = [c for c in desk if CARDS[c].effect is Effect.ANY_MARKER]
    before = [Info.PISTOL for c in markers if CARDS[c].action is Action.II]
    after = [Info.PISTOL for c in markers if CARDS[c].action is Action.III]
    points = sum(CARDS[c].amount for c in desk if CARDS[c].effect is Effect.POINTS)
    return before, [*after, Info.SLIDE], points


@pytest.mark.parametrize("desk", DESKS, ids=lambda desk: "-".join(map(str, desk)))
def test_whatever_three_cards_may_do_together_can_be_told(desk):
    before, after, points = seen_steps(desk)
    told = desk_at_work(desk).play(*(Advance(0, i) for i in before), Place(0, AT))
    told = told.play(*(Advance(0, info) for info in after))
    if points:
        told = told.play(CardBonus(0, points))
    assert told.play(Done(0)).seat(0).score == (len(before + after) - 1) + 2 + points


@pytest.mark.parametrize("desk", DESKS[-20:], ids=lambda desk: "-".join(map(str, desk)))
def test_it_does_not_matter_when_the_points_are_told_once_the_agent_stands(desk):
    before, after, points = seen_steps(desk)
    told = desk_at_work(desk).play(*(Advance(0, i) for i in before), Place(0, AT))
    rest: list[Move] = [Advance(0, info) for info in after]
    rest += [CardBonus(0, points)] if points else []
    results = {told.play(*order, Done(0)).seat(0).score for order in permutations(rest)}
    assert len(results) == 1


def test_without_an_agent_wine_and_the_card_of_action_four_are_all_there_is():
    desk = (TRIGGERED[0], TRIGGERED[7])
    told = desk_at_work(desk).play(Advance(0, Info.SLIDE), CardBonus(0, 2 + 2), Done(0))
    assert told.seat(0).score == 2 + 4
    twice = desk_at_work(desk).play(Advance(0, Info.PISTOL), Advance(0, Info.SLIDE))
    assert twice.play(CardBonus(0, 2), Done(0)).seat(0).score == 1 + 2 + 2


def test_a_marker_that_cannot_move_any_more_may_have_been_the_one_of_action_four():
    position = watched(2).with_markers(slide=-1).with_tiles(0)
    assert position.play(Done(0)).state.stage == Watching(1)
    rich = position.with_tiles(0, slide=3).play(Advance(0, Info.SLIDE), Done(0))
    assert rich.seat(0).score == 3


def test_nobody_may_take_more_than_the_drawers_can_give():
    one = desk_at_work(TRIGGERED[:1]).play(Place(0, AT), Advance(0, Info.SLIDE))
    assert {m.points for m in one.options() if isinstance(m, CardBonus)} == {2, 3, 5}
    stepped = one.play(Advance(0, Info.PISTOL))
    assert not [m for m in stepped.options() if isinstance(m, CardBonus | Advance)]


def test_without_an_agent_no_desk_moves_more_than_two_markers():
    three = desk_at_work(TRIGGERED[:3]).play(Advance(0, Info.PISTOL), Advance(0, Info.SLIDE))
    assert three.refused(Advance(0, Info.SLIDE)).rule == "vienna.rule.too-many-steps"
    four = desk_at_work(TRIGGERED[:3]).play(Place(0, AT), *[Advance(0, Info.SLIDE)] * 4)
    assert four.refused(Advance(0, Info.SLIDE)).rule == "vienna.rule.too-many-steps"


def test_points_that_three_cards_can_give_beside_a_foreign_agent():
    three = desk_at_work(TRIGGERED[:3]).play(Place(0, AT))
    given_by_hand = {2, 3, 5} | {4, 6, 7, 8} | {9, 10, 11}  # one card, two cards, three cards
    assert {m.points for m in three.options() if isinstance(m, CardBonus)} == given_by_hand
    alone = three.with_agents(1)
    without_company = {2, 3} | {4, 5, 6} | {7, 8}
    assert {m.points for m in alone.options() if isinstance(m, CardBonus)} == without_company


class Shadow:
    """Tell a fully known game, turn by turn, to a table that knows no card."""

    def __init__(self, deal: Deal) -> None:
        self.state: State = GAME.setup(deal.options)
        self.moves: list[Move] = []
        self.points = 0

    def follow(self, turn: Turn) -> None:
        state, move, events, after = turn
        if isinstance(move, LayTile | LayFlag | TakeStarter):
            self.state = play(GAME, self.state, move)
        if isinstance(move, Place | Relocate):
            self.moves.append(move)
        seat = getattr(state.stage, "seat", None)
        steps, points = steps_and_points(move, events)
        self.points += points
        if seat is not None:
            self.moves += [
                Advance(seat, info) for info in steps if self._shows(state, after.seats[seat], info)
            ]
        if isinstance(move, Done):
            self.moves += [CardBonus(seat, self.points)] if self.points else []
            self.state = play(GAME, self.state, *self.moves, move)
            self.moves, self.points = [], 0

    def _shows(self, state: State, seat: Seat, info: Info) -> bool:
        """Tell whether a step can be seen: a marker at its end moves only points."""
        stuck = state.markers[info] == GAME.box.last_fields[info]
        return not stuck or seat.tiles[info] > 0


def follow_whole_game(seed: int, players: int, flags: FlagSource) -> None:
    full = Deal(seed, players, flags, (Tracking.FULL,) * players)
    shadow = Shadow(Deal(seed, players, flags, (Tracking.BOARD,) * players))
    for turn in whole_game(full, 0.0):
        shadow.follow(turn)
        if isinstance(turn.move, Done):
            assert GAME.expected_view(shadow.state) == GAME.expected_view(turn.after)
            scores = [seat.score for seat in turn.after.seats]
            assert [seat.score for seat in shadow.state.seats] == scores
            tiles = [seat.tiles for seat in turn.after.seats]
            assert [seat.tiles for seat in shadow.state.seats] == tiles


quick = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(st.integers(0, 9999), st.integers(2, 4), st.sampled_from(FlagSource))
def test_a_whole_game_can_be_followed_without_knowing_a_card(seed, players, flags):
    follow_whole_game(seed, players, flags)


@pytest.mark.slow
@settings(quick, max_examples=1000)
@given(st.integers(0, 999_999), st.integers(2, 4), st.sampled_from(FlagSource))
def test_many_more_games_can_be_followed_without_knowing_a_card(seed, players, flags):
    follow_whole_game(seed, players, flags)


# Changing how closely a seat is tracked.


def test_whoever_stops_telling_takes_his_secrets_along():
    position = table(2).planned().play(Track(1, Tracking.BOARD))
    told = (*position.seat(1).plan, *position.seat(1).purse.values(), *position.seat(1).drawers)
    assert all(isinstance(fact, Unknown) for fact in told)


def test_whoever_begins_to_tell_is_still_watched_in_the_turn_he_has_planned():
    position = watched(2).play(Track(1, Tracking.FULL), Advance(0, Info.SLIDE), Done(0))
    assert position.state.stage == Watching(1)
    position = position.play(Advance(1, Info.SLIDE), Done(1))
    kinds = {ask.kind for ask in GAME.asks(position.state) if ask.seat == 1}
    assert kinds == {"tell-drawer", "tell-bribes"}
    assert {ask.kind for ask in position.asks(fact=True)} == {"tell-drawer"}  # the purse may wait


def test_a_price_that_nobody_can_check_is_accepted_and_says_so():
    verdict = GAME.decide(watched(2).state, Place(0, AT))
    assert verdict.unchecked == ("vienna.rule.cannot-pay",)
    extra = watched(2).play(Advance(0, Info.SLIDE))
    assert GAME.decide(extra.state, Advance(0, Info.SLIDE)).unchecked

"""The end of the game (V-13, V-14) and who wins a tie: bribes, agents, later in the order."""

import pytest
from vienna_table import BOARD, GAME, Table, card, idle, idle_until, last_tap, table

from companion.engine import Text
from companion.games.vienna import Bribe, Tracking
from companion.games.vienna.moves import Advance, CountBribes, Done, Pass
from companion.games.vienna.stages import CardPhase, Finishing, Over, Watching
from companion.games.vienna.words import Info

#: A plan that triggers nothing and takes the slide marker on.
QUIET = (card("foreign-points"), Bribe.COFFEE, Info.SLIDE)


def test_v13_four_players_reach_l_finish_the_round_and_play_one_more():
    position = table(4, start=1).with_investigator("K").at_threshold(Info.SLIDE)
    position = position.planned(seat1=QUIET).play(Pass(1))
    assert BOARD.roof[position.state.investigator] == "L"
    assert not position.state.last_round
    position = position.play(Done(1))
    assert position.state.stage.seat == 2  # the others finish the round
    position = idle_until(position, CardPhase)
    assert (position.state.round, position.state.last_round) == (2, True)
    taps = []
    while not isinstance(position.state.stage, Over):
        if isinstance(position.state.stage, Finishing):
            taps.append(position.state.stage.seat)
        position = idle(position)
    assert taps == [2, 3, 0, 1]  # one more turn each, and that is all
    assert BOARD.roof[position.state.investigator] == "L"


def test_v13_fewer_players_have_a_shorter_roof():
    for players, last in ((2, "H"), (3, "J"), (4, "L")):
        before = BOARD.roof[BOARD.roof.index(last) - 1]
        position = table(players).with_investigator(before).at_threshold(Info.SLIDE)
        position = position.planned(seat0=QUIET).play(Pass(0), Done(0))
        position = idle_until(position, CardPhase)
        assert position.state.last_round, players
        assert BOARD.roof[position.state.investigator] == last


def test_v13_the_rare_end_every_marker_on_its_last_field():
    ends = dict.fromkeys(("flask", "pistol", "briefcase", "microfilm"), -1)
    position = table(4).with_markers(**ends, slide=-2).with_investigator("E")
    position = position.planned(seat0=QUIET).play(Pass(0), Done(0))
    position = idle_until(position, CardPhase)
    assert BOARD.roof[position.state.investigator] == "F"
    assert position.state.last_round
    assert isinstance(idle_until(position, Over).state.stage, Over)
    assert position.state.round == 2


def test_v13_one_marker_that_can_still_move_keeps_the_game_going():
    ends = dict.fromkeys(("flask", "pistol", "briefcase", "microfilm"), -1)
    position = table(4).with_markers(**ends, slide=0).with_investigator("E")
    position = position.planned(seat0=QUIET).play(Pass(0), Done(0))
    assert not idle_until(position, CardPhase).state.last_round


def test_v14_two_sets_and_ten_values_are_sixty_points():
    anna = last_tap(2).with_score(1, 0).with_tiles(0)
    anna = anna.with_tiles(1, slide=4, briefcase=2, microfilm=2, flask=2, pistol=2)
    areas = {"slide": 4, "briefcase": 3, "microfilm": 2, "flask": 4, "pistol": 3}
    anna = anna.with_markers(**{i: BOARD.tracks[Info(i)].index(a) for i, a in areas.items()})
    anna = anna.play(Done(1))
    assert anna.seat(1).score == 60
    sheet = GAME.outcome(anna.state).sheets[1]
    assert {line.source: line.points for line in sheet.lines}["sets"] == 20
    assert {line.source: line.points for line in sheet.lines}["tiles"] == 16 + 6 + 4 + 8 + 6


# Ties.


def tied(*bribes: int, agents: tuple[int, ...] = (0, 0, 0), start: int = 0) -> Table:
    """Let three players end on 40 points with these bribes and so many agents on the board."""
    position = last_tap(3, start=start)
    for seat, (count, placed) in enumerate(zip(bribes, agents, strict=True)):
        position = position.with_score(seat, 40).with_tiles(seat).with_purse(seat, wine=count)
        position = position.with_agents(seat, *("b01", "b02", "b03")[:placed])
    return position.play(Done((start - 1) % 3))


def ranks(position: Table) -> list[int | None]:
    return [sheet.rank for sheet in GAME.outcome(position.state).sheets]


def test_more_bribes_win_a_tie():
    outcome = GAME.outcome(tied(3, 5, 4, agents=(3, 0, 0)).state)
    assert outcome.winner == 1
    assert outcome.decided_by == Text("vienna.tie.bribes")


def test_equal_bribes_more_agents_on_the_board_win():
    position = tied(5, 5, 4, agents=(1, 2, 3))
    assert GAME.outcome(position.state).winner == 1
    assert GAME.outcome(position.state).decided_by == Text("vienna.tie.agents")
    assert ranks(position) == [2, 1, 3]


@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 0), (2, 1)])
def test_then_the_later_in_the_order_of_the_last_round_wins(start, winner):
    outcome = GAME.outcome(tied(5, 5, 5, agents=(1, 1, 1), start=start).state)
    assert outcome.winner == winner
    assert outcome.decided_by == Text("vienna.tie.order")


def test_points_come_first():
    position = last_tap(3).with_score(0, 41).with_score(1, 40).with_score(2, 40)
    for seat in range(3):
        position = position.with_tiles(seat).with_purse(seat, wine=seat)
    position = position.play(Done(2))
    outcome = GAME.outcome(position.state)
    assert (outcome.winner, outcome.decided_by) == (0, None)
    assert ranks(position) == [1, 3, 2]


def watched_tie(*scores: int) -> Table:
    """Let players whose purses nobody knows end their last turn on these points."""
    position = table(len(scores), tracking=(Tracking.BOARD,) * len(scores)).in_last_round()
    for seat in range(len(scores)):
        position = position.play(Advance(seat, Info.SLIDE))
        if seat < len(scores) - 1:
            position = position.play(Done(seat))
    for seat, score in enumerate(scores):
        position = position.with_score(seat, score).with_tiles(seat)
    return position.play(Done(len(scores) - 1))


def test_a_tie_asks_the_tied_seats_for_their_bribes_and_nobody_else():
    position = watched_tie(40, 12, 40)
    assert [ask.seat for ask in GAME.asks(position.state)] == [0, 2]
    outcome = GAME.outcome(position.state)
    assert (outcome.winner, outcome.missing) == (None, ("bribes.0", "bribes.2"))
    assert ranks(position) == [None, 3, None]
    position = position.play(CountBribes(0, 7))
    assert GAME.outcome(position.state).winner is None
    position = position.play(CountBribes(2, 6))
    assert GAME.outcome(position.state).winner == 0
    assert ranks(position) == [1, 3, 2]
    assert GAME.asks(position.state) == ()


def test_a_clear_win_asks_nothing_however_the_others_stand():
    position = watched_tie(41, 12, 12)
    assert GAME.asks(position.state) == ()
    assert GAME.outcome(position.state).winner == 0
    assert ranks(position) == [1, 2, 2]  # nothing orders seats of which we know no more


def test_the_tied_seat_that_told_its_purse_is_not_asked_again():
    position = table(2, tracking=(Tracking.FULL, Tracking.BOARD)).in_last_round()
    position = position.planned()
    while position.state.stage != Watching(1):
        position = position.play(position.options()[-1])
    position = position.play(Advance(1, Info.SLIDE)).with_purse(0, wine=3)
    for seat in range(2):
        position = position.with_score(seat, 20).with_tiles(seat)
    position = position.play(Done(1))
    assert isinstance(position.state.stage, Over)
    assert [ask.id for ask in GAME.asks(position.state)] == ["bribes.1"]
    assert position.seat(1).purse[Bribe.WINE] != 0
    assert GAME.outcome(position.play(CountBribes(1, 4)).state).winner == 1

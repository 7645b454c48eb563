"""The end of the full version: last round, open orders, second payday, scoring, ties."""

import pytest
from vienna_full_table import (
    BOARD,
    FELD,
    Table,
    buildings,
    idle_until,
    last_round,
    last_tap,
    round_over,
    table,
)

from companion.engine import UNKNOWN, CueKind
from companion.games.vienna import Bribe, Colour, Good, Info, Tracking, track
from companion.games.vienna.events import PointsScored, RoundBegan
from companion.games.vienna.full_events import AgentDismissed, PhaseClosed
from companion.games.vienna.moves import (
    Advance,
    CountBribes,
    CountMoney,
    Dismiss,
    Done,
    Pass,
    PayAgent,
)
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import (
    CardPhase,
    Counting,
    Dismissing,
    Finishing,
    Over,
    Payday,
    Purchasing,
)
from companion.games.vienna.state import Source
from companion.games.vienna.words import RoofTile

EIGHT = buildings()[:8]


# The last round.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_final_field_brings_a_purchase_one_more_round_and_then_the_second_payday(players):
    final = track.FINAL_FIELD[players]
    position = last_tap(players).with_(investigator=final, on_token=RoofTile.PURCHASE, oriel=True)
    position = round_over(position)
    for seat in range(players):
        assert position.state.stage == Purchasing(seat)
        position = position.play(Pass(seat))
    assert isinstance(position.state.stage, CardPhase)
    assert position.state.last_round
    assert CueKind.LAST_ROUND in {cue.kind for cue in position.game.cues(position.state)}
    position = idle_until(position, Finishing(0))  # the last in this round
    assert position.state.start == 1
    tap = position.events(Done(0))
    assert PhaseClosed(RoofTile.PAYDAY) in tap
    assert not [e for e in tap if isinstance(e, RoundBegan)]
    assert isinstance(position.play(Done(0)).state.stage, Over)


def test_the_investigator_finds_nothing_more_in_the_last_round():
    position = last_round(table(2)).with_(investigator=track.FINAL_FIELD[2])
    fields = {info: BOARD.tracks[info].index(2) - 1 for info in Info}
    position = idle_until(position.with_markers(**fields), Finishing(1))
    assert (position.state.investigator, position.state.crossed) == (track.FINAL_FIELD[2], False)


# The rare end: all markers at their ends, the investigator somewhere on the way.


def stuck(**state: object) -> Table:
    position = last_tap(2).with_markers(**dict.fromkeys(Info, -1))
    return position.with_(investigator=4, **state)


def test_the_rare_end_brings_the_last_purchase_at_once_and_the_payday_after_the_last_round():
    position = round_over(stuck())
    assert position.state.stage == Purchasing(0)
    assert (position.state.roof["H"], position.state.oriel) == ((), True)
    position = position.play(Pass(0), Pass(1))
    assert (position.state.last_round, position.state.investigator) == (True, 4)
    position = idle_until(position, Finishing(0))
    events = position.events(Done(0))
    assert PhaseClosed(RoofTile.PAYDAY) in events
    assert isinstance(position.play(Done(0)).state.stage, Over)


def test_the_rare_end_does_not_swallow_the_payday_of_its_own_round():
    position = stuck(on_token=RoofTile.PAYDAY).with_agents(0, *EIGHT[:2]).with_money(0, 2)
    position = round_over(position)
    assert (position.seat(0).money, position.state.paydays) == (0, 1)
    assert position.state.stage == Purchasing(0)
    assert position.play(Pass(0), Pass(1)).state.last_round


def test_a_marker_short_of_its_end_lets_the_game_go_on():
    position = round_over(stuck().with_markers(slide=-2))
    assert isinstance(position.state.stage, CardPhase)
    assert not position.state.last_round


# Open orders and the second payday.


def end(players: int = 2, **options: object) -> Table:
    return last_round(last_tap(players, **options))


def test_for_every_open_order_an_agent_of_ones_choice_leaves_before_the_payday():
    position = end().with_agents(0, *EIGHT[:5]).with_orders(0, "S-01", "A-01").with_money(0, 3)
    position = round_over(position)
    assert position.state.stage == Dismissing(0, 2)
    (_, cue) = position.game.cues(position.state)
    assert (cue.kind, cue.seat, cue.amount) == (CueKind.ASKED, 0, 2)
    assert position.refused(Done(0)).params["count"] == 2
    assert position.refused(Dismiss(0, EIGHT[7])).rule == Rule.NO_AGENT_THERE.id
    assert position.refused(Dismiss(1, EIGHT[0])).rule == Rule.NOT_YOUR_TURN.id
    over = position.play(Dismiss(0, EIGHT[4]), Dismiss(0, EIGHT[0]))
    assert isinstance(over.state.stage, Over)
    assert (over.seat(0).agents, over.seat(0).money) == (EIGHT[1:4], 0)


@pytest.mark.parametrize("agents", [0, 1, 2])
def test_with_more_orders_than_agents_all_leave_and_nobody_is_asked(agents):
    position = end().with_agents(0, *EIGHT[:agents]).with_orders(0, "S-01", "A-01")
    over = round_over(position.with_money(0, 9))
    assert isinstance(over.state.stage, Over)
    assert (over.seat(0).agents, over.seat(0).money) == ((), 9)


def test_orders_are_settled_round_the_table_before_anybody_pays():
    position = end(3, start=1)
    for seat in range(3):
        position = position.with_agents(seat, *EIGHT[:2]).with_orders(seat, f"S-0{seat + 1}")
        position = position.with_money(seat, 0)
    position, stages = round_over(position), []
    while not isinstance(position.state.stage, Over | Counting):
        stages.append(position.state.stage)
        position = position.play(Dismiss(stages[-1].seat, EIGHT[0]))
    assert stages == [Dismissing(1, 1), Dismissing(2, 1), Dismissing(0, 1)]
    assert [seat.agents for seat in position.state.seats] == [()] * 3


def test_a_feld_figure_may_leave_for_an_order_and_wants_no_chocolate_then():
    position = end((Colour.BLUE, Colour.RED), expansions=FELD)
    position = position.with_agents(0, EIGHT[0], feld=EIGHT[1]).with_orders(0, "S-01")
    position = round_over(position.with_money(0, 1).with_purse(0, chocolate=1))
    over = position.play(Dismiss(0, EIGHT[1]))
    assert (over.seat(0).feld, over.seat(0).agents) == (None, EIGHT[:1])
    assert over.seat(0).purse[Bribe.CHOCOLATE] == 1


def test_the_second_payday_knows_the_map_too():
    position = end().with_agents(0, *EIGHT[:2]).with_money(0, 1).with_goods(0, Good.MAP)
    position = round_over(position.with_purse(0, wine=1))
    assert position.state.stage == Payday(0, 2)
    over = position.play(PayAgent(0), PayAgent(0, Bribe.WINE))
    assert (over.seat(0).agents, over.state.oriel) == (EIGHT[:2], False)


# Scoring.


@pytest.mark.parametrize(("tiles", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10)])
def test_desk_tiles_are_worth_1_3_6_10_and_the_side_table_is_none(tiles, points):
    goods = (Good.TELEPHONE, Good.MAP, Good.CASH_BOX, Good.SIGNET)[:tiles]
    over = round_over(end().with_goods(0, *goods, Good.SIDE_TABLE))
    assert over.seat(0).earned.get(Source.DESK, 0) == points


@pytest.mark.parametrize(
    ("agents", "shares"),
    [
        ((2, 1), (8, 0)),
        ((1, 1), (4, 4)),
        ((0, 0), (4, 4)),
        ((3, 2, 1), (12, 6, 0)),
        ((2, 2, 1), (9, 9, 0)),
        ((3, 1, 1), (12, 3, 3)),
        ((1, 1, 1), (6, 6, 6)),
        ((4, 3, 2, 1), (12, 8, 4, 0)),
        ((2, 2, 1, 0), (10, 10, 4, 0)),
        ((3, 2, 2, 0), (12, 6, 6, 0)),
        ((3, 2, 1, 1), (12, 8, 2, 2)),
        ((2, 2, 2, 0), (8, 8, 8, 0)),
        ((3, 1, 1, 1), (12, 4, 4, 4)),
        ((2, 2, 1, 1), (10, 10, 2, 2)),
        ((1, 1, 1, 1), (6, 6, 6, 6)),
    ],
)
def test_the_majority_pays_places_and_shares_them_among_equals(agents, shares):
    position = end(len(agents))
    for seat, count in enumerate(agents):
        position = position.with_agents(seat, *EIGHT[:count]).with_money(seat, count)
        position = position.with_purse(seat, wine=2)
    over = round_over(position)
    assert tuple(seat.earned.get(Source.MAJORITY, 0) for seat in over.state.seats) == shares


def test_money_then_bribes_decide_between_equal_agents_and_the_cash_box_does_not():
    position = end(3)
    for seat, money, wine in ((0, 3, 0), (1, 2, 9), (2, 2, 1)):
        position = position.with_agents(seat, EIGHT[0]).with_money(seat, money)
        position = position.with_purse(seat, wine=wine)
    position = position.with_goods(2, Good.CASH_BOX, cash_box=9)
    over = round_over(position)
    assert [s.earned.get(Source.MAJORITY, 0) for s in over.state.seats] == [12, 6, 0]


def level(position: Table, score: int = 50) -> Table:
    """Give everybody the same score before the tap that ends the game, and nothing else."""
    for seat in range(len(position.state.seats)):
        position = position.with_seat(seat, score=score, earned={Source.STEPS: score})
        position = position.with_tiles(seat).with_money(seat, 0).with_purse(seat)
    return position


def test_with_everything_equal_whoever_played_later_in_the_last_round_wins():
    over = round_over(level(end(3, start=1)))
    outcome = over.game.outcome(over.state)
    assert outcome.winner == 0  # the last round went 1, 2, 0
    assert outcome.decided_by.id == "vienna.tie.order"
    assert [sheet.rank for sheet in outcome.sheets] == [1, 3, 2]


def test_money_beats_bribes_and_bribes_beat_the_order():
    def result(rich: Table) -> tuple[int, str]:
        outcome = rich.game.outcome(round_over(rich).state)
        return outcome.winner, outcome.decided_by.id

    position = level(end(2))
    # The eight points of the majority make up for the other's lead.
    first = position.with_agents(0, EIGHT[0]).with_seat(1, score=58, earned={Source.STEPS: 58})
    assert result(first.with_money(0, 3).with_purse(1, wine=5)) == (0, "vienna.tie.money")
    assert result(first.with_money(0, 1).with_purse(0, wine=1)) == (0, "vienna.tie.bribes")
    assert result(first.with_money(0, 1)) == (1, "vienna.tie.order")


# Board tracking: only facts that change the result are asked for.


def blind_end(*agents: int) -> Table:
    """Tell nothing but the board, up to the last tap of the last payday."""
    blind = table(len(agents), tracking=(Tracking.BOARD,) * len(agents))
    for seat, count in enumerate(agents):
        blind = blind.with_agents(seat, *EIGHT[:count]).with_tiles(seat)
    blind = last_round(blind)
    for seat in range(len(agents)):
        blind = blind.play(Advance(seat, Info.FLASK), Done(seat))
    for stage in (Dismissing, Payday):
        # Whoever has nobody on the board is not bothered.
        for seat in (number for number, count in enumerate(agents) if count):
            assert (type(blind.state.stage), blind.state.stage.seat) == (stage, seat)
            blind = blind.play(Done(seat))
    return blind


def asked(position: Table) -> set[tuple[str, int]]:
    return {(ask.kind, ask.seat) for ask in position.game.asks(position.state)}


def test_nobody_counts_anything_where_agents_and_scores_differ():
    over = blind_end(3, 1)
    assert isinstance(over.state.stage, Over)
    assert asked(over) == set()
    assert over.game.outcome(over.state).winner == 0


def test_equal_agents_ask_for_money_and_only_equal_money_for_bribes():
    position = blind_end(2, 2, 1)
    assert isinstance(position.state.stage, Counting)
    assert asked(position) == {("count-money", 0), ("count-money", 1)}
    assert position.refused(CountMoney(2, 5)).rule == Rule.NOT_NOW.id
    assert position.refused(CountBribes(0, 5)).rule == Rule.NOT_NOW.id
    open_still = position.game.outcome(position.state)
    assert (open_still.winner, open_still.missing) == (None, ("money.0", "money.1"))
    assert [sheet.total for sheet in open_still.sheets] == [UNKNOWN, UNKNOWN, 0]
    apart = position.play(CountMoney(0, 3), CountMoney(1, 4))
    assert isinstance(apart.state.stage, Over)
    assert [s.earned.get(Source.MAJORITY, 0) for s in apart.state.seats] == [6, 12, 0]
    equal = position.play(CountMoney(0, 3), CountMoney(1, 3))
    assert asked(equal) == {("count-bribes", 0), ("count-bribes", 1)}
    even = equal.play(CountBribes(0, 5), CountBribes(1, 5))
    assert [s.earned.get(Source.MAJORITY, 0) for s in even.state.seats] == [9, 9, 0]
    assert asked(even) == set()  # what was counted once is not asked for again
    assert even.game.outcome(even.state).decided_by.id == "vienna.tie.order"


def test_a_clear_win_does_not_wait_for_anybodys_coins():
    position = blind_end(2, 2).with_seat(0, score=100, earned={Source.STEPS: 100})
    assert isinstance(position.state.stage, Counting)
    assert [ask.blocks for ask in position.game.asks(position.state)] == [False, False]
    outcome = position.game.outcome(position.state)
    assert (outcome.winner, outcome.sheets[0].rank, outcome.sheets[0].total) == (0, 1, UNKNOWN)
    assert outcome.sheets[0].lines[-1].points == UNKNOWN
    close = position.with_seat(1, score=93, earned={Source.STEPS: 93})
    assert close.game.outcome(close.state).winner is None
    assert all(ask.blocks for ask in close.game.asks(close.state))


def test_equal_leaders_are_asked_after_the_scoring_and_others_are_not():
    before = blind_end(2, 1, 0).with_(stage=Finishing(2), last_round=True, oriel=False)
    scores = (50, 56, 40)
    for seat, score in enumerate(scores):
        before = before.with_seat(seat, score=score, earned={Source.STEPS: score})
    over = before.play(Done(2), Done(0), Done(1))
    assert asked(over) == {("count-money", 0), ("count-money", 1)}
    outcome = over.game.outcome(over.state)
    assert (outcome.winner, set(outcome.missing)) == (None, {"money.0", "money.1"})
    told = over.play(CountMoney(0, 1), CountMoney(1, 2))
    assert told.game.outcome(told.state).winner == 1
    assert not [e for e in over.events(CountMoney(0, 1)) if isinstance(e, PointsScored)]


def test_open_orders_that_nobody_told_are_settled_by_agents_leaving_the_board():
    blind = last_round(table(2, tracking=(Tracking.BOARD,) * 2)).with_agents(0, *EIGHT[:3])
    blind = blind.with_agents(1, EIGHT[3])
    for seat in (0, 1):
        blind = blind.play(Advance(seat, Info.FLASK), Done(seat))
    assert blind.state.stage == Dismissing(0, None)
    verdict = blind.game.decide(blind.state, Done(0))
    assert verdict.unchecked == (Rule.AGENTS_MUST_LEAVE.id,)
    assert AgentDismissed(0, EIGHT[2]) in blind.events(Dismiss(0, EIGHT[2]))
    assert blind.play(Dismiss(0, EIGHT[2]), Done(0)).state.stage == Dismissing(1, None)
    nobody_left = blind.play(*(Dismiss(0, building) for building in EIGHT[:3]))
    assert nobody_left.state.stage == Dismissing(1, None)
    early = blind.play(Dismiss(1, EIGHT[3]))
    assert (early.state.stage, early.seat(1).agents) == (Dismissing(0, None), ())
    assert blind.play(Done(0)).refused(Dismiss(0, EIGHT[0])).rule == Rule.NOT_YOUR_TURN.id

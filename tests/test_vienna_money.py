"""Money of the full version: the cash box, the purchase phase and payday."""

import pytest
from vienna_full_table import (
    CARDS,
    FELD,
    NONE,
    Table,
    acting,
    buildings,
    idle_until,
    last_tap,
    order,
    round_over,
    table,
)

from companion.engine import UNKNOWN, CueKind
from companion.games.vienna import Bribe, Colour, Flag, Good, Info, Tracking
from companion.games.vienna.moves import (
    Accept,
    Advance,
    Buy,
    Dismiss,
    Done,
    Draw,
    Fulfil,
    Pass,
    PayAgent,
    Place,
    Plan,
    Settle,
    Stash,
    TakeMoney,
)
from companion.games.vienna.purchase import PRICES
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import (
    CardPhase,
    Finishing,
    Ordering,
    Payday,
    Purchasing,
    Settling,
    Stashing,
    Watching,
)
from companion.games.vienna.words import RoofTile

USA = buildings(flag=Flag.USA)[0]
SIX = buildings()[:6]
BOTH_BLIND = (Tracking.BOARD, Tracking.BOARD)


# The cash box.


def with_box(coins: int = 0) -> Table:
    return acting().with_goods(0, Good.CASH_BOX, cash_box=coins).with_money(0, 0)


def box_and_desk(position: Table) -> tuple[int, int]:
    return position.seat(0).cash_box, position.seat(0).money


@pytest.mark.parametrize("coins", [0, 1, 2])
def test_money_just_received_may_go_into_the_box_in_part_or_in_whole(coins):
    position = with_box().play(TakeMoney(0))
    assert position.state.stage == Stashing(0, 2)
    after = position.play(Stash(0, coins))
    assert box_and_desk(after) == (coins, 2 - coins)
    assert after.state.stage == Finishing(0)


def test_a_down_payment_may_go_into_the_box_too():
    position = with_box().with_display(B1="B-01").play(Place(0, USA), Accept(0, "B-01"))
    assert position.state.stage == Stashing(0, 2)
    assert box_and_desk(position.play(Stash(0, 2))) == (2, 0)


def test_money_on_the_desk_stays_out_of_the_box():
    position = with_box().with_money(0, 5).play(TakeMoney(0))
    assert position.refused(Stash(0, 3)).params["count"] == 2
    assert position.refused(Stash(0, -1)).rule == Rule.STASH_TOO_MUCH.id
    assert acting().with_money(0, 5).play(TakeMoney(0)).state.stage == Finishing(0)  # no box


def test_every_fulfilled_order_puts_an_extra_schilling_into_the_box_even_an_unpaid_one():
    unpaid = "B-13"
    assert order(unpaid).money == 0
    at = buildings(flag=order(unpaid).flag)[0]
    position = with_box().with_orders(0, unpaid, "B-05").with_tiles(0, slide=2, flask=1)
    position = position.play(Place(0, at), Fulfil(0, unpaid))
    assert box_and_desk(position) == (1, 0)
    assert position.state.stage == Ordering(0, fulfilled=True)  # no choice about it
    position = position.play(Fulfil(0, "B-05"))
    assert box_and_desk(position) == (2, order("B-05").money)
    no_box = acting().with_money(0, 0).with_orders(0, unpaid).with_tiles(0, slide=2)
    assert box_and_desk(no_box.play(Place(0, at), Fulfil(0, unpaid))) == (0, 0)


@pytest.mark.parametrize(("coins", "after", "room"), [(10, 11, 1), (11, 12, 0), (12, 12, 0)])
def test_the_box_holds_twelve_and_the_extra_schilling_comes_first(coins, after, room):
    position = with_box(coins).with_orders(0, "B-01").with_tiles(0, pistol=1)
    position = position.play(Place(0, USA), Fulfil(0, "B-01"))
    assert box_and_desk(position) == (after, order("B-01").money)
    if room:
        assert position.options() == tuple(Stash(0, n) for n in range(room + 1))
        assert position.refused(Stash(0, room + 1)).params["count"] == room
    else:
        assert position.state.stage == Finishing(0)


def test_money_in_the_box_neither_buys_nor_pays():
    buying = round_over(last_tap(found=RoofTile.PURCHASE)).with_money(0, 0)
    buying = buying.with_goods(0, Good.CASH_BOX, cash_box=9)
    assert buying.options() == (Pass(0),)
    paying = last_tap(found=RoofTile.PAYDAY).with_money(0, 0).with_agents(0, *SIX)
    paying = round_over(paying.with_goods(0, Good.CASH_BOX, cash_box=9))
    assert (paying.seat(0).agents, paying.seat(0).cash_box) == ((), 9)


def test_whoever_tells_nothing_taps_once_for_a_coin_up_to_twelve():
    blind = table(2, tracking=BOTH_BLIND)
    assert blind.refused(Stash(0, 1)).rule == Rule.STASH_TOO_MUCH.id  # no box
    position = blind.with_goods(0, Good.CASH_BOX, cash_box=10).play(Stash(0, 1), Stash(0, 1))
    assert (position.seat(0).cash_box, position.seat(0).money) == (12, UNKNOWN)
    assert position.refused(Stash(0, 1)).rule == Rule.STASH_TOO_MUCH.id
    assert Stash(0, 1) not in position.options()


# The purchase phase.


def market(players: int = 2, **options: object) -> Table:
    return round_over(last_tap(players, found=RoofTile.PURCHASE, **options))


def test_there_are_eight_things_to_buy_at_the_printed_prices():
    printed = {"agent": 1, "telephone": 2, "map": 2, "cash-box": 2, "signet": 2, "side-table": 3}
    assert {good: PRICES[good] for good in Good} == printed
    position = market().with_money(0, 9)
    assert position.options() == (*(Buy(0, good) for good in Good), Pass(0))
    assert position.seat(0).for_hire + len(Good) - 1 == 8


@pytest.mark.parametrize("good", Good)
def test_a_thing_costs_its_price_and_not_a_schilling_less(good):
    position = market().with_money(0, PRICES[good])
    assert position.play(Buy(0, good)).seat(0).money == 0
    refusal = position.with_money(0, PRICES[good] - 1).refused(Buy(0, good))
    assert (refusal.rule, refusal.to) == (Rule.CANNOT_AFFORD.id, 0)


def test_everybody_buys_exactly_one_thing_in_the_order_of_play():
    position = market(3, start=1)
    for seat in (1, 2, 0):
        assert position.state.stage == Purchasing(seat)
        cues = position.game.cues(position.state)
        waiting = {1: (1, 2, 0), 2: (2, 0), 0: (0,)}[seat]
        assert [(cue.kind, cue.seat) for cue in cues] == [(CueKind.PURCHASE, n) for n in waiting]
        other = (seat + 1) % 3
        assert position.refused(Buy(other, Good.AGENT)).rule == Rule.NOT_YOUR_TURN.id
        position = position.with_money(seat, 9).play(Buy(seat, Good.AGENT))
        assert position.refused(Buy(seat, Good.MAP)).rule in (
            Rule.NOT_YOUR_TURN.id,
            Rule.NOT_NOW.id,
        )
    assert isinstance(position.state.stage, CardPhase)


def test_a_desk_tile_is_bought_once_and_an_agent_three_times():
    position = market().with_money(0, 9).with_goods(0, Good.MAP, Good.SIDE_TABLE)
    for good in (Good.MAP, Good.SIDE_TABLE):
        assert position.refused(Buy(0, good)).rule == Rule.BOUGHT_ALREADY.id
    hired = position.play(Buy(0, Good.AGENT), Settle(0, 1))
    assert (hired.seat(0).supply, hired.seat(0).for_hire) == (5 + 1, 2)
    assert hired.seat(0).goods == position.seat(0).goods
    alone = position.with_seat(0, for_hire=0, supply=8)
    assert alone.refused(Buy(0, Good.AGENT)).rule == Rule.NOBODY_FOR_HIRE.id


def test_with_the_map_every_mixture_of_money_and_bribes_pays():
    position = market().with_goods(0, Good.MAP).with_money(0, 1).with_purse(0, wine=2, tobacco=1)
    position = position.play(Buy(0, Good.TELEPHONE))
    assert position.state.stage == Settling(0, Good.TELEPHONE)
    wine, tobacco = Bribe.WINE, Bribe.TOBACCO
    ways = {(1, (wine,)), (1, (tobacco,)), (0, (wine, wine)), (0, (wine, tobacco))}
    assert {(way.money, way.bribes) for way in position.options()} == ways
    after = position.play(Settle(0, 1, (tobacco,)))
    assert (after.seat(0).money, after.seat(0).purse) == (0, {**NONE, wine: 2})
    assert position.refused(Settle(0, 2)).rule == Rule.WRONG_SUM.id
    assert position.refused(Settle(0, 0, (wine,))).params["count"] == 2


def test_the_telephone_rings_from_the_next_card_phase_on():
    position = market().with_money(0, 2).play(Buy(0, Good.TELEPHONE), Pass(1))
    seen = {c for s in position.state.seats for c in (*s.hand, *s.plan, *s.drawers)}
    a, b, c, d, e = [n for n in CARDS if n not in seen and n not in position.state.discards][:5]
    position = position.play(Draw(0, a), Draw(0, b), Draw(0, c))
    assert position.refused(Plan(0, a, b, c)).params["count"] == 4
    position = position.play(Draw(0, d))
    assert position.refused(Draw(0, e)).rule == Rule.HAND_FULL.id
    after = position.play(Plan(0, d, b, c))
    assert (after.seat(0).hand, after.state.discards[-1]) == ((), a)


def test_the_side_table_has_a_fourth_drawer():
    wine, coffee, tobacco, *_ = (n for n, c in CARDS.items() if c.family == "hue-bribe")
    position = market().with_money(0, 3).play(Buy(0, Good.SIDE_TABLE), Pass(1))
    position = position.with_drawers(0, wine, coffee, tobacco)
    position = position.planned(seat0=(141, Bribe.COFFEE, Info.SLIDE))
    position = idle_until(position, Finishing(0))
    assert position.seat(0).drawers == (wine, coffee, tobacco, 141)


def test_one_tap_buys_for_whoever_tells_nothing():
    position = table(2, tracking=BOTH_BLIND).with_(on_token=RoofTile.PURCHASE)
    for seat in (0, 1):
        position = position.play(Advance(seat, Info.FLASK), Done(seat))
    assert position.state.stage == Purchasing(0)
    verdict = position.game.decide(position.state, Buy(0, Good.SIDE_TABLE))
    assert verdict.unchecked == (Rule.CANNOT_AFFORD.id,)
    after = position.play(Buy(0, Good.SIDE_TABLE))
    assert (after.seat(0).goods, after.state.stage) == ((Good.SIDE_TABLE,), Purchasing(1))


# Payday.


def payday(money: int, agents: int = 6, *goods: Good, **purse: int) -> Table:
    position = last_tap(found=RoofTile.PAYDAY).with_agents(0, *SIX[:agents]).with_money(0, money)
    return round_over(position.with_goods(0, *goods).with_purse(0, **purse))


@pytest.mark.parametrize("money", [6, 9])
def test_whoever_can_pay_everybody_must_and_keeps_the_rest(money):
    after = payday(money, 6, wine=5)
    assert (after.seat(0).money, after.seat(0).agents) == (money - 6, SIX)
    assert (after.state.paydays, after.state.on_token) == (1, None)
    assert isinstance(after.state.stage, CardPhase)


def test_without_money_and_map_everybody_leaves_whatever_the_purse():
    assert payday(0, 3, wine=5).seat(0).agents == ()


def test_with_the_map_but_no_bribes_nobody_is_asked_about_each_agent():
    after = payday(7, 6, Good.MAP)
    assert (after.seat(0).money, after.seat(0).agents) == (1, SIX)


def test_nobody_leaves_while_schillings_remain():
    position = payday(2, 6, Good.MAP, wine=1)
    assert position.state.stage == Payday(0, 6)
    assert position.refused(Dismiss(0, SIX[0])).rule == Rule.MONEY_LEFT.id
    assert position.options() == (PayAgent(0), PayAgent(0, Bribe.WINE))


def test_with_the_map_one_may_begin_with_bribes_and_keep_the_money():
    position = payday(2, 2, Good.MAP, wine=1, tobacco=2)
    after = position.play(PayAgent(0, Bribe.WINE), PayAgent(0, Bribe.TOBACCO))
    assert (after.seat(0).money, after.seat(0).agents) == (2, SIX[:2])
    assert after.seat(0).purse == {**NONE, Bribe.TOBACCO: 1}


def test_with_the_map_bribes_are_never_forced_and_each_agent_is_decided_by_itself():
    position = payday(1, 3, Good.MAP, wine=5).play(PayAgent(0))
    assert set(position.options()) == {PayAgent(0, Bribe.WINE), *(Dismiss(0, b) for b in SIX[:3])}
    after = position.play(Dismiss(0, SIX[0]), PayAgent(0, Bribe.WINE))
    assert (after.seat(0).agents, after.seat(0).purse[Bribe.WINE]) == (SIX[1:3], 4)


def test_nobody_is_asked_to_pay_who_has_nothing_to_pay_with():
    def asked(position: Table) -> str:
        return str(position.game.view(position.state, 0).prompts[0].text.id)

    rich = payday(1, 3, Good.MAP, wine=5).play(PayAgent(0))
    assert asked(rich) == "vienna.ask.payday"
    poor = payday(2, 6)
    assert set(map(type, poor.options())) == {Dismiss}
    assert asked(poor) == "vienna.ask.payday-broke"


def test_payday_goes_round_from_the_coat_of_arms_and_says_who_owes_how_much():
    position = last_tap(3, start=2, found=RoofTile.PAYDAY)
    for seat in range(3):
        position = position.with_agents(seat, *SIX[:4]).with_money(seat, 1)
    position = round_over(position)
    for seat in (2, 0, 1):
        assert position.state.stage == Payday(seat, 3)
        cue, *later = position.game.cues(position.state)
        assert (cue.kind, cue.seat, cue.amount) == (CueKind.PAYDAY, seat, 3)
        assert [(c.seat, c.amount) for c in later] == {2: [(0, 4), (1, 4)], 0: [(1, 4)], 1: []}[
            seat
        ]
        for building in SIX[:3]:
            position = position.play(Dismiss(seat, building))
    assert [s.agents for s in position.state.seats] == [(SIX[3],)] * 3


def test_the_table_is_reminded_of_a_payday_before_the_round_is_over():
    position = last_tap(3, start=2, found=RoofTile.PAYDAY).with_agents(0, *SIX[:4])
    turn, *ahead = position.game.cues(position.state)
    assert turn.kind is CueKind.TURN
    assert [(c.kind, c.seat, c.amount) for c in ahead] == [
        (CueKind.PAYDAY, 2, 0),
        (CueKind.PAYDAY, 0, 4),
        (CueKind.PAYDAY, 1, 0),
    ]


def test_a_payday_that_nobody_tells_is_settled_by_agents_leaving_the_board():
    position = table(2, tracking=BOTH_BLIND).with_(on_token=RoofTile.PAYDAY)
    position = position.with_agents(0, *SIX[:3])
    for seat in (0, 1):
        position = position.play(Advance(seat, Info.FLASK), Done(seat))
    cue = position.game.cues(position.state)[0]
    assert (cue.kind, cue.amount) == (CueKind.PAYDAY, 3)
    after = position.play(Dismiss(0, SIX[1]), Done(0))
    assert (after.seat(0).agents, after.seat(0).supply) == ((SIX[0], SIX[2]), 6 - 3)
    assert position.refused(PayAgent(0)).rule == Rule.NOT_NOW.id


def test_a_payday_that_nobody_tells_goes_on_when_the_last_agent_has_left():
    position = table(2, tracking=BOTH_BLIND).with_(on_token=RoofTile.PAYDAY)
    position = position.with_agents(0, *SIX[:2]).with_agents(1, SIX[3])
    for seat in (0, 1):
        position = position.play(Advance(seat, Info.FLASK), Done(seat))
    after = position.play(Dismiss(0, SIX[0]), Dismiss(0, SIX[1]))
    assert after.state.stage == Payday(1, 1)
    assert isinstance(after.play(Dismiss(1, SIX[3])).state.stage, Watching)


def test_at_a_payday_that_nobody_tells_agents_leave_before_their_seat_has_its_turn():
    position = table(3, tracking=(*BOTH_BLIND, Tracking.FULL)).with_(on_token=RoofTile.PAYDAY)
    for seat in range(3):
        position = position.with_agents(seat, *SIX[2 * seat : 2 * seat + 2])
    position = position.with_(stage=Payday(0, 2))
    early = position.play(Dismiss(1, SIX[2]))
    assert (early.state.stage, early.seat(1).agents) == (Payday(0, 2), SIX[3:4])
    assert early.play(Done(0)).state.stage == Payday(1, 1)
    assert early.refused(Dismiss(1, SIX[2])).rule == Rule.NO_AGENT_THERE.id
    # Whoever tells of his money is asked for it, and whoever has paid is done.
    assert position.refused(Dismiss(2, SIX[4])).rule == Rule.NOT_YOUR_TURN.id
    assert position.play(Done(0)).refused(Dismiss(0, SIX[0])).rule == Rule.NOT_YOUR_TURN.id


def test_a_payday_that_nobody_tells_wants_no_schilling_for_stefan_feld():
    position = table(2, tracking=BOTH_BLIND, expansions=FELD).with_(on_token=RoofTile.PAYDAY)
    position = position.with_agents(0, *SIX[:2], feld=SIX[2])
    ahead = [cue.amount for cue in position.game.cues(position.state) if cue.kind is CueKind.PAYDAY]
    for seat in (0, 1):
        position = position.play(Advance(seat, Info.FLASK), Done(seat))
    assert isinstance(position.state.stage, Payday)
    cue = position.game.cues(position.state)[0]
    assert (cue.seat, cue.amount) == (0, 2)
    assert ahead == [2, 0]


@pytest.mark.parametrize(("chocolate", "stays"), [(1, True), (0, False)])
def test_a_feld_figure_wants_a_chocolate_and_no_schilling(chocolate, stays):
    position = last_tap((Colour.BLUE, Colour.RED), found=RoofTile.PAYDAY, expansions=FELD)
    position = position.with_agents(0, SIX[0], feld=SIX[1]).with_money(0, 5)
    position = position.with_goods(0, Good.MAP).with_purse(0, chocolate=chocolate, wine=3)
    after = round_over(position).play(PayAgent(0))
    assert after.seat(0).feld == (SIX[1] if stays else None)
    assert after.seat(0).agents == (SIX[:2] if stays else SIX[:1])
    assert (after.seat(0).money, after.seat(0).purse) == (4, {**NONE, Bribe.WINE: 3})


def test_a_purse_that_nobody_has_told_yet_may_still_pay_with_the_map():
    unknown = payday(0, 2, Good.MAP, wine=1).with_seat(0, purse=dict.fromkeys(Bribe, UNKNOWN))
    assert PayAgent(0, Bribe.COFFEE) in unknown.options()
    assert unknown.play(PayAgent(0, Bribe.COFFEE)).state.stage == Payday(0, 1)


def test_nobody_knows_whether_there_was_chocolate_for_stefan_feld():
    position = last_tap((Colour.BLUE, Colour.RED), found=RoofTile.PAYDAY, expansions=FELD)
    position = position.with_agents(0, SIX[0], SIX[2], feld=SIX[1]).with_money(0, 1)
    unknown = {**dict.fromkeys(Bribe, 0), Bribe.CHOCOLATE: UNKNOWN}
    position = position.with_seat(0, purse=unknown)
    last = (position.state.start - 1) % 2
    verdict = position.game.decide(position.state, Done(last))
    assert Rule.CANNOT_PAY_AGENT.id in verdict.unchecked
    asked = round_over(position)
    assert Dismiss(0, SIX[1]) in asked.options()
    assert asked.play(Dismiss(0, SIX[1])).seat(0).feld is None

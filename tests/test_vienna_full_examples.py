"""The rulebook's examples of the full version, by their numbers in our list of facts (V-17 to V-35)."""

import pytest
from vienna_full_table import (
    BOARD,
    CARDS,
    NONE,
    ORDERS,
    QUIET,
    Table,
    acting,
    buildings,
    card,
    idle_until,
    last_round,
    last_tap,
    order,
    price,
    round_over,
    siege,
    table,
)

from companion.engine import Atom
from companion.games.vienna import Bribe, Flag, Good, Info, Seal, Version, track
from companion.games.vienna.events import BribesPaid
from companion.games.vienna.moves import (
    Accept,
    Buy,
    Dismiss,
    Done,
    Draw,
    Fulfil,
    Pass,
    Pay,
    Place,
    Plan,
    Stash,
    TakeMoney,
    Use,
)
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import (
    Acting,
    Bonus,
    CardPhase,
    Dismissing,
    DrawingAhead,
    Finishing,
    Over,
    Payday,
    Purchasing,
    Stashing,
)
from companion.games.vienna.state import Source
from companion.games.vienna.words import RoofTile

ANNA, JAN, KATRIN, ULRICH = 0, 0, 0, 0
USA, FRANCE, AUSTRIA = (buildings(flag=f)[0] for f in (Flag.USA, Flag.FRANCE, Flag.AUSTRIA))


def test_v06_whoever_places_nobody_may_take_two_schillings_and_not_three():
    ulrich = acting().with_money(ULRICH, 1).play(TakeMoney(ULRICH))
    assert ulrich.seat(ULRICH).money == 1 + 2
    assert ulrich.state.stage == Finishing(ULRICH)
    entry = table(2, version=Version.ENTRY).planned(seat0=QUIET)
    assert entry.refused(TakeMoney(ULRICH)).rule == Rule.ENTRY_ONLY_BRIBES.id
    assert TakeMoney(ULRICH) not in entry.options()


# Purchase, cash box and payday.


def test_v17_the_map_pays_for_a_side_table_with_two_wines_and_a_chocolate():
    jan = round_over(last_tap(found=RoofTile.PURCHASE))
    jan = jan.with_money(JAN, 0).with_purse(JAN, wine=2, chocolate=1)
    refusal = jan.refused(Buy(JAN, Good.SIDE_TABLE))
    assert (refusal.rule, refusal.params["count"]) == (Rule.CANNOT_AFFORD.id, 3)
    after = jan.with_goods(JAN, Good.MAP).play(Buy(JAN, Good.SIDE_TABLE))
    assert after.seat(JAN).purse == NONE
    assert after.seat(JAN).goods == (Good.MAP, Good.SIDE_TABLE)


def fulfilled_for_three() -> Table:
    """Let Anna, who has a cash box, fulfil an order that pays 3 Schillings and nothing else."""
    number = next(n for n, o in ORDERS.items() if (o.money, o.points, n[0]) == (3, 0, "A"))
    anna = acting().with_goods(ANNA, Good.CASH_BOX).with_orders(ANNA, number).with_money(ANNA, 0)
    at = [b for b in buildings(flag=order(number).flag) if price(b) not in order(number).needs]
    lettered = [BOARD.lettered[word] for word in order(number).needs if word in BOARD.lettered]
    anna = anna.with_agents(ANNA, *lettered)
    return anna.play(Place(ANNA, at[0]), Fulfil(ANNA, number))


def test_v18_of_three_schillings_two_go_into_the_cash_box_and_the_extra_one_must():
    anna = fulfilled_for_three()
    assert anna.state.stage == Stashing(ANNA, 3, fulfilling=True)
    assert (anna.seat(ANNA).cash_box, anna.seat(ANNA).money) == (1, 3)
    after = anna.play(Stash(ANNA, 2))
    assert (after.seat(ANNA).cash_box, after.seat(ANNA).money) == (3, 1)
    assert anna.refused(Stash(ANNA, 4)).rule == Rule.STASH_TOO_MUCH.id
    assert after.refused(Stash(ANNA, 1)).rule == Rule.NOT_NOW.id  # no later payments


def test_v19_six_agents_and_five_schillings_one_agent_of_choice_goes_home():
    six = buildings()[:6]
    katrin = last_tap(found=RoofTile.PAYDAY).with_agents(KATRIN, *six).with_money(KATRIN, 5)
    katrin = round_over(katrin)
    assert katrin.state.stage == Payday(KATRIN, 1)
    assert katrin.seat(KATRIN).money == 0
    assert katrin.options() == tuple(Dismiss(KATRIN, b) for b in six)
    after = katrin.play(Dismiss(KATRIN, six[3]))
    assert after.seat(KATRIN).agents == (*six[:3], *six[4:])
    assert after.seat(KATRIN).supply == katrin.seat(KATRIN).supply + 1
    assert not isinstance(after.state.stage, Payday)


# Orders.


def american_orders() -> Table:
    """Let Jan have one order for the USA, which flask and pistol meet, and see another one lie."""
    jan = acting().with_orders(JAN, "B-08").with_display(B2="B-01").with_money(JAN, 0)
    return jan.with_tiles(JAN, flask=1, pistol=1).play(Place(JAN, USA))


def test_v20_jan_takes_a_second_order_for_two_schillings_and_fulfils_nothing():
    jan = american_orders()
    assert Fulfil(JAN, "B-08") in jan.options()  # he could
    after = jan.play(Accept(JAN, "B-01"))
    assert after.seat(JAN).orders == ("B-08", "B-01")
    assert (after.seat(JAN).money, after.seat(JAN).score) == (2, 0)
    assert after.refused(Fulfil(JAN, "B-08")).rule == Rule.NOT_NOW.id
    other_way = jan.with_orders(JAN, "B-08", "B-20").with_tiles(JAN, **dict.fromkeys(Info, 1))
    other_way = other_way.play(Fulfil(JAN, "B-08"))
    assert other_way.refused(Accept(JAN, "B-01")).rule == Rule.ACCEPT_OR_FULFIL.id


def test_v21_one_flask_and_one_pistol_fulfil_both_orders_at_once():
    jan = american_orders().with_display().with_orders(JAN, "B-08", "B-01")
    after = jan.play(Fulfil(JAN, "B-01"), Fulfil(JAN, "B-08"))
    assert (after.seat(JAN).score, after.seat(JAN).money) == (3, 7)
    assert after.seat(JAN).tiles == jan.seat(JAN).tiles
    assert (after.seat(JAN).orders, set(after.state.orders_gone)) == ((), {"B-01", "B-08"})


def test_v23_one_new_agent_and_two_on_nobility_meet_two_french_orders():
    church = buildings(flag=Flag.FRANCE, seal=Seal.RELIGION)[0]
    nobles = [b for b in buildings(seal=Seal.NOBILITY) if b != church][:2]
    katrin = acting().with_money(KATRIN, 0).with_orders(KATRIN, "S-01", "A-16")
    both = katrin.with_agents(KATRIN, *nobles).play(Place(KATRIN, church))
    both = both.play(Fulfil(KATRIN, "S-01"), Fulfil(KATRIN, "A-16"))
    assert (both.seat(KATRIN).money, both.seat(KATRIN).score) == (5, 2)
    one = katrin.with_agents(KATRIN, nobles[0]).play(Place(KATRIN, church))
    assert one.refused(Fulfil(KATRIN, "A-16")).rule == Rule.NOT_MET.id  # two seals, two agents
    assert one.play(Fulfil(KATRIN, "S-01")).seat(KATRIN).money == 3


def test_v24_ulrich_meets_two_austrian_orders_and_not_the_american_one():
    ulrich = acting().with_orders(ULRICH, "B-03", "B-14", "B-20").with_money(ULRICH, 0)
    ulrich = ulrich.with_tiles(ULRICH, briefcase=1, slide=1, flask=1, microfilm=1, pistol=2)
    ulrich = ulrich.play(Place(ULRICH, AUSTRIA))
    assert ulrich.refused(Fulfil(ULRICH, "B-20")).rule == Rule.OTHER_FLAG.id
    after = ulrich.play(Fulfil(ULRICH, "B-03"), Fulfil(ULRICH, "B-14"))
    assert (after.seat(ULRICH).earned[Source.ORDERS], after.seat(ULRICH).money) == (13, 1)
    assert after.seat(ULRICH).orders == ("B-20",)
    one_pistol = ulrich.with_tiles(ULRICH, briefcase=1, slide=1, flask=1, microfilm=1, pistol=1)
    assert one_pistol.refused(Fulfil(ULRICH, "B-14")).rule == Rule.NOT_MET.id


# Cards.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v25_a_briefcase_brings_as_many_different_bribes_as_there_are_players(players):
    assert CARDS[131].param is Info.BRIEFCASE
    jan, gate = siege(acting(players), Info.BRIEFCASE)
    jan = jan.with_drawers(JAN, 131).play(Place(JAN, gate)).with_purse(JAN)
    some = tuple(b for b in Bribe if b is not Bribe.WINE)[:players]
    after = jan.play(Use(JAN, 131, bribes=some))
    assert after.seat(JAN).purse == {**NONE, **dict.fromkeys(some, 1)}
    assert jan.play(Use(JAN, 131, bribes=some[::-1])).seat(JAN).purse == after.seat(JAN).purse
    twice = (Bribe.COFFEE,) * players
    assert jan.refused(Use(JAN, 131, bribes=twice)).rule == Rule.ABILITY_GIVES_OTHER.id
    assert jan.refused(Use(JAN, 131, bribes=some[1:])).rule == Rule.ABILITY_GIVES_OTHER.id
    assert jan.refused(Use(JAN, 131)).rule == Rule.WHICH_BRIBE.id


def test_v26_the_third_pistol_moves_its_marker_twice_for_three_points_each():
    assert CARDS[141].param is Info.PISTOL
    anna, gate = siege(acting(), Info.PISTOL)
    anna = anna.with_drawers(ANNA, 141).with_tiles(ANNA, pistol=2).play(Place(ANNA, gate))
    after = anna.play(Use(ANNA, 141))
    assert after.state.markers[Info.PISTOL] == 2
    assert after.seat(ANNA).earned == {Source.SQUARES: 2, Source.STEPS: 6}
    other, gate = siege(acting().with_drawers(ANNA, 141), Info.FLASK)
    assert other.play(Place(ANNA, gate)).state.stage == Finishing(ANNA)


def test_v27_two_cards_now_three_in_the_next_phase_three_of_five_are_used():
    ability, at = card("foreign-cards"), buildings()[0]
    anna = acting(2).with_drawers(ANNA, ability).with_agents(1, at).play(Place(ANNA, at))
    anna = anna.play(Use(ANNA, ability))
    assert isinstance(anna.state.stage, DrawingAhead)
    free = [c for c in CARDS if c not in anna.state.discards and c < 90][:8]
    taken = {c for seat in anna.state.seats for c in (*seat.hand, *seat.plan, *seat.drawers)}
    free = [c for c in free if c not in taken]
    anna = anna.play(Draw(ANNA, free[0]), Draw(ANNA, free[1]))
    assert anna.seat(ANNA).hand == tuple(free[:2])
    anna = idle_until(anna, CardPhase)
    hand = anna.seat(ANNA).hand
    pile = [c for c in CARDS if c not in anna.state.discards and c > 90]
    pile = [c for c in pile if all(c not in (*s.drawers, *s.plan) for s in anna.state.seats)]
    anna = anna.play(*(Draw(ANNA, c) for c in pile[:3]))
    assert anna.seat(ANNA).hand == (*hand, *pile[:3])
    assert anna.refused(Draw(ANNA, pile[3])).rule == Rule.HAND_FULL.id
    anna = anna.play(Plan(ANNA, hand[0], pile[0], pile[1]))
    assert anna.seat(ANNA).hand == ()
    assert set(anna.state.discards) >= {hand[1], pile[2]}


def test_v28_reductions_for_flag_seal_and_company_add_up_to_nothing_and_never_below():
    at = BOARD.buildings[USA]
    company = acting().with_agents(1, USA).with_purse(0, **{price(USA): 2})
    flag, seal = card("flag-discount", at.flag), card("seal-discount", at.seal)
    foreign = card("foreign-discount")
    own = price(USA)
    for one in (flag, seal, foreign):
        paying = company.with_drawers(0, one).play(Place(0, USA))
        assert paying.options() == (Pay(0, (own,)), Pay(0, (own, own)))
    for two in ((flag, seal), (flag, foreign), (seal, foreign)):
        free = company.with_drawers(0, *two).with_purse(0)
        assert not [e for e in free.events(Place(0, USA)) if isinstance(e, BribesPaid)]
    three = company.with_drawers(0, flag, seal, foreign).play(Place(0, USA))
    assert three.options() == (Pay(0, ()), Pay(0, (own,)), Pay(0, (own, own)))
    assert three.play(Pay(0, ())).seat(0).purse[own] == 2  # and nothing is paid out
    alone = company.with_agents(1).with_drawers(0, foreign).with_purse(0, **{own: 1})
    assert alone.refused(Place(0, USA)).rule == Rule.CANNOT_PAY.id


# The roof, and the end.


def crossing(letter: str, players: int = 2) -> Table:
    """Let the first seat's marker cross a threshold with the investigator on this field."""
    position = table(players).with_(investigator=BOARD.roof.index(letter))
    position = position.with_markers(pistol=BOARD.tracks[Info.PISTOL].index(2) - 1)
    return position.planned(seat0=(QUIET[0], Bribe.COFFEE, Info.PISTOL)).play(Pass(0))


def test_v29_a_purchase_tile_is_carried_out_at_the_end_of_the_round_and_leaves():
    position = crossing("A")
    shown = position.game.expected_view(position.state).atoms
    assert position.state.on_token is RoofTile.PURCHASE
    assert Atom("investigation", "purchase") in shown
    assert Atom("roof:B", "purchase") not in shown
    assert isinstance(position.play(Done(0)).state.stage, Acting | Bonus)  # not before all played
    position = idle_until(position, Purchasing(0)).play(Pass(0), Pass(1))
    assert isinstance(position.state.stage, CardPhase)
    assert (position.state.on_token, position.state.roof["B"]) == (None, ())
    quiet = crossing("E")  # nothing lies on F
    assert isinstance(idle_until(quiet, CardPhase, Purchasing).state.stage, CardPhase)


def test_v30_on_the_final_field_purchase_now_and_payday_after_the_last_round():
    position = crossing("G")
    assert (position.state.on_token, position.state.oriel) == (RoofTile.PURCHASE, True)
    position = idle_until(position, Purchasing(0)).play(Pass(0), Pass(1))
    assert (position.state.last_round, position.state.oriel) == (True, True)
    position = idle_until(position, Finishing(0))  # the coat of arms has gone on to seat 1
    position = position.with_agents(0, *buildings()[:3]).with_orders(0, "S-01").with_money(0, 1)
    position = position.play(Done(0))
    assert position.state.stage == Dismissing(0, 1)  # first an agent for the open order, ...
    position = position.play(Dismiss(0, buildings()[0]))
    assert position.state.stage == Payday(0, 1)  # ... then the two others want to be paid
    position = position.play(Dismiss(0, buildings()[1]))
    assert isinstance(position.state.stage, Over)
    assert (position.seat(0).agents, position.state.oriel) == ((buildings()[2],), False)


@pytest.mark.parametrize(
    ("players", "purchases", "paydays"),
    [(2, "BCDGH", "EH"), (3, "BCEIJ", "GJ"), (4, "BDFJL", "HL")],
)
def test_v31_roof_tiles_lie_as_the_table_says(players, purchases, paydays):
    roof = table(players).state.roof
    lying = {tile: "".join(f for f in sorted(roof) if tile in roof[f]) for tile in RoofTile}
    assert lying == {RoofTile.PURCHASE: purchases, RoofTile.PAYDAY: paydays}
    assert BOARD.roof[track.FINAL_FIELD[players]] == purchases[-1] == paydays[-1]


def test_v32_a_cash_box_with_twelve_takes_no_more_and_is_worth_24():
    anna = acting().with_goods(ANNA, Good.CASH_BOX, cash_box=12).with_tiles(ANNA, pistol=1)
    anna = anna.with_orders(ANNA, "B-01").with_money(ANNA, 0).play(Place(ANNA, USA))
    after = anna.play(Fulfil(ANNA, "B-01"))
    assert (after.seat(ANNA).cash_box, after.seat(ANNA).money) == (12, order("B-01").money)
    assert after.state.stage == Finishing(ANNA)  # no question either
    end = last_round(last_tap()).with_goods(0, Good.CASH_BOX, cash_box=12)
    assert round_over(end).seat(0).earned[Source.CASH_BOX] == 24


def test_v22_ulrich_gets_56_points_and_nothing_for_his_full_sets():
    at = {"slide": 3, "briefcase": 2, "microfilm": 4, "flask": 2, "pistol": 5}
    fields = {name: BOARD.tracks[Info(name)].index(value) for name, value in at.items()}
    end = last_round(last_tap(4)).with_markers(**fields)
    end = end.with_tiles(ULRICH, slide=2, briefcase=2, microfilm=3, flask=2, pistol=2)
    end = end.with_goods(ULRICH, Good.TELEPHONE, Good.CASH_BOX, Good.SIGNET, cash_box=3)
    for seat, count in enumerate((2, 3, 1, 0)):
        end = end.with_agents(seat, *buildings()[:count]).with_money(seat, count)
    over = round_over(end)
    gained = {s: p - end.seat(ULRICH).earned.get(s, 0) for s, p in over.seat(0).earned.items()}
    assert {s: p for s, p in gained.items() if p} == {
        Source.TILES: 36,
        Source.DESK: 6,
        Source.CASH_BOX: 6,
        Source.MAJORITY: 8,
    }
    assert over.seat(ULRICH).score - end.seat(ULRICH).score == 56


def test_v35_equal_in_agents_money_and_bribes_adds_the_places_and_divides():
    end = last_round(last_tap(3))
    for seat, count in enumerate((2, 2, 1)):
        end = end.with_agents(seat, *buildings()[:count]).with_money(seat, count)
        end = end.with_purse(seat, wine=3)
    shares = [seat.earned.get(Source.MAJORITY, 0) for seat in round_over(end).state.seats]
    assert shares == [9, 9, 0]
    richer = round_over(end.with_purse(1, wine=4))
    assert [s.earned.get(Source.MAJORITY, 0) for s in richer.state.seats] == [6, 12, 0]

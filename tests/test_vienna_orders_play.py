"""Orders of the full version: accept one or fulfil many, what has to be shown, what is paid."""

import pytest
from vienna_full_table import (
    BOARD,
    ORDERS,
    Table,
    acting,
    buildings,
    card,
    price,
    siege,
    table,
)

from companion.engine import UNKNOWN
from companion.games.vienna import Bribe, Flag, Good, Info, Seal, Tracking
from companion.games.vienna.full_events import OrderShown
from companion.games.vienna.moves import (
    Accept,
    Advance,
    Done,
    Fulfil,
    Pass,
    Place,
    Relocate,
    ShowOrder,
    TakeBribes,
    Use,
)
from companion.games.vienna.order import Want
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import Acting, Bonus, Finishing, Ordering

USA, FRANCE = buildings(flag=Flag.USA)[0], buildings(flag=Flag.FRANCE)[0]


def orders(series: str, flag: Flag | None = None, want: Want | None = None) -> list[str]:
    return [
        n
        for n, o in ORDERS.items()
        if n[0] == series and flag in (None, o.flag) and want in (None, o.want)
    ]


# Accepting.


@pytest.mark.parametrize(("field", "paid"), [("A1", 1), ("A2", 1), ("B1", 2), ("B2", 2)])
def test_an_accepted_order_pays_its_series_and_its_field_is_filled_at_once(field, paid):
    number = orders(field[0], Flag.USA)[-1]
    position = acting().with_display(**{field: number}).with_money(0, 1).play(Place(0, USA))
    events = position.events(Accept(0, number))
    assert OrderShown(field, UNKNOWN) in events  # the next of the pile, still to be told
    after = position.play(Accept(0, number))
    assert (after.seat(0).money, after.seat(0).orders) == (1 + paid, (number,))
    assert after.state.stage == Finishing(0)  # exactly one
    fresh = next(n for n in orders(field[0]) if n != number)
    assert after.play(ShowOrder(field, fresh)).state.display[field] == fresh


def test_only_orders_of_the_buildings_flag_may_be_accepted():
    american, french = orders("A", Flag.USA)[0], orders("A", Flag.FRANCE)[0]
    position = acting().with_display(A1=american, A2=french).play(Place(0, FRANCE))
    assert position.options() == (Accept(0, french), Pass(0))
    assert position.refused(Accept(0, american)).rule == Rule.OTHER_FLAG.id


def test_a_moved_agent_opens_orders_as_well_and_an_old_one_does_not():
    number = orders("A", Flag.USA)[0]
    position = acting().with_display(A1=number).with_agents(0, FRANCE)
    moved = position.play(Relocate(0, FRANCE, USA))
    assert moved.play(Accept(0, number)).seat(0).orders == (number,)
    resting = position.with_agents(0, USA).play(Place(0, FRANCE))
    assert resting.state.stage == Finishing(0)
    assert position.with_agents(0, USA).play(TakeBribes(0, Bribe.WINE)).state.stage == Finishing(0)


def test_a_desk_has_three_places_for_orders_and_four_with_the_side_table():
    number, full = orders("B", Flag.USA)[0], tuple(orders("A", Flag.FRANCE)[:3])
    position = acting().with_display(B1=number).with_orders(0, *full)
    assert position.play(Place(0, USA)).state.stage == Finishing(0)  # nothing to offer
    own = (*full[:2], orders("A", Flag.USA, Want.BRIBES)[0])
    crowded = position.with_orders(0, *own).play(Place(0, USA))
    assert crowded.refused(Accept(0, number)).params["count"] == 3
    table_top = position.with_goods(0, Good.SIDE_TABLE).play(Place(0, USA), Accept(0, number))
    assert table_top.seat(0).orders == (*full, number)


def test_an_empty_pile_leaves_its_field_empty():
    number, *others = orders("B", Flag.USA)
    gone = tuple(n for n in orders("B") if n != number)
    position = acting().with_display(B1=number).with_(orders_gone=gone).play(Place(0, USA))
    assert position.play(Accept(0, number)).state.display["B1"] is None
    assert others


def test_an_order_that_nobody_has_told_us_of_may_still_be_accepted():
    number = orders("A", Flag.USA)[0]
    unseen = acting().with_(display={"A1": UNKNOWN, "A2": None, "B1": None, "B2": None})
    unseen = unseen.play(Place(0, USA))
    assert unseen.state.stage == Ordering(0)
    assert unseen.refused(Accept(0, number)).rule == Rule.NOT_ON_DISPLAY.id
    assert unseen.play(ShowOrder("A1", number), Accept(0, number)).seat(0).orders == (number,)
    full = unseen.with_orders(0, *orders("A", Flag.FRANCE)[:3]).with_(stage=Acting(0), landed=None)
    assert full.with_agents(0).play(Place(0, USA)).state.stage == Finishing(0)


# Fulfilling: seals, bribes, buildings and information.


def on_flag(number: str, **options: object) -> Table:
    """Let the first seat, with that order, stand before a building of its flag."""
    return acting(**options).with_orders(0, number).with_money(0, 0)


def spot(number: str, *taken: str) -> str:
    """Return a building of an order's flag that itself helps nothing."""
    needs = ORDERS[number].needs
    return next(
        b
        for b in buildings(flag=ORDERS[number].flag)
        if b not in taken and BOARD.buildings[b].seal not in needs
    )


@pytest.mark.parametrize("number", [n for s in "SAB" for n in orders(s, want=Want.SEALS)])
def test_a_seal_order_wants_an_agent_on_each_seal_and_two_for_a_seal_twice(number):
    needs, agents = ORDERS[number].needs, []
    for seal in needs:
        agents.append(next(b for b in buildings(seal=Seal(seal)) if b not in agents))
    at = spot(number, *agents)
    met = on_flag(number).with_agents(0, *agents).play(Place(0, at))
    assert met.play(Fulfil(0, number)).seat(0).orders == ()
    short = on_flag(number).with_agents(0, *agents[1:]).play(Place(0, at))
    assert Fulfil(0, number) not in (short.options() if short.state.stage == Ordering(0) else ())


@pytest.mark.parametrize("number", orders("A", want=Want.BRIBES))
def test_a_bribe_order_wants_every_bribe_shown_and_none_given(number):
    needs, at = ORDERS[number].needs, spot(number)
    purse = {bribe: needs.count(bribe) for bribe in Bribe}
    rich = {**purse, price(at): purse[price(at)] + 2}
    met = on_flag(number).with_purse(0, **rich).play(Place(0, at), Fulfil(0, number))
    assert met.seat(0).purse == purse
    poor = {**rich, needs[0]: rich[needs[0]] - 1}
    short = on_flag(number).with_purse(0, **poor).play(Place(0, at))
    assert short.state.stage == Finishing(0)


@pytest.mark.parametrize("number", orders("A", want=Want.BUILDING))
def test_a_building_order_wants_an_agent_on_the_lettered_building(number):
    (letter,) = ORDERS[number].needs
    house = BOARD.lettered[letter]
    at = next(b for b in buildings(flag=ORDERS[number].flag) if b != house)
    there = on_flag(number).with_agents(0, house).play(Place(0, at), Fulfil(0, number))
    assert there.seat(0).orders == ()
    assert on_flag(number).with_agents(1, house).play(Place(0, at)).state.stage == Finishing(0)


@pytest.mark.parametrize("number", orders("B", want=Want.INFOS))
def test_an_information_order_wants_every_tile_shown_and_none_given(number):
    needs, at = ORDERS[number].needs, spot(number)
    tiles = {info: needs.count(info) for info in Info}
    met = on_flag(number).with_no_tiles_but().with_tiles(0, **tiles)
    met = met.play(Place(0, at), Fulfil(0, number))
    assert met.seat(0).tiles == tiles
    poor = {**tiles, needs[0]: tiles[needs[0]] - 1}
    short = on_flag(number).with_no_tiles_but().with_tiles(0, **poor).play(Place(0, at))
    assert short.state.stage == Finishing(0)


@pytest.mark.parametrize("number", [*ORDERS])
def test_every_order_pays_what_it_promises_and_the_down_payment_stays(number):
    reward = ORDERS[number]
    agents = [*BOARD.lettered.values(), *buildings(seal=Seal.NOBILITY)]
    agents += [b for seal in Seal for b in buildings(seal=seal)[:3]]
    at = buildings(flag=reward.flag)[0]
    standing = [b for b in dict.fromkeys(agents) if b != at]
    rich = on_flag(number).with_no_tiles_but().with_seat(0, agents=tuple(sorted(standing)))
    rich = rich.with_tiles(0, **dict.fromkeys(Info, 2)).with_money(0, 2)
    after = rich.play(Place(0, at), Fulfil(0, number))
    assert after.seat(0).money == 2 + reward.money
    assert after.seat(0).earned.get("orders", 0) == reward.points
    assert after.seat(0).fulfilled == 1


def test_what_this_turn_has_brought_counts_for_its_orders():
    number = orders("B", want=Want.INFOS)[0]
    (info,) = ORDERS[number].needs
    position, gate = siege(acting().with_orders(0, number), Info(info))
    flag = ORDERS[number].flag
    position = position.with_(flags={**position.state.flags, gate: flag})
    assert position.play(Place(0, gate), Fulfil(0, number)).seat(0).orders == ()


def test_a_bonus_bribe_counts_for_an_order_but_comes_after_the_price():
    number = next(n for n in orders("A", want=Want.BRIBES) if len(ORDERS[n].needs) == 2)
    kind = Bribe(ORDERS[number].needs[0])
    at = next(b for b in buildings(flag=ORDERS[number].flag) if price(b) is not kind)
    bonus = card("flag-bribe", ORDERS[number].flag)
    position = on_flag(number).with_drawers(0, bonus)
    position = position.with_purse(0, **{price(at): 2, kind: 1}).play(Place(0, at))
    assert isinstance(position.state.stage, Bonus)
    after = position.play(Use(0, bonus, bribe=kind), Fulfil(0, number))
    assert after.seat(0).orders == ()
    poor = on_flag(number).with_drawers(0, bonus).with_purse(0, **{price(at): 1})
    assert poor.refused(Place(0, at)).rule == Rule.CANNOT_PAY.id


def test_orders_may_be_left_alone_and_one_of_several_may_be_fulfilled():
    position = acting().with_orders(0, "B-01", "B-08").with_tiles(0, pistol=1, flask=1)
    position = position.play(Place(0, USA))
    assert position.play(Pass(0)).seat(0).orders == ("B-01", "B-08")
    assert position.play(Fulfil(0, "B-01"), Pass(0)).seat(0).orders == ("B-08",)


def test_the_signet_adds_three_points_to_every_fulfilled_order():
    position = acting().with_orders(0, "B-01", "B-08").with_tiles(0, pistol=1, flask=1)
    position = position.with_goods(0, Good.SIGNET).play(Place(0, USA))
    after = position.play(Fulfil(0, "B-01"), Fulfil(0, "B-08"))
    promised = ORDERS["B-01"].points + ORDERS["B-08"].points
    assert after.seat(0).earned["orders"] == promised + 2 * 3


# Somebody who tells us nothing.


def test_a_seat_that_tells_nothing_may_have_taken_an_order_of_its_flag():
    american, french = orders("A", Flag.USA)[0], orders("A", Flag.FRANCE)[0]
    mixed = table(2, tracking=(Tracking.BOARD, Tracking.FULL)).planned()
    mixed = mixed.with_display(A1=american, A2=french)
    seen = mixed.play(Place(0, USA), Advance(0, Info.SLIDE), Done(0))
    assert seen.state.display["A1"] is UNKNOWN
    assert seen.state.display["A2"] == french
    again = seen.play(ShowOrder("A1", american))  # nobody took it
    assert again.state.display["A1"] == american
    stayed = mixed.play(Advance(0, Info.SLIDE), Done(0))
    assert stayed.state.display["A1"] == american

"""Expansion 2, a Feld figure for everybody (V-33): when he may come, and what he can do."""

from typing import NamedTuple

import pytest
from vienna_full_table import (
    BOARD,
    FELD,
    NONE,
    ORDERS,
    Table,
    acting,
    buildings,
    card,
    order,
    price,
    table,
)

from companion.engine import Atom
from companion.games.vienna import (
    Bribe,
    Colour,
    Flag,
    Good,
    Info,
    Options,
    Seal,
    Tracking,
    Vienna,
    entry_box,
)
from companion.games.vienna.events import BribesPaid
from companion.games.vienna.moves import (
    Accept,
    Advance,
    Done,
    Fulfil,
    Pass,
    Pay,
    Place,
    Relocate,
    Roam,
)
from companion.games.vienna.order import Want
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.setup import BadOptions
from companion.games.vienna.stages import Acting, Finishing, Roaming
from companion.games.vienna.state import Source

HAMBURG, NEW_YORK, AMSTERDAM, MARRAKESH = (
    (colour, next(c for c in Colour if c is not colour))
    for colour in (Colour.BLUE, Colour.RED, Colour.GREEN, Colour.YELLOW)
)
HOUSES = BOARD.buildings
FREE = buildings()[10]


# When he may come.


def test_the_figures_are_for_the_full_version_only():
    with pytest.raises(BadOptions):
        Vienna(entry_box()).setup(Options((Colour.RED, Colour.BLUE), expansions=FELD))


def with_others(count: int, **state: object) -> Table:
    return acting(HAMBURG, expansions=FELD).with_agents(0, *buildings()[:count]).with_(**state)


def test_he_leaves_the_supply_once_five_others_stand_on_the_board():
    assert with_others(4).refused(Place(0, FREE, feld=True)).rule == Rule.FELD_WAITS.id
    assert Place(0, FREE, feld=True) not in with_others(4).options()
    after = with_others(5).play(Place(0, FREE, feld=True))
    assert (after.seat(0).feld, after.seat(0).supply) == (FREE, 0)
    assert Atom(FREE, "feld:blue") in after.game.expected_view(after.state).atoms
    assert Atom(FREE, "agent:blue") not in after.game.expected_view(after.state).atoms
    no_such = acting(HAMBURG).with_agents(0, *buildings()[:5])
    assert no_such.refused(Place(0, FREE, feld=True)).rule == Rule.FELD_WAITS.id


def test_once_unlocked_before_the_first_payday_he_may_come_back_with_fewer():
    early = with_others(5).play(Place(0, FREE, feld=True))
    assert early.seat(0).feld_unlocked
    late = with_others(5, paydays=1).play(Place(0, FREE, feld=True))
    assert not late.seat(0).feld_unlocked
    for position, may in ((early, True), (late, False)):
        home = position.with_agents(0, buildings()[0]).with_(
            stage=Acting(0), landed=None, paydays=1
        )
        assert (Place(0, FREE, feld=True) in home.options()) is may


def test_he_stays_when_others_leave_and_may_be_moved_as_any_agent():
    position = acting(HAMBURG, expansions=FELD).with_agents(0, feld=buildings()[0])
    moved = position.play(Relocate(0, buildings()[0], FREE))
    assert (moved.seat(0).feld, moved.seat(0).agents) == (FREE, (FREE,))
    assert position.refused(Place(0, FREE, feld=True)).rule == Rule.FELD_WAITS.id  # there is one


# Abilities.


def test_hamburg_gets_a_schilling_more_for_orders_that_pay_any():
    for number, more in (("B-01", 1), ("B-13", 0)):
        at = buildings(flag=order(number).flag)[0]
        position = acting(HAMBURG, expansions=FELD).with_orders(0, number).with_money(0, 0)
        position = position.with_tiles(0, **dict.fromkeys(Info, 2)).with_no_tiles_but()
        position = position.with_goods(0, Good.CASH_BOX).play(Place(0, at), Fulfil(0, number))
        assert position.seat(0).money == order(number).money + more
        assert position.seat(0).cash_box == 1  # the extra Schilling of the box does not count


def reductions(at: str, *cards: int, colours: tuple[Colour, ...], feld: bool = True) -> set[int]:
    """Return the numbers of bribes that this seat's figure may pay there."""
    start = next(b for b in HOUSES if b != at)
    position = acting(colours, expansions=FELD).with_drawers(0, *cards)
    position = position.with_agents(0, feld=start) if feld else position.with_agents(0, start)
    position = position.play(Relocate(0, start, at))
    if position.state.stage == Finishing(0):
        return {4 - position.seat(0).purse[price(at)]}
    return {len(move.bribes) for move in position.options() if isinstance(move, Pay)}


def test_hamburg_on_nobility_and_new_york_on_the_usa_pay_one_bribe_at_most():
    noble, usa = buildings(seal=Seal.NOBILITY), buildings(flag=Flag.USA)
    for at in noble:
        assert min(reductions(at, colours=HAMBURG)) == 1
        assert min(reductions(at, colours=HAMBURG, feld=False)) == 2
    for at in usa:
        assert min(reductions(at, colours=NEW_YORK)) == 1
        assert min(reductions(at, colours=NEW_YORK, feld=False)) == 2
    plain = next(b for b in HOUSES if b not in (*noble, *usa))
    assert reductions(plain, colours=HAMBURG) == reductions(plain, colours=NEW_YORK) == {2}
    # A cap, not a reduction: min(1, 2 - reductions).
    at, discount = usa[0], card("flag-discount", Flag.USA)
    assert min(reductions(at, discount, colours=NEW_YORK)) == 1
    free = reductions(at, discount, card("seal-discount", HOUSES[at].seal), colours=NEW_YORK)
    assert min(free) == 0


def bribe_order(flag: Flag, size: int) -> str:
    found = (n for n, o in ORDERS.items() if o.want is Want.BRIBES and o.flag is flag)
    return next(n for n in found if len(ORDERS[n].needs) == size)


def ready(colours: tuple[Colour, ...], number: str, short: int, **more: int) -> tuple[Table, str]:
    """Let a seat land with so many bribes too few for an order, and with these beside."""
    at = next(b for b in buildings(flag=order(number).flag) if price(b) is not Bribe.COFFEE)
    purse = {**NONE, price(at): 2}
    for bribe in order(number).needs[short:]:
        purse[Bribe(bribe)] += 1
    for name, count in more.items():
        purse[Bribe(name)] += count
    position = acting(colours, expansions=FELD).with_orders(0, number).with_purse(0, **purse)
    return position.with_no_tiles_but().with_seat(0, feld_unlocked=True), at


def test_new_york_shows_one_bribe_fewer_for_american_orders_and_scores_one_more():
    number = bribe_order(Flag.USA, 3)
    position, at = ready(NEW_YORK, number, short=1)
    after = position.play(Place(0, at), Fulfil(0, number))
    assert after.seat(0).earned[Source.ORDERS] == order(number).points + 1
    position, at = ready(NEW_YORK, number, short=2)
    assert position.play(Place(0, at)).state.stage == Finishing(0)
    french = bribe_order(Flag.FRANCE, 3)
    position, at = ready(NEW_YORK, french, short=1)
    assert position.play(Place(0, at)).state.stage == Finishing(0)
    infos = acting(NEW_YORK, expansions=FELD).with_orders(0, "B-08").with_tiles(0, pistol=1)
    assert infos.play(Place(0, buildings(flag=Flag.USA)[0])).state.stage == Finishing(0)


@pytest.mark.parametrize(("colours", "coffees"), [(AMSTERDAM, 2), (HAMBURG, 1)])
def test_amsterdam_gets_a_second_coffee_in_action_two(colours, coffees):
    before = table(colours, expansions=FELD).with_purse(0)
    plan = (card("foreign-points"), Bribe.COFFEE, Info.SLIDE)
    assert before.planned(seat0=plan).seat(0).purse == {**NONE, Bribe.COFFEE: coffees}
    wine = (card("foreign-points"), Bribe.WINE, Info.SLIDE)
    assert before.planned(seat0=wine).seat(0).purse == {**NONE, Bribe.WINE: 1}


def test_amsterdam_may_show_one_coffee_for_another_bribe_when_he_is_placed_or_moved():
    number = next(
        n for n, o in ORDERS.items() if o.want is Want.BRIBES and Bribe.COFFEE not in o.needs
    )
    position, at = ready(AMSTERDAM, number, short=1, coffee=1)
    shown = position.play(Place(0, at, feld=True), Fulfil(0, number))
    assert shown.seat(0).purse[Bribe.COFFEE] == 1  # shown, not given
    assert position.play(Place(0, at)).state.stage == Finishing(0)  # another agent, no help
    position, at = ready(AMSTERDAM, number, short=2, coffee=2)
    assert position.play(Place(0, at, feld=True)).state.stage == Finishing(0)  # once an order
    position, at = ready(AMSTERDAM, number, short=1)
    assert position.play(Place(0, at, feld=True)).state.stage == Finishing(0)


def test_marrakesh_gets_a_schilling_for_every_accepted_order_and_for_the_first():
    start = table(MARRAKESH, expansions=FELD)
    assert [seat.money for seat in start.state.seats] == [2, 1]
    assert table(MARRAKESH).seat(0).money == 1
    position = acting(MARRAKESH, expansions=FELD).with_money(0, 0).with_display(B1="B-01")
    position = position.play(Place(0, buildings(flag=Flag.USA)[0]), Accept(0, "B-01"))
    assert position.seat(0).money == 2 + 1


# Marrakesh's extra step.


class Corner(NamedTuple):
    """The picture of V-33: where Anna places, where Feld stands, her other agent, and the gap."""

    placed: str
    feld: str
    own: str
    gap: str
    two: str
    three: str


def corner() -> Corner:
    for three in (s for s in BOARD.squares.values() if s.value == 3):
        for placed in three.buildings:
            for feld in set(three.buildings) - {placed}:
                (own,) = set(three.buildings) - {placed, feld}
                for name in HOUSES[placed].squares:
                    two = BOARD.squares[name]
                    (gap, *rest) = set(two.buildings) - {placed}
                    if not rest and gap in HOUSES[feld].neighbours and gap != own:
                        return Corner(placed, feld, own, gap, two.id, three.id)
    raise AssertionError("no such corner on this board")


def annas_corner(**options: object) -> tuple[Table, Corner]:
    at = corner()
    anna = acting(MARRAKESH, expansions=FELD, **options).with_agents(0, at.own, feld=at.feld)
    return anna.with_no_tiles_but(**{at.two: Info.PISTOL, at.three: Info.BRIEFCASE}), at


def test_v33_feld_may_walk_on_to_close_the_small_square_or_stay_for_the_big_one():
    anna, at = annas_corner()
    anna = anna.with_drawers(0, card("hue-points", HOUSES[at.gap].hue))
    if HOUSES[at.placed].hue is HOUSES[at.gap].hue:
        anna = anna.with_drawers(0)
    placed = anna.play(Place(0, at.placed))
    assert placed.state.stage == Roaming(0)
    assert placed.seat(0).score == 0  # enclosure is checked after his walk
    assert Roam(0, at.own) not in placed.options()
    assert placed.refused(Roam(0, at.own)).rule == Rule.NO_ROAD_THERE.id
    walked = placed.play(Roam(0, at.gap))
    assert walked.seat(0).feld == at.gap
    assert walked.seat(0).earned == {Source.SQUARES: 2}
    assert walked.seat(0).tiles[Info.PISTOL] == 1
    assert walked.state.stage == Finishing(0)  # no card speaks up for his walk
    stayed = placed.play(Pass(0))
    assert stayed.seat(0).earned == {Source.SQUARES: 3}
    assert stayed.seat(0).tiles[Info.BRIEFCASE] == 1


def test_v33_the_walk_costs_nothing_and_the_agent_the_usual_price():
    anna, at = annas_corner()
    events = anna.play(Place(0, at.placed)).events(Roam(0, at.gap))
    assert not [e for e in events if isinstance(e, BribesPaid)]
    assert anna.play(Place(0, at.placed)).seat(0).purse[price(at.placed)] == 4 - 2


def test_v33_he_walks_only_for_another_own_agent_next_to_him_and_only_in_yellow():
    anna, at = annas_corner()
    far = next(b for b in HOUSES if b not in HOUSES[at.feld].neighbours and b != at.feld)
    assert not isinstance(anna.play(Place(0, far)).state.stage, Roaming)
    assert not isinstance(anna.play(Relocate(0, at.feld, at.placed)).state.stage, Roaming)
    blue = acting(HAMBURG, expansions=FELD).with_agents(0, at.own, feld=at.feld)
    assert not isinstance(blue.play(Place(0, at.placed)).state.stage, Roaming)
    moved = anna.play(Relocate(0, at.own, at.placed))
    assert Roam(0, at.own) in moved.options()  # the moved agent has left it


def test_v33_seen_from_above_he_walks_or_stays():
    _, at = annas_corner()
    blind = table(MARRAKESH, expansions=FELD, tracking=(Tracking.BOARD,) * 2)
    blind = blind.with_agents(0, at.own, feld=at.feld)
    blind = blind.with_no_tiles_but(**{at.two: Info.PISTOL, at.three: Info.BRIEFCASE})
    blind = blind.with_tiles(0).play(Place(0, at.placed))
    assert Roam(0, at.gap) in blind.options()
    walked = blind.play(Roam(0, at.gap), Advance(0, Info.SLIDE), Done(0))
    assert (walked.seat(0).score, walked.seat(0).feld) == (2, at.gap)
    stayed = blind.play(Advance(0, Info.SLIDE), Done(0))
    assert (stayed.seat(0).score, stayed.seat(0).feld) == (3, at.feld)
    assert blind.refused(Roam(0, at.own)).rule == Rule.NO_ROAD_THERE.id

"""Every way the rules of the full version and the expansions say no, provoked once at least."""

from typing import NamedTuple

import pytest
from test_vienna_refusals import CASES as ENTRY_CASES
from vienna_full_table import (
    BOARD,
    FELD,
    THIRD_MAN,
    Table,
    acting,
    buildings,
    last_round,
    last_tap,
    round_over,
    table,
)

from companion.engine import UNKNOWN, Illegal, Invalid, Refused
from companion.games.vienna import (
    Bribe,
    Colour,
    Flag,
    Good,
    Hue,
    Info,
    Options,
    Tracking,
    Version,
    order_facts,
)
from companion.games.vienna.moves import (
    Accept,
    Advance,
    Buy,
    CountMoney,
    Dismiss,
    Done,
    Draw,
    Fulfil,
    Move,
    PayAgent,
    Place,
    Redirect,
    Roam,
    SetThirdMan,
    Settle,
    ShowOrder,
    Stash,
    TakeMoney,
    TakeStartOrder,
    TellMoney,
    TellOrder,
    Track,
)
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.terms import term
from companion.games.vienna.words import RoofTile

USA, FRANCE = buildings(flag=Flag.USA)[0], buildings(flag=Flag.FRANCE)[0]
VIOLET, PINK = buildings(Hue.VIOLET)[0], buildings(Hue.PINK)[0]
SIX, FAR = buildings()[:6], buildings()[-1]
YELLOW, RED = Colour.YELLOW, Colour.RED

EMPTY = Table(
    table(2).game.setup(Options((YELLOW, RED), version=Version.FULL, expansions=THIRD_MAN))
)
ACTING = acting(2).with_money(0, 0)
MARKET = round_over(last_tap(found=RoofTile.PURCHASE))


def ordering(**display: str) -> Table:
    """Let Jan stand on an American building with an order he could fulfil."""
    position = ACTING.with_orders(0, "B-01", "B-20", "A-03").with_tiles(0, pistol=1)
    return position.with_display(**display).play(Place(0, USA))


def stashing() -> Table:
    return ACTING.with_goods(0, Good.CASH_BOX).play(TakeMoney(0))


def payday(money: int, *goods: Good) -> Table:
    position = last_tap(found=RoofTile.PAYDAY).with_agents(0, *SIX).with_money(0, money)
    return round_over(position.with_goods(0, *goods).with_purse(0, wine=2))


def roaming() -> Table:
    """Let Marrakesh's figure stand next to an agent that has just come."""
    near = BOARD.buildings[VIOLET].neighbours
    position = acting((YELLOW, RED), expansions=FELD).with_agents(0, feld=VIOLET)
    return position.play(Place(0, near[0]))


def torn() -> tuple[Table, str]:
    """Let the third man see two ways at a table that tells us nothing."""
    blind = table(2, expansions=THIRD_MAN, tracking=(Tracking.BOARD,) * 2)
    for square in BOARD.squares.values():
        if square.value == 2:
            man, gate = square.buildings
            position = blind.with_third_man(man).with_no_tiles_but(**{square.id: Info.FLASK})
            position = position.play(Place(0, gate))
            if position.state.stage.leads:
                return position, man
    raise AssertionError("he always knows where to go")


def settling() -> Table:
    position = MARKET.with_goods(0, Good.MAP).with_money(0, 2).with_purse(0, wine=2)
    return position.play(Buy(0, Good.SIGNET))


def newcomer() -> Table:
    """Let the second seat, seen from above for a round, begin to tell us everything."""
    blind = table(2, tracking=(Tracking.BOARD,) * 2)
    blind = blind.play(Advance(0, Info.FLASK), Track(1, Tracking.FULL), Done(0))
    return blind.play(Advance(1, Info.FLASK), Done(1))


LEADING, MAN = torn()
LAST = round_over(last_round(last_tap().with_agents(0, *SIX).with_orders(0, "S-01")))


class Case(NamedTuple):
    rule: Rule
    kind: type[Refused]
    position: Table
    move: Move
    to: int | None
    params: dict[str, object]


def case(
    rule: Rule,
    position: Table,
    move: Move,
    *,
    kind=Illegal,
    to: int | None = None,
    **params: object,
) -> Case:
    return Case(rule, kind, position, move, to, params)


def feld_paid() -> Table:
    """Pay the Feld figure in chocolate; one of the two others must leave."""
    position = last_tap((YELLOW, RED), found=RoofTile.PAYDAY, expansions=FELD)
    position = position.with_agents(0, *SIX[:2], feld=SIX[2]).with_money(0, 1)
    return round_over(position.with_purse(0, chocolate=1))


CASES = [
    # Not a move at all.
    case(Rule.NO_SUCH_BUILDING, roaming(), Roam(0, "b99"), kind=Invalid, building="b99"),
    case(Rule.NO_SUCH_BUILDING, EMPTY, SetThirdMan(1, "s01"), kind=Invalid, building="s01"),
    case(Rule.NO_SUCH_SEAT, MARKET, Buy(2, Good.MAP), kind=Invalid, seat=2),
    case(Rule.NO_SUCH_CARD, table(2), Draw(0, 176), kind=Invalid, card="176"),
    case(Rule.NO_SUCH_ORDER, ordering(), Fulfil(0, "C-01"), kind=Invalid, order="C-01"),
    case(Rule.NO_SUCH_ORDER, EMPTY, ShowOrder("A1", ""), kind=Invalid, order=""),
    case(Rule.NO_SUCH_FIELD, EMPTY, ShowOrder("C1", "A-01"), kind=Invalid, field="C1"),
    case(
        Rule.NO_SUCH_COUNT,
        newcomer(),
        TellMoney(1, -1),
        kind=Invalid,
        count=-1,
        most=order_facts.MOST_MONEY,
    ),
    # Order of play.
    case(Rule.NOT_NOW, ACTING, Buy(0, Good.MAP)),
    case(Rule.NOT_NOW, ACTING, PayAgent(0)),
    case(Rule.NOT_NOW, ACTING, Redirect(0, Info.SLIDE)),
    case(Rule.NOT_NOW, ACTING, CountMoney(0, 3)),
    case(Rule.NOT_NOW, ACTING, TellMoney(0, 3)),
    case(Rule.NOT_NOW, ACTING, TellOrder(0, None)),
    case(Rule.NOT_NOW, ACTING, SetThirdMan(0, VIOLET)),
    case(Rule.NOT_NOW, payday(5), Done(0)),
    case(Rule.NOT_YOUR_TURN, MARKET, Buy(1, Good.MAP), colour=term(YELLOW)),
    case(Rule.NOT_YOUR_TURN, EMPTY, SetThirdMan(0, VIOLET), colour=term(RED)),
    case(Rule.TURN_UNDER_WAY, MARKET, Track(0, Tracking.BOARD)),
    case(
        Rule.HAND_FULL, table(2).play(*(Draw(0, n) for n in (1, 2, 3))), Draw(0, 4), to=0, count=3
    ),
    # Expansions.
    case(
        Rule.FELD_WAITS,
        acting((YELLOW, RED), expansions=FELD).with_agents(0, *SIX[:4]),
        Place(0, PINK, feld=True),
        colour=term(YELLOW),
    ),
    case(Rule.NO_ROAD_THERE, roaming(), Roam(0, VIOLET), building=VIOLET),
    case(Rule.THIRD_MAN_NOT_THERE, EMPTY, SetThirdMan(1, PINK), building=PINK),
    case(Rule.THIRD_MAN_NOT_THERE, LEADING, SetThirdMan(0, MAN), building=MAN),
    case(Rule.THIRD_MAN_WAITS, LEADING, Advance(0, Info.SLIDE)),
    # Orders.
    case(
        Rule.ORDER_ELSEWHERE,
        EMPTY.play(ShowOrder("A1", "A-01")),
        ShowOrder("A2", "A-01"),
        order="A-01",
    ),
    case(Rule.ORDER_ELSEWHERE, EMPTY, ShowOrder("A1", "B-01"), order="B-01"),
    case(Rule.ORDER_ELSEWHERE, EMPTY, TakeStartOrder(0, "A-01"), order="A-01"),
    case(Rule.NOT_ON_DISPLAY, ordering(), Accept(0, "B-08"), order="B-08"),
    case(Rule.NOT_YOUR_ORDER, ordering(), Fulfil(0, "B-08"), order="B-08"),
    case(Rule.OTHER_FLAG, ordering(), Fulfil(0, "A-03"), order="A-03"),
    case(Rule.OTHER_FLAG, ordering(A1="A-07"), Accept(0, "A-07"), order="A-07"),
    case(Rule.NO_FREE_SLOT, ordering(B1="B-08"), Accept(0, "B-08"), count=3),
    case(
        Rule.ACCEPT_OR_FULFIL,
        ordering(B1="B-08")
        .with_tiles(0, pistol=1, flask=1, briefcase=1, slide=1)
        .play(Fulfil(0, "B-01")),
        Accept(0, "B-08"),
    ),
    case(Rule.NOT_MET, ordering(), Fulfil(0, "B-20"), to=0, order="B-20"),
    # Money, purchase and payday.
    case(Rule.ENTRY_ONLY_BRIBES, acting(2, version=Version.ENTRY), TakeMoney(0)),
    case(Rule.STASH_TOO_MUCH, stashing(), Stash(0, 3), to=0, count=2),
    case(
        Rule.BOUGHT_ALREADY,
        MARKET.with_goods(0, Good.MAP).with_money(0, 9),
        Buy(0, Good.MAP),
        good=term(Good.MAP),
    ),
    case(
        Rule.NOBODY_FOR_HIRE,
        MARKET.with_seat(0, for_hire=0, supply=8),
        Buy(0, Good.AGENT),
        good=term(Good.AGENT),
    ),
    case(
        Rule.CANNOT_AFFORD,
        MARKET.with_money(0, 2),
        Buy(0, Good.SIDE_TABLE),
        to=0,
        good=term(Good.SIDE_TABLE),
        count=3,
    ),
    case(
        Rule.WRONG_SUM,
        settling(),
        Settle(0, 1, (Bribe.COFFEE,)),
        to=0,
        good=term(Good.SIGNET),
        count=2,
    ),
    case(Rule.NO_MAP, payday(5), PayAgent(0, Bribe.WINE), to=0),
    case(Rule.CANNOT_PAY_AGENT, payday(5), PayAgent(0), to=0),
    case(Rule.CANNOT_PAY_AGENT, payday(3, Good.MAP), PayAgent(0, Bribe.COFFEE), to=0),
    case(Rule.FELD_IS_PAID, feld_paid(), Dismiss(0, SIX[2]), building=SIX[2]),
    case(Rule.MONEY_LEFT, payday(3, Good.MAP), Dismiss(0, SIX[0]), to=0),
    case(Rule.NO_AGENT_THERE, payday(5), Dismiss(0, FAR), building=FAR, colour=term(YELLOW)),
    case(Rule.AGENTS_MUST_LEAVE, LAST, Done(0), count=1),
]


def ids(no: Case) -> str:
    return f"{no.rule.name.lower()}-{type(no.move).__name__.lower()}"


@pytest.mark.parametrize("no", CASES, ids=ids)
def test_the_rules_refuse(no):
    refusal = no.position.refused(no.move)
    assert (type(refusal), refusal.rule) == (no.kind, no.rule.id)
    assert refusal.section == no.rule.section
    assert refusal.params == no.params
    assert refusal.to == no.to


@pytest.mark.parametrize("no", CASES, ids=ids)
def test_a_refused_move_is_never_an_option(no):
    game = no.position.game
    for ask in game.asks(no.position.state):
        assert no.move not in game.options(no.position.state, ask)


def test_every_rule_has_been_provoked():
    read_to_us = {Rule.NOT_PRINTED}  # cards and orders that nobody knows yet: see the boxed edition
    provoked = {no.rule for no in (*ENTRY_CASES, *CASES)}
    assert provoked | read_to_us == set(Rule)


def test_more_orders_than_places_cannot_be_told():
    position = newcomer()
    for number in ("S-01", "A-01", "B-01"):
        position = position.play(TellOrder(1, number))
    assert position.seat(1).orders == ("S-01", "A-01", "B-01")
    assert position.refused(TellOrder(1, "B-02")).rule == Rule.NOT_NOW.id


def test_a_newcomer_tells_desk_and_money_before_he_draws():
    position = newcomer()
    kinds = {ask.kind for ask in position.game.asks(position.state) if ask.seat == 1}
    assert {"tell-order", "tell-money", "tell-drawer"} == kinds
    assert position.refused(Draw(1, 5)).rule == Rule.NOT_NOW.id


def test_an_unchecked_order_says_so():
    position = ordering().with_orders(0, "A-01").with_seat(0, purse=dict.fromkeys(Bribe, UNKNOWN))
    verdict = position.game.decide(position.state, Fulfil(0, "A-01"))
    assert verdict.unchecked == (Rule.NOT_MET.id,)

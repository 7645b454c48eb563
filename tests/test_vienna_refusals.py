"""Every way the rules say no: provoked once at least, with its kind, section and parameters."""

from typing import NamedTuple

import pytest
from vienna_table import (
    BOARD,
    GAME,
    Table,
    buildings,
    card,
    table,
    watched,
)

from companion.engine import Ambiguous, Illegal, Invalid, Refused
from companion.games.vienna import (
    Bribe,
    Colour,
    Flag,
    FlagSource,
    Hue,
    Info,
    Options,
    Tracking,
    facts,
    scoring,
)
from companion.games.vienna.moves import (
    Advance,
    CardBonus,
    CountBribes,
    Done,
    Draw,
    LayFlag,
    LayTile,
    Move,
    Pay,
    Place,
    Plan,
    Relocate,
    Stow,
    TakeStarter,
    TellBribes,
    TellDrawer,
    Track,
    Use,
)
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.terms import card_number, term

HALF_SEEN = (Tracking.FULL, Tracking.BOARD)
USA_DISCOUNT, USA_BRIBE = card("flag-discount", Flag.USA), card("flag-bribe", Flag.USA)
WINE_POINTS, WINE_MARKER = card("bribe-points", Bribe.WINE), card("bribe-marker", Bribe.WINE)
PINK, VIOLET = buildings(Hue.PINK)[0], buildings(Hue.VIOLET)[0]
PINK_USA = buildings(Hue.PINK, Flag.USA)[0]
QUIET = (card("foreign-points"), Bribe.COFFEE, Info.SLIDE)

EMPTY = Table(GAME.setup(Options((Colour.YELLOW, Colour.RED))))
BAG_OF_FLAGS = Table(GAME.setup(Options((Colour.YELLOW, Colour.RED), flags=FlagSource.TILES)))
CARDS_COMING = table(2)
SEEN = watched(2)
ACTING = table(2).planned(seat0=QUIET).with_purse(0, wine=2)


def paying() -> Table:
    position = table(2).with_drawers(0, USA_DISCOUNT).planned(seat0=QUIET)
    return position.with_purse(0, wine=2).play(Place(0, PINK_USA))


def stowing() -> Table:
    return table(2).with_drawers(0, WINE_POINTS, WINE_MARKER, USA_BRIBE).planned(seat0=QUIET)


def wine_taken() -> Table:
    """Let two abilities wait for the wine that has just come in."""
    position = table(2).with_drawers(0, WINE_MARKER)
    return position.planned(seat0=(WINE_POINTS, Bribe.WINE, Info.SLIDE))


def usa_entered() -> Table:
    position = table(2).with_drawers(0, USA_BRIBE).planned(seat0=QUIET)
    return position.with_purse(0, wine=2).play(Place(0, PINK_USA))


def two_unknown_drawers() -> Table:
    """Let a seat that has been watched for two rounds begin to tell us everything."""
    position = watched(2)
    for seat in (0, 1, 1, 0):
        position = position.play(Advance(seat, Info.SLIDE))
        if position.state.round == 2 and seat == 1:
            position = position.play(Track(0, Tracking.FULL))
        position = position.play(Done(seat))
    return position


TWINS = card("bribe-again", Bribe.WINE), card("bribe-again", Bribe.WINE, twin=True)
LAID = EMPTY.play(LayTile("s01", Info.SLIDE))
NO_SLIDES_LEFT = EMPTY.play(*(LayTile(s, Info.SLIDE) for s in tuple(BOARD.squares)[:8]))
NO_USA_LEFT = BAG_OF_FLAGS.play(*(LayFlag(b, Flag.USA) for b in tuple(BOARD.buildings)[:6]))
THREE_DRAWN = CARDS_COMING.play(*(Draw(0, number) for number in (1, 2, 3)))
TWO_STEPS = SEEN.play(Advance(0, Info.SLIDE), Advance(0, Info.SLIDE))
WINE_NOW = {"count": 2, "building": PINK, "bribe": term(Bribe.WINE)}


class Case(NamedTuple):
    rule: Rule
    kind: type[Refused]
    position: Table
    move: Move
    to: int | None
    params: dict[str, object]


def case(
    rule: Rule,
    kind: type[Refused],
    position: Table,
    move: Move,
    *,
    to: int | None = None,
    **params: object,
) -> Case:
    if "card" in params:
        params["card"] = card_number(int(str(params["card"])))
    return Case(rule, kind, position, move, to, params)


CASES = [
    # Not a move at all.
    case(Rule.NO_SUCH_SEAT, Invalid, ACTING, Place(2, PINK), seat=2),
    case(Rule.NO_SUCH_SEAT, Invalid, EMPTY, TakeStarter(-1, Info.SLIDE), seat=-1),
    case(Rule.NO_SUCH_SEAT, Invalid, ACTING, Track(7, Tracking.BOARD), seat=7),
    case(Rule.NO_SUCH_BUILDING, Invalid, ACTING, Place(0, "b99"), building="b99"),
    case(Rule.NO_SUCH_BUILDING, Invalid, BAG_OF_FLAGS, LayFlag("s01", Flag.USA), building="s01"),
    case(Rule.NO_SUCH_SQUARE, Invalid, EMPTY, LayTile("b01", Info.SLIDE), square="b01"),
    case(Rule.NO_SUCH_CARD, Invalid, CARDS_COMING, Draw(0, 91), card=91),
    case(Rule.NO_SUCH_CARD, Invalid, wine_taken(), Use(0, 0), card=0),
    case(Rule.NO_SUCH_DRAWER, Invalid, stowing(), Stow(0, 3), slot=4),
    case(Rule.NO_SUCH_DRAWER, Invalid, stowing(), Stow(0, -1), slot=0),
    case(
        Rule.NO_SUCH_COUNT,
        Invalid,
        ACTING,
        TellBribes(0, Bribe.WINE, -1),
        count=-1,
        most=facts.MOST_BRIBES,
    ),
    case(
        Rule.NO_SUCH_COUNT, Invalid, ACTING, CountBribes(0, -1), count=-1, most=scoring.MOST_COUNTED
    ),
    # Set-up.
    case(Rule.ALREADY_LAID, Illegal, LAID, LayTile("s01", Info.FLASK), place="s01"),
    case(Rule.FLAGS_ARE_PRINTED, Illegal, EMPTY, LayFlag("b01", Flag.USA)),
    case(
        Rule.TILE_USED_UP,
        Illegal,
        NO_SLIDES_LEFT,
        LayTile("s40", Info.SLIDE),
        info=term(Info.SLIDE),
        count=8,
    ),
    case(
        Rule.FLAG_USED_UP,
        Illegal,
        NO_USA_LEFT,
        LayFlag("b30", Flag.USA),
        flag=term(Flag.USA),
        count=6,
    ),
    case(
        Rule.STARTER_GIVEN,
        Illegal,
        EMPTY.play(TakeStarter(0, Info.SLIDE)),
        TakeStarter(1, Info.SLIDE),
        info=term(Info.SLIDE),
    ),
    # Order of play.
    case(Rule.NOT_NOW, Illegal, CARDS_COMING, Place(0, PINK)),
    case(Rule.NOT_NOW, Illegal, ACTING, Draw(1, 50)),
    case(Rule.NOT_NOW, Illegal, SEEN, Stow(0, 0)),
    case(Rule.NOT_NOW, Illegal, ACTING, CountBribes(0, 5)),
    case(Rule.NOT_YOUR_TURN, Illegal, ACTING, Place(1, PINK), colour=term(Colour.YELLOW)),
    case(Rule.NOT_YOUR_TURN, Illegal, SEEN, Done(1), colour=term(Colour.YELLOW)),
    # Cards.
    case(Rule.CARD_ELSEWHERE, Illegal, THREE_DRAWN, Draw(1, 2), to=1, card=2),
    case(Rule.CARD_NOT_IN_HAND, Illegal, THREE_DRAWN, Plan(0, 1, 2, 4), to=0),
    case(Rule.CARD_NOT_IN_HAND, Illegal, THREE_DRAWN, Plan(0, 1, 1, 2), to=0),
    case(Rule.HAND_FULL, Illegal, THREE_DRAWN, Draw(0, 4), to=0, count=3),
    case(Rule.HAND_NOT_FULL, Illegal, CARDS_COMING, Plan(0, 1, 2, 3), to=0, count=3),
    case(Rule.ALREADY_PLANNED, Illegal, THREE_DRAWN.play(Plan(0, 1, 2, 3)), Plan(0, 3, 2, 1), to=0),
    case(
        Rule.SAME_ABILITY,
        Illegal,
        two_unknown_drawers().play(TellDrawer(0, 0, TWINS[0])),
        TellDrawer(0, 1, TWINS[1]),
        card=TWINS[1],
    ),
    case(Rule.WHICH_DRAWER, Ambiguous, stowing(), Stow(0), to=0),
    case(Rule.ABILITY_NOT_READY, Illegal, wine_taken(), Use(0, USA_BRIBE), card=USA_BRIBE),
    case(
        Rule.ABILITY_GIVES_OTHER,
        Illegal,
        wine_taken(),
        Use(0, WINE_POINTS, bribe=Bribe.WINE),
        card=WINE_POINTS,
    ),
    case(
        Rule.ABILITY_GIVES_OTHER,
        Illegal,
        wine_taken(),
        Use(0, WINE_MARKER, Bribe.WINE, Info.SLIDE),
        card=WINE_MARKER,
    ),
    case(Rule.WHICH_BRIBE, Ambiguous, usa_entered(), Use(0, USA_BRIBE), to=0, card=USA_BRIBE),
    case(Rule.WHICH_MARKER, Ambiguous, wine_taken(), Use(0, WINE_MARKER), to=0, card=WINE_MARKER),
    # Action III.
    case(
        Rule.OWN_AGENT_THERE,
        Illegal,
        ACTING.with_agents(0, PINK),
        Place(0, PINK),
        building=PINK,
        colour=term(Colour.YELLOW),
    ),
    case(
        Rule.OWN_AGENT_THERE,
        Illegal,
        ACTING.with_agents(0, PINK),
        Relocate(0, PINK, PINK),
        building=PINK,
        colour=term(Colour.YELLOW),
    ),
    case(
        Rule.SUPPLY_EMPTY,
        Illegal,
        ACTING.with_agents(0, *buildings(Hue.VIOLET)),
        Place(0, PINK),
        colour=term(Colour.YELLOW),
    ),
    case(
        Rule.NO_AGENT_THERE,
        Illegal,
        ACTING.with_agents(1, VIOLET),
        Relocate(0, VIOLET, PINK),
        building=VIOLET,
        colour=term(Colour.YELLOW),
    ),
    case(Rule.CANNOT_PAY, Illegal, ACTING.with_purse(0, wine=1), Place(0, PINK), to=0, **WINE_NOW),
    case(
        Rule.WRONG_PRICE,
        Illegal,
        paying(),
        Pay(0, (Bribe.COFFEE,)),
        to=0,
        building=PINK_USA,
        bribe=term(Bribe.WINE),
    ),
    case(Rule.ONE_AGENT_A_TURN, Illegal, SEEN.play(Place(0, PINK)), Place(0, VIOLET)),
    case(Rule.AGENT_BEFORE_MARKER, Illegal, TWO_STEPS, Place(0, PINK)),
    # Action IV and bonuses, seen from above.
    case(Rule.MARKER_NOT_ADVANCED, Illegal, SEEN, Done(0)),
    case(Rule.TOO_MANY_STEPS, Illegal, TWO_STEPS, Advance(0, Info.SLIDE)),
    case(Rule.NO_CARD_GIVES_THAT, Illegal, SEEN, CardBonus(0, 3), count=3),
    # Tracking.
    case(Rule.TURN_UNDER_WAY, Illegal, SEEN, Track(0, Tracking.FULL)),
    case(Rule.TRACKED_SO_ALREADY, Illegal, SEEN, Track(1, Tracking.BOARD)),
    case(Rule.KNOWN_ALREADY, Illegal, ACTING, TellBribes(1, Bribe.WINE, 2), to=1),
    case(
        Rule.KNOWN_ALREADY,
        Illegal,
        two_unknown_drawers().play(TellDrawer(0, 0, TWINS[0])),
        TellDrawer(0, 0, USA_BRIBE),
        to=0,
    ),
]


@pytest.mark.parametrize(
    "no", CASES, ids=lambda no: f"{no.rule.name.lower()}-{type(no.move).__name__.lower()}"
)
def test_the_rules_refuse(no):
    refusal = no.position.refused(no.move)
    assert (type(refusal), refusal.rule) == (no.kind, no.rule.id)
    assert refusal.section == no.rule.section
    assert refusal.params == no.params
    assert refusal.to == no.to


def test_a_refused_move_is_never_an_option():
    for no in CASES:
        for ask in GAME.asks(no.position.state):
            assert no.move not in GAME.options(no.position.state, ask), no.move


def test_no_rule_shares_its_sentence_with_another():
    assert len({rule.id for rule in Rule}) == len(Rule)

"""Counting positions: every answer to the next question, so many questions deep.

Flags are laid as tiles, so that the numbers follow from the rules alone: six buildings of a colour,
numbered on through all colours, get the five flags in turn.  So each flag comes once in every
colour, and twice in one of them: the USA twice on violet, once on pink.
"""

import pytest
from vienna_table import BOARD, GAME, Table, buildings, card, table, watched

from companion.engine import fold
from companion.games.vienna import Bribe, Colour, Flag, FlagSource, Hue, Info, Options, State
from companion.games.vienna.moves import Draw, LayFlag, LayTile, Place, TakeStarter

QUIET = (card("foreign-points"), Bribe.COFFEE, Info.SLIDE)
QUIET_TOO = (card("foreign-bribes", Bribe.WINE), Bribe.TOBACCO, Info.SLIDE)
USA_DISCOUNT, USA_BRIBE = card("flag-discount", Flag.USA), card("flag-bribe", Flag.USA)
USA_POINTS, USA_MARKER = card("flag-points", Flag.USA), card("flag-marker", Flag.USA)
PINK = buildings(Hue.PINK)


def perft(state: State, depth: int) -> int:
    """Count the ways to answer the next questions that are somebody's choice."""
    ask = next(ask for ask in GAME.asks(state) if ask.blocks and not ask.fact)
    options = GAME.options(state, ask)
    if depth == 1:
        return len(options)
    after = (fold(GAME, state, GAME.decide(state, move).events) for move in options)
    return sum(perft(position, depth - 1) for position in after)


def in_order_of_colour() -> Table:
    """Set up two players with the flags as said above."""
    by_colour = [b for hue in Hue for b in buildings(hue)]
    assert len(by_colour) == 30
    laid = Table(GAME.setup(Options((Colour.YELLOW, Colour.RED), flags=FlagSource.TILES)))
    laid = laid.play(*(LayFlag(b, tuple(Flag)[n % 5]) for n, b in enumerate(by_colour)))
    laid = laid.play(*(LayTile(s, tuple(Info)[n % 5]) for n, s in enumerate(BOARD.squares)))
    return laid.play(TakeStarter(0, Info.FLASK), TakeStarter(1, Info.PISTOL))


def rich_beginner() -> Table:
    """Nothing in the way of the first player: two bribes of each kind, no agent, a silent desk.

    1: 30 buildings + 5 kinds of bribes to take + nothing at all = 36.
    2: whatever he did, action IV runs by itself and his tap is next: 36.
    3: the second player has 1 bribe of each kind and the tobacco of his action II: 6 grey
       buildings + 5 + 1 = 12; 36 x 12 = 432.
    """
    position = in_order_of_colour().planned(seat0=QUIET, seat1=QUIET_TOO)
    return position.with_purse(0, **dict.fromkeys(Bribe, 2))


def reductions() -> Table:
    """Two wine, one chocolate, agents on two grey buildings, USA: one bribe less, and a bribe.

    1: open are 6 pink buildings, and the 2 violet ones with the USA's flag for 1 chocolate.  8 from
       the supply, 8 from either grey building, 5 kinds of bribes, nothing: 24 + 6 = 30.
    2: the 5 pink ones without that flag are paid: the tap (3 x 5 x 1).  The pink one with it costs
       1 or 2 (3 x 2).  The violet ones leave no choice of price, and bring 5 bribes or none
       (3 x 2 x 6).  Bribes or nothing: the tap (6).  15 + 6 + 36 + 6 = 63.
    3: a tap brings the second player, who has 12 answers as above (21 x 12).  Either price of the
       pink one brings 5 bribes or none (6 x 6).  After a bonus, the tap (36 x 1).  252 + 36 + 36.
    """
    position = in_order_of_colour().with_drawers(0, USA_DISCOUNT, USA_BRIBE)
    position = position.planned(seat0=QUIET, seat1=QUIET_TOO).with_purse(0, wine=2, chocolate=1)
    return position.with_agents(0, *buildings(Hue.GREY)[:2])


def three_abilities() -> Table:
    """A pink building with the USA's flag: any bribe, any marker, 3 points; each or none.

    1: 5 bribes + 5 markers + 1 + none = 12.
    2: bribe first: 5 x (5 + 1 + 1); marker first: the same; points first: 5 + 5 + 1; none: the tap.
       35 + 35 + 11 + 1 = 82.
    3: two used: one left or none.  Bribe and marker 2 x 25 x 2, bribe and points 2 x 5 x 6, marker
       and points 2 x 5 x 6; one used, then none: 5 + 5 + 1 taps; none, tap: the second player's 12.
       100 + 60 + 60 + 11 + 12 = 243.
    """
    position = in_order_of_colour().with_drawers(0, USA_BRIBE, USA_MARKER)
    position = position.planned(seat0=(USA_POINTS, Bribe.COFFEE, Info.SLIDE), seat1=QUIET_TOO)
    (usa,) = (b for b in PINK if position.state.flags[b] is Flag.USA)
    return position.with_purse(0, wine=2).play(Place(0, usa))


def full_desk() -> Table:
    """Three cards in hand, three in the drawers, and none is another's twin.

    1: three cards at three actions: 3! = 6.
    2: the other player's as well: 36.
    3: the new card takes the place of any of three: 108.
    """
    position = table(2).with_drawers(0, USA_BRIBE, USA_MARKER, USA_POINTS)
    hands = [card("hue-bribe", hue) for hue in tuple(Hue)[:3]]
    others = [card("hue-points", hue) for hue in tuple(Hue)[:3]]
    position = position.play(*(Draw(0, number) for number in hands))
    return position.play(*(Draw(1, number) for number in others))


def first_watched_turn() -> Table:
    """Nobody knows a card; one lies in the drawer.

    1: 30 buildings + 5 markers + 2 points (a bribe came in) = 36; no tap before a marker has moved.
    2: after an agent 5 markers, 2 or 3 points: 30 x 7.  After a step 30 buildings, 5 more markers
       (wine moves one), 2 points, the tap: 5 x 37.  After points 30 buildings, 5 markers: 35.
       210 + 185 + 35 = 430.
    3: agent and step in either order: 5 markers, 2 or 3 points, tap: 300 x 8.  Agent and points: 5
       markers: (60 + 30) x 5, and after 2 points the third of a card with 3: 60 x 1.  Two steps: the
       tap alone: 25.  Step and points in either order: 30 buildings or the tap: 10 x 31.  Step and
       tap: the next player's 36: 5 x 36.  2400 + 450 + 60 + 25 + 310 + 180 = 3425.
    """
    return watched(2)


def crowded_watched_turn() -> Table:
    """A watched turn with three cards in the drawers and all six agents on the board.

    1: each of 6 agents to each of the 24 other buildings, 5 markers, 2 or 4 points (a bribe came
       in, a marker was moved) = 144 + 5 + 2 = 151.
    2: after an agent 5 markers, 2 to 8 points: 144 x 12.  After a step 144 + 5 + 2 and the tap:
       5 x 152.  After points 144 + 5: 2 x 149, and after 2 of them 2 more.  1728 + 760 + 298 + 1 = 2787.
    """
    position = watched(2).with_agents(0, *PINK)
    return position.with_unknown_drawers(0, 3)


COUNTS = [
    (rich_beginner, 36, 36, 432),
    (reductions, 30, 63, 324),
    (three_abilities, 12, 82, 243),
    (full_desk, 6, 36, 108),
    (first_watched_turn, 36, 430, 3425),
    (crowded_watched_turn, 151, 2787, None),
]


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [
        pytest.param(position, depth, count, id=f"{position.__name__}-{depth}")
        for position, *counts in COUNTS
        for depth, count in enumerate(counts, 1)
        if count is not None
    ],
)
def test_the_number_of_ways(position, depth, count):
    assert perft(position().state, depth) == count

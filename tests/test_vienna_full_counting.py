"""Counting the ways a full game may go on, from positions small enough to count by hand."""

import pytest
from vienna_full_table import Table, acting, buildings, last_tap, round_over, table

from companion.engine import Accepted, fold
from companion.games.vienna import Bribe, Good
from companion.games.vienna.moves import Draw
from companion.games.vienna.words import RoofTile


def perft(position: Table, depth: int) -> int:
    """Count the sequences of answers to the first choice that the table waits for."""
    if depth == 0:
        return 1
    game, total = position.game, 0
    for move in position.options():
        verdict = game.decide(position.state, move)
        assert isinstance(verdict, Accepted)
        total += perft(Table(fold(game, position.state, verdict.events)), depth - 1)
    return total


def market() -> Table:
    """The first buyer has 3 Schillings, the second 1.

    1: an agent, four desk tiles, the side table, nothing: 7.
    2: an agent or nothing: 7 x 2.
    """
    position = last_tap(2, found=RoofTile.PURCHASE).with_money(0, 3).with_money(1, 1)
    return round_over(position)


def market_with_map() -> Table:
    """A buyer with the map, 1 Schilling and one wine.

    1: an agent, telephone, cash box, signet or nothing; the map is his, the side table too dear: 5.
    2: an agent for a coin or for wine (2), the others cost both (1 each), nothing: the second buyer
       has no money and can only pass.  The others leave no choice of price: he passes there as well.
       2 + 1 + 1 + 1 + 1 = 6.
    """
    position = last_tap(2, found=RoofTile.PURCHASE).with_money(0, 1).with_money(1, 0)
    return round_over(position.with_goods(0, Good.MAP).with_purse(0, wine=1))


def poor_payday() -> Table:
    """Three agents and one Schilling: two of the three must leave.

    1: any of 3.  2: any of the other 2: 6.
    """
    position = last_tap(2, found=RoofTile.PAYDAY).with_agents(0, *buildings()[:3])
    return round_over(position.with_money(0, 1).with_agents(1).with_money(1, 0))


def telephone() -> Table:
    """Four cards for three actions: 4 x 3 x 2 = 24."""
    position = table(2).with_goods(0, Good.TELEPHONE)
    return position.play(*(Draw(0, card) for card in (1, 11, 21, 31)))


def rich_agent() -> Table:
    """No agent on the board and four bribes of each kind.

    1: 30 buildings, 5 kinds of bribes, 2 Schillings, nothing: 37.
    """
    return acting(2).with_purse(0, **dict.fromkeys(Bribe, 4))


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [
        (market, 1, 7),
        (market, 2, 14),
        (market_with_map, 1, 5),
        (market_with_map, 2, 6),
        (poor_payday, 1, 3),
        (poor_payday, 2, 6),
        (telephone, 1, 24),
        (rich_agent, 1, 37),
    ],
)
def test_the_number_of_ways(position, depth, count):
    assert perft(position(), depth) == count

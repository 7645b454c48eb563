"""Dealer, bots and the loop they play in."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine import Ask, Invalid
from companion.games import Wish, kits
from companion.play.bots import GreedyBot, RandomBot, Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.match import Stuck, Turned, next_ask, play

KIT = kits()["vienna"]
GAMES = {players: KIT.open(Wish(players, "entry")) for players in KIT.players}


def play_one(tempers: tuple[Temper, ...], number: int) -> list[Turned[Any, Any, Any]]:
    """Play one game; a different seat starts each time."""
    game, options = GAMES[len(tempers)]
    bots = [seat_bot(temper, f"{number}.{seat}") for seat, temper in enumerate(tempers)]
    start = replace(options, start=number % len(tempers))
    return list(play(game, start, bots, Dealer(number)))


def test_same_seed_deals_the_same_game():
    one, again, other = (play_one((Temper.GREEDY,) * 3, number) for number in (4, 4, 5))
    assert [turned.move for turned in one] == [turned.move for turned in again]
    assert [turned.move for turned in one] != [turned.move for turned in other]


def test_dealer_deals_every_card_about_as_often():
    dealer = Dealer(1)
    dealt = [dealer.deal("abcd") for _ in range(4000)]
    assert all(850 < dealt.count(card) < 1150 for card in "abcd")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_answer_leads_from_the_table_before_to_the_table_after(players):
    game, _ = GAMES[players]
    turns = play_one((Temper.RANDOM,) * players, 1)
    for turned, following in pairwise(turns):
        assert turned.after == following.before
        assert turned.verdict == game.decide(turned.before, turned.move)
        assert turned.events == turned.verdict.events
    assert game.outcome(turns[-1].after) is not None
    assert next_ask(game.asks(turns[-1].after)) is None


def test_only_a_choice_between_moves_counts_as_a_decision():
    game, _ = GAMES[2]
    for turned in play_one((Temper.RANDOM,) * 2, 2):
        options = game.options(turned.before, turned.ask)
        assert turned.chosen == (not turned.ask.fact and len(options) > 1)


class Spy(RandomBot):
    """Play at random, and keep what it was shown."""

    def __init__(self) -> None:
        super().__init__(1)
        self.seen: list[Any] = []

    def choose(self, game, seen, options):
        self.seen.append(seen)
        return super().choose(game, seen, options)


def test_a_bot_is_shown_only_what_its_seat_may_know():
    game, options = GAMES[3]
    spies = [Spy() for _ in range(3)]
    list(play(game, options, spies, Dealer(1)))
    for seat, spy in enumerate(spies):
        assert spy.seen
        assert all(seen == game.seen_by(seen, seat) for seen in spy.seen)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_almost_always(players):
    game, _ = GAMES[players]
    games = 40
    wins = 0
    for number in range(games):
        seat = number // players % players
        tempers = tuple(Temper.GREEDY if n == seat else Temper.RANDOM for n in range(players))
        outcome = game.outcome(play_one(tempers, number)[-1].after)
        wins += outcome.winner == seat
    assert wins >= 0.95 * games


def test_greedy_plays_like_a_sensible_person():
    kinds: list[str] = []
    scores: list[int] = []
    left_over: list[int] = []
    for number in range(12):
        turns = play_one((Temper.GREEDY,) * 4, number)
        kinds += [type(t.move).__name__ for t in turns if t.ask.kind == "act"]
        scores += [seat.score for seat in turns[-1].after.seats]
        left_over += [sum(seat.purse.values()) for seat in turns[-1].after.seats]
    placed = sum(kinds.count(kind) for kind in ("Place", "Relocate"))
    assert placed > 3 * kinds.count("TakeBribes")
    assert kinds.count("Pass") == 0
    assert sum(left_over) / len(left_over) < 12  # bribes are for doors, not for keeping
    assert 70 < sum(scores) / len(scores) < 130


def test_greedy_tosses_a_coin_between_equals():
    class Indifferent:
        def worth(self, _state, move):
            return float(move > 1)

    bot = GreedyBot(1)
    assert {bot.choose(Indifferent(), None, (0, 1, 2, 3)) for _ in range(50)} == {2, 3}


def test_facts_are_answered_even_if_play_could_go_on():
    waiting = Ask("later", "chat", 0, blocks=False)
    fact = Ask("told", "tell", 0, fact=True, blocks=False)
    assert next_ask((waiting, fact)) == fact
    assert next_ask((waiting,)) is None


class Contradiction:
    """A game that offers what it refuses."""

    def __init__(self, *options):
        self.answers = options

    def setup(self, _options):
        return "table"

    def asks(self, _state):
        return (Ask("1", "move", 0),)

    def seen_by(self, state, _seat):
        return state

    def options(self, _state, _ask):
        return self.answers

    def decide(self, _state, _move, _waived=frozenset()):
        return Invalid("no")


@pytest.mark.parametrize("options", [("move",), ()])
def test_a_game_that_contradicts_itself_is_reported(options):
    with pytest.raises(Stuck):
        list(play(Contradiction(*options), None, [RandomBot(1)], Dealer(1)))

"""Board tracking accuses nobody in the full version either.

Games are played with everything known, then told again to a table that knows no card, no order and
no Schilling: figures, steps of the markers, one sum of points, coins into the box, and taps.
"""

from collections import deque

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vienna_full_games import (
    FULL_VARIANTS,
    VARIANTS,
    Deal,
    Record,
    Turn,
    moments,
    play_out,
    some_deal,
)
from vienna_full_table import CARDS, GAMES, ORDERS, Table, buildings, table

from companion.games.vienna import Flag, Info, Tracking, hidden_cards
from companion.games.vienna.cards import Action, Effect
from companion.games.vienna.events import CardPlayed, PointsScored, StageEntered
from companion.games.vienna.full_events import AgentDismissed, ExtraStashed, GoodBought
from companion.games.vienna.moves import (
    Advance,
    Buy,
    CardBonus,
    CountBribes,
    CountMoney,
    Dismiss,
    Done,
    LayFlag,
    LayTile,
    Move,
    Pass,
    Place,
    Redirect,
    Relocate,
    Roam,
    SetThirdMan,
    Stash,
    TakeStarter,
    Use,
)
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import (
    CardPhase,
    Dismissing,
    Finishing,
    Over,
    Payday,
    Purchasing,
    Redirecting,
)
from companion.games.vienna.state import Source

SET_UP = LayTile | LayFlag | TakeStarter
SEEN = Place | Relocate | Roam | SetThirdMan


def steps_of(turn: Turn) -> list[Info]:
    """Say which markers a move has advanced."""
    move, steps = turn.move, []
    if isinstance(move, Redirect):
        steps.append(move.info)
    if isinstance(move, Use):
        used = CARDS[move.card]
        steps += [move.info] if used.effect is Effect.ANY_MARKER else []
        steps += [Info(used.param)] * 2 if used.effect is Effect.OWN_MARKER else []
    chosen = any(
        isinstance(e, StageEntered) and isinstance(e.stage, Redirecting) for e in turn.events
    )
    for event in turn.events:
        if isinstance(event, CardPlayed) and event.action is Action.IV and not chosen:
            steps.append(CARDS[event.card].info)
    return steps


def ends_turn(turn: Turn) -> bool:
    return isinstance(turn.state.stage, Finishing) and isinstance(turn.move, Done)


class Shadow:
    """Tell a fully known game, turn by turn, to a table that knows no card."""

    def __init__(self, deal: Deal) -> None:
        blind = deal._replace(tracking=(Tracking.BOARD,) * len(deal.colours))
        self.table = Table(deal.game.setup(blind.options))
        self.moves: list[Move] = []
        self.points = 0
        self.bought: deque[GoodBought | None] = deque()
        self.gone: deque[AgentDismissed] = deque()
        self.open_orders: dict[int, int] = {}

    def follow(self, turn: Turn) -> None:
        if isinstance(turn.move, SET_UP) or turn.state.round == 0:
            if isinstance(turn.move, SET_UP | SetThirdMan):
                self.table = self.table.play(turn.move)
            return
        if isinstance(turn.state.stage, Purchasing) and isinstance(turn.move, Pass):
            self.bought.append(None)
        self._collect(turn)
        if ends_turn(turn):
            self._end_turn(turn)
        if isinstance(turn.after.stage, CardPhase | Over) and turn.after.stage != turn.state.stage:
            self._settle(turn)

    def _collect(self, turn: Turn) -> None:
        seat = getattr(turn.state.stage, "seat", None)
        if isinstance(turn.move, SEEN):
            self.moves.append(turn.move)
        if seat is not None:
            tiles = turn.after.seats[seat].tiles
            last = turn.game.box.last_fields
            self.moves += [
                Advance(seat, info)
                for info in steps_of(turn)
                if turn.state.markers[info] != last[info] or tiles[info]
            ]
        if isinstance(turn.move, Stash):
            self.moves += [Stash(turn.move.seat, 1)] * turn.move.count
        for event in turn.events:
            if isinstance(event, PointsScored) and event.source in (Source.CARDS, Source.ORDERS):
                self.points += event.points
            elif isinstance(event, ExtraStashed):
                self.moves.append(Stash(event.seat, 1))
            elif isinstance(event, GoodBought):
                self.bought.append(event)
            elif isinstance(event, AgentDismissed):
                self.gone.append(event)

    def _end_turn(self, turn: Turn) -> None:
        seat = turn.state.stage.seat
        if self.points:
            self.moves.append(CardBonus(seat, self.points))
        self.open_orders = {n: len(s.orders) for n, s in enumerate(turn.state.seats)}
        self.table = self.table.play(*self.moves, Done(seat))
        self.moves, self.points = [], 0

    def _settle(self, turn: Turn) -> None:
        """Go through purchase, open orders, payday and counting as the known table did."""
        stage = self.table.state.stage
        while isinstance(stage, Purchasing | Dismissing | Payday):
            self.table = self.table.play(*self._answers(stage))
            stage = self.table.state.stage
        assert not self.bought
        assert not self.gone
        while (
            asks := self.table.game.asks(self.table.state) if turn.game.outcome(turn.after) else ()
        ):
            seat = turn.after.seats[asks[0].seat]
            if asks[0].kind == "count-money":
                self.table = self.table.play(CountMoney(asks[0].seat, seat.money))
            else:
                total = sum(seat.purse.values())
                self.table = self.table.play(CountBribes(asks[0].seat, total))

    def _answers(self, stage: Purchasing | Dismissing | Payday) -> list[Move]:
        seat = stage.seat
        if isinstance(stage, Purchasing):
            bought = self.bought.popleft()
            return [Pass(seat) if bought is None else Buy(seat, bought.good)]
        standing = len(self.table.seat(seat).agents)
        if isinstance(stage, Dismissing):
            leaving = [self.gone.popleft() for _ in range(min(self.open_orders[seat], standing))]
        else:
            leaving = []
            while self.gone and self.gone[0].seat == seat:
                leaving.append(self.gone.popleft())
        assert {event.seat for event in leaving} <= {seat}
        tap = [Done(seat)] if len(leaving) < standing else []  # else nobody is left to speak of
        return [*(Dismiss(seat, event.building) for event in leaving), *tap]


def compare(shadow: Shadow, turn: Turn) -> None:
    told, known = shadow.table.state, turn.after
    assert turn.game.expected_view(told) == turn.game.expected_view(known)
    for blind, seat in zip(told.seats, known.seats, strict=True):
        assert blind.score == seat.score
        assert blind.tiles == seat.tiles
        assert (blind.agents, blind.feld, blind.supply) == (seat.agents, seat.feld, seat.supply)
        assert (set(blind.goods), blind.cash_box) == (set(seat.goods), seat.cash_box)


def follow(turns: Record) -> None:
    shadow = Shadow(turns.deal)
    for turn in turns:
        shadow.follow(turn)
        if ends_turn(turn) and not isinstance(turn.after.stage, Purchasing | Payday | Dismissing):
            compare(shadow, turn)
    result, told = (turns[-1].game.outcome(s) for s in (turns[-1].after, shadow.table.state))
    assert told.winner == result.winner
    assert [sheet.total for sheet in told.sheets] == [sheet.total for sheet in result.sheets]


def known_game(seed: int, variants: list) -> Record:
    deal = some_deal(seed, variants)
    return play_out(deal._replace(tracking=(Tracking.FULL,) * len(deal.colours)), 0.0)


quick = settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(st.integers(0, 99_999))
def test_a_whole_game_can_be_followed_without_knowing_a_card_an_order_or_a_coin(seed):
    follow(known_game(seed, FULL_VARIANTS))


@pytest.mark.slow
@settings(quick, max_examples=500)
@given(st.integers(0, 999_999))
def test_many_more_games_can_be_followed(seed):
    follow(known_game(seed, VARIANTS))


def test_the_games_that_are_followed_know_both_versions():
    assert set(GAMES) == {version for version, _ in VARIANTS}


def test_points_of_orders_and_cards_may_come_in_pieces_but_not_without_end():
    blind = table(2, tracking=(Tracking.BOARD,) * 2).play(Place(0, buildings()[0]))
    told = blind.play(CardBonus(0, 3), CardBonus(0, 8))
    assert told.seat(0).score == 11
    most = max(move.points for move in told.options() if isinstance(move, CardBonus))
    assert 11 + most == hidden_cards.MOST_POINTS
    greedy = told.play(CardBonus(0, most))
    assert greedy.refused(CardBonus(0, 1)).rule == Rule.NO_CARD_GIVES_THAT.id
    assert not [move for move in greedy.options() if isinstance(move, CardBonus)]


def test_no_turn_of_four_orders_brings_more_points_than_are_believed():
    signet, new_york = 3, 1
    by_flag = {flag: sorted(o.points for o in ORDERS.values() if o.flag is flag) for flag in Flag}
    orders = max(sum(points[-4:]) for points in by_flag.values()) + 4 * (signet + new_york)
    four_cards = 8 + 8 + 5 + 5  # two tiles that cards name, a new kind, foreign company
    assert orders + four_cards <= hidden_cards.MOST_POINTS


@settings(quick, max_examples=60)
@given(moments())
def test_a_visible_move_is_among_the_attempts_of_its_own_change(turn):
    if not isinstance(turn.move, SEEN | Advance | CardBonus | Dismiss | Redirect):
        return
    before, after = turn.game.expected_view(turn.state), turn.game.expected_view(turn.after)
    gone, come = before.atoms - after.atoms, after.atoms - before.atoms
    if gone or come:
        assert turn.move in turn.game.attempts(turn.state, gone, come)

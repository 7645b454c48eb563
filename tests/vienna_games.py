"""Whole games of VIENNA played at random, for properties that hold in each of them."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from hypothesis import strategies as st
from vienna_table import GAME

from companion.engine import Accepted, fold
from companion.games.vienna import Colour, FlagSource, Options, State, Tracking
from companion.games.vienna.events import Event
from companion.games.vienna.moves import Move, Track
from companion.games.vienna.stages import Over

#: How often, in random games, somebody changes how closely he is tracked.
SWITCHING = 0.02


class Deal(NamedTuple):
    """Say all that a random game depends on."""

    seed: int
    players: int
    flags: FlagSource
    tracking: tuple[Tracking, ...]

    @property
    def options(self) -> Options:
        colours = tuple(Colour)[: self.players]
        return Options(colours, self.seed % self.players, self.flags, self.tracking)


class Turn(NamedTuple):
    """Keep one accepted move: the table before it, what it brought, and the table after it."""

    state: State
    move: Move
    events: tuple[Event, ...]
    after: State

    def __repr__(self) -> str:
        return f"<{self.move} in round {self.state.round}, {self.state.stage}>"


class Record(tuple[Turn, ...]):
    """Hold the turns of one game; a failing test names the deal and not all of them."""

    deal: Deal

    def __repr__(self) -> str:
        return f"whole_game({self.deal})"


@lru_cache(maxsize=64)
def whole_game(deal: Deal, switching: float = SWITCHING) -> Record:
    """Play a game to its end, every answer drawn by lot."""
    rng = random.Random(deal.seed)
    state = GAME.setup(deal.options)
    turns: list[Turn] = []
    while asks := GAME.asks(state):
        move = _switch(rng, state) if rng.random() < switching else None
        if move is None:
            move = rng.choice(GAME.options(state, rng.choice(asks)))
        verdict = GAME.decide(state, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        after = fold(GAME, state, verdict.events)
        turns.append(Turn(state, move, verdict.events, after))
        state = after
    assert isinstance(state.stage, Over), "nobody is asked anything, and the game is not over"
    record = Record(turns)
    record.deal = deal
    return record


def _switch(rng: random.Random, state: State) -> Track | None:
    move = Track(rng.randrange(len(state.seats)), rng.choice(tuple(Tracking)))
    return move if isinstance(GAME.decide(state, move), Accepted) else None


def _deals(players: int) -> st.SearchStrategy[Deal]:
    return st.builds(
        Deal,
        st.integers(0, 9999),
        st.just(players),
        st.sampled_from(FlagSource),
        st.tuples(*[st.sampled_from(Tracking)] * players),
    )


#: Games of 2, 3 or 4 players, printed flags or tiles, any mix of tracking.
deals = st.integers(2, 4).flatmap(_deals)
games = deals.map(whole_game)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Stop a game after any number of decisions."""
    turns = draw(games)
    return turns[draw(st.integers(0, len(turns) - 1))].after


@st.composite
def moments(draw: st.DrawFn) -> Turn:
    """Pick any accepted move of a game."""
    turns = draw(games)
    return turns[draw(st.integers(0, len(turns) - 1))]

"""Whole games of VIENNA, of every version and with every expansion, played at random."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from hypothesis import strategies as st
from vienna_full_table import GAMES

from companion.engine import Accepted, Ask, fold
from companion.games.vienna import (
    Colour,
    Expansion,
    FlagSource,
    Options,
    State,
    Tracking,
    Version,
    Vienna,
)
from companion.games.vienna.events import Event
from companion.games.vienna.moves import Move, TellDrawer, Track
from companion.games.vienna.stages import Over, Paying

#: How often, in random games, somebody changes how closely he is tracked.
SWITCHING = 0.02


class Deal(NamedTuple):
    """Say all that a random game depends on."""

    seed: int
    colours: tuple[Colour, ...]
    flags: FlagSource
    tracking: tuple[Tracking, ...]
    version: Version
    expansions: tuple[Expansion, ...]

    @property
    def options(self) -> Options:
        start = self.seed % len(self.colours)
        return Options(self.colours, start, *self[2:])

    @property
    def game(self) -> Vienna:
        return GAMES[self.version]


class Turn(NamedTuple):
    """Keep one accepted move: the table before it, what it brought, and the table after it."""

    state: State
    move: Move
    events: tuple[Event, ...]
    after: State

    @property
    def game(self) -> Vienna:
        return GAMES[self.state.version]

    def __repr__(self) -> str:
        return f"<{self.move} in round {self.state.round}, {self.state.stage}>"


class Record(tuple[Turn, ...]):
    """Hold the turns of one game; a failing test names the deal and not all of them."""

    deal: Deal

    def __repr__(self) -> str:
        return f"whole_game({self.deal})"


def play_out(deal: Deal, switching: float = SWITCHING) -> Record:
    """Play a game to its end, every answer drawn by lot."""
    rng, game = random.Random(deal.seed), deal.game
    state = game.setup(deal.options)
    turns: list[Turn] = []
    while asks := _answerable(game, state):
        move = _switch(rng, game, state) if rng.random() < switching else None
        if move is None:
            move = rng.choice(_plausible(game, state, rng.choice(asks)))
        verdict = game.decide(state, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        after = fold(game, state, verdict.events)
        turns.append(Turn(state, move, verdict.events, after))
        state = after
    assert isinstance(state.stage, Over), "nobody is asked anything, and the game is not over"
    record = Record(turns)
    record.deal = deal
    return record


whole_game = lru_cache(maxsize=48)(play_out)


def _answerable(game: Vienna, state: State) -> tuple[Ask, ...]:
    """Return the open asks; nobody counts his bribes with the price of an agent in his hand."""
    asks = game.asks(state)
    if isinstance(state.stage, Paying):
        return tuple(ask for ask in asks if ask.blocks)
    return asks


def _plausible(game: Vienna, state: State, ask: Ask) -> tuple[Move, ...]:
    """Return the answers to an ask; nobody finds in his drawer what lies on the discard."""
    moves = game.options(state, ask)
    return tuple(m for m in moves if not isinstance(m, TellDrawer) or m.card not in state.discards)


def _switch(rng: random.Random, game: Vienna, state: State) -> Track | None:
    move = Track(rng.randrange(len(state.seats)), rng.choice(tuple(Tracking)))
    return move if isinstance(game.decide(state, move), Accepted) else None


VARIANTS = [
    (Version.ENTRY, ()),
    (Version.ENTRY, (Expansion.THIRD_MAN,)),
    (Version.FULL, ()),
    (Version.FULL, (Expansion.THIRD_MAN,)),
    (Version.FULL, (Expansion.FELD,)),
    (Version.FULL, (Expansion.THIRD_MAN, Expansion.FELD)),
]
FULL_VARIANTS = [variant for variant in VARIANTS if variant[0] is Version.FULL]


def some_deal(seed: int, variants: list[tuple[Version, tuple[Expansion, ...]]]) -> Deal:
    """Mix a deal: the variants take turns, all else is drawn by lot."""
    rng = random.Random(f"deal {seed}")
    colours = tuple(rng.sample(tuple(Colour), rng.randint(2, 4)))
    # A third of the games tells everything: mixed tables rarely show the whole of the rules.
    kinds = (Tracking.FULL,) if seed // len(variants) % 3 == 0 else tuple(Tracking)
    tracking = tuple(rng.choice(kinds) for _ in colours)
    variant = variants[seed % len(variants)]
    return Deal(seed, colours, rng.choice(tuple(FlagSource)), tracking, *variant)


deals = st.integers(0, 99_999).map(lambda seed: some_deal(seed, FULL_VARIANTS))
games = deals.map(whole_game)


@st.composite
def moments(draw: st.DrawFn) -> Turn:
    """Pick any accepted move of a game."""
    turns = draw(games)
    return turns[draw(st.integers(0, len(turns) - 1))]

"""A whole game played by bots: the one loop behind demonstrations, statistics and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine import Accepted, Ask, Game, Refused, fold
from companion.play.bots import Bot
from companion.play.dealer import Dealer

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")


class Stuck(RuntimeError):
    """Report a game that refuses one of its own options, or offers none."""


class Turned(msgspec.Struct, Generic[S, M, E], frozen=True):
    """Keep one answer: the ask, the move, and the table before and after it.

    ``chosen`` tells a decision from a fact and from a move without an alternative.
    """

    ask: Ask
    move: M
    before: S
    after: S
    verdict: Accepted[E]
    chosen: bool

    @property
    def events(self) -> tuple[E, ...]:
        """Return what the move has brought about."""
        return self.verdict.events


def play(
    game: Game[Any, S, M, E], options: Any, bots: Sequence[Bot], dealer: Dealer
) -> Iterator[Turned[S, M, E]]:
    """Play a game to its end, one answer after the other; ``bots`` sit in the order of the seats."""
    state = game.setup(options)
    while (ask := next_ask(game.asks(state))) is not None:
        turned = _answer(game, state, ask, bots, dealer)
        yield turned
        state = turned.after


def next_ask(asks: Sequence[Ask]) -> Ask | None:
    """Return the next ask to answer: facts first, for the dealer knows them all at once."""
    facts = (ask for ask in asks if ask.fact)
    return next(facts, None) or next((ask for ask in asks if ask.blocks), None)


def _answer(
    game: Game[Any, S, M, E], state: S, ask: Ask, bots: Sequence[Bot], dealer: Dealer
) -> Turned[S, M, E]:
    # The dealer knows where every card is; a bot knows what its seat may know.
    seen = state if ask.fact else game.seen_by(state, ask.seat)
    options = game.options(seen, ask)
    if not options:
        raise Stuck(ask)
    chosen = not ask.fact and len(options) > 1
    if ask.fact:
        move = dealer.deal(options)
    elif chosen:
        move = bots[ask.seat or 0].choose(game, seen, options)
    else:
        move = options[0]
    verdict = game.decide(state, move)
    if isinstance(verdict, Refused):
        raise Stuck(ask, move, verdict)
    return Turned(ask, move, state, fold(game, state, verdict.events), verdict, chosen)

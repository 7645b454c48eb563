"""``companion bench``: how fast are we, measured against somebody else in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count
from random import Random
from typing import Any

import click
import msgspec

from companion.app.kinds import Word
from companion.app.page import Page, option
from companion.app.seating import DEFAULT_GAME, take_seats
from companion.app.wrong import Wrong
from companion.engine import Game, Refused, Text, fold
from companion.games import Wish
from companion.play.match import next_ask
from companion.session.texts import Texts

EXAMPLES = ("companion bench rules", "companion bench rules --json")
SUBJECTS = ("rules",)
#: Both sides play in turns for so long, so that a noisy machine is noisy for both.
LAPS, LAP_S = 12, 0.5


class RulesBench(msgspec.Struct, frozen=True):
    """The JSON object of ``companion bench rules --json``: decisions per CPU second, and the ratio.

    A decision is a question with more than one answer: list them, pick one, decide, evolve.
    """

    ratio: float
    decisions_per_cpu_s: float
    chess_decisions_per_cpu_s: float


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        bench_rules(texts, as_json=given["as_json"])

    sign = texts(Text("cli.metavar.subject"))
    subject = click.Argument(["subject"], metavar=sign, type=Word(SUBJECTS))
    json = option(texts, "--json", "as_json", help_id="cli.option.json", is_flag=True)
    return Page("bench", texts, params=[subject, json], examples=EXAMPLES, callback=run)


def bench_rules(texts: Texts, *, as_json: bool) -> None:
    """Measure full four-player games against random games of chess."""
    if find_spec("chess") is None:
        raise Wrong("cli.error.no-chess")
    seating = take_seats(texts, DEFAULT_GAME, Wish(4, "full"))
    ours = _Runner(lambda seed: _decisions(seating.game, seating.options, seed))
    theirs = _Runner(_chess_decisions)
    for lap in range(LAPS):
        if not as_json:
            click.echo(texts(Text("bench.lap", {"lap": lap + 1, "laps": LAPS})), err=True)
        ours.run_for(LAP_S)
        theirs.run_for(LAP_S)
    result = RulesBench(round(ours.rate / theirs.rate, 3), round(ours.rate), round(theirs.rate))
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
        return
    params = {
        "ours": f"{ours.rate:,.0f}",
        "chess": f"{theirs.rate:,.0f}",
        "ratio": f"{result.ratio}",
    }
    click.echo(texts(Text("bench.rules", params)))


class _Runner:
    """Play game after game and count decisions per second of CPU time."""

    def __init__(self, play: Callable[[int], Iterator[None]]) -> None:
        self._steps = (step for seed in count() for step in play(seed))
        self.decisions, self.spent_s = 0, 0.0

    def run_for(self, wanted_s: float) -> None:
        """Play on for a while, from where we stopped."""
        start_s = time.process_time()
        while time.process_time() - start_s < wanted_s:
            for _ in range(50):
                next(self._steps)
            self.decisions += 50
        self.spent_s += time.process_time() - start_s

    @property
    def rate(self) -> float:
        """Return decisions per second so far."""
        return self.decisions / self.spent_s


def _decisions(game: Game[Any, Any, Any, Any], options: Any, seed: int) -> Iterator[None]:
    """Play a game at random; stop after each decision that had an alternative."""
    rng = Random(seed)
    state = game.setup(options)
    while (ask := next_ask(game.asks(state))) is not None:
        answers = game.options(state, ask)
        verdict = game.decide(state, rng.choice(answers))
        assert not isinstance(verdict, Refused)
        state = fold(game, state, verdict.events)
        if len(answers) > 1:
            yield


def _chess_decisions(seed: int) -> Iterator[None]:
    """Play a random game of chess in the same way."""
    import chess  # noqa: PLC0415 - only needed here, and not a dependency of the companion

    rng = Random(seed)
    board = chess.Board()
    while not board.is_game_over():
        answers = list(board.legal_moves)
        board.push(rng.choice(answers))
        if len(answers) > 1:
            yield

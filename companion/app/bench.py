"""``companion bench``: how fast are we, measured against somebody else in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from companion.app.bench_web import WebBench

EXAMPLES = (
    "companion bench rules",
    "companion bench rules --json",
    "companion bench vision --json",
    "companion bench session --json",
    "companion bench web --json",
)
SUBJECTS = ("rules", "table", "vision", "session", "web")
#: Both sides play in turns for so long, so that a noisy machine is noisy for both.
LAPS, LAP_S = 12, 0.5
#: What we want to reach: decisions as fast as chess, and enough pictures for a live demonstration.
LEAST_RATIO, LEAST_FRAMES_PER_S = 1.0, 10.0
#: The answer is no: a bar was missed.
MISSED = 1


class RulesBench(msgspec.Struct, frozen=True):
    """The JSON object of ``companion bench rules --json``: decisions per CPU second, and the ratio.

    A decision is a question with more than one answer, a player's or the dealer's: list the
    answers, pick one, decide, evolve.
    """

    ratio: float
    decisions_per_cpu_s: float
    chess_decisions_per_cpu_s: float


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        benches = (bench_rules, bench_table, bench_vision, bench_session, bench_web)
        measure = dict(zip(SUBJECTS, benches, strict=True))[given["subject"]]
        reached = measure(texts, as_json=given["as_json"])
        click.get_current_context().exit(0 if reached else MISSED)

    sign = texts(Text("cli.metavar.subject"))
    subject = click.Argument(["subject"], metavar=sign, type=Word(SUBJECTS))
    json = option(texts, "--json", "as_json", help_id="cli.option.json", is_flag=True)
    return Page("bench", texts, params=[subject, json], examples=EXAMPLES, callback=run)


def bench_rules(texts: Texts, *, as_json: bool) -> bool:
    """Measure full four-player games against random games of chess."""
    if find_spec("chess") is None:
        raise Wrong("cli.error.no-chess")

    def progress(lap: int) -> None:
        if not as_json:
            click.echo(texts(Text("bench.lap", {"lap": lap, "laps": LAPS})), err=True)

    result = measure_rules(texts, LAPS, LAP_S, progress)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        params = {
            "ours": f"{result.decisions_per_cpu_s:.0f}",
            "chess": f"{result.chess_decisions_per_cpu_s:.0f}",
            "ratio": f"{result.ratio}",
        }
        click.echo(texts(Text("bench.rules", params)))
    return result.ratio >= LEAST_RATIO


def measure_rules(
    texts: Texts, laps: int, lap_s: float, progress: Callable[[int], None] = lambda _lap: None
) -> RulesBench:
    """Let both play in turns, lap by lap."""
    seating = take_seats(texts, DEFAULT_GAME, Wish(4, "full"))
    ours = _Runner(lambda seed: _decisions(seating.game, seating.options, seed))
    theirs = _Runner(_chess_decisions)
    for lap in range(1, laps + 1):
        progress(lap)
        ours.run_for(lap_s)
        theirs.run_for(lap_s)
    return RulesBench(round(ours.rate / theirs.rate, 3), round(ours.rate), round(theirs.rate))


def bench_table(texts: Texts, *, as_json: bool) -> bool:
    """Measure the simulated camera."""
    from companion.app.bench_table import measure_table  # noqa: PLC0415 - loads OpenCV

    result = measure_table()
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        click.echo(texts(Text("bench.table", {"frames": f"{result.frames_per_s}"})))
    return result.frames_per_s >= LEAST_FRAMES_PER_S


def bench_vision(texts: Texts, *, as_json: bool) -> bool:
    """Measure how much work reading a simulated table is."""
    from companion.app.bench_vision import measure_vision  # noqa: PLC0415 - loads OpenCV

    steps = {"learn": Text("bench.vision.learn"), "measure": Text("bench.vision.measure")}

    def progress(step: str) -> None:
        click.echo(texts(steps[step]), err=True)

    result = measure_vision(progress)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        params = {"ratio": f"{result.ratio}", "gate": f"{result.gate}", "find": f"{result.find}"}
        click.echo(texts(Text("bench.vision", params)))
    return result.reached


def bench_session(texts: Texts, *, as_json: bool) -> bool:
    """Measure how much a running table thinks, and what it needs when it waits."""
    from companion.app.bench_session import measure_session, reached  # noqa: PLC0415 - as above

    steps = {
        "prepare": Text("bench.session.prepare"),
        "thinking": Text("bench.session.thinking"),
        "idle": Text("bench.session.idle"),
    }

    def progress(step: str) -> None:
        click.echo(texts(steps[step]), err=True)

    result, median = measure_session(progress)
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        params = {
            "ratio": f"{result.ratio}",
            "median": f"{median}",
            "share": f"{100 * result.idle_core_share:.1f}",
            "memory": f"{result.rss_mb:.0f}",
        }
        click.echo(texts(Text("bench.session", params)))
    return reached(result, median)


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


def bench_web(texts: Texts, *, as_json: bool) -> bool:
    """Measure how long fifty phones wait for news, against one."""
    from companion.app.bench_web import MOST_RATIO, measure_web  # noqa: PLC0415 - loads Flask

    result = measure_web()
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        click.echo(texts(told_web(result, MOST_RATIO)))
    return result.ratio <= MOST_RATIO


def told_web(result: WebBench, most: float) -> Text:
    """Say how long phones wait for news, and whether that is quick enough."""
    reached = result.ratio <= most
    params: dict[str, str | int | Text] = {
        "p95_ms": f"{result.p95_ms}",
        "one_p95_ms": f"{result.one_p95_ms}",
        "ratio": f"{result.ratio}",
        "most": f"{most:g}",
        "verdict": Text("bench.verdict.passed") if reached else Text("bench.verdict.missed"),
    }
    return Text("bench.web", params)

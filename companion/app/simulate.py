"""``companion simulate``: bots play many games, and we count."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from companion.app.figures import show
from companion.app.kinds import Whole, Word
from companion.app.page import Page, option
from companion.app.seating import Request, game_options, take_seats
from companion.app.tally import Clock, Played, play_games, tally
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.play.bots import Temper
from companion.session.texts import Texts

EXAMPLES = (
    "companion simulate --players 4 --games 200 --seed 1",
    "companion simulate --players 2 --bots random --games 1000 --json",
    "companion simulate --players 3 --games 100 --csv games.csv",
)
#: One row for each game and seat; the points of each source follow. Seats and games count from 1.
COLUMNS = ("game", "seat", "started", "rounds", "score", "rank", "won")


class SimulateRequest(Request, frozen=True, kw_only=True):
    """Many games to be counted."""

    games: int
    bots: str
    as_json: bool
    csv_file: Path | None


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        simulate(texts, SimulateRequest(**given))

    params = [*game_options(texts), *_options(texts)]
    return Page("simulate", texts, params=params, examples=EXAMPLES, callback=run)


def _options(texts: Texts) -> Iterator[click.Parameter]:
    yield option(
        texts,
        "--games",
        help_id="cli.simulate.games",
        metavar="number",
        type=Whole(1, 1_000_000),
        default=100,
    )
    yield option(
        texts,
        "--bots",
        help_id="cli.simulate.bots",
        type=Word(tuple(Temper)),
        default=str(Temper.GREEDY),
    )
    yield option(texts, "--json", "as_json", help_id="cli.option.json", is_flag=True)
    yield option(
        texts,
        "--csv",
        "csv_file",
        help_id="cli.simulate.csv",
        metavar="file",
        type=click.Path(path_type=Path),
    )


def simulate(texts: Texts, request: SimulateRequest) -> None:
    """Play, count and show."""
    temper = Temper(request.bots)
    seating = take_seats(texts, request.game, request.wish())
    with _opened(request.csv_file) as sheet:
        clock = Clock()
        series = play_games(seating, temper, request.seed, request.games)
        played = tuple(_with_progress(seating.texts, series, request.games))
        counted = tally(played, request.players, clock.read_s())
        if sheet is not None:
            _write_rows(sheet, played, tuple(counted.points_by_source))
    if request.as_json:
        click.echo(msgspec.json.encode(counted).decode())
    else:
        show(seating, counted, played, temper, request.seed)
    if request.csv_file is not None:
        click.echo(texts(Text("simulate.written", {"path": str(request.csv_file)})), err=True)


def _with_progress(texts: Texts, series: Iterable[Played], games: int) -> Iterator[Played]:
    """Show how far we are, to people who watch."""
    if not sys.stderr.isatty():
        yield from series
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(series, games, description=texts(Text("simulate.progress")))


@contextmanager
def _opened(path: Path | None) -> Iterator[TextIO | None]:
    """Open the file before the long work begins; what cannot be written is said at once."""
    if path is None:
        yield None
        return
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError:
        raise Wrong("cli.error.cannot-write", path=str(path)) from None


def _write_rows(file: TextIO, played: Sequence[Played], sources: Sequence[str]) -> None:
    writer = csv.writer(file)
    writer.writerow((*COLUMNS, *sources))
    for game in played:
        for sheet in game.outcome.sheets:
            points = {line.source: line.points for line in sheet.lines}
            won = sheet.seat == game.outcome.winner
            started = sheet.seat == game.start
            head = (game.number + 1, sheet.seat + 1, int(started), game.rounds)
            tail = (sheet.total, sheet.rank, int(won), *(points.get(s, 0) for s in sources))
            writer.writerow((*head, *tail))

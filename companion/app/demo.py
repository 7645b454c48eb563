"""``companion demo``: a whole game that plays itself, for people to watch."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.live import Live

from companion.app.kinds import Seconds, Whole, Word
from companion.app.marks import choose_marks
from companion.app.page import Page, option
from companion.app.picture import draw_picture
from companion.app.scene import Scene, compose
from companion.app.screen import Screen
from companion.app.seating import TRACKING, Request, Seating, game_options, take_seats
from companion.app.sheet import score_sheet, standing
from companion.app.tally import play_match
from companion.app.telling import Beat, beats
from companion.engine import Text
from companion.play.bots import Temper
from companion.session.texts import Texts

EXAMPLES = (
    "companion demo",
    "companion demo --players 3 --seed 7 --pace 1",
    "companion demo --language de > game.txt",
    "companion demo --version full --video table.mp4",
)
PACE_S = 0.6
#: Columns of a table in a file.
_LINE = 96


class DemoRequest(Request, frozen=True, kw_only=True):
    """A game to be shown."""

    pace: float
    tracking: str
    svg: Path | None
    video: Path | None
    rounds: int | None


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        demo(texts, DemoRequest(**given))

    params = [*game_options(texts), *_options(texts)]
    return Page("demo", texts, params=params, examples=EXAMPLES, callback=run)


def _options(texts: Texts) -> Iterator[click.Parameter]:
    yield option(
        texts,
        "--pace",
        help_id="cli.demo.pace",
        metavar="seconds",
        type=Seconds(),
        default=PACE_S,
    )
    yield option(
        texts,
        "--tracking",
        help_id="cli.demo.tracking",
        type=Word(TRACKING),
        default=TRACKING[0],
    )
    yield option(
        texts,
        "--svg",
        help_id="cli.demo.svg",
        metavar="file",
        type=click.Path(path_type=Path),
    )
    yield option(
        texts,
        "--video",
        help_id="cli.demo.video",
        metavar="file",
        type=click.Path(path_type=Path),
    )
    yield option(texts, "--rounds", help_id="cli.demo.rounds", metavar="number", type=Whole(1, 100))


def demo(texts: Texts, request: DemoRequest) -> None:
    """Show a game: on a terminal as a picture that moves, elsewhere as lines of text."""
    seating = take_seats(texts, request.game, request.wish(request.tracking))
    if request.video is not None:
        from companion.app.demo_video import film  # noqa: PLC0415 - loads OpenCV

        film(seating, request.seed, request.rounds, request.video)
        click.echo(texts(Text("demo.video.written", {"path": str(request.video)})), err=True)
        return
    game = beats(seating, play_match(seating, Temper.GREEDY, request.seed, 0))
    if request.svg is not None:
        draw_picture(seating, _screen(seating, request), tuple(game), request.svg)
        click.echo(texts(Text("demo.drawn", {"path": str(request.svg)})), err=True)
    elif sys.stdout.isatty():
        _show_live(seating, _screen(seating, request), game, request.pace)
    else:
        _write_lines(seating, game)


def _screen(seating: Seating, request: DemoRequest) -> Screen:
    game = seating.game
    start = game.setup(seating.options)
    params: dict[str, str | int | Text] = {
        "game": seating.name,
        "players": request.players,
        "seed": request.seed,
    }
    title = seating.texts(Text("demo.title", params))
    return Screen(seating.texts, choose_marks(compose(game, start, start), seating.texts), title)


def _show_live(seating: Seating, screen: Screen, game: Iterator[Beat], pace_s: float) -> None:
    console = Console(highlight=False)
    last: Beat | None = None
    try:
        with Live(console=console, screen=True, auto_refresh=False) as live:
            for last in game:
                scene = compose(seating.game, last.after, last.before)
                live.update(screen.draw(scene, last.log, console.size), refresh=True)
                time.sleep(pace_s)
    except KeyboardInterrupt:
        if last is not None:
            console.print(standing(seating.texts, _scene(seating, last)))
        raise
    if last is not None:
        _show_sheet(console, seating, last)


def _write_lines(seating: Seating, game: Iterator[Beat]) -> None:
    """Write a line for each thing told, and a paragraph for each turn."""
    last: Beat | None = None
    for last in game:
        for number, told in enumerate(last.news):
            begins = last.passes and number == 0
            click.echo(f"\n{told.sentence}" if begins else f"  {told.sentence}")
    if last is not None:
        click.echo()
        _show_sheet(Console(highlight=False, width=_LINE), seating, last)


def _scene(seating: Seating, beat: Beat) -> Scene:
    return compose(seating.game, beat.after, beat.before)


def _show_sheet(console: Console, seating: Seating, last: Beat) -> None:
    outcome = seating.game.outcome(last.after)
    if outcome is not None:
        console.print(score_sheet(seating.texts, outcome, _scene(seating, last)))

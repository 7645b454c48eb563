"""``companion trial``: bots play on the simulated table, from pixels to the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from companion.app.kinds import Whole, Word
from companion.app.page import Page, option
from companion.app.seating import TRACKING, Request, Seating, game_options, take_seats
from companion.app.trial_evening import play_evening
from companion.app.trial_words import Count
from companion.app.wrong import Wrong, name_of
from companion.engine import Text
from companion.session.texts import Texts

EXAMPLES = (
    "companion trial --players 2 --games 1",
    "companion trial --players 4 --version full --expansion third-man --tracking board --json",
    "companion trial --players 3 --mistakes 0.2 --verbose",
)
#: How often people make each kind of mistake, by turn, when nobody says otherwise.
USUAL_MISTAKES = 0.08
#: People are asked no more often than this in a game.
MOST_QUESTIONS = 3
#: What each figure is called.
LABELS = {
    "games": "trial.count.games",
    "turns": "trial.count.turns",
    "moves": "trial.count.moves",
    "wrong_moves": "trial.count.wrong-moves",
    "false_accusations": "trial.count.false-accusations",
    "mistakes_planted": "trial.count.mistakes-planted",
    "mistakes_caught": "trial.count.mistakes-caught",
    "questions": "trial.count.questions",
    "taps": "trial.count.taps",
    "other_taps": "trial.count.other-taps",
}
#: The answer is no: a bar was missed.
MISSED = 1


class TrialRequest(Request, frozen=True, kw_only=True):
    """Some evenings at the simulated table."""

    games: int
    tracking: str
    mistakes: float
    verbose: bool
    as_json: bool


class Share(click.ParamType):
    """Take a share from 0 to 1."""

    name = "share"

    def convert(self, value: object, param: click.Parameter | None, _ctx: object) -> float:
        """Read the number; a decimal comma is welcome."""
        name = "" if param is None else name_of(param)
        try:
            share = float(str(value).replace(",", "."))
        except ValueError:
            raise Wrong("cli.error.not-a-number", option=name, value=str(value)[:40]) from None
        if not share >= 0:
            raise Wrong("cli.error.too-small", option=name, value=str(value)[:40], least=0)
        if share > 1:
            raise Wrong("cli.error.too-large", option=name, value=str(value)[:40], most=1)
        return share


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> int:
        return trial(texts, TrialRequest(**given))

    params = [*game_options(texts), *_options(texts)]
    return Page("trial", texts, params=params, examples=EXAMPLES, callback=run)


def _options(texts: Texts) -> Iterator[click.Parameter]:
    yield option(
        texts,
        "--games",
        help_id="cli.trial.games",
        metavar="number",
        type=Whole(1, 10_000),
        default=1,
    )
    yield option(
        texts,
        "--tracking",
        help_id="cli.demo.tracking",
        type=Word(TRACKING),
        default="board",
    )
    yield option(
        texts,
        "--mistakes",
        help_id="cli.trial.mistakes",
        metavar="share",
        type=Share(),
        default=USUAL_MISTAKES,
    )
    yield option(texts, "--verbose", help_id="cli.trial.verbose", is_flag=True)
    yield option(texts, "--json", "as_json", help_id="cli.option.json", is_flag=True)


def trial(texts: Texts, request: TrialRequest) -> int:
    """Play, add up and show; say with the exit status whether the companion was good enough."""
    seating = take_seats(texts, request.game, request.wish(request.tracking))
    total, good = Count(), True
    for number in range(request.games):
        _say(seating, "trial.begins", number=number + 1, games=request.games)
        count, oddities = play_evening(seating, request.seed, number, request.mistakes)
        total.add(count)
        good = good and reached(count)
        _say(
            seating,
            "trial.ended",
            number=number + 1,
            turns=count.turns,
            caught=count.mistakes_caught,
            planted=count.mistakes_planted,
            wrong=count.wrong_moves + count.false_accusations,
        )
        if request.verbose:
            for oddity in oddities:
                click.echo(f"  {oddity}", err=True)
    if request.as_json:
        click.echo(msgspec.json.encode(total).decode())
    else:
        show(seating, total, request.seed, good=good)
    return 0 if good else MISSED


def reached(game: Count) -> bool:
    """Tell whether nothing went wrong in a game, and people were left in peace."""
    return (
        game.wrong_moves == 0
        and game.false_accusations == 0
        and game.mistakes_caught == game.mistakes_planted
        and game.questions <= MOST_QUESTIONS
        and game.taps <= game.turns
    )


def show(seating: Seating, total: Count, seed: int, *, good: bool) -> None:
    """Write the figures as a table to standard output."""
    texts, wish = seating.texts, seating.wish
    title = Text(
        "trial.title",
        {
            "game": seating.name,
            "version": wish.version,
            "players": wish.players,
            "tracking": wish.tracking,
            "seed": seed,
        },
    )
    table = Table(box=box.SIMPLE, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    for name, label in LABELS.items():
        table.add_row(texts(Text(label)), str(getattr(total, name)))
    verdict = texts(Text("trial.reached" if good else "trial.missed"))
    Console(highlight=False).print(f"[bold]{texts(title)}[/bold]", table, verdict, sep="\n")


def _say(seating: Seating, text_id: str, **params: str | int) -> None:
    click.echo(seating.texts(Text(text_id, params)), err=True)

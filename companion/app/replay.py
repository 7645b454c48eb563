"""``companion replay``: look at a kept game again, entry by entry or as a time-lapse."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console

from companion.app.kinds import Whole
from companion.app.page import Page, option
from companion.app.replay_game import Kept, Wanted, game_params, taken_up
from companion.app.replay_lines import describe, head, line
from companion.app.replay_steps import Stage, step_through
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.session.texts import Texts

EXAMPLES = (
    "companion replay k3f9",
    "companion replay k3f9 --step",
    "companion replay k3f9 --out evening.gif",
)
#: Columns and rows where there is no terminal to ask.
_SIZE = (100, 40)


class Request(Wanted, frozen=True, kw_only=True):
    """What is to be shown of a game, and how."""

    step: bool
    at: int | None
    out: Path | None
    as_json: bool


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        replay(texts, Request(**given))

    make = partial(option, texts)
    file = click.Path(path_type=Path)
    params = [
        *game_params(texts),
        make("--step", help_id="cli.replay.step", is_flag=True),
        make("--at", help_id="cli.replay.at", metavar="number", type=Whole(0)),
        make("--out", help_id="cli.replay.out", metavar="file", type=file),
        make("--json", "as_json", help_id="cli.option.json", is_flag=True),
    ]
    return Page("replay", texts, params=params, examples=EXAMPLES, callback=run)


def replay(texts: Texts, request: Request) -> None:
    """Show a game as it was asked for; without a terminal that is a list."""
    with taken_up(texts, request) as kept:
        if request.at is not None and request.at > len(kept.past):
            params: dict[str, int] = {"number": request.at, "count": len(kept.past)}
            raise Wrong("cli.replay.no-such-entry", **params)
        if request.out is not None:
            _write(texts, kept, request.out)
        elif request.as_json:
            click.echo(msgspec.json.encode(describe(kept, request.at)).decode())
        elif request.step and sys.stdout.isatty() and sys.stdin.isatty():
            _step(kept, request.at)
        elif request.at is not None:
            _show(kept, request.at)
        else:
            _list(kept)


def _write(texts: Texts, kept: Kept, out: Path) -> None:
    from companion.app.replay_film import film  # noqa: PLC0415 - loads OpenCV

    count = film(kept, out)
    click.echo(texts(Text("cli.replay.written", {"path": str(out), "count": count})), err=True)


def _list(kept: Kept) -> None:
    click.echo(kept.texts(head(kept)))
    if not kept.past:
        click.echo(kept.texts(Text("cli.replay.empty")))
    for one in kept.past:
        click.echo(line(kept, one))


def _show(kept: Kept, number: int) -> None:
    """Draw the table as it was after one entry."""
    console = Console(highlight=False)
    size = console.size if console.is_terminal else _SIZE
    plain = Console(highlight=False, width=size[0], height=size[1])
    plain.print(Stage(kept).draw(number, size, keys=False), height=size[1])
    if number:
        click.echo(line(kept, kept.past[number - 1]))


def _step(kept: Kept, at: int | None) -> None:
    console = Console(highlight=False)
    stage = Stage(kept)
    with console.screen(hide_cursor=True) as screen:
        for number in step_through(kept, click.getchar, at or 0):
            screen.update(stage.draw(number, console.size, keys=True))

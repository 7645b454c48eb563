"""``companion sheet``: the itemised score sheet of a kept game, to look at, print and pass on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.app.finish_paper import Paper, paper
from companion.app.page import Page, option
from companion.app.replay_game import Kept, Wanted, game_params, taken_up
from companion.app.wrong import Wrong, save_file
from companion.engine import Text
from companion.session.texts import Texts

EXAMPLES = (
    "companion sheet k3f9",
    "companion sheet k3f9 --out evening.pdf",
    "companion sheet k3f9 --json",
)
KINDS = (".pdf", ".html", ".json")


class Request(Wanted, frozen=True, kw_only=True):
    """Whose sheet is wanted, and where."""

    out: Path | None
    as_json: bool


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        finish(texts, Request(**given))

    file = click.Path(path_type=Path)
    params = [
        *game_params(texts),
        option(texts, "--out", help_id="cli.sheet.out", metavar="file", type=file),
        option(texts, "--json", "as_json", help_id="cli.option.json", is_flag=True),
    ]
    return Page("sheet", texts, params=params, examples=EXAMPLES, callback=run)


def finish(texts: Texts, request: Request) -> None:
    """Show a score sheet, or write it into a file."""
    out = request.out
    if out is not None and out.suffix.lower() not in KINDS:
        raise Wrong("cli.sheet.no-such-kind", path=str(out), words=", ".join(KINDS))
    with taken_up(texts, request) as kept:
        sheet = paper(kept)
        if out is not None:
            save_file(out, _content(kept, sheet, out.suffix.lower()))
            click.echo(texts(Text("cli.sheet.written", {"path": str(out)})), err=True)
        elif request.as_json:
            click.echo(msgspec.json.encode(sheet).decode())
        else:
            _show(kept, sheet)


def _show(kept: Kept, sheet: Paper) -> None:
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it

    from companion.app.finish_table import score_table  # noqa: PLC0415 - likewise

    width = None if sys.stdout.isatty() else 96
    Console(highlight=False, width=width).print(score_table(kept.texts, sheet))


def _content(kept: Kept, sheet: Paper, kind: str) -> bytes:
    if kind == ".json":
        return msgspec.json.format(msgspec.json.encode(sheet), indent=1)
    from companion.app.finish_print import to_page, to_paper  # noqa: PLC0415 - loads OpenCV

    return to_paper(kept, sheet) if kind == ".pdf" else to_page(kept, sheet)

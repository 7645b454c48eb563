"""``companion wiring``: draw what has to be connected where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.app.page import Page, option
from companion.app.settings_read import settings_or_stop
from companion.app.wiring_art import draw_wiring
from companion.app.wiring_header import parts
from companion.engine import Text
from companion.packs.save import save_text
from companion.session.texts import Texts

EXAMPLES = ("companion wiring --out wiring.svg",)


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        settings = settings_or_stop(texts, given["settings"])
        save_text(given["out"], draw_wiring(texts, tuple(parts(settings))))
        click.echo(texts(Text("cli.wiring.done", {"path": str(given["out"])})))

    file = click.Path(path_type=Path)
    settings, out = "cli.option.settings", "cli.wiring.out"
    params: list[click.Parameter] = [
        option(texts, "--settings", "settings", help_id=settings, metavar="file", type=file),
        option(texts, "--out", "out", help_id=out, metavar="file", type=file, required=True),
    ]
    return Page("wiring", texts, params=params, examples=EXAMPLES, callback=run)

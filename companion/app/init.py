"""``companion init``: write a settings file to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.app.page import Page, option
from companion.app.settings import Settings, settings_file
from companion.app.settings_write import settings_text
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.packs.save import save_text
from companion.session.texts import Texts

EXAMPLES = ("companion init", "companion init --out table.toml")


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        init(texts, given["out"] or settings_file(), replace=given["replace"])

    params: list[click.Parameter] = [
        option(
            texts,
            "--out",
            "out",
            help_id="cli.init.out",
            metavar="file",
            type=click.Path(path_type=Path),
        ),
        option(texts, "--replace", "replace", help_id="cli.init.replace", is_flag=True),
    ]
    return Page("init", texts, params=params, examples=EXAMPLES, callback=run)


def init(texts: Texts, path: Path, *, replace: bool) -> None:
    """Write the defaults; a file that is there is left alone, or kept beside the new one."""
    if path.is_dir():
        raise Wrong("cli.init.folder", path=str(path))
    if path.exists():
        if not replace:
            raise Wrong("cli.init.exists", path=str(path))
        path.replace(path.with_name(f"{path.name}.old"))
    path.parent.mkdir(parents=True, exist_ok=True)
    save_text(path, settings_text(texts, Settings()))
    click.echo(texts(Text("cli.init.done", {"path": str(path)})))

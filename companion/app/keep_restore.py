"""``companion restore``: everything back from one file."""

from __future__ import annotations

from pathlib import Path

import click

from companion.app.keep import keep_page, opened, tell
from companion.app.keep_backup import copied_params, report
from companion.engine import Text
from companion.session.archive_backup import restore
from companion.session.texts import Texts


def command(texts: Texts) -> click.Command:
    """Make the command."""
    return keep_page(texts, "restore", bring_back, ["file"])


def bring_back(texts: Texts, *, file: Path, as_json: bool) -> None:
    """Bring everything back."""
    with opened(texts) as store:
        copied = restore(file, store)
    params = copied_params(file, copied)
    tell(texts, report(file, copied), Text("cli.restore.done", params), as_json=as_json)

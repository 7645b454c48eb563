"""``companion restore``: everything back from one file."""

from __future__ import annotations

from pathlib import Path

import click

from companion.app.keep import keep_page, opened, tell
from companion.app.keep_backup import copied_params, report
from companion.app.keep_beside import put_back, say_along
from companion.app.pack import FAULTY
from companion.engine import Text
from companion.session.archive_backup import restore
from companion.session.archive_beside import Found
from companion.session.texts import Texts


def command(texts: Texts) -> click.Command:
    """Make the command."""
    return keep_page(texts, "restore", bring_back, ["file"])


def bring_back(texts: Texts, *, file: Path, as_json: bool) -> None:
    """Bring everything back; a damaged file beside the games is no reason to go without the rest."""
    found: Found = {}
    with opened(texts) as store:
        copied = restore(file, store, found.update)
        along = put_back(store.path, found)
    params = copied_params(file, copied, along)
    tell(texts, report(file, copied, along), Text("cli.restore.done", params), as_json=as_json)
    path = str(file)
    stays = (Text("cli.restore.file-stays", {"file": n, "path": path}) for n in along.stayed)
    lost = (Text("cli.restore.file-damaged", {"file": n, "path": path}) for n in along.damaged)
    say_along(texts, (*stays, *lost))
    if along.damaged:
        click.get_current_context().exit(FAULTY)

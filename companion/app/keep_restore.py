"""``companion restore``: everything back from one file."""

from __future__ import annotations

from pathlib import Path

import click

from companion.app.keep import counted, keep_page, opened, tell
from companion.app.keep_backup import copied_params, report
from companion.app.keep_beside import say_along
from companion.app.keep_home import put_home_back
from companion.app.keep_progress import watched
from companion.app.pack import FAULTY
from companion.engine import Text
from companion.session.archive_backup import restore
from companion.session.archive_beside import Found
from companion.session.texts import Texts


def command(texts: Texts) -> click.Command:
    """Make the command."""
    return keep_page(texts, "restore", bring_back, ["file"])


def bring_back(texts: Texts, *, file: Path, path: Path, as_json: bool) -> None:
    """Bring everything back; a damaged file beside the games is no reason to go without the rest."""
    found: Found = {}
    with opened(texts, path) as store, watched(texts, "cli.restore.progress") as told:
        copied = restore(file, store, found.update, told)
        back = put_home_back(store.path, found, file, told)
    params = copied_params(file, copied, back.along)
    tell(texts, report(file, copied, back.along), Text("cli.restore.done", params), as_json=as_json)
    source, dropped = str(file), counted("pictures", copied.dropped)
    lost = (Text("cli.restore.game-damaged", {"game": g, "path": source}) for g in copied.lost)
    gone = Text("cli.restore.pictures-dropped", {"pictures": dropped, "path": source})
    say_along(texts, (*lost, *([gone] if copied.dropped else ()), *back.said))
    if back.along.damaged or copied.lost or copied.dropped:
        click.get_current_context().exit(FAULTY)

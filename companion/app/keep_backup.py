"""``companion backup``: everything as one file."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion.app.keep import counted, keep_page, looked_at, tell
from companion.app.keep_beside import Along, say_along
from companion.app.keep_home import BACKING_UP, check_home, gather_home, lost_in
from companion.app.keep_progress import watched
from companion.engine import Text
from companion.session.archive_backup import Copied, back_up
from companion.session.texts import Texts


class Report(Copied, frozen=True, kw_only=True):
    """The JSON object of ``companion backup --json`` and ``companion restore --json``."""

    file: str
    files: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()


def command(texts: Texts) -> click.Command:
    """Make the command."""
    return keep_page(texts, "backup", backup, ["file"])


def backup(texts: Texts, *, file: Path, path: Path, as_json: bool) -> None:
    """Copy everything into a file."""
    with looked_at(path) as reader, watched(texts, "cli.backup.progress"):
        files = gather_home(reader.path)
        copied = back_up(reader, file, files)
        along = check_home(files)
    params = copied_params(file, copied, along)
    tell(texts, report(file, copied, along), Text("cli.backup.done", params), as_json=as_json)
    said = {"path": str(file)}
    lost = (Text("cli.backup.game-damaged", {"game": g, **said}) for g in copied.lost)
    say_along(texts, lost)
    say_along(texts, lost_in(along, BACKING_UP, file))


def report(file: Path, copied: Copied, along: Along) -> Report:
    """Add the name of the file, and what went along, to what was copied."""
    both = {**msgspec.structs.asdict(copied), "files": along.files, "damaged": along.damaged}
    return Report(**both, file=str(file))


def copied_params(file: Path, copied: Copied, along: Along) -> dict[str, str | int | Text]:
    """Return what the sentences of backup and restore need."""
    return {
        "path": str(file),
        "games": counted("games", copied.games),
        "entries": counted("entries", copied.entries),
        "pictures": counted("pictures", copied.pictures),
        "files": counted("files", len(along.files)),
    }

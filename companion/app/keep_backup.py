"""``companion backup``: everything as one file."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion.app.keep import counted, keep_page, looked_at, tell
from companion.engine import Text
from companion.session.archive_backup import Copied, back_up
from companion.session.texts import Texts


class Report(Copied, frozen=True, kw_only=True):
    """The JSON object of ``companion backup --json`` and ``companion restore --json``."""

    file: str


def command(texts: Texts) -> click.Command:
    """Make the command."""
    return keep_page(texts, "backup", backup, ["file"])


def backup(texts: Texts, *, file: Path, as_json: bool) -> None:
    """Copy everything into a file."""
    with looked_at() as reader:
        copied = back_up(reader, file)
    params = copied_params(file, copied)
    tell(texts, report(file, copied), Text("cli.backup.done", params), as_json=as_json)


def report(file: Path, copied: Copied) -> Report:
    """Add the name of the file to what was copied."""
    return Report(**msgspec.structs.asdict(copied), file=str(file))


def copied_params(file: Path, copied: Copied) -> dict[str, str | int | Text]:
    """Return what the sentences of backup and restore need."""
    return {
        "path": str(file),
        "games": counted("games", copied.games),
        "entries": counted("entries", copied.entries),
        "pictures": counted("pictures", copied.pictures),
    }

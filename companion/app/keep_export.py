"""``companion export``: one game as one file."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion.app.keep import counted, keep_page, looked_at, tell
from companion.app.keep_beside import PEOPLE, of_game
from companion.app.people_file import PeopleFile
from companion.engine import Text
from companion.session.archive import export_game
from companion.session.texts import Texts


class Exported(msgspec.Struct, frozen=True):
    """The JSON object of ``companion export --json``."""

    file: str
    game: str
    entries: int
    pictures: int
    files: tuple[str, ...]


def command(texts: Texts) -> click.Command:
    """Make the command."""
    return keep_page(texts, "export", export, ["game", "file"])


def export(texts: Texts, *, game: str, file: Path, path: Path, as_json: bool) -> None:
    """Write a game into a file."""
    with looked_at(path) as reader:
        log = reader.log(game)
        names = PeopleFile(log.database.with_name(PEOPLE)).names(log.record.id)
        manifest = export_game(log, file, of_game(log.database, log.record, names))
    result = Exported(
        str(file),
        manifest.record.id,
        manifest.entries,
        len(manifest.pictures),
        tuple(manifest.beside),
    )
    params: dict[str, str | int | Text] = {
        "path": result.file,
        "game": result.game,
        "entries": counted("entries", result.entries),
        "pictures": counted("pictures", result.pictures),
        "files": counted("files", len(result.files)),
    }
    tell(texts, result, Text("cli.export.done", params), as_json=as_json)

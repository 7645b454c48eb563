"""``companion games``: what is kept."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click
import msgspec

from companion.app.keep import counted, keep_page, looked_at
from companion.engine import Text
from companion.games import kits
from companion.session.store_reader import Summary
from companion.session.texts import Texts, write_moment, write_number


class Line(msgspec.Struct, frozen=True):
    """One game, as ``--json`` writes it."""

    id: str
    game: str
    edition: str
    begun_at: datetime
    last_at: datetime
    entries: int
    ended: bool
    picture_bytes: int


class Listing(msgspec.Struct, frozen=True):
    """The JSON object of ``companion games --json``."""

    database: str
    games: tuple[Line, ...]


def command(texts: Texts) -> click.Command:
    """Make the command."""
    return keep_page(texts, "games", games, [])


def games(texts: Texts, *, path: Path, as_json: bool) -> None:
    """List all games, oldest first; before the first game there is nothing to open."""
    summaries: list[Summary] = []
    if path.exists():
        with looked_at(path) as reader:
            summaries = reader.summaries()
    if as_json:
        listing = Listing(str(path), tuple(map(_line, summaries)))
        click.echo(msgspec.json.encode(listing).decode())
        return
    if not summaries:
        click.echo(texts(Text("cli.games.none", {"path": str(path)})))
    words = Texts.load(texts.language, *(kit.texts for kit in kits().values()))
    for summary in summaries:
        click.echo(words(_row(summary, texts.language)))


def _line(summary: Summary) -> Line:
    record = summary.record
    return Line(
        record.id,
        record.game,
        record.edition,
        record.begun_at,
        summary.last_at,
        summary.entries,
        summary.ended,
        summary.picture_bytes,
    )


def _row(summary: Summary, language: str) -> Text:
    record = summary.record
    name = Text(f"{record.game}.name") if record.game in kits() else record.game
    state = Text("cli.games.ended" if summary.ended else "cli.games.running")
    params: dict[str, str | int | Text] = {
        "id": record.id,
        "game": name,
        "edition": record.edition,
        "begun": write_moment(record.begun_at, language),
        "state": state,
        "entries": counted("entries", summary.entries),
        "megabytes": write_number(summary.picture_bytes / 1e6, language, "0.0"),
    }
    return Text("cli.games.row", params)

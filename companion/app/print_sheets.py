"""``companion print``: our own edition as PDF files, to cut out and play."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from companion.app.kinds import Word
from companion.app.page import Page, option
from companion.app.print_edition import TITLES, Part, Wanted, parts
from companion.app.print_pdf import to_pdf
from companion.app.seating import DEFAULT_GAME
from companion.app.wrong import Wrong, save_file
from companion.drawing.sheet import PAPERS
from companion.engine import Text
from companion.games import kits
from companion.session.texts import Texts

EXAMPLES = (
    "companion print --out paper",
    "companion print --out paper --paper a3 --language de",
)
#: What a box on sale shows is not ours to print.
EDITIONS = ("reference",)


class Written(msgspec.Struct, frozen=True):
    """A file that was written."""

    path: str
    title: str
    sheets: int


class Report(msgspec.Struct, frozen=True):
    """The JSON object of ``companion print --json``."""

    edition: str
    paper: str
    language: str
    sheets: int
    files: tuple[Written, ...]


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        print_edition(texts, **given)

    make = partial(option, texts)
    folder = click.Path(path_type=Path)
    params: list[click.Parameter] = [
        make("--edition", help_id="cli.print.edition", type=Word(EDITIONS), default=EDITIONS[0]),
        make("--out", help_id="cli.print.out", metavar="folder", type=folder, required=True),
        make("--paper", help_id="cli.print.paper", type=Word(tuple(PAPERS)), default="a4"),
        make("--backs", help_id="cli.print.backs", is_flag=True),
        make("--json", "as_json", help_id="cli.option.json", is_flag=True),
    ]
    return Page("print", texts, params=params, examples=EXAMPLES, callback=run)


def print_edition(
    texts: Texts, *, edition: str, out: Path, paper: str, backs: bool, as_json: bool
) -> None:
    """Draw and write all files, and say what was written."""
    words = Texts.load(texts.language, kits()[DEFAULT_GAME].texts)
    _make_folder(out)
    wanted = Wanted(PAPERS[paper], words, backs)
    files = []
    for part in _with_progress(texts, parts(wanted)):
        path = out / part.name
        save_file(path, to_pdf(part.title, part.size_mm, part.sheets))
        files.append(Written(str(path), part.title, len(part.sheets)))
        if not as_json:
            params = msgspec.structs.asdict(files[-1])
            click.echo(texts(Text("cli.print.file", params)))
    if as_json:
        total = sum(file.sheets for file in files)
        report = Report(edition, paper, texts.language, total, tuple(files))
        click.echo(msgspec.json.encode(report).decode())


def _with_progress(texts: Texts, drawn: Iterable[Part]) -> Iterator[Part]:
    """Show how far we are, to people who watch."""
    if not sys.stderr.isatty():
        yield from drawn
        return
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=None), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        label = texts(Text("cli.print.progress"))
        yield from progress.track(drawn, len(TITLES), description=label)


def _make_folder(folder: Path) -> None:
    """Make the folder and try it out, before the long work begins."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder):
            pass
    except OSError:
        raise Wrong("cli.error.cannot-write-folder", path=str(folder)) from None

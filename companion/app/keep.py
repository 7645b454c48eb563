"""Where games are kept, and what the commands that look after them share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.app.page import Page, option
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.session.pictures import Budget
from companion.session.store import Settings, Store
from companion.session.store_fault import Older, StoreError
from companion.session.store_reader import Reader
from companion.session.texts import Texts

DATABASE = "games.sqlite"
#: Whoever brings pictures drops none: how much room they may take the table says when it is served.
KEEP_ALL = Budget(2**62, 2**62)
#: Names of files for the examples.
_FILES = {
    "export": "evening.zip",
    "import": "evening.zip",
    "backup": "card.bak",
    "restore": "card.bak",
}
_SIGNS = {"file": "cli.metavar.file", "game": "cli.metavar.game"}
_COUNTED = {
    "games": "cli.keep.games",
    "entries": "cli.keep.entries",
    "pictures": "cli.keep.pictures",
    "files": "cli.keep.files",
}


def database(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where the games are, by our own setting or by the custom of the system.

    >>> database({"COMPANION_STATE": "/srv/table"})
    PosixPath('/srv/table/games.sqlite')
    >>> database({"XDG_STATE_HOME": "/home/anna/state"})
    PosixPath('/home/anna/state/companion/games.sqlite')
    """
    if own := environ.get("COMPANION_STATE"):
        return Path(own) / DATABASE
    state = environ.get("XDG_STATE_HOME") or Path.home() / ".local/state"
    return Path(state) / "companion" / DATABASE


@contextmanager
def complaining() -> Iterator[None]:
    """End a command with the sentence of what went wrong in the store."""
    try:
        yield
    except StoreError as problem:
        raise Wrong(problem.text.id, **problem.text.params) from None


@contextmanager
def opened(texts: Texts, path: Path) -> Iterator[Store]:
    """Open the games for writing, and pass on what people should know about them."""
    with complaining(), Store.open(path, Settings(KEEP_ALL)) as store:
        try:
            yield store
        finally:
            for notice in store.notices:
                click.echo(texts(notice), err=True)


@contextmanager
def looked_at(path: Path | None = None) -> Iterator[Reader]:
    """Open the games for reading; those of an older companion are brought up to date before."""
    path = path or database()
    with complaining():
        try:
            reader = Reader.open(path)
        except Older:
            with Store.open(path, Settings(KEEP_ALL)) as store:
                aside = store.aside
            if aside is not None:  # what was looked for is no longer there
                raise Wrong(aside.id, **aside.params) from None
            reader = Reader.open(path)
        with reader:
            yield reader


def keep_page(
    texts: Texts, name: str, run: Callable[..., None], arguments: Sequence[str]
) -> click.Command:
    """Make the page of a command that takes a game, a file, or both.

    ``run`` gets them by their names, and as ``path`` where the games are.
    """

    def callback(path: Path | None, **given: Any) -> None:
        run(texts, path=path or database(), **given)

    kinds: dict[str, Any] = {"file": click.Path(path_type=Path), "game": click.STRING}
    params: list[click.Parameter] = [
        click.Argument([word], metavar=texts(Text(_SIGNS[word])), type=kinds[word])
        for word in arguments
    ]
    params += [
        option(
            texts,
            "--database",
            "path",
            help_id="cli.option.database",
            metavar="file",
            type=kinds["file"],
        ),
        option(texts, "--json", "as_json", help_id="cli.option.json", is_flag=True),
    ]
    words = {"game": "k3f9", "file": _FILES.get(name, "")}
    example = " ".join(["companion", name, *(words[word] for word in arguments)])
    examples = (example, f"{example} --json")
    return Page(name, texts, params=params, examples=examples, callback=callback)


def tell(texts: Texts, result: object, text: Text, *, as_json: bool) -> None:
    """Say how a command ended, as a sentence or as one JSON object."""
    click.echo(msgspec.json.encode(result).decode() if as_json else texts(text))


def counted(kind: str, count: int) -> Text:
    """Put a number of games, entries, pictures or files into words."""
    return Text(_COUNTED[kind], {"count": count})

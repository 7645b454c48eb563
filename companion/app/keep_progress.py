"""How far a backup is, for people who watch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from companion.engine import Text
from companion.session.texts import Texts

#: Hears how many are done, and of how many.
Told = Callable[[int, int], None]


def silent(_done: int, _of: int) -> None:
    """Keep it to oneself."""


@contextmanager
def watched(texts: Texts, text_id: str, console: Console | None = None) -> Iterator[Told]:
    """Show a bar until the work is done; it only tells that there is work until it hears more."""
    if console is None and not sys.stderr.isatty():
        yield silent
        return
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=None), TimeElapsedColumn())
    shown = console or Console(stderr=True)
    with Progress(*columns, console=shown, transient=True) as progress:
        task = progress.add_task(texts(Text(text_id)), total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)

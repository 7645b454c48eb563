"""What goes wrong on the command line, as one sentence of the catalogue."""

from __future__ import annotations

import errno
from difflib import get_close_matches
from pathlib import Path

import click

from companion.engine import Text
from companion.packs.fault import PackError
from companion.packs.save import write_whole


class Wrong(click.UsageError):
    """End a command with one sentence: wrong use, or input that cannot be read."""

    def __init__(self, text_id: str, **params: str | int | Text) -> None:
        """Take the sentence's id and what to fill in."""
        super().__init__(text_id)
        self.text = Text(text_id, params)


def save_file(path: Path, content: bytes) -> None:
    """Write what was asked for as a whole; nobody prints half a board."""
    try:
        write_whole(path, content)
    except OSError as problem:
        raise not_written(path, problem) from None


def not_written(path: Path, problem: OSError) -> Wrong:
    """Say why a file could not be written."""
    if problem.errno in {errno.ENOSPC, errno.EDQUOT}:
        return Wrong("core.store.disk-full", path=str(path))
    return Wrong("cli.error.cannot-write", path=str(path))


def reason(error: click.ClickException) -> Text:
    """Put one of click's complaints into a sentence of ours."""
    if isinstance(error, Wrong):
        return error.text
    if isinstance(error, click.NoSuchOption):
        return _no_such_option(error)
    if isinstance(error, click.MissingParameter):
        return _missing(error)
    if isinstance(error, click.BadOptionUsage):
        return _bad_option(error)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return Text("cli.error.bad-use", {"option": name_of(error.param)})
    return Text("cli.error.bad-command")


def name_of(param: click.Parameter) -> str:
    """Name a parameter as people type it: an option by its long name, an argument by its sign."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or (param.name or "").upper()


def broken_data(problem: PackError) -> Text:
    """Say what is wrong with a data file: all of it, if that is one thing, else the first."""
    first = problem.faults[0]
    if len(problem.faults) == 1 and "path" in first.text.params:
        return first.text  # the sentence names the file already
    params: dict[str, str | int | Text] = {
        "path": str(problem.path),
        "where": first.where,
        "sentence": first.text,
        "count": len(problem.faults),
    }
    return Text("cli.error.data", params)


def nearest(word: str, known: list[str]) -> str | None:
    """Return the known word that was probably meant."""
    return next(iter(get_close_matches(word, known, n=1, cutoff=0.5)), None)


def _no_such_option(error: click.NoSuchOption) -> Text:
    known = [] if error.ctx is None else _options(error.ctx)
    suggestion = nearest(error.option_name, known)
    if suggestion is None:
        return Text("cli.error.no-such-option", {"option": error.option_name})
    params = {"option": error.option_name, "suggestion": suggestion}
    return Text("cli.error.no-such-option-but", params)


def _options(ctx: click.Context) -> list[str]:
    params = ctx.command.get_params(ctx)
    return [opt for p in params if isinstance(p, click.Option) for opt in p.opts]


def _missing(error: click.MissingParameter) -> Text:
    param = error.param
    if param is None:
        return Text("cli.error.bad-command")
    if isinstance(param, click.Option):
        return Text("cli.error.missing-option", {"option": name_of(param)})
    return Text("cli.error.missing-argument", {"name": name_of(param)})


def _bad_option(error: click.BadOptionUsage) -> Text:
    params = [] if error.ctx is None else error.ctx.command.get_params(error.ctx)
    named = (p for p in params if error.option_name in p.opts)
    flag = any(isinstance(p, click.Option) and p.is_flag for p in named)
    kind = "option-takes-no-value" if flag else "option-needs-value"
    return Text(f"cli.error.{kind}", {"option": error.option_name})

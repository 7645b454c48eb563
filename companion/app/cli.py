"""The command line: ``companion`` and where its commands are found."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from typing import Any, TextIO

import click

from companion import __version__
from companion.app.page import Shelf
from companion.app.wrong import broken_data, reason
from companion.engine import Text
from companion.games import kits
from companion.packs.fault import PackError
from companion.session.texts import Texts, pick_language

#: What there is, by heading; a command is a module of this room, loaded when it is called.
COMMANDS: dict[str, tuple[str, ...]] = {
    "cli.heading.watch": ("serve", "demo"),
    "cli.heading.see": ("teach", "calibrate", "read"),
    "cli.heading.table": ("init", "wiring", "doctor"),
    "cli.heading.study": ("simulate", "trial", "bench"),
    "cli.heading.boards": ("pack", "overlay"),
    "cli.heading.paper": ("print",),
    "cli.heading.keep": (
        "games",
        "replay",
        "sheet",
        "export",
        "import",
        "backup",
        "restore",
        "bundle",
    ),
}
#: Commands whose module has another name.
MODULES = {
    "teach": "teach_command",
    "wiring": "wiring_sheet",
    "print": "print_sheets",
    "games": "keep_games",
    "sheet": "finish",
    "export": "keep_export",
    "import": "keep_import",
    "backup": "keep_backup",
    "restore": "keep_restore",
}
EXAMPLES = (
    "companion demo --players 3",
    "companion simulate --players 4 --games 200 --seed 1",
    "companion pack check my-board",
    "companion print --out paper",
)
#: Wrong use, or input that cannot be read.
WRONG = 2
#: What a shell expects of a program that was stopped by Ctrl-C.
INTERRUPTED = 130


class Front(Shelf):
    """The command ``companion`` itself."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """List the commands in the order of the help page."""
        return [name for names in COMMANDS.values() for name in names]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Load a command; the others stay on the disk."""
        if name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"companion.app.{MODULES.get(name, name)}").command(
            self.texts
        )
        return command

    def write_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under headings, without loading any of them."""
        for heading, names in COMMANDS.items():
            with formatter.section(self.say(heading)):
                formatter.write_dl([(name, self.say(f"cli.{name}.short")) for name in names])

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> Any:
        """Run a command and end the program with its status."""
        words = None if args is None else list(args)
        run = super().main
        sys.exit(guard(self.texts, lambda: run(words, "companion", standalone_mode=False)))

    def invoke(self, ctx: click.Context) -> Any:
        """Keep click from taking an interruption or a closed pipe for something else."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _let_go_of_pipe()
            ctx.exit(0)


def guard(texts: Texts, run: Callable[[], Any]) -> int:
    """Run a command; whatever is wrong with its use or its input ends in one sentence."""
    try:
        status = run()
        sys.stdout.flush()
    except click.exceptions.Abort:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_pipe()
        return 0
    except click.ClickException as error:
        return complain(texts, reason(error))
    except PackError as error:
        return complain(_with_games(texts), broken_data(error))
    except OSError as error:
        return complain(texts, Text("cli.error.cannot-output", {"reason": error.strerror or ""}))
    return status if isinstance(status, int) else 0


def _with_games(texts: Texts) -> Texts:
    """Return the catalogue with the words of all games: a broken file may speak of any of them."""
    return Texts.load(texts.language, *(kit.texts for kit in kits().values()))


def complain(texts: Texts, sentence: Text) -> int:
    """Say what is wrong, on the error stream."""
    click.echo(texts(Text("cli.error", {"sentence": sentence})), err=True)
    return WRONG


def _let_go_of_pipe() -> None:
    """Stop writing to a reader who has gone (``companion ... | head``), also at the very end."""
    with suppress(OSError, ValueError):  # a test's own stream has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build(texts: Texts) -> Front:
    """Make the command in one language."""
    version = click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_version,
        help=texts(Text("cli.option.version")),
    )
    return Front("companion", texts, text_id="cli", params=[version], examples=EXAMPLES)


def _show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"companion {__version__}")
        ctx.exit()


def wanted_language(args: Sequence[str]) -> str | None:
    """Find the language among the arguments, before any of them is looked at in earnest.

    >>> wanted_language(["demo", "--language", "de"]), wanted_language(["--language=fr"])
    ('de', 'fr')
    """
    for word, following in pairwise((*args, "")):
        name, _, value = word.partition("=")
        if name == "--language":
            return value or following
    return None


def _be_lenient(stream: TextIO | None) -> TextIO:
    """Return a stream that takes every character, and one that takes nothing where there is none."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - as long as we run
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream


def main() -> None:
    """Run ``companion``."""
    sys.stdout, sys.stderr = _be_lenient(sys.stdout), _be_lenient(sys.stderr)
    args = sys.argv[1:]
    texts = Texts.load(pick_language(wanted_language(args), os.environ))
    build(texts).main(args)

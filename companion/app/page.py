"""Commands whose help pages and complaints come from the text catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from companion.app.kinds import Word
from companion.app.wrong import Wrong, nearest
from companion.engine import Text
from companion.session.texts import LANGUAGES, Texts

#: A wide terminal is no reason for lines that nobody can follow with the eye.
WIDTH = 100


class Page(click.Command):
    """A command with a help page: what it does, its options, examples.

    ``name`` is also the middle of its text ids: ``cli.simulate.help``.
    """

    def __init__(
        self, name: str, texts: Texts, *, text_id: str = "", examples: Sequence[str] = (), **kw: Any
    ) -> None:
        """Take the catalogue and some command lines worth copying."""
        kw.setdefault("params", []).append(language_option(texts))
        super().__init__(name, add_help_option=True, **kw)
        self.texts = texts
        self.text_id = text_id or f"cli.{name}"
        self.examples = examples
        # What is left over is refused below, in our own words.
        self.context_settings["allow_extra_args"] = True
        self.context_settings["max_content_width"] = WIDTH

    def say(self, text_id: str, **params: str | int) -> str:
        """Look a sentence up."""
        return self.texts(Text(text_id, params))

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Put the help of ``--help`` into our words."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = self.say("cli.option.help")
        return option

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse words that mean nothing here."""
        if args and self._is_beside(args[0], ctx):
            own = f"{ctx.find_root().info_name} {args[0]}"
            raise Wrong("cli.error.own-command", command=own)
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # to know which options there are
            raise
        if ctx.args and not isinstance(self, click.Group) and not ctx.resilient_parsing:
            raise Wrong("cli.error.extra-argument", value=ctx.args[0])
        return rest

    def _is_beside(self, word: str, ctx: click.Context) -> bool:
        """Tell whether a command that stands beside this one was taken for a part of it."""
        root = ctx.find_root().command
        takes = isinstance(self, click.Group) or any(
            isinstance(param, click.Argument) for param in self.params
        )
        return not takes and isinstance(root, click.Group) and word in root.list_commands(ctx)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the page."""
        self._write_usage(ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text(self.say(f"{self.text_id}.help"))
        self.write_commands(ctx, formatter)
        self._write_options(ctx, formatter)
        if self.examples:
            with formatter.section(self.say("cli.heading.examples")):
                for example in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")

    def _write_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        signs = [p.metavar or "" for p in self.get_params(ctx) if isinstance(p, click.Argument)]
        if isinstance(self, click.Group):
            signs.append(self.say("cli.usage.command"))
        words = " ".join([self.say("cli.usage.options"), *signs])
        formatter.write_usage(ctx.command_path, words, prefix=f"{self.say('cli.usage')} ")

    def write_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List commands of a group; a plain command has none."""

    def _write_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        rows = [(self._sign(option), option.help or "") for option in options]
        with formatter.section(self.say("cli.heading.options")):
            formatter.write_dl(rows)

    @staticmethod
    def _sign(option: click.Option) -> str:
        names = ", ".join(option.opts)
        return names if option.is_flag else f"{names} {option.metavar or ''}".rstrip()


class Shelf(Page, click.Group):
    """A group of commands."""

    def __init__(self, name: str, texts: Texts, **kw: Any) -> None:
        """Show the help page to whoever names no command."""
        super().__init__(name, texts, invoke_without_command=True, callback=_show_page, **kw)

    def write_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands of the group."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            text_id = command.text_id if isinstance(command, Page) else f"cli.{name}"
            rows.append((name, self.say(f"{text_id}.short")))
        with formatter.section(self.say("cli.heading.commands")):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or say which there are."""
        known = self.list_commands(ctx)
        if args[0] in known or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        suggestion = nearest(args[0], known)
        if suggestion is not None:
            raise Wrong("cli.error.no-such-command-but", name=args[0], suggestion=suggestion)
        raise Wrong("cli.error.no-such-command", name=args[0], words=", ".join(known))


def _show_page() -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def option(texts: Texts, *names: str, help_id: str, metavar: str = "", **kw: Any) -> click.Option:
    """Make an option whose help says its default in the reader's language."""
    parts = [texts(Text(help_id))]
    if kw.get("multiple"):
        parts.append(texts(Text("cli.repeatable")))
    if kw.get("default") not in (None, False, ()):
        parts.append(texts(Text("cli.default", {"value": str(kw["default"])})))
    kind = kw.get("type")
    sign = texts(Text(f"cli.metavar.{metavar}")) if metavar else None
    if isinstance(kind, Word):
        sign = "|".join(kind.words)
    return click.Option(names, help=" ".join(parts), metavar=sign, **kw)


def language_option(texts: Texts) -> click.Option:
    """Make the option that was read before all others, because this very help depends on it."""
    return option(
        texts,
        "--language",
        help_id="cli.option.language",
        type=Word(LANGUAGES),
        expose_value=False,
    )

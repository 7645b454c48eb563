"""Kinds of values on the command line, each with complaints of our own."""

from __future__ import annotations

import math
from collections.abc import Sequence

import click

from companion.app.wrong import Wrong, name_of

#: Nobody waits longer than an hour for the next turn.
LONGEST_S = 3600


class Whole(click.ParamType):
    """Take a whole number within bounds."""

    name = "whole"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        """Take the bounds, both included."""
        self.least, self.most = least, most

    def convert(self, value: object, param: click.Parameter | None, _ctx: object) -> int:
        """Read the number."""
        option = "" if param is None else name_of(param)
        try:
            number = int(str(value))
        except ValueError:
            raise Wrong(
                "cli.error.not-a-whole-number", option=option, value=str(value)[:40]
            ) from None
        if self.least is not None and number < self.least:
            raise Wrong("cli.error.too-small", option=option, value=number, least=self.least)
        if self.most is not None and number > self.most:
            raise Wrong("cli.error.too-large", option=option, value=number, most=self.most)
        return number


class Seconds(click.ParamType):
    """Take a span of time, not negative."""

    name = "seconds"

    def convert(self, value: object, param: click.Parameter | None, _ctx: object) -> float:
        """Read the number; a decimal comma is welcome."""
        option = "" if param is None else name_of(param)
        try:
            seconds = float(str(value).replace(",", "."))
        except ValueError:
            seconds = math.nan
        if not math.isfinite(seconds):
            raise Wrong("cli.error.not-a-number", option=option, value=str(value)[:40])
        if seconds < 0:
            raise Wrong("cli.error.too-small", option=option, value=str(value), least=0)
        if seconds > LONGEST_S:
            raise Wrong("cli.error.too-large", option=option, value=str(value), most=LONGEST_S)
        return seconds


class Word(click.ParamType):
    """Take one of a few words."""

    name = "word"

    def __init__(self, words: Sequence[str]) -> None:
        """Take the words."""
        self.words = tuple(words)

    def convert(self, value: object, param: click.Parameter | None, _ctx: object) -> str:
        """Take the word, in capitals or not."""
        word = str(value).lower()
        if word not in self.words:
            refuse_word("" if param is None else name_of(param), str(value), self.words)
        return word


def refuse_word(option: str, value: str, words: Sequence[str]) -> None:
    """Say which words an option knows."""
    if not words:
        raise Wrong("cli.error.none-yet", option=option, value=value[:40])
    raise Wrong("cli.error.not-one-of", option=option, value=value[:40], words=", ".join(words))

"""Faults of data files, for people to read."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.engine import Text
from companion.packs.fault import Fault, Severity
from companion.session.texts import Texts

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


def show_faults(texts: Texts, faults: Sequence[Fault]) -> None:
    """List faults, errors first, each with its place."""
    for fault in sorted(faults, key=lambda fault: fault.severity is not Severity.ERROR):
        word = texts(Text(f"pack.check.{fault.severity}"))
        label = click.style(word, fg=_COLOURS[fault.severity], bold=True)
        click.echo(f"{label} {click.style(fault.where, bold=True)}: {texts(fault.text)}")

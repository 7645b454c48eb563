"""What a screen shows: panels, prompts and choices that know no game."""

from __future__ import annotations

import msgspec

from companion.engine.ask import Ask
from companion.engine.text import Text
from companion.engine.unknown import Unknown


class Row(msgspec.Struct, frozen=True):
    """Show one named value."""

    label: Text
    value: Text | int | Unknown


class Panel(msgspec.Struct, frozen=True):
    """Group rows under a title; a panel with a seat is about that seat."""

    id: str
    title: Text
    rows: tuple[Row, ...]
    seat: int | None = None


class Choice(msgspec.Struct, frozen=True):
    """Offer one answer; ``move`` is that answer as the game's own JSON.

    ``places`` are where on the table it happens, in the order in which one would point there;
    ``note`` says in short what it brings or how to find it.
    """

    label: Text
    move: msgspec.Raw
    places: tuple[str, ...] = ()
    note: Text | None = None


class Prompt(msgspec.Struct, frozen=True):
    """Put an open ask into words, with its answers where they can be listed."""

    ask: Ask
    text: Text
    choices: tuple[Choice, ...] = ()


class TableView(msgspec.Struct, frozen=True):
    """Show one viewer all that he may know, and nothing else."""

    phase: Text
    panels: tuple[Panel, ...]
    prompts: tuple[Prompt, ...]

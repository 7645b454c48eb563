"""The end of a game: an itemised score sheet for every seat, and who won."""

from __future__ import annotations

import msgspec

from companion.engine.text import Text
from companion.engine.unknown import Unknown


class ScoreLine(msgspec.Struct, frozen=True):
    """Account for some of a seat's points; ``detail`` shows the sum behind them."""

    source: str
    label: Text
    points: int | Unknown
    detail: tuple[Text, ...] = ()


class Scored(msgspec.Struct, frozen=True):
    """Say that an event brought a seat points; ``source`` is that of the line they add to."""

    seat: int
    source: str
    points: int


class ScoreSheet(msgspec.Struct, frozen=True):
    """List where one seat's points came from.

    ``rank`` is ``None`` while it depends on a fact, and so is a total unknown that does.
    """

    seat: int
    lines: tuple[ScoreLine, ...]
    total: int | Unknown
    rank: int | None


class Outcome(msgspec.Struct, frozen=True):
    """Hold all score sheets, the winner, and what decided a tie.

    ``missing`` names the open asks whose answers would still change the sheets.
    """

    sheets: tuple[ScoreSheet, ...]
    winner: int | None
    decided_by: Text | None = None
    missing: tuple[str, ...] = ()

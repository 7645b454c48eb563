"""The score sheet: every point of every seat, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine import Outcome, ScoreLine, ScoreSheet, Text
from web.keys import Keys
from web.relay import Now
from web.seats import people
from web.shown import Person
from web.wording import Words

#: The sentences behind the lines, by seat and source.
_Evidence = Mapping[tuple[int, str], tuple[Text, ...]]


class Cell(msgspec.Struct, frozen=True):
    """Points of one seat from one source, with the sum and the turns behind them."""

    points: str = ""
    detail: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


class SourceRow(msgspec.Struct, frozen=True):
    """One source of points, for all seats in their order."""

    label: str
    cells: tuple[Cell, ...]


class Column(msgspec.Struct, frozen=True):
    """One seat at the end of the game."""

    person: Person
    total: str
    rank: str
    winner: bool


class SheetScreen(msgspec.Struct, frozen=True):
    """The whole sheet; ``open`` says that something could still change it."""

    columns: tuple[Column, ...]
    rows: tuple[SourceRow, ...]
    decided_by: str
    open: bool


def sheet_screen(now: Now, words: Words, keys: Keys) -> SheetScreen | None:
    """Put the sheet together, if the game is over."""
    if now.play is None or now.snapshot is None or now.snapshot.outcome is None:
        return None
    outcome: Outcome = now.snapshot.outcome
    view = now.play.game.view(now.snapshot.state, None)
    by_seat = {person.seat: person for person in people(view, now.snapshot, words, keys)}
    behind: _Evidence = {} if now.play.evidence is None else now.play.evidence()
    columns = tuple(_column(sheet, outcome, by_seat[sheet.seat], words) for sheet in outcome.sheets)
    decided = "" if outcome.decided_by is None else words.say(outcome.decided_by)
    return SheetScreen(columns, _rows(outcome, behind, words), decided, bool(outcome.missing))


def _column(sheet: ScoreSheet, outcome: Outcome, person: Person, words: Words) -> Column:
    rank = "" if sheet.rank is None else str(sheet.rank)
    return Column(person, words.say(sheet.total), rank, outcome.winner == sheet.seat)


def _rows(outcome: Outcome, behind: _Evidence, words: Words) -> tuple[SourceRow, ...]:
    labels: dict[str, str] = {}
    for sheet in outcome.sheets:
        for line in sheet.lines:
            labels.setdefault(line.source, words.say(line.label))
    return tuple(
        SourceRow(label, tuple(_cell(sheet, source, behind, words) for sheet in outcome.sheets))
        for source, label in labels.items()
    )


def _cell(sheet: ScoreSheet, source: str, behind: _Evidence, words: Words) -> Cell:
    line: ScoreLine | None = next((one for one in sheet.lines if one.source == source), None)
    if line is None:
        return Cell()
    evidence = behind.get((sheet.seat, source), ())
    return Cell(words.say(line.points), words.all(line.detail), words.all(evidence))

"""The score sheet: every point of every seat, what it is made of, and what it came from."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from companion.engine import Outcome, ScoreLine, ScoreSheet
from companion.session.sheet import Proof, proofs
from web.evidence import Photos, disputes, evidence
from web.keys import Keys
from web.look import Look
from web.relay import Now
from web.shown import Dispute, Evidence, Person
from web.wording import Words

#: Returns the entries behind a seat's points from one source.
_Behind = Callable[[int, str], tuple[Proof, ...]]


class Cell(msgspec.Struct, frozen=True):
    """Points of one seat from one source, with the sum and the turns behind them."""

    points: str = ""
    detail: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()


class SourceRow(msgspec.Struct, frozen=True):
    """One source of points, for all seats in their order."""

    source: str
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
    disputes: tuple[Dispute, ...] = ()


def sheet_screen(now: Now, words: Words, keys: Keys) -> SheetScreen | None:
    """Put the sheet together, if the game is over."""
    if now.play is None or now.snapshot is None or now.snapshot.outcome is None:
        return None
    look = Look(now, None, words, keys)
    outcome: Outcome = now.snapshot.outcome
    photos = Photos(now.play, now.snapshot.game)
    by_seat = {person.seat: person for person in look.people}
    # Whoever won comes first; while nobody knows, people stand as they sit.
    ranked = sorted(outcome.sheets, key=lambda sheet: sheet.rank or len(outcome.sheets))
    outcome = replace(outcome, sheets=tuple(ranked))
    return SheetScreen(
        tuple(_column(sheet, outcome, by_seat[sheet.seat], words) for sheet in ranked),
        _rows(outcome, lambda seat, source: proofs(now.story.past, seat, source), look, photos),
        "" if outcome.decided_by is None else words.say(outcome.decided_by),
        bool(outcome.missing),
        tuple(disputes(look, photos)),
    )


def _column(sheet: ScoreSheet, outcome: Outcome, person: Person, words: Words) -> Column:
    rank = "" if sheet.rank is None else str(sheet.rank)
    return Column(person, words.say(sheet.total), rank, outcome.winner == sheet.seat)


def _rows(outcome: Outcome, behind: _Behind, look: Look, photos: Photos) -> tuple[SourceRow, ...]:
    labels: dict[str, str] = {}
    for sheet in outcome.sheets:
        for line in sheet.lines:
            labels.setdefault(line.source, look.words.say(line.label))
    return tuple(
        SourceRow(
            source, label, tuple(_cell(s, source, behind, look, photos) for s in outcome.sheets)
        )
        for source, label in labels.items()
    )


def _cell(sheet: ScoreSheet, source: str, behind: _Behind, look: Look, photos: Photos) -> Cell:
    line: ScoreLine | None = next((one for one in sheet.lines if one.source == source), None)
    if line is None:
        return Cell()
    found = evidence(behind(sheet.seat, source), sheet.seat, look, photos)
    return Cell(look.words.say(line.points), look.words.all(line.detail), found)

"""The score sheet with its evidence: behind every line, the entries of the log that made it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from companion.engine import Outcome, ScoreLine, Text, Unknown
from companion.session.explain_tree import AnyGame
from companion.session.sheet_history import Happening
from companion.session.store_entry import By

#: The only line of a game that is not over: what a game calls its lines is known at the end.
SO_FAR = "so-far"


class Proof(msgspec.Struct, frozen=True):
    """Points that one entry brought to one line.

    ``broken`` names the rule that the host passed over, ``ask`` what somebody was asked; ``picture``
    is the digest of a crop, which may be gone by now.
    """

    number: int
    turn: int | None
    at: datetime
    by: By
    points: int
    cause: Text | None
    sentence: Text | None
    picture: str | None = None
    broken: Text | None = None
    ask: str = ""


class ProvenLine(msgspec.Struct, frozen=True):
    """A line of the sheet with what is behind it.

    What is counted only at the end has its sums as ``detail``, and the last ``picture`` of the
    table; ``proofs`` are the entries in the order of the game.
    """

    source: str
    label: Text
    points: int | Unknown
    detail: tuple[Text, ...] = ()
    proofs: tuple[Proof, ...] = ()
    picture: str | None = None

    @property
    def is_proven(self) -> bool:
        """Tell whether the entries account for all points."""
        return self.points == sum(proof.points for proof in self.proofs)


class ProvenSheet(msgspec.Struct, frozen=True):
    """The sheet of one seat."""

    seat: int
    name: Text
    lines: tuple[ProvenLine, ...]
    total: int | Unknown
    rank: int | None


class Account(msgspec.Struct, frozen=True):
    """All sheets of a game; ``over`` is false while it is played, and then points are those so far.

    ``taken_back`` counts the entries that were undone: they bring nobody anything.
    """

    sheets: tuple[ProvenSheet, ...]
    over: bool
    winner: int | None = None
    decided_by: Text | None = None
    missing: tuple[str, ...] = ()
    picture: str | None = None
    taken_back: int = 0


def account(game: AnyGame, setup: Any, past: Sequence[Happening]) -> Account:
    """Account for every point of a game, from what happened in it (see ``history``)."""
    standing = [one for one in past if one.stands]
    state = past[-1].after if past else setup
    names = seat_names(game, state)
    picture = next((one.entry.picture for one in reversed(standing) if one.entry.picture), None)
    undone = sum(one.entry.takes_back is None and not one.stands for one in past)
    outcome = game.outcome(state)
    if outcome is None:
        sheets = tuple(_so_far(standing, seat, name) for seat, name in names.items())
        return Account(sheets, False, picture=picture, taken_back=undone)
    return Account(
        tuple(_sheets(outcome, names, standing, picture)),
        True,
        outcome.winner,
        outcome.decided_by,
        outcome.missing,
        picture,
        undone,
    )


def seat_names(game: AnyGame, state: Any) -> dict[int, Text]:
    """Return what the game calls its seats."""
    panels = game.view(state, None).panels
    return {panel.seat: panel.title for panel in panels if panel.seat is not None}


def proofs(past: Iterable[Happening], seat: int, source: str | None = None) -> tuple[Proof, ...]:
    """Return the entries that brought a seat points, of one source or of all."""
    return tuple(
        Proof(
            one.entry.number,
            one.turn,
            one.entry.at,
            one.entry.by,
            gain.scored.points,
            gain.cause,
            gain.sentence,
            one.entry.picture,
            one.broken,
            one.entry.ask,
        )
        for one in past
        if one.stands
        for gain in one.gains
        if gain.scored.seat == seat and source in (None, gain.scored.source)
    )


def _sheets(
    outcome: Outcome, names: dict[int, Text], past: Sequence[Happening], picture: str | None
) -> Iterable[ProvenSheet]:
    for sheet in outcome.sheets:
        lines = tuple(_line(line, sheet.seat, past, picture) for line in sheet.lines)
        yield ProvenSheet(sheet.seat, names[sheet.seat], lines, sheet.total, sheet.rank)


def _line(line: ScoreLine, seat: int, past: Sequence[Happening], picture: str | None) -> ProvenLine:
    behind = proofs(past, seat, line.source)
    at_the_end = picture if line.detail else None
    return ProvenLine(line.source, line.label, line.points, line.detail, behind, at_the_end)


def _so_far(past: Sequence[Happening], seat: int, name: Text) -> ProvenSheet:
    behind = proofs(past, seat)
    points = sum(proof.points for proof in behind)
    line = ProvenLine(SO_FAR, Text("core.sheet.so-far"), points, (), behind)
    return ProvenSheet(seat, name, (line,), points, None)

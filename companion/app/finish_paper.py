"""The finished score sheet in words: what paper, page, terminal and JSON all show."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from companion.app.marks import choose_marks
from companion.app.replay_game import Kept, who_and_how
from companion.app.scene import compose
from companion.engine import Text, Unknown
from companion.session.sheet import Account, Proof, ProvenLine, ProvenSheet
from companion.session.sheet_history import Happening


class Item(msgspec.Struct, frozen=True):
    """Points of one moment: entry, turn and time, what brought them, and how we know."""

    number: int
    turn: int | None
    at: datetime
    points: int
    what: str
    how: str
    confidence: float | None
    picture: str | None
    note: str | None = None


class Row(msgspec.Struct, frozen=True):
    """A line of the sheet: a number of points, unless it is not known, and what is behind it."""

    source: str
    label: str
    points: int | None
    detail: tuple[str, ...]
    items: tuple[Item, ...]
    proven: bool
    picture: str | None


class Player(msgspec.Struct, frozen=True):
    """The sheet of a seat; ``ink`` is readable on ``colour``."""

    seat: int
    name: str
    colour: str
    ink: str
    total: int | None
    rank: int | None
    wins: bool
    rows: tuple[Row, ...]


class Paper(msgspec.Struct, frozen=True):
    """A whole score sheet, put into one language."""

    id: str
    game: str
    title: str
    begun_at: datetime
    over: bool
    verdict: str
    players: tuple[Player, ...]
    notes: tuple[str, ...] = ()

    @property
    def labels(self) -> dict[str, str]:
        """Return the labels of all lines, by source, in the order of the sheets."""
        return {row.source: row.label for player in self.players for row in player.rows}


def paper(kept: Kept) -> Paper:
    """Put a game's score sheet into words."""
    sums = kept.account()
    players = tuple(_players(kept, sums))
    return Paper(
        kept.record.id,
        kept.record.game,
        kept.texts(kept.title),
        kept.record.begun_at,
        sums.over,
        kept.texts(_verdict(kept, sums)),
        players,
        tuple(map(kept.texts, _notes(sums, players))),
    )


def _verdict(kept: Kept, sums: Account) -> Text:
    if not sums.over:
        return Text("cli.sheet.not-over")
    if sums.winner is None:
        return Text("demo.no-winner")
    winner = next(sheet for sheet in sums.sheets if sheet.seat == sums.winner)
    name = kept.seated(winner.seat)
    if isinstance(winner.total, Unknown):
        return Text("demo.winner", {"name": name})
    if sums.decided_by is None:
        return Text("cli.sheet.wins", {"name": name, "count": winner.total})
    return Text(
        "cli.sheet.wins-decided",
        {"name": name, "count": winner.total, "reason": sums.decided_by},
    )


def _notes(sums: Account, players: tuple[Player, ...]) -> Iterator[Text]:
    if sums.taken_back:
        yield Text("cli.sheet.taken-back", {"count": sums.taken_back})
    if any(not row.proven for player in players for row in player.rows):
        yield Text("cli.sheet.unproven")
    if sums.missing:
        yield Text("cli.sheet.open", {"count": len(sums.missing)})


def _players(kept: Kept, sums: Account) -> Iterator[Player]:
    bare = kept.shown(kept.setup)
    marks = choose_marks(compose(kept.game, bare, bare), kept.texts)
    by_number = {one.entry.number: one for one in kept.past}
    for sheet in sums.sheets:
        ink, _, colour = marks.seats[sheet.seat].style.partition(" on ")
        rows = tuple(_row(kept, by_number, line, sheet.seat) for line in sheet.lines)
        yield Player(
            sheet.seat,
            kept.texts(kept.seated(sheet.seat)),
            colour,
            ink,
            _number(sheet),
            sheet.rank,
            sheet.seat == sums.winner,
            rows,
        )


def _number(what: ProvenSheet | ProvenLine) -> int | None:
    value = what.total if isinstance(what, ProvenSheet) else what.points
    return None if isinstance(value, Unknown) else value


def _row(kept: Kept, past: dict[int, Happening], line: ProvenLine, seat: int) -> Row:
    return Row(
        line.source,
        kept.texts(line.label),
        _number(line),
        tuple(map(kept.texts, line.detail)),
        tuple(_item(kept, past[proof.number], proof, seat) for proof in line.proofs),
        line.is_proven,
        line.picture,
    )


def _item(kept: Kept, one: Happening, proof: Proof, seat: int) -> Item:
    what = proof.cause or proof.sentence or Text("core.sheet.untold")
    broken = None if proof.broken is None else Text("core.sheet.let-stand", {"rule": proof.broken})
    return Item(
        proof.number,
        proof.turn,
        proof.at,
        proof.points,
        kept.texts(kept.told(what)),
        # On a player's own sheet only others need a name.
        kept.texts(who_and_how(kept, one, but=seat)),
        proof.by.confidence,
        proof.picture,
        None if broken is None else kept.texts(broken),
    )

"""One kept game as its pages show it: a line of the list, and every step for a replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.app.replay_game import Kept
from companion.app.replay_lines import sentences
from companion.engine import Panel, Text, Unknown
from companion.session.sheet_history import Happening
from web.games_port import Line, Player, Replay, Step


def line_of(kept: Kept) -> Line:
    """Sum a game up in a line."""
    record, past = kept.record, kept.past
    wish = kept.kit.wish(bytes(record.setup), record.edition)
    words = [Text(f"{kept.kit.name}.version.{wish.version}")]
    words += [Text(f"{kept.kit.name}.expansion.{name}") for name in wish.expansions]
    return Line(
        record.id,
        kept.title,
        record.begun_at,
        past[-1].entry.at if past else record.begun_at,
        kept.is_over,
        tuple(words),
        tuple(_players(kept)),
        max((one.turn or 0 for one in past), default=0),
        phase=kept.game.view(kept.shown(past[-1].after if past else kept.setup), None).phase,
        kind=f"{kept.kit.name}.{wish.version}",
    )


def _players(kept: Kept) -> Iterator[Player]:
    last = kept.past[-1].after if kept.past else kept.setup
    sums = kept.account() if kept.is_over else None
    sheets = {} if sums is None else {sheet.seat: sheet for sheet in sums.sheets}
    for panel, points in public_scores(kept, last).values():
        seat = panel.seat or 0
        sheet = sheets.get(seat)
        total = points if sheet is None or isinstance(sheet.total, Unknown) else sheet.total
        yield Player(
            seat,
            panel.title.id.rpartition(".")[2],
            panel.title,
            kept.names.get(seat, ""),
            total,
            None if sheet is None else sheet.rank,
            sums is not None and sums.winner == seat,
        )


def public_scores(kept: Kept, state: Any) -> dict[int, tuple[Panel, int | None]]:
    """Return the first panel of every seat, which all may see, and the points it begins with."""
    found: dict[int, tuple[Panel, int | None]] = {}
    for panel in kept.game.view(kept.shown(state), None).panels:
        if panel.seat is not None and panel.seat not in found:
            value = panel.rows[0].value if panel.rows else None
            found[panel.seat] = panel, value if isinstance(value, int) else None
    return dict(sorted(found.items()))


def replay_of(kept: Kept) -> Replay:
    """Return a game step by step; nothing is told that anybody hides while it is played."""
    return Replay(line_of(kept), tuple(_steps(kept)))


def _steps(kept: Kept) -> Iterator[Step]:
    points = _points(kept, kept.setup)
    yield Step(0, None, kept.record.begun_at, (), True, points)
    for one in kept.past:
        if one.after is not one.before:
            points = _points(kept, one.after)
        yield Step(
            one.entry.number,
            one.turn,
            one.entry.at,
            sentences(kept, one),
            one.stands or one.entry.takes_back is not None,
            points,
            one.entry.picture or "",
        )


def _points(kept: Kept, state: Any) -> tuple[int | None, ...]:
    return tuple(points for _, points in public_scores(kept, state).values())


def claims_at(kept: Kept, number: int) -> tuple[list[tuple[str, str]], frozenset[str]]:
    """Return what lay on the table after a step, and the places where it has changed."""
    one: Happening | None = kept.past[number - 1] if number else None
    view = kept.game.expected_view
    now = view(kept.shown(kept.setup if one is None else one.after))
    gone, come = (now if one is None else view(kept.shown(one.before))).change_to(now)
    marks = frozenset(atom.place for atom in gone | come)
    return [(atom.place, atom.piece) for atom in now.atoms], marks

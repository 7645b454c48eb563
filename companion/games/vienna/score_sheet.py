"""The score sheet: every point accounted for, and why the winner won."""

from __future__ import annotations

from companion.engine import UNKNOWN, Outcome, Scored, ScoreLine, ScoreSheet, Text
from companion.games.vienna.box import Box
from companion.games.vienna.events import Event, PointsScored
from companion.games.vienna.majority import (
    Criterion,
    agents_of,
    bounds,
    bribes_of,
    groups,
    money_of,
)
from companion.games.vienna.majority import missing as missing_fact
from companion.games.vienna.scoring import (
    BOX_POINTS,
    SET_POINTS,
    TIE_BREAKS,
    asks,
    clear_winner,
    desk_tiles,
    full_sets,
    leaders,
    tile_values,
)
from companion.games.vienna.stages import Counting, Over
from companion.games.vienna.state import Seat, Source, State
from companion.games.vienna.terms import term


def outcome(box: Box, state: State) -> Outcome | None:
    """Return the itemised score sheets, once the game is over."""
    missing = tuple(ask.id for ask in asks(box, state)) if _is_over(state) else ()
    if isinstance(state.stage, Counting):
        winner = clear_winner(state)
        sheets = tuple(_open_sheet(box, state, n, winner) for n in range(len(state.seats)))
        return Outcome(sheets, winner, missing=missing)
    if not isinstance(state.stage, Over):
        return None
    ranks = _ranks(state)
    first = leaders(state)
    sheets = tuple(
        ScoreSheet(n, _lines(box, state, s), s.score, None if missing and n in first else ranks[n])
        for n, s in enumerate(state.seats)
    )
    if missing:
        return Outcome(sheets, None, missing=missing)
    return Outcome(sheets, min(ranks, key=ranks.__getitem__), _decided_by(state))


def points(event: Event) -> tuple[Scored, ...]:
    """Return the points of an event, under the source of their line."""
    if not isinstance(event, PointsScored):
        return ()
    return (Scored(event.seat, event.source, event.points),)


def _is_over(state: State) -> bool:
    return isinstance(state.stage, Over | Counting)


def _open_sheet(box: Box, state: State, number: int, winner: int | None) -> ScoreSheet:
    """Show a sheet whose majority may still be open; its points are unknown then, not zero."""
    seat = state.seats[number]
    low, high = bounds(state)[number]
    label, agents = (
        term(Source.MAJORITY),
        Text("vienna.sheet.majority", {"count": len(seat.agents)}),
    )
    points = low if low == high else UNKNOWN
    row = ScoreLine(Source.MAJORITY, label, points, (agents,))
    total = seat.score + points if isinstance(points, int) else UNKNOWN
    return ScoreSheet(
        number, (*_lines(box, state, seat), row), total, 1 if number == winner else None
    )


def _ranks(state: State) -> dict[int, int]:
    """Rank the seats; among equals whoever played later in the last round comes first.

    Seats further down that are equal but for unknown facts share their rank.
    """
    ranks: dict[int, int] = {}
    breaks = TIE_BREAKS[state.version]
    for group in groups(state, tuple(range(len(state.seats))), (_score_of, *breaks)):
        base = len(ranks) + 1
        shared = missing_fact(state, group, breaks) is not None
        latest_first = sorted(group, key=lambda n: -_place(state, n))
        ranks |= {n: base + (0 if shared else i) for i, n in enumerate(latest_first)}
    return ranks


def _score_of(seat: Seat) -> int:
    return seat.score


def _place(state: State, number: int) -> int:
    """Return a seat's place in the order of the last round played."""
    return (number - state.start) % len(state.seats)


def _decided_by(state: State) -> Text | None:
    """Name the tie-break that decided, if one was needed."""
    tied = leaders(state)
    if len(tied) < 2:
        return None
    breaks = TIE_BREAKS[state.version]
    for depth in range(1, len(breaks) + 1):
        if len(groups(state, tied, breaks[:depth])[0]) == 1:
            return Text(f"vienna.tie.{_NAMES[breaks[depth - 1]]}")
    return Text("vienna.tie.order")


_NAMES: dict[Criterion, str] = {money_of: "money", bribes_of: "bribes", agents_of: "agents"}


def _lines(box: Box, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    return tuple(
        ScoreLine(source, term(source), seat.earned[source], _details(box, state, seat, source))
        for source in Source
        if seat.earned.get(source)
    )


def _details(box: Box, state: State, seat: Seat, source: Source) -> tuple[Text, ...]:
    """Show the sums behind the points of the final scoring."""
    if source is Source.SETS:
        return (Text("vienna.sheet.sets", {"count": full_sets(seat), "each": SET_POINTS}),)
    if source is Source.TILES:
        return tuple(
            Text("vienna.sheet.tiles", {"count": n, "info": term(info), "each": points // n})
            for info, n, points in tile_values(box, state, seat)
        )
    if source is Source.DESK:
        return tuple(term(good) for good in desk_tiles(seat))
    if source is Source.CASH_BOX and isinstance(seat.cash_box, int):
        return (Text("vienna.sheet.cash-box", {"count": seat.cash_box, "each": BOX_POINTS}),)
    if source is Source.MAJORITY:
        return (Text("vienna.sheet.majority", {"count": len(seat.agents)}),)
    return ()

"""Final scoring of the entry version, and the tie-breaks."""

from __future__ import annotations

from companion.engine import UNKNOWN, Ask, Outcome, ScoreLine, ScoreSheet, Text, Unknown, known
from companion.games.vienna import track
from companion.games.vienna.box import Box
from companion.games.vienna.events import BribesCounted, PointsScored
from companion.games.vienna.moves import CountBribes, Move
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.state import Over, Seat, Source, State
from companion.games.vienna.story import Refusal, Step, Story, find_seat
from companion.games.vienna.terms import term
from companion.games.vienna.words import Info

#: Points for a set of all five kinds.
SET_POINTS = 10
#: More bribes than anybody ends with.
MOST_BRIBES = 60


def score(story: Story, _seat: int) -> None:
    """Score sets and tiles, and end the game."""
    for number, seat in enumerate(story.state.seats):
        sets = SET_POINTS * full_sets(seat)
        tiles = sum(points for _, _, points in tile_values(story.box, story.state, seat))
        if sets:
            story.tell(PointsScored(number, sets, Source.SETS))
        if tiles:
            story.tell(PointsScored(number, tiles, Source.TILES))
    story.wait_at(Over())


def full_sets(seat: Seat) -> int:
    """Count the sets of all five kinds of information."""
    return min(seat.tiles.get(info, 0) for info in Info)


def tile_values(box: Box, state: State, seat: Seat) -> tuple[tuple[Info, int, int], ...]:
    """Return kind, number and points of a seat's tiles: each is worth its marker's area."""
    counts = ((info, seat.tiles.get(info, 0)) for info in Info)
    return tuple((i, n, n * track.value(state, box, i)) for i, n in counts if n)


def bribes_of(seat: Seat) -> int | Unknown:
    """Return how many bribes a seat has, where that is known."""
    if not isinstance(seat.counted, Unknown):
        return seat.counted
    counts = tuple(seat.purse.values())
    return sum(counts) if known(counts) else UNKNOWN


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask the seats tied for victory for their bribes, where that decides and is unknown."""
    if not isinstance(state.stage, Over):
        return ()
    leaders = _leaders(state)
    if len(leaders) < 2:
        return ()
    return tuple(
        Ask(f"bribes.{n}", "count-bribes", n, fact=True)
        for n in leaders
        if isinstance(bribes_of(state.seats[n]), Unknown)
    )


def _leaders(state: State) -> tuple[int, ...]:
    best = max(seat.score for seat in state.seats)
    return tuple(n for n, seat in enumerate(state.seats) if seat.score == best)


def options(_box: Box, _state: State, ask: Ask) -> tuple[Move, ...]:
    """List the numbers of bribes."""
    assert ask.seat is not None
    return tuple(CountBribes(ask.seat, count) for count in range(MOST_BRIBES + 1))


def count_bribes(story: Story, move: CountBribes) -> Step | Refusal | None:
    """Take note of a seat's bribes."""
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if not 0 <= move.count <= MOST_BRIBES:
        return invalid(Rule.NO_SUCH_COUNT, count=move.count, most=MOST_BRIBES)
    if all(ask.seat != move.seat for ask in asks(story.box, story.state)):
        return illegal(Rule.NOT_NOW)
    story.tell(BribesCounted(move.seat, move.count))
    return None


def outcome(box: Box, state: State) -> Outcome | None:
    """Return the itemised score sheets, once the game is over."""
    if not isinstance(state.stage, Over):
        return None
    missing = tuple(ask.id for ask in asks(box, state))
    standing = {n: _standing(state, n) for n in range(len(state.seats))}
    ranks = {n: 1 + sum(s > standing[n] for s in standing.values()) for n in standing}
    sheets = tuple(
        ScoreSheet(n, _lines(box, state, seat), seat.score, _rank(state, ranks, n, missing))
        for n, seat in enumerate(state.seats)
    )
    winner = None if missing else min(ranks, key=ranks.__getitem__)
    return Outcome(sheets, winner, None if missing else _decided_by(state), missing)


def _standing(state: State, number: int) -> tuple[int, int, int, int]:
    """Order seats: points, bribes, agents on the board, then later in the last round played.

    Where the bribes of one of several equal seats are unknown, nothing orders them.
    """
    seat = state.seats[number]
    bribes = bribes_of(seat)
    equals = [bribes_of(other) for other in state.seats if other.score == seat.score]
    if isinstance(bribes, Unknown) or not known(equals):
        return seat.score, 0, 0, 0
    return seat.score, bribes, len(seat.agents), (number - state.start) % len(state.seats)


def _rank(state: State, ranks: dict[int, int], number: int, missing: tuple[str, ...]) -> int | None:
    return None if missing and number in _leaders(state) else ranks[number]


def _decided_by(state: State) -> Text | None:
    """Name the tie-break that decided, if one was needed."""
    tied = sorted((_standing(state, n) for n in _leaders(state)), reverse=True)
    if len(tied) < 2:
        return None
    names = ("points", "bribes", "agents", "order")
    depth = next(i for i in range(len(names)) if tied[0][i] != tied[1][i])
    return Text(f"vienna.tie.{names[depth]}")


def _lines(box: Box, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    return tuple(
        ScoreLine(source, Text(f"vienna.source.{source}"), seat.earned[source], details)
        for source in Source
        if (details := _details(box, state, seat, source)) or seat.earned.get(source)
    )


def _details(box: Box, state: State, seat: Seat, source: Source) -> tuple[Text, ...]:
    """Show the sums behind the points of the final scoring."""
    if source is Source.SETS and full_sets(seat):
        return (Text("vienna.sheet.sets", {"count": full_sets(seat), "each": SET_POINTS}),)
    if source is Source.TILES:
        return tuple(
            Text("vienna.sheet.tiles", {"count": n, "info": term(info), "each": points // n})
            for info, n, points in tile_values(box, state, seat)
        )
    return ()

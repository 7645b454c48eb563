"""Final scoring, and the tie-breaks."""

from __future__ import annotations

from companion.engine import Ask
from companion.games.vienna import majority, track
from companion.games.vienna.box import Box
from companion.games.vienna.events import BribesCounted, PointsScored
from companion.games.vienna.full_events import MoneyCounted
from companion.games.vienna.majority import Criterion, agents_of, bribes_of, money_of
from companion.games.vienna.moves import CountBribes, CountMoney, Move
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import Counting, Over
from companion.games.vienna.state import Seat, Source, State
from companion.games.vienna.story import Refusal, Step, Story, find_seat
from companion.games.vienna.words import Good, Info, Version

#: Points for a set of all five kinds (entry version only).
SET_POINTS = 10
#: Points for 0 to 4 desk tiles, and for a Schilling in the cash box (full version).
DESK_POINTS = (0, 1, 3, 6, 10)
BOX_POINTS = 2
#: Bribes or Schillings that phones offer to choose from, and the most we believe.
OFFERED_COUNTS = 60
MOST_COUNTED = 499

#: What decides between equal scores, before the order of the last round does.
TIE_BREAKS: dict[Version, tuple[Criterion, ...]] = {
    Version.ENTRY: (bribes_of, agents_of),
    Version.FULL: (money_of, bribes_of),
}


def score(story: Story, _seat: int) -> Step | None:
    """Score everything that needs no comparison, then the majority of the full version."""
    for number in range(len(story.state.seats)):
        for source, points in final_points(story.box, story.state, number):
            if points:
                story.tell(PointsScored(number, points, source))
    if story.state.version is Version.FULL:
        return Step.MAJORITY
    story.wait_at(Over())
    return None


def final_points(box: Box, state: State, number: int) -> tuple[tuple[Source, int], ...]:
    """Return what a seat gets at the end for itself, source by source."""
    seat = state.seats[number]
    tiles = (Source.TILES, sum(points for _, _, points in tile_values(box, state, seat)))
    if state.version is Version.ENTRY:
        return (Source.SETS, SET_POINTS * full_sets(seat)), tiles
    cash_box = seat.cash_box if isinstance(seat.cash_box, int) else 0
    desk = DESK_POINTS[len(desk_tiles(seat))]
    return tiles, (Source.DESK, desk), (Source.CASH_BOX, BOX_POINTS * cash_box)


def score_majority(story: Story, _seat: int) -> Step | None:
    """Compare agents; where equal seats have not told us what decides between them, ask."""
    everybody = tuple(range(len(story.state.seats)))
    if majority.missing(story.state, everybody, majority.ORDER):
        story.wait_at(Counting())
        return None
    for number, points in majority.points(story.state).items():
        if points:
            story.tell(PointsScored(number, points, Source.MAJORITY))
    story.wait_at(Over())
    return None


def clear_winner(state: State) -> int | None:
    """Return who has won whatever the majority still brings, if that is so."""
    bounds = majority.bounds(state)
    least = {n: state.seats[n].score + low for n, (low, _) in bounds.items()}
    most = {n: state.seats[n].score + high for n, (_, high) in bounds.items()}
    first = max(least, key=least.__getitem__)
    rivals = (most[n] for n in most if n != first)
    return first if least[first] > max(rivals) else None


def full_sets(seat: Seat) -> int:
    """Count the sets of all five kinds of information."""
    return min(seat.tiles.get(info, 0) for info in Info)


def desk_tiles(seat: Seat) -> tuple[Good, ...]:
    """Return a seat's desk tiles; the side table is a table."""
    return tuple(good for good in seat.goods if good is not Good.SIDE_TABLE)


def tile_values(box: Box, state: State, seat: Seat) -> tuple[tuple[Info, int, int], ...]:
    """Return kind, number and points of a seat's tiles: each is worth its marker's area."""
    counts = ((info, seat.tiles.get(info, 0)) for info in Info)
    return tuple((i, n, n * track.value(state, box, i)) for i, n in counts if n)


def leaders(state: State) -> tuple[int, ...]:
    """Return the seats with the highest score."""
    best = max(seat.score for seat in state.seats)
    return tuple(n for n, seat in enumerate(state.seats) if seat.score == best)


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask for money or bribes of equal seats; play is over, and a clear win need not wait for it."""
    waits = True
    if isinstance(state.stage, Counting):
        seats, criteria = tuple(range(len(state.seats))), majority.ORDER
        waits = clear_winner(state) is None
    else:
        seats, criteria = leaders(state), TIE_BREAKS[state.version]
    found = majority.missing(state, seats, criteria)
    if found is None:
        return ()
    criterion, owing = found
    what = "money" if criterion is money_of else "bribes"
    return tuple(Ask(f"{what}.{n}", f"count-{what}", n, fact=True, blocks=waits) for n in owing)


def options(_box: Box, _state: State, ask: Ask) -> tuple[Move, ...]:
    """List the numbers."""
    assert ask.seat is not None
    count = CountMoney if ask.kind == "count-money" else CountBribes
    return tuple(count(ask.seat, number) for number in range(OFFERED_COUNTS + 1))


def count_money(story: Story, move: CountMoney) -> Step | Refusal | None:
    """Take note of a seat's money."""
    refusal = _check_count(story, move, "count-money")
    if refusal:
        return refusal
    story.tell(MoneyCounted(move.seat, move.count))
    return _go_on(story)


def count_bribes(story: Story, move: CountBribes) -> Step | Refusal | None:
    """Take note of a seat's bribes."""
    refusal = _check_count(story, move, "count-bribes")
    if refusal:
        return refusal
    story.tell(BribesCounted(move.seat, move.count))
    return _go_on(story)


def _check_count(story: Story, move: CountMoney | CountBribes, kind: str) -> Refusal | None:
    seat = find_seat(story.state, move.seat)
    if not isinstance(seat, Seat):
        return seat
    if not 0 <= move.count <= MOST_COUNTED:
        return invalid(Rule.NO_SUCH_COUNT, count=move.count, most=MOST_COUNTED)
    if not isinstance(story.state.stage, Counting | Over):
        return illegal(Rule.NOT_NOW)
    if all((ask.seat, ask.kind) != (move.seat, kind) for ask in asks(story.box, story.state)):
        return illegal(Rule.NOT_NOW)
    return None


def _go_on(story: Story) -> Step | None:
    waiting = isinstance(story.state.stage, Over) or asks(story.box, story.state)
    return None if waiting else Step.MAJORITY

"""Agent majority of the full version: places by agents on the board, money and bribes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine import UNKNOWN, Unknown, known
from companion.games.vienna.state import Seat, State

#: Points for the places, by number of players.
PLACES = {2: (8, 0), 3: (12, 6, 0), 4: (12, 8, 4, 0)}

Criterion = Callable[[Seat], int | Unknown]


def agents_of(seat: Seat) -> int:
    """Return how many agents a seat has on the board."""
    return len(seat.agents)


def money_of(seat: Seat) -> int | Unknown:
    """Return the money on a seat's desk, where that is known."""
    return seat.money if isinstance(seat.money_counted, Unknown) else seat.money_counted


def bribes_of(seat: Seat) -> int | Unknown:
    """Return how many bribes a seat has, where that is known."""
    if not isinstance(seat.counted, Unknown):
        return seat.counted
    counts = tuple(seat.purse.values())
    return sum(counts) if known(counts) else UNKNOWN


def groups(
    state: State, seats: tuple[int, ...], criteria: tuple[Criterion, ...]
) -> list[tuple[int, ...]]:
    """Sort seats into groups of equals, best first; unknown facts leave a group together."""
    if len(seats) < 2 or not criteria:
        return [seats]
    values = {n: criteria[0](state.seats[n]) for n in seats}
    if not known(values.values()):
        return [seats]
    ordered = sorted({v for v in values.values() if isinstance(v, int)}, reverse=True)
    return [
        group
        for value in ordered
        for group in groups(state, tuple(n for n in seats if values[n] == value), criteria[1:])
    ]


def missing(
    state: State, seats: tuple[int, ...], criteria: tuple[Criterion, ...]
) -> tuple[Criterion, tuple[int, ...]] | None:
    """Return the first fact that is needed to tell equals apart, and the seats that owe it."""
    if len(seats) < 2 or not criteria:
        return None
    values = {n: criteria[0](state.seats[n]) for n in seats}
    owing = tuple(n for n, value in values.items() if isinstance(value, Unknown))
    if owing:
        return criteria[0], owing
    for group in groups(state, seats, criteria[:1]):
        found = missing(state, group, criteria[1:])
        if found:
            return found
    return None


#: By what places are decided (rulebook: final scoring, full version).
ORDER: tuple[Criterion, ...] = (agents_of, money_of, bribes_of)


def points(state: State) -> Mapping[int, int]:
    """Return each seat's majority points; equals add their places and divide."""
    return {seat: sum(places) // len(places) for group, places in _shared(state) for seat in group}


def bounds(state: State) -> Mapping[int, tuple[int, int]]:
    """Return the fewest and the most majority points each seat can get, as far as we know."""
    found: dict[int, tuple[int, int]] = {}
    for group, places in _shared(state):
        share = sum(places) // len(places)
        open_still = missing(state, group, ORDER) is not None
        limits = (min(places), max(places)) if open_still else (share, share)
        found |= dict.fromkeys(group, limits)
    return found


def _shared(state: State) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return groups of equal seats with the points of the places they share."""
    places = list(PLACES[len(state.seats)])
    everybody = groups(state, tuple(range(len(state.seats))), ORDER)
    return [(group, tuple(places.pop(0) for _ in group)) for group in everybody]

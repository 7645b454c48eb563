"""Many games of bots, counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.app.seating import Seating
from companion.engine import Outcome, Text
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.match import Turned, play


class Played(msgspec.Struct, frozen=True):
    """One game that was played to its end."""

    number: int
    start: int
    rounds: int
    decisions: int
    outcome: Outcome


class Tally(msgspec.Struct, frozen=True):
    """The contract of ``companion simulate --json``.

    ``rounds`` is a mean, ``mean_score`` has one entry a seat, and ``points_by_source`` is the mean
    of one player in one game.  ``decisions`` counts what a bot chose among at least two moves.
    """

    games: int
    decisions: int
    decisions_per_cpu_s: float
    rounds: float
    wins_by_seat: tuple[int, ...]
    mean_score: tuple[float, ...]
    points_by_source: Mapping[str, float]


def play_match(
    seating: Seating, temper: Temper, seed: int, number: int
) -> Iterator[Turned[Any, Any, Any]]:
    """Play one game of a series; the seats take turns at starting.

    A game's own seed does not depend on how many games came before, so that a single game of a
    long series can be played again.
    """
    players = seating.wish.players
    bots = [seat_bot(temper, f"{seed}.{number}.{seat}") for seat in range(players)]
    options = seating.starting_with(number % players)
    return play(seating.game, options, bots, Dealer(f"{seed}.{number}"))


def play_games(seating: Seating, temper: Temper, seed: int, games: int) -> Iterator[Played]:
    """Play a series of games."""
    for number in range(games):
        decisions, last = 0, None
        for turned in play_match(seating, temper, seed, number):
            decisions += turned.chosen
            last = turned
        assert last is not None
        outcome = seating.game.outcome(last.after)
        assert outcome is not None
        rounds = _rounds(last.after)
        start = number % seating.wish.players
        yield Played(number, start, rounds, decisions, outcome)


def _rounds(state: Any) -> int:
    """Count the rounds, in games that have them."""
    return int(getattr(state, "round", 0))


class Clock:
    """Measure the computing time spent since it was made."""

    def __init__(self) -> None:
        """Start."""
        self._began = time.process_time()

    def read_s(self) -> float:
        """Return the seconds of computing, never quite nothing."""
        return max(time.process_time() - self._began, 1e-9)


def tally(played: Sequence[Played], players: int, cpu_s: float) -> Tally:
    """Sum the games up."""
    games = len(played)
    decisions = sum(game.decisions for game in played)
    wins = Counter(game.outcome.winner for game in played)
    totals, points = Counter[int](), Counter[str]()
    for sheet in (sheet for game in played for sheet in game.outcome.sheets):
        # The dealer tells every fact, so that nothing stays unknown here.
        sums = {line.source: line.points for line in sheet.lines if isinstance(line.points, int)}
        totals[sheet.seat] += sum(sums.values())
        points.update(sums)
    return Tally(
        games=games,
        decisions=decisions,
        decisions_per_cpu_s=round(decisions / cpu_s, 1),
        rounds=round(sum(game.rounds for game in played) / games, 3),
        wins_by_seat=tuple(wins[seat] for seat in range(players)),
        mean_score=tuple(round(totals[seat] / games, 3) for seat in range(players)),
        points_by_source={s: round(n / games / players, 3) for s, n in sorted(points.items())},
    )


def source_labels(played: Sequence[Played]) -> dict[str, Text]:
    """Name the sources of points as the score sheets do."""
    sheets = (sheet for game in played for sheet in game.outcome.sheets)
    return {line.source: line.label for sheet in sheets for line in sheet.lines}

"""How long a table thinks about one picture of a late game, measured beside plain picture work."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np

from companion.app.bench_session import Thinking
from companion.app.bench_session_table import GAME, LATE, PLAYERS, open_game
from companion.app.bench_vision import one_core, unit_of_work
from companion.app.trial_game import Trial
from companion.games import kits
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.people import Evening, People
from companion.play.people_words import Habits, Level, Moment
from companion.session.commands import Command, Moving, Reply, Saw
from companion.session.evidence import Reading
from companion.session.store import Store
from companion.session.table import Table

#: People slip now and then: to name what is wrong takes longest.
HABITS, SEEDS = Habits.clumsy(0.05), (1, 2)
#: Plain picture work is done after so many pictures.
UNIT_EVERY = 5


class PerfectEye:
    """See all that nothing covers."""

    def watch(self, moment: Moment, _until_s: float) -> Iterator[tuple[float, Command]]:
        """Tell what lies there, or that somebody is at it."""
        if not moment.at_rest:
            yield moment.time_s, Moving()
            return
        seen = moment.seen
        twice = {a for a, count in moment.table.items() if count > 1 and a in seen.atoms}
        yield moment.time_s, Saw(Reading(seen.atoms, seen.silent, twice=frozenset(twice)))

    def straighten(self, _places: Collection[str]) -> None:
        """Do nothing: it sees whatever lies there."""


class Watch(Table):
    """A table with a stop watch, and plain picture work in between to measure by."""

    def time(self, frame: Any, straight: Any) -> None:
        """Begin to measure."""
        self._work, self._last = (frame, straight), Reading(frozenset())
        self.taken_s, self.units_s = list[float](), list[float]()

    def take(self, command: Command | None = None) -> Reply:
        """Take in a command; note how long it took to explain a picture that is news."""
        start_s = time.process_time()
        reply = super().take(command)
        if isinstance(command, Saw) and command.reading != self._last:
            self._last = command.reading
            self.taken_s.append(time.process_time() - start_s)
            if len(self.taken_s) % UNIT_EVERY == 0:
                start_s = time.process_time()
                unit_of_work(*self._work)
                self.units_s.append(time.process_time() - start_s)
        return reply


def measure_thinking(folder: Path) -> Thinking:
    """Let people play whole evenings, and look at the late part of each."""
    frame, straight = np.load(folder / "frames.npy")[0], np.load(folder / "straight.npy")
    ratios: list[float] = []
    with one_core(), Store.open(folder / "evenings.sqlite") as store:
        for seed in SEEDS:
            watch = _play(store, seed, frame, straight)
            unit_s, late = median(watch.units_s), int(LATE * len(watch.taken_s))
            ratios += (taken_s / unit_s for taken_s in watch.taken_s[late:])
    return Thinking(round(quantiles(ratios, n=20)[-1], 3), round(median(ratios), 3))


def _play(store: Store, seed: int, frame: Any, straight: Any) -> Watch:
    game, options = open_game()
    signs, levels = kits()[GAME].signs, (Level.BOARD,) * PLAYERS
    bots = [seat_bot(Temper.GREEDY, f"{seed}.{seat}") for seat in range(PLAYERS)]
    people = People(game, Evening(options, bots, Dealer(seed), levels, signs, HABITS, seed))
    log = store.begin(GAME, edition="bench", setup=game.states.encode(game.setup(options)))
    trial = Trial(game, people, log, PerfectEye(), signs=signs, levels=levels)
    watch = Watch(game, log, signs=signs, clock=trial.clock)
    watch.time(frame, straight)
    trial.table = watch
    trial.play()
    return watch

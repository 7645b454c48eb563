"""Many evenings in one process: memory stays where it was after the first hour."""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from table_room import KIT, ROOMY, PerfectEye
from test_people import TABLES, seat_people

from companion.app.trial_game import Trial
from companion.play.people_words import Habits, Level
from companion.session.session import Session
from companion.session.store import Store

#: What seven hours may add: a box that was opened for a game is kept.
SLACK_MB, SLACK_BLOCKS = 30.0, 15_000


class Through:
    """A table as whoever stands outside its session finds it."""

    def __init__(self, session: Session, table) -> None:
        self._session, self._table = session, table

    def take(self, command=None):
        return self._session.ask(command, 60.0)

    @property
    def snapshot(self):
        return self._session.snapshot

    def __getattr__(self, name: str):
        return getattr(self._table, name)


def spend_an_evening(database: Path, table, seed: int, habits: Habits) -> Trial:
    """Let people play at a table that runs in a thread of its own."""
    game, people = seat_people(table, habits, seed)
    trials: list[Trial] = []

    @contextmanager
    def opening():
        with Store.open(database, ROOMY) as store:
            setup = game.states.encode(people._spans[0].start)
            log = store.begin("vienna", edition="own", setup=setup)
            levels = [Level(table[3])] * table[2]
            trial = Trial(game, people, log, PerfectEye(), signs=KIT.signs, levels=levels)
            trials.append(trial)
            yield trial.table

    with Session(opening) as session:
        (trial,) = trials
        trial.table = Through(session, trial.table)
        trial.play()
    return trial


def rss_mb() -> float:
    """Return the memory that this process really occupies."""
    words = Path("/proc/self/status").read_text(encoding="ascii").split()
    return int(words[words.index("VmRSS:") + 1]) / 1024


def soak(database: Path, hours: float) -> list[tuple[float, int, float]]:
    """Play evening after evening; return after each the hour, the blocks in use, and all memory."""
    figures: list[tuple[float, int, float]] = []
    played_s = 0.0
    for seed in count():
        table = TABLES[(0, 4, 2)[seed % 3]]
        trial = spend_an_evening(database, table, seed, Habits.clumsy(0.08))
        assert trial.count.turns > 10
        played_s += trial.clock()
        del trial
        gc.collect()
        figures.append((played_s / 3600, sys.getallocatedblocks(), rss_mb()))
        hour, blocks, whole = figures[-1]
        sys.stdout.write(f"{hour:5.2f} h  {blocks:9} blocks  {whole:7.1f} MB resident\n")
        sys.stdout.flush()
        if played_s >= hours * 3600:
            break
    return figures


@pytest.mark.slow
def test_eight_hours_need_no_more_memory_than_the_first(tmp_path):
    figures = soak(tmp_path / "games.sqlite", 8.0)
    first = next(n for n, (hour, _, _) in enumerate(figures) if hour >= 1)
    early, late = figures[first], figures[-1]
    more, more_mb = late[1] - early[1], late[2] - early[2]
    sys.stdout.write(f"{len(figures)} evenings: {more:+} blocks, {more_mb:+.1f} MB\n")
    assert more < SLACK_BLOCKS
    assert more_mb < SLACK_MB


def alive():
    """Return the sessions and trials that somebody still holds."""
    gc.collect()
    return {id(thing): thing for thing in gc.get_objects() if isinstance(thing, Session | Trial)}


def test_an_evening_leaves_nothing_behind(tmp_path):
    others = alive()
    trial = spend_an_evening(tmp_path / "games.sqlite", TABLES[0], 0, Habits())
    assert trial.oddities == []
    assert trial.table.snapshot.outcome is not None
    del trial
    assert alive().keys() <= others.keys()

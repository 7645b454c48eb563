"""Whole evenings in front of a perfect eye: nothing wrong on record, nobody accused, nobody stuck."""

from __future__ import annotations

import pytest
from table_room import evening
from test_people import TABLES

from companion.play.people_words import Habits
from companion.session.store_entry import Kind

HABITS = {"clean": Habits(), "clumsy": Habits.clumsy(0.08)}


def watch(folder, table, habits, seed):
    trial, entries = evening(folder, table, HABITS[habits], seed)
    count = trial.count
    assert trial.oddities == []
    assert (count.wrong_moves, count.false_accusations) == (0, 0)
    assert count.mistakes_caught == count.mistakes_planted
    assert count.questions <= 3
    assert count.taps <= count.turns
    assert count.turns > 10
    assert trial.seen > 500
    assert [entry.kind for entry in entries].count(Kind.END) == 1
    assert trial.table.snapshot.outcome is not None
    return count


def test_a_clean_evening(tmp_path):
    count = watch(tmp_path, TABLES[0], "clean", 1)
    assert count.mistakes_planted == 0
    # The table as it is laid out, and one starting tile for each of the two.
    assert count.other_taps <= 3


def test_a_clumsy_evening(tmp_path):
    assert watch(tmp_path, TABLES[0], "clumsy", 4).mistakes_planted > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 5, 6])
@pytest.mark.parametrize("habits", HABITS)
@pytest.mark.parametrize("table", TABLES)
def test_evenings_at_every_table(tmp_path, table, habits, seed):
    watch(tmp_path, table, habits, seed)

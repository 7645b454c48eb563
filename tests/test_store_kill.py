"""The store and sudden death: whatever was confirmed is there, once, in order, and whole."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import ROOT

from companion.session.store import Store
from companion.session.store_entry import Entry, Kind

VICTIM = ROOT / "tests/store_victim.py"


def told(entry: Entry) -> str:
    """Describe an entry as the victim does."""
    if entry.kind is Kind.UNDO:
        return f"{entry.number} back to {entry.takes_back}"
    return f"{entry.number} {json.loads(bytes(entry.events[0]))[0]}"


def kill_one(database: Path, game: str, seed: int, wait_s: float | None) -> list[str]:
    """Start a victim, kill it some time after it has opened the store, or while it opens it."""
    with subprocess.Popen(
        [sys.executable, VICTIM, database, game, str(seed)],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
    ) as victim:
        assert victim.stdout is not None
        if wait_s is not None:
            assert victim.stdout.readline() == "open\n"
        time.sleep(0.15 if wait_s is None else wait_s)
        victim.send_signal(signal.SIGKILL)
        lines = victim.stdout.read().splitlines()
    assert victim.returncode == -signal.SIGKILL
    return [line for line in lines if line != "open"]


def survive(folder: Path, kills: int) -> tuple[int, int]:
    """Kill one victim after the other at random moments, and count moves and unconfirmed ones."""
    database = folder / "games.sqlite"
    chance = random.Random(kills)
    with Store.open(database) as store:
        game = store.begin("chess", edition="plain", setup=b"{}").record.id
    expected: list[str] = []
    extra = 0
    for seed in range(kills):
        early = seed % 8 == 7
        confirmed = kill_one(database, game, seed, None if early else chance.uniform(0, 0.1))
        expected += confirmed
        with Store.open(database) as store:
            assert store.notices == ()
            found = [told(entry) for entry in store.log(game).entries()]
        assert found[: len(expected)] == expected
        # The move that was being written may have reached the disk before anybody was told.
        assert len(found) <= len(expected) + 1
        extra += len(found) - len(expected)
        expected = found
    return len(expected), extra


def test_nothing_confirmed_is_lost_when_the_process_is_killed(tmp_path):
    moves, _ = survive(tmp_path, 25)
    assert moves > 25


BEGINNER = """
import sys
from itertools import count
from pathlib import Path
from companion.session.store import Settings, Store
print("ready", flush=True)
for number in count():
    Store.open(Path(sys.argv[1]) / str(number) / "games.sqlite", Settings(reserve_bytes=0)).close()
"""


@pytest.mark.parametrize("wait_s", [0.003, 0.02, 0.05, 0.11])
def test_a_store_that_was_just_being_made_is_made_anew(tmp_path, wait_s):
    with subprocess.Popen(
        [sys.executable, "-c", BEGINNER, tmp_path], cwd=ROOT, stdout=subprocess.PIPE
    ) as beginner:
        assert beginner.stdout is not None
        beginner.stdout.readline()
        time.sleep(wait_s)
        beginner.kill()
    for folder in tmp_path.iterdir():
        with Store.open(folder / "games.sqlite") as store:
            assert store.notices == ()
            store.begin("chess", edition="plain", setup=b"{}")
        assert list(folder.glob(".*")) == []


@pytest.mark.slow
def test_nothing_confirmed_is_lost_in_two_hundred_kills(tmp_path):
    moves, unconfirmed = survive(tmp_path, 200)
    assert moves > 200
    assert unconfirmed > 0  # some of them were killed in the middle of a write

"""A running table and sudden death: people go on with the board as it lies, and nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from command_line import ROOT
from session_victim import Said, Script
from table_room import CARDS, ROOMY, record

from companion.session.store import Store
from companion.session.store_entry import Kind
from companion.session.store_undo import replay


def script_of(table) -> tuple[Script, bytes]:
    """Write a recorded game down: tiles first, as one look at the table finds them."""
    game, answers = record(table)
    said = tuple(
        Said(
            one.ask.id,
            one.ask.seat,
            msgspec.Raw(game.moves.encode(one.move)),
            one.ask.kind == "lay-tile",
        )
        for one in answers
    )
    assert all(one.laid for one in said[:40])
    return Script(table[0], table[1], table[2], said), game.states.encode(answers[0].before)


class Nursery:
    """Brings victims forth, and ends them."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def live(self, game: str, for_s: float | None) -> list[str]:
        """Let a victim play on for a while, or to the end; return all that it said."""
        self._write(game)
        victim = int(self._read())
        lines: list[str] = []
        if for_s is None:
            while lines[-1:] not in (["over"], ["failed"]):
                lines.append(self._read())
        else:
            if for_s > 0:
                lines.append(self._read())
            time.sleep(abs(for_s))
            os.kill(victim, signal.SIGKILL)
        self._write("")
        while (line := self._read()) != "gone":
            lines.append(line)
        assert "failed" not in lines
        return lines

    def _write(self, line: str) -> None:
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _read(self) -> str:
        line = self._process.stdout.readline().strip()
        assert line, "the nursery has died"
        return line


@contextmanager
def nursery(folder: Path, script: Script):
    (folder / "script.json").write_bytes(msgspec.json.encode(script))
    with subprocess.Popen(
        [
            sys.executable,
            ROOT / "tests/session_victim.py",
            folder / "games.sqlite",
            folder / "script.json",
        ],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Nursery(process)
        process.stdin.close()
        process.wait(30)


def found_in(store: Store, name: str, script: Script) -> tuple[int, bool]:
    """Return how far the game has come, each move once and in its place, and whether it was ended.

    Between the last move and its end it may have been killed as well.
    """
    log = store.log(name)
    standing = log.standing()
    made = [bytes(entry.move) for entry in standing if entry.kind is Kind.MOVE]
    waiting: list[bytes] = []
    for entry in standing:
        if entry.kind is Kind.TOLD:
            waiting.append(bytes(entry.move))
        else:
            waiting.clear()
    found = [*made, *waiting]
    played = [bytes(one.move) for one in script.said]
    laid = sum(one.laid for one in script.said[: len(found)])
    assert sorted(found[:laid]) == sorted(played[:laid])
    assert found[laid:] == played[laid : len(found)]
    ends = sum(entry.kind is Kind.END for entry in standing)
    assert ends <= (len(found) == len(played))
    return len(found), bool(ends)


def survive(folder: Path, kills: int) -> tuple[int, int]:
    """Kill one victim after the other; return how many games were played out, and lucky writes."""
    game, answers = record(CARDS)
    script, setup = script_of(CARDS)
    chance = random.Random(kills)
    played = unconfirmed = 0

    def begin() -> str:
        with Store.open(folder / "games.sqlite", ROOMY) as store:
            return store.begin("vienna", edition="own", setup=setup).record.id

    with nursery(folder, script) as victims:
        name, confirmed = begin(), 0
        for number in range(kills + 1):
            last = number == kills
            for_s = None if last else chance.uniform(0.001, 0.3)
            if number % 8 == 7 and for_s is not None:
                for_s = -chance.uniform(0, 0.02)  # while it opens the store
            said = [int(line) for line in victims.live(name, for_s) if line.isdigit()]
            confirmed = max([confirmed, *said])
            with Store.open(folder / "games.sqlite", ROOMY) as store:
                assert store.notices == ()
                found, ended = found_in(store, name, script)
                # What was being written may have reached the disk before anybody was told.
                assert confirmed <= found <= max(confirmed + 1, 40)
                unconfirmed += found > confirmed
                confirmed = found
                if ended:
                    state = replay(game, game.states.decode(setup), store.log(name).entries())
                    assert game.outcome(state) == game.outcome(answers[-1].after)
                    played += 1
            if ended and not last:
                name, confirmed = begin(), 0
    assert ended
    return played, unconfirmed


def test_a_table_survives_twenty_five_kills(tmp_path):
    played, _ = survive(tmp_path, 25)
    assert played >= 1


@pytest.mark.slow
def test_a_table_survives_two_hundred_kills(tmp_path):
    played, unconfirmed = survive(tmp_path, 200)
    sys.stdout.write(
        f"200 kills: {played} games played out, {unconfirmed} writes that nobody was told of\n"
    )
    assert played > 3
    assert unconfirmed > 0  # some of them were killed in the middle of a write

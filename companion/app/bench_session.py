"""``companion bench session``: how much a running table thinks, and what it needs when it waits.

Thinking is measured in the unit of ``companion bench vision``; a table that waits is measured as a
share of one core, and in memory.  Each step is a process of its own: making pictures is no part of
either, and memory is only measured where nothing else was done.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from companion.app.bench_alone import alone

#: What we want to stay below: units for one reading in twenty and for every other one, a share of
#: one core, megabytes.
MOST_RATIO, MOST_MEDIAN, MOST_SHARE, MOST_RSS_MB = 5.0, 1.0, 0.15, 350.0
STEPS = ("prepare", "thinking", "idle")


class Thinking(msgspec.Struct, frozen=True):
    """How long one reading of a late game takes to explain, in units."""

    ratio: float
    median: float


class Idle(msgspec.Struct, frozen=True):
    """What a table needs at which nothing happens."""

    idle_core_share: float
    rss_mb: float


class SessionBench(msgspec.Struct, frozen=True):
    """The JSON object of ``companion bench session --json``.

    ``ratio`` is how long the slowest of twenty readings takes to explain, in units.
    """

    ratio: float
    idle_core_share: float
    rss_mb: float


def measure_session(progress: Callable[[str], None] = lambda _: None) -> tuple[SessionBench, float]:
    """Take one step after the other; return the figures, and the median of thinking."""
    with TemporaryDirectory(prefix="companion-bench-") as name:
        said = {step: _run(step, name, progress) for step in STEPS}
    thinking = msgspec.json.decode(said["thinking"], type=Thinking)
    idle = msgspec.json.decode(said["idle"], type=Idle)
    return SessionBench(thinking.ratio, idle.idle_core_share, idle.rss_mb), thinking.median


def reached(bench: SessionBench, median: float) -> bool:
    """Tell whether everything is as quick and as small as we want it."""
    quick = bench.ratio <= MOST_RATIO and median <= MOST_MEDIAN
    return quick and bench.idle_core_share <= MOST_SHARE and bench.rss_mb <= MOST_RSS_MB


def _run(step: str, folder: str, progress: Callable[[str], None]) -> str:
    progress(step)
    command = [sys.executable, "-m", "companion.app.bench_session", step, folder]
    done = subprocess.run(command, env=alone(), stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def main(step: str, folder: str) -> None:
    """Take one step, and write its figures to standard output."""
    if step == "prepare":
        from companion.app.bench_session_table import prepare  # noqa: PLC0415 - loads OpenCV

        prepare(Path(folder))
        return
    if step == "thinking":
        from companion.app.bench_session_evening import measure_thinking  # noqa: PLC0415

        figures: msgspec.Struct = measure_thinking(Path(folder))
    else:
        from companion.app.bench_session_idle import measure_idle  # noqa: PLC0415

        figures = measure_idle(Path(folder))
    sys.stdout.write(msgspec.json.encode(figures).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])

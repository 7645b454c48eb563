"""How often somebody may do something: enough for any thumb, too little for a program that guesses."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Lock

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Say how much is too much; each pair is a number of times and the seconds they fall into."""

    body_bytes: int = 16 * 1024
    commands: tuple[int, float] = (40, 10.0)
    pins: tuple[int, float] = (5, 60.0)
    all_pins: tuple[int, float] = (30, 600.0)
    joins: tuple[int, float] = (20, 60.0)
    streams: int = 100
    streams_each: int = 12


class Limiter:
    """Count what happens; calls may come from any thread."""

    #: Nobody's past is worth more room than this.
    _MOST_KEYS = 2000

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Take a clock."""
        self._clock, self._lock = clock, Lock()
        self._past: dict[str, deque[float]] = {}
        self._open: dict[str, int] = {}

    def allow(self, key: str, limit: tuple[int, float]) -> bool:
        """Count one more, and tell whether that is still all right."""
        most, within_s = limit
        now = self._clock()
        with self._lock:
            past = self._past.setdefault(key, deque())
            while past and past[0] <= now - within_s:
                past.popleft()
            if len(past) >= most:
                return False
            past.append(now)
            if len(self._past) > self._MOST_KEYS:
                self._forget(now)
            return True

    def _forget(self, now: float) -> None:
        """Drop whoever has been quiet for the longest while."""
        quiet = sorted(self._past, key=lambda key: self._past[key][-1] if self._past[key] else now)
        for key in quiet[: len(quiet) // 2]:
            del self._past[key]

    @property
    def streams(self) -> int:
        """Return how many streams are open."""
        with self._lock:
            return sum(self._open.values())

    def open_stream(self, address: str, limits: Limits) -> bool:
        """Take one of the streams, if there are any left; it has to be given back."""
        with self._lock:
            mine = self._open.get(address, 0)
            if sum(self._open.values()) >= limits.streams or mine >= limits.streams_each:
                return False
            self._open[address] = mine + 1
            return True

    def close_stream(self, address: str) -> None:
        """Give a stream back."""
        with self._lock:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

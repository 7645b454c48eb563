"""Figures of one colour: which of two it is, is decided once for as long as nothing moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine import Plan
from vision.reading import Reading


class Twins:
    """Remembers where one look could not tell two pieces apart.

    It then stays open, however clear the next look may be; but what was sworn to before is not
    opened again.
    """

    def __init__(self, plan: Plan) -> None:
        self._names = {p: name for track in plan.tracks for p, name in track.pieces.items()}
        self._open: dict[tuple[str, str], str] = {}

    def forget(self) -> None:
        """Start anew: anything may have changed."""
        self._open.clear()

    def settle(self, reading: Reading, sworn: Mapping[str, tuple[str, ...]]) -> Reading:
        """Return a look that says the same as those before it about who may be either."""
        found = dict(reading.found)
        for place, seen, other in _pairs(reading.either):
            if sworn.get(self._names.get(other, "")) == (place,):
                found[place] = _instead(found[place], seen, other)
            elif seen not in sworn.get(place, ()):
                self._open[place, seen] = other
        either: dict[str, dict[str, str]] = {}
        for (place, seen), other in self._open.items():
            found_here = _instead(found.get(place, ()), other, seen)
            if seen in found_here:
                found[place] = found_here
                either.setdefault(place, {})[seen] = other
        return replace(reading, found=found, either=either)


def _pairs(either: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str, str]]:
    return [(place, *pair) for place, pairs in either.items() for pair in pairs.items()]


def _instead(pieces: tuple[str, ...], one: str, other: str) -> tuple[str, ...]:
    """Return pieces with another in place of one."""
    return tuple(other if piece == one else piece for piece in pieces)

"""What may be either of two: it is decided once, for as long as nothing moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine import Atom, Plan
from vision.reading import Names, Reading


class Twins:
    """Remembers where one look could not tell two figures, or two places of one, apart.

    It then stays open, however clear the next look may be; but what was sworn to before is not
    opened again.
    """

    def __init__(self, plan: Plan) -> None:
        self._names = Names(plan)
        self._open: dict[Atom, Atom] = {}

    def forget(self) -> None:
        """Start anew: anything may have changed."""
        self._open.clear()

    def settle(self, reading: Reading, sworn: Mapping[str, tuple[str, ...]]) -> Reading:
        """Return a look that says the same as those before it about what may be either."""
        found = dict(reading.found)
        for seen, other in reading.either.items():
            if self._is_sworn(other, sworn):
                _swap(found, seen, other)
            elif not self._is_sworn(seen, sworn) and other not in self._open:
                self._open[seen] = other
        for seen, other in self._open.items():
            _swap(found, other, seen)
        either = {s: other for s, other in self._open.items() if s.piece in found.get(s.place, ())}
        return replace(reading, found=found, either=either)

    def _is_sworn(self, atom: Atom, sworn: Mapping[str, tuple[str, ...]]) -> bool:
        """Tell whether a claim names the piece at a place, or the place of one that walks."""
        return not {atom.piece, atom.place}.isdisjoint(sworn.get(self._names.of(atom), ()))


def _swap(found: dict[str, tuple[str, ...]], one: Atom, other: Atom) -> None:
    """Say that it is the other, if it was said to be the one."""
    here = found.get(one.place, ())
    if one.piece in here:
        found[one.place] = tuple(piece for piece in here if piece != one.piece)
        found[other.place] = (*found.get(other.place, ()), other.piece)

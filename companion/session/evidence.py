"""What the camera is sure of, held against what a state wants to be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from companion.engine import Atom, View

#: Nobody is accused because of a place that was read with less certainty than this.
SURE = 0.9


class Reading(msgspec.Struct, frozen=True):
    """Say what was seen on the table, and about what nothing is said.

    ``atoms`` were seen for sure.  ``silent`` names places and pieces that make no claim: hidden by a
    hand, or doubtful.  ``vague`` holds single atoms without a claim, for a figure that may be on any
    field of a track.  ``twice`` are atoms of which two pieces were seen.  ``sureness`` may be given
    by place, from 0 to 1.
    """

    atoms: frozenset[Atom]
    silent: frozenset[str] = frozenset()
    vague: frozenset[Atom] = frozenset()
    twice: frozenset[Atom] = frozenset()
    sureness: Mapping[str, float] = {}

    @property
    def is_partial(self) -> bool:
        """Tell whether there is anything about which it makes no claim."""
        return bool(self.silent or self.vague)


class Gap(msgspec.Struct, frozen=True):
    """What the table does not show although it should, and what it shows although it should not."""

    missing: frozenset[Atom]
    extra: frozenset[Atom]

    def __len__(self) -> int:
        """Count the atoms that differ."""
        return len(self.missing) + len(self.extra)

    @property
    def places(self) -> frozenset[str]:
        """Return the places where table and state differ."""
        return frozenset(atom.place for atom in self.missing | self.extra)


class Evidence:
    """Compare one reading with views; hidden places are never evidence."""

    def __init__(self, reading: Reading) -> None:
        """Count the pieces once for all comparisons."""
        self.reading = reading
        self._counts: Counter[str] | None = None

    def is_audible(self, atom: Atom) -> bool:
        """Tell whether the reading makes a claim about an atom."""
        silent = self.reading.silent
        return not (atom.place in silent or atom.piece in silent or atom in self.reading.vague)

    def gap(self, view: View) -> Gap:
        """Return how the table differs from a view; news where the view says nothing are extra."""
        reading = self.reading
        missing, extra = view.atoms - reading.atoms, reading.atoms - view.atoms
        if reading.twice:
            extra |= reading.twice - view.twice
        if reading.is_partial:
            missing = self._audible(missing)
            extra = self._audible(extra)
        return Gap(missing, extra)

    def hidden(self, view: View) -> frozenset[Atom]:
        """Return what should be there and cannot be seen now."""
        if not self.reading.is_partial:
            return frozenset()
        return view.atoms - self._audible(view.atoms)

    def _audible(self, atoms: frozenset[Atom]) -> frozenset[Atom]:
        return frozenset(atom for atom in atoms if self.is_audible(atom))

    def denied(self, gone: frozenset[Atom], come: frozenset[Atom]) -> frozenset[Atom]:
        """Return what of a change can be seen not to be there."""
        seen = self.reading.atoms
        return self._audible((gone & seen) | (come - seen))

    def count(self, piece: str) -> int:
        """Count how many pieces of a name were seen."""
        if self._counts is None:
            self._counts = Counter(atom.piece for atom in self.reading.atoms)
            self._counts.update(atom.piece for atom in self.reading.twice)
        return self._counts[piece]

    def doubts(self, places: frozenset[str]) -> frozenset[str]:
        """Return those of the places that nobody may be accused for."""
        sureness = self.reading.sureness
        return frozenset(place for place in places if sureness.get(place, 1.0) < SURE)

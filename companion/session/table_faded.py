"""Notice figures that were plain to see and no longer are: one may have fallen over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from companion.engine import Atom, Place
from companion.session.evidence import Reading
from companion.session.ports import Clock

#: With more of them at once it is the light that has changed, or the camera.
_FEW = 2
#: So long one must have faded: people set figures up again by themselves.
_WHILE_S = 5.0
#: What may hold anything higher than this holds figures.
_TALL_MM = 12.0


class Fading:
    """Remember what was seen well, from reading to reading."""

    def __init__(self, clock: Clock) -> None:
        """Begin with a table of which nothing was seen."""
        self._clock = clock
        self._plain: frozenset[Atom] = frozenset()
        self._since_s: dict[Atom, float] = {}

    def look(self, reading: Reading, figures: frozenset[Atom]) -> None:
        """Take in a reading, and the figures that nobody has touched since the last tap.

        What a hand or a cup covers has not faded.
        """
        self._plain = figures & self._plain.union(reading.atoms, reading.alike)
        faded = [atom for atom in self._plain & reading.vague if not _is_covered(atom, reading)]
        now_s = self._clock()
        self._since_s = {atom: self._since_s.get(atom, now_s) for atom in faded}

    @property
    def places(self) -> tuple[str, ...]:
        """Return where a figure has faded for a while."""
        now_s = self._clock()
        long = {a.place for a, since_s in self._since_s.items() if now_s >= since_s + _WHILE_S}
        return tuple(sorted(long)) if len(self._since_s) <= _FEW else ()

    @property
    def due_s(self) -> float | None:
        """Return when the next one will have faded for a while, though nothing happens."""
        now_s = self._clock()
        moments = (since_s + _WHILE_S for since_s in self._since_s.values())
        return min((moment for moment in moments if moment > now_s), default=None)


def standing(atoms: frozenset[Atom], places: Collection[Place]) -> frozenset[Atom]:
    """Return the figures that stand alone: in a crowd one may well hide behind another.

    What may also be where nothing stands is flat.
    """
    tall = {place.id for place in places if place.height_mm > _TALL_MM}
    flat = {piece for place in places if place.id not in tall for piece in place.holds}
    figures = [atom for atom in atoms if atom.place in tall and atom.piece not in flat]
    crowd = Counter(atom.place for atom in figures)
    return frozenset(atom for atom in figures if crowd[atom.place] == 1)


def _is_covered(atom: Atom, reading: Reading) -> bool:
    return atom.place in reading.silent or atom.piece in reading.silent

"""Points that people count before their time: while nobody's turn is on, that is no move and no fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from companion.engine import Atom, View
from companion.session.evidence import Gap, Reading
from companion.session.explain_verdicts import Impossible


def counted_early(verdict: Impossible, gap: Gap, score: str) -> frozenset[str]:
    """Return the score markers of which a verdict complains, if that is all it complains of.

    ``gap`` is how the table differs from what it wants to be seen; fields begin with ``score``.
    """
    if not all(place.startswith(score) for place in verdict.places):
        return frozenset()
    return frozenset(atom.piece for atom in gap.extra if atom.place.startswith(score))


def as_before(
    reading: Reading, before: View, pieces: Collection[str], score: str
) -> tuple[Reading, frozenset[Atom]]:
    """Return a reading with score markers where they stood before, and what differs by that."""
    moved, stood = (on_track(atoms, pieces, score) for atoms in (reading.atoms, before.atoms))
    alike = {other: seen for other, seen in reading.alike.items() if seen not in moved}
    atoms = reading.atoms.difference(moved).union(stood)
    return replace(reading, atoms=atoms, alike=alike), moved ^ stood


def on_track(atoms: Iterable[Atom], pieces: Collection[str], score: str) -> frozenset[Atom]:
    """Return where these pieces stand on the score track."""
    return frozenset(a for a in atoms if a.piece in pieces and a.place.startswith(score))

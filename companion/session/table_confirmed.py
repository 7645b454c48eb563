"""What a turn tap confirms: the table shows what the log says, also where the eye was in doubt."""

from __future__ import annotations

from companion.engine import View
from companion.session.evidence import Evidence


def confirmed(evidence: Evidence, before: View, after: View) -> View | None:
    """Return what people have confirmed to lie there; nothing, if the table contradicts.

    ``before`` and ``after`` are the views around the tap itself.  Where they differ, the table may
    still show the one or already the other, and so nothing is said about these places.
    """
    moved = frozenset(atom.place for atom in before.atoms ^ after.atoms)
    if not evidence.gap(after).places <= moved:
        return None
    untold = moved | after.silent
    atoms = (a for a in after.atoms if a.place not in untold and a.piece not in untold)
    return View(frozenset(atoms), untold, after.twice)

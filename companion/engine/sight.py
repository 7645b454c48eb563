"""What a camera above the table can see: places, pieces, and views made of both."""

from __future__ import annotations

import msgspec


class Place(msgspec.Struct, frozen=True):
    """Describe a spot on a surface where pieces may stand or lie.

    ``holds`` names the pieces that may be there, ``height_mm`` the tallest of them.
    """

    id: str
    surface: str
    xy_mm: tuple[float, float]
    size_mm: tuple[float, float]
    holds: tuple[str, ...]
    height_mm: float


class Atom(msgspec.Struct, frozen=True, order=True):
    """Claim that this piece is at this place.

    A piece with two faces is called ``token``, and the face that it shows: ``token:front``.
    """

    place: str
    piece: str


class View(msgspec.Struct, frozen=True):
    """Gather all claims about the table; about ``silent`` places and pieces it claims nothing.

    Of the atoms in ``twice`` there are two pieces, though a camera may make out only one.
    """

    atoms: frozenset[Atom]
    silent: frozenset[str] = frozenset()
    twice: frozenset[Atom] = frozenset()

    def change_to(self, other: View) -> tuple[frozenset[Atom], frozenset[Atom]]:
        """Return what has gone and what has come, leaving out what either view is silent about."""
        silent = self.silent | other.silent
        gone = self.atoms - other.atoms
        come = other.atoms - self.atoms
        return _audible(gone, silent), _audible(come, silent)


def _audible(atoms: frozenset[Atom], silent: frozenset[str]) -> frozenset[Atom]:
    if not silent:
        return atoms
    return frozenset(a for a in atoms if a.place not in silent and a.piece not in silent)

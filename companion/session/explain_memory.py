"""What is known of a turn besides the picture that is explained."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import msgspec

from companion.engine import Atom
from companion.session.evidence import Evidence, Stir

#: A picture is understood so long after it was taken, at most.
_LAG_S = 1.0


class Memory(msgspec.Struct, frozen=True):
    """Remember a turn.

    ``stirred`` says when something moved where, ``turned`` between which pictures a piece came or
    went, ``tapped_s`` when the turn was tapped off, and ``seen`` holds the moves that a picture had
    shown by then.  ``watched`` says that nothing can have moved that was not noticed.
    """

    stirred: Mapping[str, Stir] = {}
    tapped_s: float = inf
    seen: tuple[Any, ...] = ()
    watched: bool = True
    turned: Mapping[Atom, Stir] = {}

    def when(self, atom: Atom) -> Stir | None:
        """Return from when to when a piece may have come or gone: a hand was there, or near it."""
        stir, between = self.stirred.get(atom.place), self.turned.get(atom)
        if stir is None or between is None:
            return stir
        first_s, last_s = max(stir.first_s, between.first_s), min(stir.last_s, between.last_s)
        return Stir(first_s, last_s) if first_s <= last_s else stir


class Pictures:
    """Note between which pictures of a turn each piece came or went."""

    def __init__(self) -> None:
        """Begin without a picture."""
        self.turned: dict[Atom, Stir] = {}
        self._last: tuple[Evidence, float] | None = None

    def add(self, picture: Evidence, now_s: float) -> None:
        """Compare a picture with the last one, as far as both make a claim."""
        if self._last is not None:
            last, last_s = self._last
            span = Stir(last_s - _LAG_S, now_s)
            for atom in last.reading.atoms ^ picture.reading.atoms:
                if last.is_audible(atom) and picture.is_audible(atom):
                    self.turned[atom] = span | self.turned.get(atom, span)
        self._last = picture, now_s

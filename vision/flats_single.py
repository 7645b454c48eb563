"""Read places where one flat piece may lie, a whole family at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from vision.evidence import Finding
from vision.flats_judge import LEAST, Judge
from vision.reference import Picture
from vision.tile_bank import Ints
from vision.tile_look import Floats
from vision.tile_search import Fits, search, search_closely
from vision.tile_weigh import PLAIN, evidence, weigh
from vision.windows import Windows

#: A place is as in the reference, without a second glance, if so much speaks for it.
SAME = 0.97


@dataclass(frozen=True, eq=False)
class Top:
    """What lies on top, and how it fits there if it was found to be a piece."""

    finding: Finding
    fits: Fits | None


class SingleReader:
    """Reads the places of one family from one vantage."""

    def __init__(self, judge: Judge, windows: Windows) -> None:
        self._judge, self._windows = judge, windows
        self._bank = judge.family.bank
        self._ids = tuple(place.id for place in judge.family.places)

    def read(
        self,
        picture: Picture,
        hidden: Picture | None = None,
        changed: Collection[str] | None = None,
    ) -> dict[str, Finding]:
        """Return what lies at each place of the family, or at those that have changed."""
        which = np.array(
            [n for n, i in enumerate(self._ids) if changed is None or i in changed], int
        )
        if not len(which):
            return {}
        seen = self._windows.look(picture, which)
        open_: Floats | None = None
        if hidden is not None:
            covered = self._windows.cut(hidden, which).astype(np.float32)
            open_ = 1 - covered / np.float32(255)
        empty = self._judge.unmoved(seen, open_, which)
        found = {
            self._ids[number]: self._judge.unchanged(int(number), float(one))
            for number, one in zip(which, empty, strict=True)
        }
        moved = np.flatnonzero(empty < SAME)
        if len(moved):
            some = None if open_ is None else open_[moved]
            closer = self._closer(seen[moved], some, empty[moved], which[moved])
            found.update((self._ids[n], one) for n, one in zip(which[moved], closer, strict=True))
        return found if open_ is None else self._dimmed(found, open_)

    def _dimmed(self, found: dict[str, Finding], open_: Floats) -> dict[str, Finding]:
        """Return the findings without those of which too little is seen."""
        left = self._judge.in_view(open_)
        return {
            place: one if part >= LEAST else Finding(one.pieces, 0.0)
            for (place, one), part in zip(found.items(), left, strict=True)
        }

    def _closer(
        self, seen: Picture, open_: Floats | None, empty: Floats, changed: Ints
    ) -> list[Finding]:
        """Return what lies at the places that have changed."""
        return [top.finding for top in self._tops(seen, open_, empty, changed)]

    def _tops(self, seen: Picture, open_: Floats | None, empty: Floats, changed: Ints) -> list[Top]:
        """Return the piece that lies on top at each of these places.

        Where nothing fits well, every piece is tried at every angle, and a shadow thought of.
        """
        glances = self._weighed(seen, open_, closely=False)
        empty = empty.copy()
        doubt = np.array([n for n, (_, gain) in enumerate(glances) if gain.max() < PLAIN], int)
        if len(doubt):
            some = None if open_ is None else open_[doubt]
            empty[doubt] = self._judge.bare(seen[doubt], some, changed[doubt])
            for n, closer in zip(
                doubt, self._weighed(seen[doubt], some, closely=True), strict=True
            ):
                glances[n] = closer
        return [
            self._top(int(number), float(bare), glance)
            for number, bare, glance in zip(changed, empty, glances, strict=True)
        ]

    def _weighed(
        self, seen: Picture, open_: Floats | None, *, closely: bool
    ) -> list[tuple[Fits, Floats]]:
        """Return for each window how pieces fit there, and what speaks for each."""
        plain = seen.astype(np.float32)
        if closely:
            fits = search_closely(self._bank, plain)
        else:
            fits = search(self._bank, plain, self._judge.glances)
        gain = evidence(weigh(self._bank, seen, open_, fits), fits.likeness)
        per = len(gain) // len(seen)
        parts = (slice(n, n + per) for n in range(0, len(gain), per))
        return [(fits.only(part), gain[part]) for part in parts]

    def _top(self, number: int, empty: float, glance: tuple[Fits, Floats]) -> Top:
        fits, gain = glance
        options = self._judge.options(number, fits, gain)
        finding, row = self._judge.settle(number, empty, options)
        return Top(finding, None if row is None else fits.only(slice(row, row + 1)).alone())

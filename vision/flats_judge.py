"""Decide what lies at a place, and how surely, from the evidence for each piece."""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

import numpy as np

from vision.evidence import Finding
from vision.flats_family import Family
from vision.reference import Picture, Reference
from vision.tile_bank import ANGLES, Ints
from vision.tile_look import FlatModel, Floats
from vision.tile_search import BEST, Fits
from vision.tile_weigh import alike, evidence, explained, share, unshaded

#: We swear if the evidence lies so much of the way from the rival's figure to a perfect one.
NEED = 0.4

#: Nothing is believed that explains less than this, and it must rise this far above it.
FLOOR, RISE = 0.5, 0.15


#: Pieces farther apart are no rivals but lie on one another.
NEARBY_MM = 6.0

#: With less of a place in view than this we do not swear to anything.
LEAST = 0.2


class Option(NamedTuple):
    """One look that might lie at a place; ``row`` is its fit's, None for the place as printed."""

    gain: float
    look: int
    spot_mm: tuple[float, float]
    row: int | None


class Judge:
    """Knows how far the pieces of one family are apart, from each other and from bare board."""

    def __init__(
        self,
        family: Family,
        model: FlatModel,
        reference: Reference,
        band: tuple[Reference, Reference],
    ) -> None:
        self.family, self._apart = family, model.apart
        points = family.points_mm
        tall = points.reshape(-1, family.width_px, 2)
        self._empty, self._low, self._high = (
            one.sample(family.surface, tall).reshape(*points.shape[:3], 3)
            for one in (reference, *band)
        )
        self._core_low = np.ascontiguousarray(self._low[:, *family.core])
        self._core_high = np.ascontiguousarray(self._high[:, *family.core])
        pieces = {look.piece for look in family.bank.looks}
        self.glances = BEST + len(family.bank.looks) - len(pieces)

    def in_view(self, open_: Floats) -> Floats:
        """Return how much of each place is in view."""
        return open_[:, *self.family.core].mean(axis=(1, 2))

    def unmoved(self, seen: Picture, open_: Floats | None, which: Ints) -> Floats:
        """Return how much of some places is explained by the empty board, at a first glance."""
        core = self.family.core
        fit = explained(seen[:, *core], self._core_low[which], self._core_high[which])
        return fit.mean(axis=(1, 2)) if open_ is None else share(fit, open_[:, *core])

    def around(self, seen: Picture, which: Ints) -> Floats:
        """Return for each pixel of some windows how well the empty board explains it."""
        return explained(seen, self._low[which], self._high[which])

    def bare(self, seen: Picture, open_: Floats | None, which: Ints) -> Floats:
        """Return the evidence that some places are empty, though perhaps in a shadow."""
        core = self.family.core
        inner, empty = seen[:, *core], self._empty[which][:, *core]
        weight = np.ones(inner.shape[:3], np.float32) if open_ is None else open_[:, *core]
        low, high = self._core_low[which], self._core_high[which]
        bright = unshaded(inner, empty, self.family.bank.px_per_mm)
        return np.maximum(
            *(
                evidence(share(explained(one, low, high), weight), alike(one, empty, weight))
                for one in (inner, bright)
            )
        )

    @cached_property
    def _bare(self) -> Floats:
        """Return how much of each look each place explains while empty, by place and look."""
        bank, size = self.family.bank, self.family.width_px
        start = (size - bank.side) // 2
        inner = slice(start, start + bank.side)
        rows = []
        for look in range(len(bank.looks)):
            picture = bank.picture(look * ANGLES)
            seen = np.broadcast_to(picture, (len(self._empty), *picture.shape))
            cover = np.broadcast_to(bank.weight[look * ANGLES], seen.shape[:3])
            low, high, empty = (p[:, inner, inner] for p in (self._low, self._high, self._empty))
            part = share(explained(seen, low, high), cover)
            rows.append(evidence(part, alike(seen, empty, cover)))
        return np.array(rows).T

    def unchanged(self, number: int, empty: float) -> Finding:
        """Return the finding at a place that looks as in the reference."""
        pieces = self._as_printed(number)
        return Finding(pieces, (empty - FLOOR) / RISE)

    def _as_printed(self, number: int) -> tuple[str, ...]:
        printed = self.family.printed[number]
        return () if printed is None else (printed,)

    def _middle(self, number: int) -> tuple[float, float]:
        return self.family.places[number].xy_mm

    def options(self, number: int, fits: Fits, gain: Floats) -> list[Option]:
        """Return what might lie at a place, the likeliest first."""
        bank, corner = self.family.bank, self.family.corners_mm[number]
        half = bank.side / 2
        rows = zip(
            range(len(gain)),
            gain.tolist(),
            fits.entry.tolist(),
            fits.column.tolist(),
            fits.row.tolist(),
            strict=True,
        )
        each = [
            Option(
                value,
                entry // ANGLES,
                (corner[0] + (x + half) / bank.px_per_mm, corner[1] + (y + half) / bank.px_per_mm),
                row,
            )
            for row, value, entry, x, y in rows
        ]
        return sorted(each, key=lambda option: -option.gain)

    def settle(
        self, number: int, empty: float, options: list[Option]
    ) -> tuple[Finding, int | None]:
        """Return the finding at a place that has changed, and which fit is believed."""
        first = options[0]
        best: dict[tuple[str, ...], Option] = {}
        for option in options:
            if math.dist(option.spot_mm, first.spot_mm) <= NEARBY_MM:
                best.setdefault((self.family.bank.looks[option.look].piece,), option)
        bare = self._as_printed(number)
        if bare not in best or empty >= best[bare].gain:
            best[bare] = Option(empty, first.look, self._middle(number), None)
        claim, top = max(best.items(), key=lambda item: item[1].gain)
        rivals = [
            (top.gain - option.gain) / (NEED * self._gap(number, claim, other, option.look))
            for other, option in best.items()
            if other != claim
        ]
        margin = min([(top.gain - FLOOR) / RISE, *rivals])
        return Finding(claim, max(0.0, margin)), top.row

    def _gap(self, number: int, one: tuple[str, ...], other: tuple[str, ...], look: int) -> float:
        """Return how far two answers are apart where nothing is hidden."""
        if not one or not other:
            return max(1 - float(self._bare[number, look]), 0.1)
        return max(self._apart.get((one[0], other[0]), 0.5), 0.1)

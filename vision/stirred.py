"""When something moved where: it tells what was touched first, and what afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

import numpy as np
from numpy.typing import NDArray

from companion.engine import Place
from companion.session.evidence import Stir
from companion.session.ports import Frame
from vision.gate_picture import SHRINK, Floats, Spots, colours, exchanged
from vision.geometry import Vantage

#: Where a place is probed, as shares of its half size; what stands there is probed all the way up.
_PROBES = np.array([(0, 0), (0.6, 0), (-0.6, 0), (0, 0.6), (0, -0.6)], float)
_UP = np.array([0.0, 0.5, 1.0])


class Stirred:
    """Remembers for every spot of the picture when it moved first and last."""

    def __init__(self) -> None:
        self._first: NDArray[np.float64] | None = None
        self._last: NDArray[np.float64] | None = None
        self._shown: tuple[Floats, float] | None = None

    def note(self, spots: Spots, at_s: float) -> None:
        """Take in where something moves now."""
        if self._first is None or self._last is None or self._first.shape != spots.shape:
            self._first, self._last = np.full(spots.shape, inf), np.full(spots.shape, -inf)
        np.minimum(self._first, at_s, out=self._first, where=spots)
        np.maximum(self._last, at_s, out=self._last, where=spots)

    def take(self, frame: Frame, vantage: Vantage, places: Iterable[Place]) -> dict[str, Stir]:
        """Return when each place was stirred since this was asked last, for those that were.

        What shows something else than the ``frame`` of then was stirred in between, however quick
        the hand was.
        """
        new, since_s = self._exchanged(frame)
        spans: dict[str, Stir] = {}
        for place in places:
            span = self._span(place, vantage)
            if span is None and new is not None and new[_spots_of(place, vantage, new.shape)].any():
                span = Stir(since_s, frame.taken_at_s)
            if span is not None:
                spans[place.id] = span
        self._first = self._last = None
        return spans

    def _span(self, place: Place, vantage: Vantage) -> Stir | None:
        """Return when something was seen to move at a place."""
        if self._first is None or self._last is None:
            return None
        spots = _spots_of(place, vantage, self._first.shape)
        first_s, last_s = float(self._first[spots].min()), float(self._last[spots].max())
        return Stir(first_s, last_s) if first_s <= last_s else None

    def _exchanged(self, frame: Frame) -> tuple[Spots | None, float]:
        """Return where a frame shows something else than the last one did, and when that was."""
        before, now = self._shown, colours(frame.image)
        self._shown = now, frame.taken_at_s
        if before is None or before[0].shape != now.shape:
            return None, frame.taken_at_s
        return exchanged(before[0], now), before[1]


def _spots_of(
    place: Place, vantage: Vantage, shape: tuple[int, ...]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the spots in which a place is seen, and whatever stands there."""
    points = np.asarray(place.xy_mm) + _PROBES * np.asarray(place.size_mm) / 2
    solid = np.tile(points, (len(_UP), 1))
    heights = np.repeat(_UP * place.height_mm, len(points))
    px = vantage.project(place.surface, solid, heights) // SHRINK
    x, y = px.astype(np.intp).T
    return y.clip(0, shape[0] - 1), x.clip(0, shape[1] - 1)

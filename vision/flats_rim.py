"""See whether a piece lies alone, or what sticks out from under it, among pieces of one size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.reference import Picture
from vision.tile_bank import ANGLES, Bank, Ints
from vision.tile_hue import WIDTH, agree_nearby, hues, smooth
from vision.tile_look import Floats
from vision.tile_votes import DOUBT, waves

#: How far around a piece we look whether the print is undisturbed.
RIM_MM = 3.0

#: A lower piece lies no farther from the middle of its place.
STRAY_MM = 3.0

#: So much of a lower piece is seen at least; less is a shadow or the edge of the one on top.
LEAST, LEAST_BEYOND = 0.1, 0.05

#: What is less strange than this, with its neighbours, is noise.
NOISE = 0.3

#: How wide the rim of a piece is that is compared with the board under it.
EDGE_MM = 3.0

#: A piece that explains so much less than the empty board will not do better if moved a little.
HOPELESS = -0.06

#: Angles between two tries, in steps of the bank; a square looks much the same in each quarter.
STEP = 2

#: A haze on the lens or the board is looked for if most pixels are so many grey levels off, and
#: believed if it leaves so little of that.
HAZY, HAZE = 12.0, 0.6

#: So many of the pixels around a piece are taken to show the empty board.
MOST = 0.7


class Lower(NamedTuple):
    """A piece that may lie below: what it explains, the lead of its kind, what it leaves."""

    piece: str
    gain: float
    lead: float
    left_mm2: float


@dataclass(frozen=True, eq=False)
class Around:
    """One window in hues; what is ``free`` of the piece on top, and what of it is ``strange``.

    ``least`` is how much of a lower piece must be seen there.
    """

    seen: Floats
    bare: Floats
    free: Floats
    strange: Floats
    least: float = LEAST

    def beyond(self) -> Around:
        """Return the same without a seam around the piece, where its own shadow lies."""
        near = np.asarray(cv2.erode(self.free, np.ones((3, 3), np.uint8)), np.float32)
        return replace(self, free=near, strange=self.strange * near, least=LEAST_BEYOND)


class Rim:
    """Looks around pieces in the windows of one family whose pieces all have one size."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._hues: Floats = hues(smooth(bank.colours)).reshape(len(bank.colours), -1, 3)
        self._weight: Floats = bank.weight.reshape(len(bank.weight), -1)
        self._area: Floats = self._weight.sum(axis=1)
        looks = np.arange(len(bank.looks)) * ANGLES
        self._coarse: Ints = np.add.outer(looks, np.arange(0, ANGLES // 4, STEP)).ravel()
        self._share: Floats = self._weight[self._coarse] / self._area[self._coarse][:, None]
        all_waves = waves(self._hues[self._coarse]) * self._share[..., None]
        self._waves: Floats = all_waves.reshape(len(all_waves), -1) * np.float32(1 + DOUBT)

    def around(self, seen: Picture, empty: Picture, open_: Floats, cover: Floats) -> Around:
        """Return what is to be seen around a piece that covers this much of a window."""
        free = open_ * (1 - cover)
        ours = hues(smooth([seen.astype(np.float32)]))
        bare = agree_nearby(ours, hues(smooth([_in_haze(seen, empty, free)])))[0]
        reach = 2 * round(RIM_MM * self._bank.px_per_mm) + 1
        near = cv2.dilate(cover, np.ones((reach, reach), np.uint8)) * free
        return Around(ours[0], bare, free, (1 - bare) * near)

    def strange_mm2(self, around: Around) -> float:
        """Return how much around the piece is not the empty board."""
        return float(around.strange.sum()) / self._bank.px_per_mm**2

    def plainly_strange_mm2(self, around: Around) -> float:
        """Return the same without what may be noise: single pixels and faint differences."""
        soft = cv2.blur(around.strange, (3, 3))
        return float(np.maximum(soft - NOISE, 0).sum()) / self._bank.px_per_mm**2

    def contrast(self, empty: Picture) -> float:
        """Return how much the rims of all pieces differ from an empty window under them, 0..1."""
        side, known = self._bank.side, hues(smooth([empty.astype(np.float32)]))
        start = (len(empty) - side) // 2
        under = known[:, start : start + side, start : start + side]
        reach = 2 * round(EDGE_MM * self._bank.px_per_mm) + 1
        each = []
        for entry in range(0, len(self._hues), ANGLES):
            cover = self._bank.cover[entry].astype(np.uint8)
            rim = cover > cv2.erode(cover, np.ones((reach, reach), np.uint8))
            same = agree_nearby(self._hues[entry].reshape(1, side, side, 3), under)[0]
            each.append(1 - float(same[rim].mean()))
        return min(each)

    def lower(self, around: Around) -> Lower:
        """Return the likeliest piece to stick out from under the one on top."""
        middle = (len(around.free) - self._bank.side) // 2
        reach = round(STRAY_MM * self._bank.px_per_mm)
        steps = np.arange(middle - reach, middle + reach + 1, 2)
        spots = [(int(row), int(column)) for row in steps for column in steps]
        gains = self._survey(around, steps)
        by_look = gains.reshape(len(spots), len(self._bank.looks), -1)
        kinds: dict[str, tuple[float, int, tuple[int, int]]] = {}
        for look in range(len(self._bank.looks)):
            spot, turn = np.unravel_index(by_look[:, look].argmax(), by_look[:, look].shape)
            entry = look * ANGLES + int(turn) * STEP
            best = float(by_look[int(spot), look, int(turn)]), entry, spots[int(spot)]
            if best[0] > HOPELESS:
                best = self._refined(around, *best[1:])
            piece = self._bank.piece(entry)
            kinds[piece] = max(best, kinds.get(piece, best))
        ranked = sorted(kinds.items(), key=lambda item: -item[1][0])
        piece, (gain, entry, (row, column)) = ranked[0]
        left = around.strange.copy()
        side = self._bank.side
        left[row : row + side, column : column + side] *= 1 - self._bank.weight[entry]
        lead = gain - ranked[1][1][0] if len(ranked) > 1 else 1.0
        return Lower(piece, gain, lead, float(left.sum()) / self._bank.px_per_mm**2)

    def _survey(self, around: Around, steps: Ints) -> Floats:
        """Return what each coarse entry explains with its corner at each of these steps."""
        free = (around.free > 0.5).astype(np.float32)
        against = (around.bare + np.float32(DOUBT)) * free
        maps = np.dstack([waves(around.seen) * free[..., None], against, free])
        side = self._bank.side
        inside = sliding_window_view(maps, (side, side), (0, 1))[steps[:, None], steps]
        each = inside.reshape(len(steps) ** 2, maps.shape[2], -1)
        agreed = each[:, :-2].transpose(0, 2, 1).reshape(len(each), -1) @ self._waves.T
        gains = agreed - each[:, -2] @ self._share.T
        return np.where(each[:, -1] @ self._share.T < around.least, np.float32(-1), gains)

    def _refined(
        self, around: Around, entry: int, spot: tuple[int, int]
    ) -> tuple[float, int, tuple[int, int]]:
        """Return the gain, entry and corner of a piece moved and turned a little to fit better."""
        look, turn = divmod(entry, ANGLES)
        entries = look * ANGLES + (turn + np.arange(1 - STEP, STEP)) % ANGLES
        spots = [(spot[0] + row, spot[1] + column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
        gains = np.array([self._gains(around, one, entries) for one in spots])
        at, near = np.unravel_index(gains.argmax(), gains.shape)
        return float(gains.max()), int(entries[near]), spots[int(at)]

    def _gains(self, around: Around, spot: tuple[int, int], entries: Ints) -> Floats:
        """Return what entries explain better than the empty board, as a share of a piece."""
        side = self._bank.side
        inner = slice(spot[0], spot[0] + side), slice(spot[1], spot[1] + side)
        used = np.flatnonzero(around.free[inner].ravel() > 0.5)
        weight = self._weight[entries].take(used, axis=1)
        off = self._hues[entries].take(used, axis=1)
        off -= around.seen[inner].reshape(-1, 3)[used]
        ours = np.exp(np.einsum("epc,epc->ep", off, off) * np.float32(-0.5 / WIDTH**2))
        bare = around.bare[inner].ravel()[used]
        area = self._area[entries]
        gains = (1 + DOUBT) * np.einsum("ep,ep->e", ours, weight) - weight @ (bare + DOUBT)
        return np.where(weight.sum(axis=1) < around.least * area, -1, gains / area)


def _in_haze(seen: Picture, empty: Picture, free: Floats) -> Floats:
    """Return the empty board as it looks through the haze that is on one of the pictures."""
    plain = empty.astype(np.float32)
    where = free > 0.5
    ours, known = seen[where].astype(np.float32), plain[where]
    usual = float(np.median(np.abs(ours - known).max(axis=1))) if len(ours) else 0.0
    if usual < HAZY:
        return plain
    off = np.abs(ours - known).max(axis=1)
    gain, shift = np.ones(3, np.float32), np.zeros(3, np.float32)
    for _ in range(3):
        last = int(MOST * (len(off) - 1))
        kept = off <= np.partition(off, last)[last]
        mean, level = ours[kept].mean(axis=0), known[kept].mean(axis=0)
        spread = known[kept] - level
        shared = (spread * (ours[kept] - mean)).mean(axis=0)
        gain = ((shared + 100) / ((spread**2).mean(axis=0) + 100)).clip(0.6, 2.5)
        shift = mean - gain * level
        off = np.abs(ours - gain * known - shift).max(axis=1)
    if np.median(off) >= HAZE * usual:
        return plain
    return np.asarray(np.clip(plain * gain + shift, 0, 255), np.float32)

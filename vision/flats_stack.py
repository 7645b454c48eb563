"""See what lies under other pieces or under a figure, from what sticks out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.reference import Picture
from vision.tile_bank import ANGLES, Bank, Ints
from vision.tile_hue import agree, agree_nearby, distance, hues, smooth
from vision.tile_look import Floats
from vision.tile_search import ASIDE, BEST, Fits, soften
from vision.tile_votes import DOUBT, Votes
from vision.tile_weigh import cut

#: Angles tried around the winner of a vote, in steps of the bank.
NEAR = (0, -2, -1, 1, 2)

#: So often a candidate is turned and moved to fit better.
ROUNDS = 2

#: Hues farther off than this all count the same.
FAR = 4.0

#: How wide a spot is, in mm: smaller than what sticks out, larger than a blur or a speck of dust.
SPOT_MM = 6.0

#: With less of a piece in view, a few pixels would speak for all of it.
_LEAST_OPEN = 0.05

#: How far around a piece something sticks out from under it, in mm.
RIM_MM = 4.0


@dataclass(frozen=True, eq=False)
class Scene:
    """One window, in hues; ``bare`` tells how well the empty board explains a pixel.

    ``open`` pixels are neither hidden nor taken by a piece above; ``taken`` is None at first.
    """

    seen: Floats
    bare: Floats
    open: Floats
    taken: Floats | None = None

    @classmethod
    def of(cls, seen: Picture, empty: Picture, open_: Floats) -> Scene:
        """Make the scene of windows as seen and as they are when empty."""
        ours = hues(smooth(seen.astype(np.float32)))
        bare = agree_nearby(ours, hues(smooth(empty.astype(np.float32))))
        return cls(ours, bare, open_)

    @property
    def covered(self) -> Floats:
        """Return what the pieces found so far cover."""
        return np.zeros_like(self.open) if self.taken is None else self.taken

    def under(self, cover: Floats) -> Scene:
        """Return the scene that is left beside pieces which cover this much."""
        taken = cover if self.taken is None else np.maximum(cover, self.taken)
        return replace(self, open=self.open * (1 - cover), taken=taken)


class Speck(NamedTuple):
    """The strangest spot of a window: how much of it is strange, and where its middle is."""

    strange: float
    row: int
    column: int


@dataclass(frozen=True, eq=False)
class Candidate:
    """A piece that may lie there, partly hidden, and how much speaks for it.

    ``gain`` is what it explains better than the empty board, less what it ought to explain and
    does not, as a share of the whole piece; ``open`` is the share of it in view.  ``lead`` tells
    how much nearer the hues in view are to its own than to those of another kind.
    """

    fits: Fits
    gain: float
    open: float
    lead: float

    @property
    def density(self) -> float:
        """Return what it gains for each pixel in view."""
        return self.gain / max(self.open, _LEAST_OPEN)


class Stacks:
    """Looks for partly hidden pieces in the windows of one family."""

    def __init__(self, bank: Bank) -> None:
        self._bank, self._votes = bank, Votes(bank)
        self._hues = hues(smooth(bank.colours))
        self._smallest = float(bank.cover.sum(axis=(1, 2)).min())
        reach = min(max(look.size_mm) for look in bank.looks) / 2 * bank.px_per_mm
        steps = np.linspace(-reach, reach, 5).astype(int)
        self._within = np.array([(row, column) for row in steps for column in steps])

    def covers(self, fits: Fits, size: int) -> Floats:
        """Return for each fit a window in which the piece's pixels, and a seam around, are 1."""
        side, block = self._bank.side, np.ones((3, 3), np.uint8)
        out = np.zeros((len(fits.entry), size, size), np.float32)
        for number, entry in enumerate(fits.entry):
            cover = cv2.dilate(self._bank.cover[entry].astype(np.uint8), block)
            row, column = fits.row[number], fits.column[number]
            out[number, row : row + side, column : column + side] = cover
        return out

    def speck(self, strange: Floats) -> Speck:
        """Return the strangest spot in a window."""
        wide = 2 * round(SPOT_MM / 2 * self._bank.px_per_mm) + 1
        spots = cv2.blur(strange, (wide, wide))
        row, column = np.unravel_index(int(spots.argmax()), spots.shape)
        return Speck(float(spots[row, column]), int(row), int(column))

    def rest(self, cover: Floats, bare: Floats, open_: Floats) -> Floats:
        """Return how much around each piece is not the bare board, in areas of a piece.

        What is hidden there is taken to be like what is not.
        """
        reach = 2 * round(RIM_MM * self._bank.px_per_mm) + 1
        block = np.ones((reach, reach), np.uint8)
        rim = np.stack([cv2.dilate(one, block) for one in cover]) - cover
        around, area = rim.sum(axis=(1, 2)), self._smallest
        strange = (rim * open_ * (1 - bare)).sum(axis=(1, 2))
        return strange / (rim * open_).sum(axis=(1, 2)).clip(1) * around / area

    def candidate(
        self, scene: Scene, looks: Ints | None = None, speck: Speck | None = None
    ) -> Candidate:
        """Return the likeliest piece, or of these looks, to lie on top of what is open.

        It is searched for where most speaks for it, and around a speck as well.
        """
        soft, bare = soften(scene.seen), soften(scene.bare[..., None])[..., 0]
        taken = None if scene.taken is None else scene.taken[:, :-1, :-1]
        poll = self._votes.count(soft, bare, scene.open[:, :-1, :-1], taken)
        allowed = np.arange(len(self._bank.looks)) if looks is None else looks
        chosen = allowed[np.argsort(-poll.lead[0, allowed])[:BEST]]
        window = np.zeros(len(chosen), int)
        each = (poll.entry, poll.row, poll.column, poll.lead)
        fits = Fits(window, *(one[0, chosen] for one in each))
        near = [] if speck is None else self._around(scene, fits, speck)
        fits = self._best(scene, [*self._swapped(fits), *near])
        for _ in range(ROUNDS):
            fits = self._best(scene, [_turned(fits, turn) for turn in NEAR])
            fits = self._best(scene, self._moved(scene, fits))
        gain, open_ = self._gain(scene, fits)
        best = int(gain.argmax())
        kind, lead = self._kind(scene, fits.only(slice(best, best + 1)))
        return Candidate(kind, float(gain[best]), float(open_[best]), lead)

    def _kind(self, scene: Scene, fits: Fits) -> tuple[Fits, float]:
        """Return which of the pieces of this size has the hues in view, and by how much."""
        bank = self._bank
        own = bank.looks[bank.look_of[fits.entry[0]]]
        equal = [n for n, look in enumerate(bank.looks) if look.size_mm == own.size_mm]
        quarters = np.arange(0, ANGLES, ANGLES // 4)
        turn = (fits.entry[0] + quarters) % ANGLES
        entry = np.concatenate([look * ANGLES + turn for look in equal])
        every = np.zeros(len(entry), int)
        tries = Fits(every, entry, every + fits.row, every + fits.column, every + fits.likeness)
        likely = self._likely(scene, tries).reshape(len(equal), -1)
        by_look = likely.max(axis=1)
        best = int(by_look.argmax())
        kinds = [bank.looks[n].piece for n in equal]
        others = [r for r, kind in zip(by_look, kinds, strict=True) if kind != kinds[best]]
        row = best * len(quarters) + int(likely[best].argmax())
        lead = float(by_look[best]) - float(max(others, default=-FAR))
        return tries.only(slice(row, row + 1)), lead

    def _swapped(self, fits: Fits) -> list[Fits]:
        """Return each look where it was found and where its rival was, in quarter turns.

        What sticks out is mostly rim, and the rims of different pieces are much alike.
        """
        other = replace(
            fits,
            entry=fits.entry // ANGLES * ANGLES + fits.entry[::-1] % ANGLES,
            row=fits.row[::-1],
            column=fits.column[::-1],
        )
        quarters = range(0, ANGLES, ANGLES // 4)
        return [_turned(one, quarter) for one in (fits, other) for quarter in quarters]

    def _around(self, scene: Scene, fits: Fits, speck: Speck) -> list[Fits]:
        """Return each look where it would cover a speck, in eighths of a turn."""
        corner = np.array([speck.row, speck.column]) - self._bank.side // 2
        limit = scene.seen.shape[1] - self._bank.side
        eighths = range(0, ANGLES, ANGLES // 8)
        return [
            replace(
                _turned(fits, eighth),
                row=np.full_like(fits.row, row),
                column=np.full_like(fits.column, column),
            )
            for eighth in eighths
            for row, column in np.clip(corner + self._within, 0, limit)
        ]

    def _moved(self, scene: Scene, fits: Fits) -> list[Fits]:
        limit = scene.seen.shape[1] - self._bank.side
        return [
            replace(
                fits,
                row=np.clip(fits.row + row, 0, limit),
                column=np.clip(fits.column + column, 0, limit),
            )
            for row, column in ASIDE
        ]

    def _best(self, scene: Scene, tries: list[Fits]) -> Fits:
        """Return for each candidate the try that explains most."""
        names = ("window", "entry", "row", "column", "likeness")
        each = {name: np.array([getattr(one, name) for one in tries]) for name in names}
        every = Fits(**{name: values.ravel() for name, values in each.items()})
        gain = self._gain(scene, every)[0].reshape(len(tries), -1)
        best, column = gain.argmax(axis=0), np.arange(gain.shape[1])
        return Fits(**{name: values[best, column] for name, values in each.items()})

    def _gain(self, scene: Scene, fits: Fits) -> tuple[Floats, Floats]:
        where = (fits.window, fits.row, fits.column, self._bank.side)
        cover = self._bank.weight[fits.entry]
        area = cover.sum(axis=(1, 2))
        free = cut(scene.open, *where) * cover
        ours = agree(cut(scene.seen, *where), self._hues[fits.entry])
        lead = (1 + DOUBT) * ours - cut(scene.bare, *where) - DOUBT
        return (free * lead).sum(axis=(1, 2)) / area, free.sum(axis=(1, 2)) / area

    def _likely(self, scene: Scene, fits: Fits) -> Floats:
        """Return how likely the hues in view are those of each piece; 0 is best."""
        where = (fits.window, fits.row, fits.column, self._bank.side)
        far = distance(cut(scene.seen, *where), self._hues[fits.entry])
        free = cut(scene.open, *where) * self._bank.weight[fits.entry]
        return -(np.minimum(far, FAR) * free).sum(axis=(1, 2)) / free.sum(axis=(1, 2)).clip(1)


def _turned(fits: Fits, turn: int) -> Fits:
    look, angle = np.divmod(fits.entry, ANGLES)
    return replace(fits, entry=look * ANGLES + (angle + turn) % ANGLES)

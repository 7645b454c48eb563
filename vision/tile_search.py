"""Find how a flat piece of each kind would lie in each window: shift and angle."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.tile_bank import ANGLES, Bank, Ints, Turns
from vision.tile_look import Floats

#: Angles tried around the first guess, in steps of the bank.
NEAR = np.arange(-2, 3)

#: Shifts tried around the first guess, in pixels.
ASIDE = np.array([(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)])

#: So many looks of each window are worth a second glance.
BEST = 2


@dataclass(frozen=True, eq=False)
class Fits:
    """How looks fit into windows, one after another.

    ``entry`` is the bank's, ``row`` and ``column`` the top-left corner of the entry's picture in
    the window, ``likeness`` -1..1 and the same under any even shadow.
    """

    window: Ints
    entry: Ints
    row: Ints
    column: Ints
    likeness: Floats

    def only(self, rows: slice) -> Fits:
        """Return some of the fits."""
        return Fits(
            self.window[rows],
            self.entry[rows],
            self.row[rows],
            self.column[rows],
            self.likeness[rows],
        )

    def alone(self) -> Fits:
        """Return the fits as if each had a window of its own."""
        return replace(self, window=np.arange(len(self.entry)))


def search(bank: Bank, windows: Floats, best: int = BEST) -> Fits:
    """Return the best fits, ``best`` looks for each window in turn, the likeliest first."""
    soft = soften(windows)
    return _refine(bank, soft, _sweep(bank, soft, bank.coarse.some, min(best, len(bank.looks))))


def search_closely(bank: Bank, windows: Floats) -> Fits:
    """Return the same for every look, with all angles tried from the start."""
    soft = soften(windows)
    return _refine(bank, soft, _sweep(bank, soft, bank.coarse.all, len(bank.looks)))


def soften(windows: Floats) -> Floats:
    """Return at each pixel the mean of it and its neighbours right and below."""
    wide = windows[:, :-1] + windows[:, 1:]
    return (wide[:, :, :-1] + wide[:, :, 1:]) * np.float32(0.25)


def patches(bank: Bank, soft: Floats, window: Ints, row: Ints, column: Ints) -> Floats:
    """Return the pixels that coarse entries see if their corner lies here."""
    _, height, width, depth = soft.shape
    inside = 2 * (bank.coarse.rows * width + bank.coarse.columns)
    corner = (window * height + row) * width + column
    return soft.reshape(-1, depth).take(corner[:, None] + inside, axis=0)


def corners(bank: Bank, size: int) -> Ints:
    """Return where on a coarse grid an entry's corner may lie, along one side of a window."""
    last = size - bank.side
    return np.arange(last % 4 // 2, last + 1, 2)


def _sweep(bank: Bank, soft: Floats, tried: Turns, best: int) -> Fits:
    count, looks = len(soft), len(bank.looks)
    steps = corners(bank, soft.shape[1] + 1)
    window, row, column = (
        axis.ravel() for axis in np.meshgrid(np.arange(count), steps, steps, indexing="ij")
    )
    likeness = tried.likeness(patches(bank, soft, window, row, column))
    by_look = likeness.reshape(count, len(steps) ** 2, looks, -1).transpose(0, 2, 1, 3)
    turns = by_look.shape[3]
    each = by_look.reshape(count, looks, -1)
    top = each.argmax(axis=2)
    peak = np.take_along_axis(each, top[..., None], axis=2)[..., 0]
    chosen = np.argsort(-peak, axis=1)[:, :best]
    spot, turn = np.divmod(np.take_along_axis(top, chosen, axis=1), turns)
    return Fits(
        np.repeat(np.arange(count), best),
        tried.entry[chosen * turns + turn].ravel(),
        steps[spot // len(steps)].ravel(),
        steps[spot % len(steps)].ravel(),
        np.take_along_axis(peak, chosen, axis=1).ravel(),
    )


def _refine(bank: Bank, soft: Floats, first: Fits) -> Fits:
    count, limit = len(first.entry), soft.shape[1] + 1 - bank.side
    row = np.clip(first.row[:, None] + ASIDE[:, 0], 0, limit)
    column = np.clip(first.column[:, None] + ASIDE[:, 1], 0, limit)
    window = np.repeat(first.window, len(ASIDE))
    seen = patches(bank, soft, window, row.ravel(), column.ravel())
    look, turn = np.divmod(first.entry[:, None], ANGLES)
    entry = look * ANGLES + (turn + NEAR) % ANGLES
    likeness = bank.coarse.likeness_each(seen.reshape(count, len(ASIDE), -1, 3), entry)
    flat = likeness.reshape(count, -1)
    aside, near = np.divmod(flat.argmax(axis=1), len(NEAR))
    every = np.arange(count)
    return Fits(
        first.window, entry[every, near], row[every, aside], column[every, aside], flat.max(axis=1)
    )

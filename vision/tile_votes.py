"""Find a piece by counting the pixels it explains, whatever hides the others.

Likeness is quick and bears shadows, but a figure in the middle spoils it, and so does a piece on
top.  Here every pixel votes for itself: its hue agrees with a piece, or with the empty board, or
with neither.  How far two hues agree is a bell-shaped function of their distance; random waves
turn that into products of numbers, so that all pieces, angles and shifts are counted in one
matrix product.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.tile_bank import Bank, Ints
from vision.tile_hue import WIDTH, hues
from vision.tile_look import Floats
from vision.tile_search import corners, patches

#: So many waves stand for one hue.
WAVES = 16

#: What a pixel costs that a piece ought to explain and does not.
DOUBT = 0.3

#: At least so much of a lower piece lies under those above it.
UNDER = 0.05

_RANDOM = np.random.default_rng(1948)
_TURNS: Floats = (_RANDOM.standard_normal((3, WAVES)) / WIDTH).astype(np.float32)
_STARTS: Floats = _RANDOM.uniform(0, 2 * np.pi, WAVES).astype(np.float32)


def waves(hue: Floats) -> Floats:
    """Return hues as numbers whose products tell how far they agree."""
    return np.cos(hue @ _TURNS + _STARTS) * np.float32(np.sqrt(2 / WAVES))


@dataclass(frozen=True, eq=False)
class Poll:
    """The winner of each look in each window, by window and look: bank entry, corner, lead."""

    entry: Ints
    row: Ints
    column: Ints
    lead: Floats


class Votes:
    """Counts the votes for the entries of one bank."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        coarse = bank.coarse
        weight = coarse.weight[coarse.first]
        self._share: Floats = weight / weight.sum(axis=1, keepdims=True)
        turned = waves(hues(coarse.colours[coarse.first])) * self._share[..., None]
        self._waves: Floats = turned.reshape(len(turned), -1) * np.float32(1 + DOUBT)

    def count(self, soft: Floats, bare: Floats, open_: Floats, taken: Floats | None) -> Poll:
        """Return the winners among the pixels that are open (1).

        ``bare`` tells how well the empty board explains each pixel; where pixels are ``taken``
        by pieces above, only a piece that lies partly under them can win.
        """
        steps = corners(self._bank, soft.shape[1] + 1)
        window, row, column = (
            axis.ravel() for axis in np.meshgrid(np.arange(len(soft)), steps, steps, indexing="ij")
        )
        against = (bare + np.float32(DOUBT)) * open_
        maps = np.concatenate([waves(soft) * open_[..., None], against[..., None]], axis=-1)
        seen = patches(self._bank, maps, window, row, column)
        lead = seen[..., :-1].reshape(len(seen), -1) @ self._waves.T
        lead -= seen[..., -1] @ self._share.T
        if taken is not None:
            above = patches(self._bank, taken[..., None], window, row, column)[..., 0]
            lead[above @ self._share.T < UNDER] = -1
        return self._winners(lead.reshape(len(soft), len(steps) ** 2, -1), steps)

    def _winners(self, lead: Floats, steps: Ints) -> Poll:
        looks = len(self._bank.looks)
        by_look = lead.reshape(*lead.shape[:2], looks, -1).transpose(0, 2, 1, 3)
        turns = by_look.shape[3]
        flat = by_look.reshape(len(lead), looks, -1)
        spot, turn = np.divmod(flat.argmax(axis=2), turns)
        entry = self._bank.coarse.first[np.arange(looks) * turns + turn]
        return Poll(entry, steps[spot // len(steps)], steps[spot % len(steps)], flat.max(axis=2))

"""Tell how far the flat pieces are from one another, so that a margin means something."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from vision.reference import Picture
from vision.tile_bank import Bank
from vision.tile_look import Look, turned
from vision.tile_search import search
from vision.tile_weigh import evidence, weigh


def apart(
    looks: Sequence[Look], rivals: Collection[tuple[str, str]]
) -> dict[tuple[str, str], float]:
    """Return for each two rivals how much of the first the second fails to explain, 0..1."""
    out: dict[tuple[str, str], float] = {}
    for group in _groups(looks, rivals):
        px_per_mm = resolution(group)
        bank = Bank(group, px_per_mm)
        scene = np.array([_alone(look, px_per_mm, bank.side + 4) for look in group])
        fits = search(bank, scene.astype(np.float32), best=len(group))
        found = evidence(weigh(bank, scene, None, fits), fits.likeness)
        for window, entry, gain in zip(fits.window, fits.entry, found, strict=True):
            pair = group[window].piece, group[bank.look_of[entry]].piece
            if pair in rivals:
                out[pair] = min(out.get(pair, 1.0), 1 - float(gain))
    return out


def resolution(looks: Sequence[Look]) -> float:
    """Return the pixels per mm at which these are compared: about twenty across the smallest."""
    smallest = min(min(look.size_mm) for look in looks)
    return float(np.clip(20 / smallest, 1.0, 1.6))


def straying(look: Look, example: Picture) -> float:
    """Return how far an example is from its look, in grey levels."""
    return float(np.mean(np.abs(example.astype(float) - look.picture)))


def _groups(looks: Sequence[Look], rivals: Collection[tuple[str, str]]) -> list[list[Look]]:
    """Return the looks in groups of rivals."""
    groups: list[list[Look]] = []
    for look in looks:
        for group in groups:
            if any(
                (look.piece, other.piece) in rivals or look.piece == other.piece for other in group
            ):
                group.append(look)
                break
        else:
            groups.append([look])
    return groups


def _alone(look: Look, px_per_mm: float, side: int) -> Picture:
    """Return a look on a ground of its own mean colour."""
    (colours,), (cover,) = turned(look, np.zeros(1), px_per_mm, side)
    ground = look.picture.reshape(-1, 3).mean(axis=0)
    blend = cover[..., None] * colours + (1 - cover[..., None]) * ground
    return np.clip(blend + 0.5, 0, 255).astype(np.uint8)

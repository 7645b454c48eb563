"""Table tops: wood, cloth and paint, made up from noise."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from hardware.simulated.colour import Array, Bytes, screen

SIZE_MM = (1500.0, 1200.0)
PX_PER_MM = 1.9


def noise(shape: tuple[int, int], grain_px: tuple[float, float], rng: np.random.Generator) -> Array:
    """Return smooth noise of about unit spread; grains may be longer one way than the other."""
    height = max(2, int(shape[0] / grain_px[1]) + 2)
    width = max(2, int(shape[1] / grain_px[0]) + 2)
    rough = rng.standard_normal((height, width)).astype(np.float32)
    return cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def _wood(
    dark: str, light: str, plank_mm: float, rng: np.random.Generator, shape: tuple[int, int]
) -> Array:
    """Lay planks along x, each from another part of the tree."""
    tone = np.zeros(shape, np.float32)
    plank = int(plank_mm * PX_PER_MM)
    for top in range(0, shape[0], plank):
        rows = min(plank, shape[0] - top)
        part = (rows, shape[1])
        fibre = noise(part, (260, 3.2), rng) * 0.5 + noise(part, (90, 1.6), rng) * 0.28
        cloud = noise(part, (700, 60), rng) * 0.55 + rng.normal(0, 0.35)
        tone[top : top + rows] = fibre + cloud
        tone[top : top + 2] -= 2.6  # the gap between planks
    share = np.clip(0.5 + 0.17 * tone, 0, 1)[..., None]
    pair = np.array(screen(dark), np.float32), np.array(screen(light), np.float32)
    return pair[0] * (1 - share) + pair[1] * share


def _cloth(colour: str, rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    weave = noise(shape, (1.6, 1.6), rng) * 5 + noise(shape, (3, 40), rng) * 1.6
    folds = noise(shape, (420, 300), rng) * 4
    return np.array(screen(colour), np.float32) + (weave + folds)[..., None]


def _check(one: str, other: str, rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    """Weave a checked tablecloth: two kinds of thread, four kinds of field."""
    base = _cloth(one, rng, shape)
    step = int(24 * PX_PER_MM)
    across = (np.arange(shape[1]) // step % 2).astype(np.float32)
    down = (np.arange(shape[0]) // step % 2).astype(np.float32)
    share = 0.5 * (across[None, :] + down[:, None])[..., None]
    return (
        base * (1 - share)
        + (np.array(screen(other), np.float32) + base - base.mean((0, 1))) * share
    )


def _painted(colour: str, rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    wear = noise(shape, (300, 240), rng) * 2.5 + noise(shape, (5, 5), rng) * 1.2
    return np.array(screen(colour), np.float32) + wear[..., None]


Maker = Callable[[np.random.Generator, tuple[int, int]], Array]
TOPS: dict[str, Maker] = {
    "oak": lambda rng, shape: _wood("#7d5a38", "#c29a6a", 165, rng, shape),
    "beech": lambda rng, shape: _wood("#b98d62", "#dcb98d", 110, rng, shape),
    "walnut": lambda rng, shape: _wood("#34231a", "#6e4d3a", 190, rng, shape),
    "green_cloth": lambda rng, shape: _cloth("#2c5a44", rng, shape),
    "blue_cloth": lambda rng, shape: _cloth("#41546f", rng, shape),
    "check": lambda rng, shape: _check("#d9d2c4", "#a8433c", rng, shape),
    "white": lambda rng, shape: _painted("#cdc9c0", rng, shape),
    "slate": lambda rng, shape: _painted("#45474b", rng, shape),
}


@lru_cache(maxsize=3)
def table_top(name: str, seed: int) -> Bytes:
    """Return the picture of a table top; its middle is the middle of the table."""
    shape = (int(SIZE_MM[1] * PX_PER_MM), int(SIZE_MM[0] * PX_PER_MM))
    made = TOPS[name](np.random.default_rng(seed), shape)
    return np.clip(made, 0, 255).astype(np.uint8)

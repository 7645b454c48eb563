"""Weigh how well a piece, or the empty board, explains what is seen, pixel by pixel."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np

from vision.reference import Picture
from vision.tile_bank import Bank, Ints
from vision.tile_look import Floats
from vision.tile_search import Fits

T = TypeVar("T", Picture, Floats)

#: A pixel is explained if it lies within its band or so many grey levels outside; twice as far
#: off it is not explained at all.
TOLERANCE = 14.0

_FIT: Floats = np.clip(2 - np.arange(256) / TOLERANCE, 0, 1).astype(np.float32)

#: A shadow or the edge of the light leaves between these shares of the light.
DARKEST, BRIGHTEST = 0.4, 1.2

#: The edge of a shadow is about so soft.
SOFT_MM = 4.0

#: Where less is explained, a shadow may be the reason.
PLAIN = 0.85


def explained(seen: Picture, low: Picture, high: Picture) -> Floats:
    """Return for each pixel how well it fits its band of colours, 0..1."""
    off = cv2.max(
        cv2.subtract(low.reshape(1, -1), seen.reshape(1, -1)),
        cv2.subtract(seen.reshape(1, -1), high.reshape(1, -1)),
    ).reshape(seen.shape)
    return _FIT.take(np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2]))


def brightness(pictures: Picture | Floats) -> Floats:
    """Return all channels added up."""
    plain = pictures.astype(np.float32, copy=False)
    return plain[..., 0] + plain[..., 1] + plain[..., 2]


def shade(seen: Picture, level: Floats, where: Floats) -> Floats:
    """Return how much of its light each picture has left, judged by most of its pixels."""
    ratio = (brightness(seen) + 1) / (level + 1)
    left = [
        np.median(one[mask]) if mask.any() else 1.0
        for one, mask in zip(ratio, where > 0.5, strict=True)
    ]
    return np.clip(np.array(left, np.float32), DARKEST, BRIGHTEST)


def lit(seen: Picture, left: Floats) -> Picture:
    """Return pictures as they would look without that shadow."""
    return np.clip(seen / left[:, None, None, None] + 0.5, 0, 255).astype(np.uint8)


def unshaded(seen: Picture, empty: Picture, px_per_mm: float) -> Picture:
    """Return pictures without shadows, even those that end within them."""
    size = 2 * round(SOFT_MM * px_per_mm / 2) + 1
    out = np.empty_like(seen)
    for number, (ours, bare) in enumerate(zip(brightness(seen), brightness(empty), strict=True)):
        ratio = cv2.blur(ours + 1, (size, size)) / cv2.blur(bare + 1, (size, size))
        left = np.clip(ratio, DARKEST, BRIGHTEST)[..., None]
        out[number] = np.clip(seen[number] / left + 0.5, 0, 255)
    return out


def share(fit: Floats, where: Floats) -> Floats:
    """Return the mean over the pixels that count, picture by picture."""
    count = where.reshape(len(where), -1).astype(np.float32, copy=False)
    return np.einsum("np,np->n", fit.reshape(len(fit), -1), count) / np.maximum(
        count.sum(axis=1), 1
    )


def alike(seen: Picture, empty: Picture, where: Floats) -> Floats:
    """Return how alike pictures are under any even shadow, -1..1."""
    weight = np.repeat(where.reshape(len(where), -1), 3, axis=1).astype(np.float32)
    total = np.maximum(weight.sum(axis=1, keepdims=True), 1)
    a, b = (p.reshape(len(p), -1).astype(np.float32) for p in (seen, empty))
    a, b = ((p - (p * weight).sum(axis=1, keepdims=True) / total) * weight for p in (a, b))
    norm = np.sqrt((a**2).sum(axis=1) * (b**2).sum(axis=1))
    return np.asarray((a * b).sum(axis=1) / np.maximum(norm, 1), np.float32)


def evidence(part: Floats, likeness: Floats) -> Floats:
    """Return one figure of what is explained (steady if a figure leans over) and how alike it is."""
    return np.asarray((part + np.maximum(likeness, 0)) / 2, np.float32)


def cut(windows: T, window: Ints, row: Ints, column: Ints, side: int) -> T:
    """Return one square picture for each corner given."""
    out = np.empty((len(window), side, side, *windows.shape[3:]), windows.dtype)
    corners = zip(window.tolist(), row.tolist(), column.tolist(), strict=True)
    for number, (n, y, x) in enumerate(corners):
        out[number] = windows[n, y : y + side, x : x + side]
    return out


def weigh(bank: Bank, windows: Picture, open_: Floats | None, fits: Fits) -> Floats:
    """Return for each fit how much of the piece is really seen there, 0..1.

    Where nothing fits well, a shadow may be the reason, and brightness is left out of account.
    """
    where, entry = (fits.window, fits.row, fits.column, bank.side), fits.entry
    seen = cut(windows, *where)
    low, high = bank.bounds
    cover = bank.weight[entry] if open_ is None else bank.weight[entry] * cut(open_, *where)
    part = share(explained(seen, low[entry], high[entry]), cover)
    best = np.zeros(len(windows), np.float32)
    np.maximum.at(best, fits.window, part)
    dim = np.flatnonzero(best[fits.window] < PLAIN)
    if len(dim):
        some, dark = entry[dim], seen[dim]
        bright = lit(dark, shade(dark, bank.level[some], cover[dim]))
        again = share(explained(bright, low[some], high[some]), cover[dim])
        part[dim] = np.maximum(part[dim], again)
    return part

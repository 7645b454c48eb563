"""Colours as light: linear blue, green, red from 0 to 1, the order OpenCV keeps them in."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Numbers of 32 bits, and bytes; OpenCV does not tell which of them it returns.
Array = NDArray[Any]
Bytes = NDArray[Any]


def to_linear(srgb: NDArray) -> Array:
    """Turn screen values from 0 to 1 into light."""
    low = srgb / 12.92
    high = ((np.maximum(srgb, 0.0) + 0.055) / 1.055) ** 2.4
    return np.where(srgb <= 0.04045, low, high).astype(np.float32)


def to_srgb(linear: NDArray) -> Array:
    """Turn light into screen values from 0 to 1."""
    safe = np.maximum(linear, 0.0)
    return np.where(safe <= 0.0031308, safe * 12.92, 1.055 * safe ** (1 / 2.4) - 0.055).astype(
        np.float32
    )


def paint(code: str) -> Array:
    """Read a colour as light.

    >>> paint("#ff0000").tolist()
    [0.0, 0.0, 1.0]
    """
    return to_linear(np.array(screen(code), np.float32) / 255)


def screen(code: str) -> tuple[int, int, int]:
    """Read a colour as screen bytes: blue, green, red.

    >>> screen("#102030")
    (48, 32, 16)
    """
    red, green, blue = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def vary(code: str, rng: Random, spread: float = 12) -> str:
    """Print a colour as another edition would: a little off.

    >>> vary("#102030", Random(1), 0)
    '#102030'
    """
    blue, green, red = screen(code)
    shift = rng.uniform(-spread, spread)
    shades = (
        int(min(255, max(0, round(part + shift + rng.uniform(-spread, spread) / 2))))
        for part in (red, green, blue)
    )
    return "#" + "".join(f"{shade:02x}" for shade in shades)


def decode(image: Bytes) -> Array:
    """Turn a printed picture (screen bytes) into how much light it gives back."""
    return _DECODE[image]


#: Paper is never a mirror and ink never a hole.
_DECODE = (0.015 + 0.87 * to_linear(np.arange(256) / 255)).astype(np.float32)

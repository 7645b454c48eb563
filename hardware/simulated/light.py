"""Lamps and windows: how much light, of what colour, from where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.colour import Array

Xyz = tuple[float, float, float]

DAYLIGHT = (1.16, 1.0, 0.86)  # blue, green, red
CLOUDY = (1.06, 1.0, 0.95)
BULB = (0.42, 0.78, 1.0)
CANDLE = (0.24, 0.62, 1.0)
LED = (0.82, 0.97, 1.0)
#: How many times as far away a lamp is after somebody has drawn it back.
_BACK = 2.0


@dataclass(frozen=True)
class Lamp:
    """A source of light; ``strength`` is what it gives the middle of the table, ``radius`` its size."""

    at_mm: Xyz
    colour: Xyz
    strength: float
    radius_mm: float

    def falls(self, x_mm: NDArray, y_mm: NDArray) -> Array:
        """Return how much light reaches points of the table, without its colour."""
        far = np.float32(np.linalg.norm(self.at_mm))
        dx, dy = x_mm - np.float32(self.at_mm[0]), y_mm - np.float32(self.at_mm[1])
        distance2 = dx * dx + dy * dy + np.float32(self.at_mm[2] ** 2)
        # Lambert's cosine and the inverse square, relative to the middle of the table.
        return np.float32(self.strength * far**3) / (distance2 * np.sqrt(distance2))

    def beam(self, xyz_mm: NDArray) -> tuple[Array, Array]:
        """Return the direction to the lamp, and the light a facet turned to it gets."""
        way = np.asarray(self.at_mm, np.float32) - np.asarray(xyz_mm, np.float32)
        distance = float(np.linalg.norm(way))
        steep = self.at_mm[2] / float(np.linalg.norm(self.at_mm))
        full = self.strength / steep * float(np.linalg.norm(self.at_mm)) ** 2 / distance**2
        return way / distance, np.asarray(self.colour, np.float32) * np.float32(full)


@dataclass(frozen=True)
class Light:
    """All the light there is, and how the camera answers to it.

    ``adapts`` is how far the white balance follows the colour of the light (1: all the way),
    ``drift`` what it is off by (blue, red), ``target`` the mean brightness (0..1, linear) that
    the exposure aims at, and ``grain`` the noise it has to accept for that.
    """

    name: str
    ambient: Xyz
    lamps: tuple[Lamp, ...]
    adapts: float = 0.8
    drift: tuple[float, float] = (1.0, 1.0)
    target: float = 0.19
    grain: float = 1.0
    vignette: float = 0.25

    def at(self, xyz_mm: NDArray) -> Array:
        """Return the light (blue, green, red) that falls on a level spot."""
        total = np.asarray(self.ambient, np.float32).copy()
        for lamp in self.lamps:
            total += lamp.falls(xyz_mm[0], xyz_mm[1]) * np.asarray(lamp.colour, np.float32)
        return total

    def balance(self) -> Array:
        """Return the camera's gains for blue, green and red."""
        cast = self.at(np.zeros(3, np.float32))
        gains = (cast[1] / cast) ** self.adapts
        return (gains * np.array([self.drift[0], 1.0, self.drift[1]])).astype(np.float32)


def _tint(colour: Xyz, share: float) -> Xyz:
    return colour[0] * share, colour[1] * share, colour[2] * share


def _window(side: float = -1) -> Light:
    lamp = Lamp((side * 1900, 900, 1500), DAYLIGHT, 0.5, 420)
    return Light("window", _tint(DAYLIGHT, 0.5), (lamp,))


def _grey_window() -> Light:
    lamp = Lamp((-1500, 1700, 1700), CLOUDY, 0.3, 800)
    return Light("grey_window", _tint(CLOUDY, 0.7), (lamp,), target=0.17, grain=1.35)


def _lamp(name: str, side: float) -> Light:
    lamp = Lamp((side * 760, 320, 980), BULB, 0.78, 60)
    return Light(name, _tint(BULB, 0.26), (lamp,), adapts=0.72, grain=1.3)


def _two_lamps() -> Light:
    lamps = (
        Lamp((-700, 500, 1150), LED, 0.42, 45),
        Lamp((780, -250, 1100), LED, 0.38, 45),
    )
    return Light("two_lamps", _tint(LED, 0.26), lamps, adapts=0.9, target=0.2, grain=1.15)


def _dim_evening() -> Light:
    lamp = Lamp((500, 620, 1050), CANDLE, 0.7, 90)
    return Light(
        "dim_evening",
        _tint(CANDLE, 0.34),
        (lamp,),
        adapts=0.72,
        target=0.125,
        grain=3.4,
        vignette=0.32,
    )


def _mixed() -> Light:
    lamps = (
        Lamp((-1900, 700, 1500), DAYLIGHT, 0.32, 420),
        Lamp((650, 300, 1000), BULB, 0.38, 60),
    )
    return Light("mixed", _tint(DAYLIGHT, 0.34), lamps, grain=1.45)


def _overhead_glare() -> Light:
    lamp = Lamp((140, 120, 1150), LED, 0.85, 40)
    return Light("overhead_glare", _tint(LED, 0.22), (lamp,), target=0.22, vignette=0.3)


LIGHTS: dict[str, Callable[[], Light]] = {
    "window": _window,
    "grey_window": _grey_window,
    "lamp_left": lambda: _lamp("lamp_left", -1),
    "lamp_right": lambda: _lamp("lamp_right", 1),
    "two_lamps": _two_lamps,
    "dim_evening": _dim_evening,
    "mixed": _mixed,
    "overhead_glare": _overhead_glare,
}


def shine(name: str, rng: Random | None = None) -> Light:
    """Return a light by its name; with a source of chance, no two evenings are the same."""
    light = LIGHTS[name]()
    if rng is None:
        return light
    lamps = tuple(_moved(lamp, rng) for lamp in light.lamps)
    drift = (rng.uniform(0.94, 1.06), rng.uniform(0.95, 1.05))
    target = light.target * rng.uniform(0.9, 1.12)
    return replace(light, lamps=lamps, drift=drift, target=target)


def switch_on(light: Light, lamp: Lamp) -> Light:
    """Add a lamp, as somebody does when it gets dark."""
    return replace(light, lamps=(*light.lamps, lamp), grain=max(1.0, light.grain * 0.6))


def drawn_back(light: Light) -> Light:
    """Move the lamps away, and turn them up: the middle is as bright as before, all else more even."""
    lamps = (replace(lamp, at_mm=_tint(lamp.at_mm, _BACK)) for lamp in light.lamps)
    return replace(light, lamps=tuple(lamps))


def _moved(lamp: Lamp, rng: Random) -> Lamp:
    x, y, z = lamp.at_mm
    at = (x + rng.uniform(-90, 90), y + rng.uniform(-160, 160), z * rng.uniform(0.93, 1.1))
    return replace(lamp, at_mm=at, strength=lamp.strength * rng.uniform(0.85, 1.15))

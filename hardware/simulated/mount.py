"""Where the camera hangs and how its lens bends: millimetres to pixels and back.

The table is the plane z = 0, x to the right, y away from the players' side, z up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, radians, sin, tan
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.colour import Array


@dataclass(frozen=True)
class Mount:
    """A pinhole camera with one term of lens distortion; angles in degrees."""

    aim_mm: tuple[float, float] = (0.0, 0.0)
    height_mm: float = 840.0
    tilt_x: float = 0.0
    tilt_y: float = 0.0
    roll: float = 0.0
    f_px: float = 1365.0
    k1: float = -0.035
    shift_mm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    size: tuple[int, int] = (1640, 1232)

    @cached_property
    def centre_px(self) -> tuple[float, float]:
        """Return the principal point; pixel centres are whole numbers."""
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    @cached_property
    def position_mm(self) -> NDArray[np.float64]:
        """Return where the lens is: its axis meets the table at the aim, unless it was bumped."""
        x = self.aim_mm[0] + self.height_mm * tan(radians(self.tilt_y))
        reach = self.height_mm * tan(radians(self.tilt_x)) / cos(radians(self.tilt_y))
        return np.array([x, self.aim_mm[1] + reach, self.height_mm]) + np.array(self.shift_mm)

    @cached_property
    def rotation(self) -> NDArray[np.float64]:
        """Return the matrix from table directions to camera directions (right, down, ahead)."""
        unbumped = self.position_mm - np.array(self.shift_mm)
        ahead = np.array([*self.aim_mm, 0.0]) - unbumped
        ahead /= np.linalg.norm(ahead)
        right = np.array([1.0, 0.0, 0.0]) - ahead * ahead[0]
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        turn = radians(self.roll)
        return np.stack(
            [cos(turn) * right - sin(turn) * down, sin(turn) * right + cos(turn) * down, ahead]
        )

    def project(self, points_mm: NDArray) -> NDArray[np.float64]:
        """Map points (..., 3) to pixels (..., 2)."""
        seen = (np.asarray(points_mm, np.float64) - self.position_mm) @ self.rotation.T
        flat = seen[..., :2] / seen[..., 2:]
        bent = flat * (1 + self.k1 * np.sum(flat**2, axis=-1, keepdims=True))
        return bent * self.f_px + np.array(self.centre_px)

    def rays(self, x_px: NDArray, y_px: NDArray) -> tuple[Array, Array, Array]:
        """Return the direction in which each pixel looks, in table coordinates, not normalised."""
        u = ((x_px - self.centre_px[0]) / self.f_px).astype(np.float32)
        v = ((y_px - self.centre_px[1]) / self.f_px).astype(np.float32)
        bend = np.float32(self.k1) * (u * u + v * v)
        # The inverse of r -> r (1 + k1 r2) as a series; good to a hundredth of a pixel.
        straight = 1 - bend * (1 - 3 * bend * (1 - 4 * bend * (1 - 55 / 12 * bend)))
        u, v = u * straight, v * straight
        m = self.rotation.astype(np.float32)
        return (
            m[0, 0] * u + m[1, 0] * v + m[2, 0],
            m[0, 1] * u + m[1, 1] * v + m[2, 1],
            m[0, 2] * u + m[1, 2] * v + m[2, 2],
        )

    def ground(self, x_px: NDArray, y_px: NDArray, z_mm: float) -> tuple[Array, Array]:
        """Return where each pixel meets a plane above the table."""
        x, y, z = self.rays(x_px, y_px)
        far = np.float32(z_mm - self.position_mm[2]) / z
        at = self.position_mm.astype(np.float32)
        return at[0] + far * x, at[1] + far * y

    @property
    def px_per_mm(self) -> float:
        """Return the scale at the aim."""
        return self.f_px / self.height_mm

    def enlarged(self, factor: int) -> Mount:
        """Return the same camera with finer pixels."""
        size = (self.size[0] * factor, self.size[1] * factor)
        return replace(self, f_px=self.f_px * factor, size=size)

    def bumped(self, rng: Random) -> Mount:
        """Return the camera after somebody ran into its stand."""
        x, y, z = self.shift_mm
        push = (x + rng.uniform(-15, 15), y + rng.uniform(-12, 12), z + rng.uniform(-5, 5))
        return replace(
            self,
            tilt_x=self.tilt_x + rng.uniform(-1.3, 1.3),
            tilt_y=self.tilt_y + rng.uniform(-1.3, 1.3),
            roll=self.roll + rng.uniform(-1.8, 1.8),
            shift_mm=push,
        )

    def described(self) -> dict[str, Any]:
        """Return the camera as a label tells it."""
        return {
            "aim": list(self.aim_mm),
            "height_mm": self.height_mm,
            "tilt_x": self.tilt_x,
            "tilt_y": self.tilt_y,
            "roll": self.roll,
            "k1": self.k1,
            "f_px": self.f_px,
            "cx": self.centre_px[0],
            "cy": self.centre_px[1],
            "shift_mm": list(self.shift_mm),
            "size": list(self.size),
            "R": self.rotation.round(8).tolist(),
            "C_mm": self.position_mm.round(3).tolist(),
        }


def hang(rng: Random, *, upside_down: bool = False) -> Mount:
    """Hang a camera as people do: not quite centred, not quite level, some lens or other."""
    height_mm = rng.uniform(815, 900)
    return Mount(
        aim_mm=(rng.uniform(-15, 15), rng.uniform(-12, 12)),
        height_mm=round(height_mm, 1),
        tilt_x=round(rng.uniform(-6, 6), 2),
        tilt_y=round(rng.uniform(-6, 6), 2),
        roll=round(rng.uniform(-3, 3) + (180 if upside_down else 0), 2),
        # Some lenses are wider, but whoever hangs them sees to it that the table is in the picture.
        f_px=round(height_mm * rng.uniform(1.5, 1.63), 1),
        k1=round(rng.uniform(-0.06, 0.03), 4),
    )

"""What is on the table: pieces, surfaces, hands and things, each with its exact place."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: The board is cardboard: its top lies so far above the table.
CARDBOARD_MM = 2.0


@dataclass(frozen=True)
class Piece:
    """A piece on a surface, in its millimetres; ``z_mm`` above it, ``turn`` in degrees."""

    kind: str  # agent, third_man, investigator, feld, marker or tile
    name: str
    surface: str
    xy_mm: tuple[float, float]
    turn: float = 0.0
    z_mm: float = 0.0
    place: str | None = None
    lying: bool = False

    def described(self) -> dict[str, Any]:
        """Return the piece as a label tells it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "surface": self.surface,
            "xy": [round(self.xy_mm[0], 2), round(self.xy_mm[1], 2)],
            "rot": round(self.turn % 360, 1),
            "z": round(self.z_mm, 2),
        }


@dataclass(frozen=True)
class Lie:
    """How a surface lies on the table: its middle, and its turn in degrees."""

    centre_mm: tuple[float, float]
    turn: float
    size_mm: tuple[float, float]

    def to_table(self, points_mm: NDArray, z_mm: float = 0.0) -> NDArray[np.float64]:
        """Map points (..., 2) of the surface to points (..., 3) of the table."""
        points = np.asarray(points_mm, np.float64)
        x, y = points[..., 0] - self.size_mm[0] / 2, self.size_mm[1] / 2 - points[..., 1]
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        z = np.full_like(x, CARDBOARD_MM + z_mm)
        return np.stack(
            [self.centre_mm[0] + c * x - s * y, self.centre_mm[1] + s * x + c * y, z], axis=-1
        )

    def from_table(self, x_mm: NDArray, y_mm: NDArray) -> tuple[NDArray, NDArray]:
        """Map points of the table to points of the surface."""
        c, s = np.float32(cos(radians(self.turn))), np.float32(sin(radians(self.turn)))
        dx, dy = x_mm - np.float32(self.centre_mm[0]), y_mm - np.float32(self.centre_mm[1])
        right, up = c * dx + s * dy, c * dy - s * dx
        return right + np.float32(self.size_mm[0] / 2), np.float32(self.size_mm[1] / 2) - up

    @property
    def corners_mm(self) -> NDArray[np.float64]:
        """Return the corners on the table: top-left, top-right, bottom-right, bottom-left."""
        w, h = self.size_mm
        return self.to_table(np.array([[0, 0], [w, 0], [w, h], [0, h]]))


@dataclass(frozen=True)
class Hand:
    """A hand over the table, by the tip of its fingers, and the arm behind it.

    ``heading`` is where the arm points, in degrees: 90 reaches from the near side of the table
    away. ``grip`` from 0 (flat) to 1 (pinching), ``over_mm`` the height of the finger tips.
    """

    tip_mm: tuple[float, float]
    heading: float = 90.0
    over_mm: float = 16.0
    grip: float = 0.6
    skin: str = "#d8a282"
    sleeve: str | None = "#31506b"
    cuff_mm: float = 120.0
    size: float = 1.0
    left: bool = False


@dataclass(frozen=True)
class Thing:
    """Something else on the table, in millimetres of the table."""

    kind: str
    xy_mm: tuple[float, float]
    turn: float = 0.0
    colour: str = "#b03a2e"
    z_mm: float = 0.0
    seed: int = 0

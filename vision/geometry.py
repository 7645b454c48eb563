"""Where a point of the table lies in the picture, and the other way round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Lens:
    """A camera's own numbers: picture size, focal length in pixels, first radial distortion."""

    size: tuple[int, int]
    f_px: float
    k1: float = 0.0

    @cached_property
    def matrix(self) -> Array:
        """Return the camera matrix; the axis goes through the middle of the picture."""
        width, height = self.size
        return np.array(
            [[self.f_px, 0, (width - 1) / 2], [0, self.f_px, (height - 1) / 2], [0, 0, 1.0]]
        )

    @cached_property
    def distortion(self) -> Array:
        """Return the distortion as OpenCV wants it."""
        return np.array([self.k1, 0.0, 0.0, 0.0])


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a surface lies in front of the camera.

    Surface coordinates are millimetres from its top-left corner, x right, y down as printed.
    ``turn`` and ``shift`` take (x, y, z) with z *into* the table to camera coordinates, so a
    height above the surface is a negative z; ``project`` takes heights as people mean them.
    """

    turn: Array
    shift: Array

    @classmethod
    def of(cls, vector: Array) -> Pose:
        """Make a pose of a rotation vector and a shift, six numbers together."""
        turn, _ = cv2.Rodrigues(np.asarray(vector[:3], float))
        return cls(np.asarray(turn, float), np.asarray(vector[3:6], float))

    @cached_property
    def vector(self) -> Array:
        """Return rotation vector and shift, six numbers together."""
        return np.concatenate([cv2.Rodrigues(self.turn)[0].ravel(), self.shift])

    @cached_property
    def eye_mm(self) -> Array:
        """Return the camera in surface coordinates: x, y and height above the surface."""
        eye = -self.turn.T @ self.shift
        return np.array([eye[0], eye[1], -eye[2]])


@dataclass(frozen=True, eq=False)
class Vantage:
    """One camera over one table: the lens, and how each surface lies before it."""

    lens: Lens
    poses: Mapping[str, Pose]

    def project(self, surface: str, xy_mm: Array, height_mm: Array | float = 0.0) -> Array:
        """Return the pixels of points of a surface, or of points so high above it."""
        flat = np.asarray(xy_mm, float).reshape(-1, 2)
        solid = np.empty((len(flat), 3))
        solid[:, :2], solid[:, 2] = flat, -np.asarray(height_mm, float)
        pose = self.poses[surface]
        turned = solid @ pose.turn.T + pose.shift
        rays = turned[:, :2] / turned[:, 2:]
        bent = rays * (1 + self.lens.k1 * (rays**2).sum(axis=1, keepdims=True))
        middle = self.lens.matrix[:2, 2]
        return (bent * self.lens.f_px + middle).reshape((*np.shape(xy_mm)[:-1], 2))

    def unproject(self, surface: str, px: Array, height_mm: float = 0.0) -> Array:
        """Return where the line of sight through a pixel meets the surface, or a plane above it."""
        flat = np.asarray(px, float).reshape(-1, 1, 2)
        rays = cv2.undistortPoints(flat, self.lens.matrix, self.lens.distortion).reshape(-1, 2)
        pose = self.poses[surface]
        directions = np.column_stack([rays, np.ones(len(rays))]) @ pose.turn
        x, y, height = pose.eye_mm
        reach = (height - height_mm) / directions[:, 2:]
        return (np.array([x, y]) + directions[:, :2] * reach).reshape(np.shape(px))

    def shrunk(self, times: int) -> Vantage:
        """Return the vantage of the same pictures made so many times smaller."""
        width, height = self.lens.size
        lens = Lens((width // times, height // times), self.lens.f_px / times, self.lens.k1)
        return Vantage(lens, self.poses)

    def corners(self, surface: str, size_mm: tuple[float, float]) -> Array:
        """Return the four corners of a surface: top-left, top-right, bottom-right, bottom-left."""
        width, depth = size_mm
        return self.project(
            surface, np.array([[0, 0], [width, 0], [width, depth], [0, depth]], float)
        )

"""Fit one lens and the lie of every surface to marks in a picture, all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_shape import Array, TableShape
from vision.geometry import Lens, Pose, Vantage

#: Usual lenses: focal length as a share of the picture's longer side, and first distortion.
USUAL_FOCUS, FOCUS_SPREAD = 0.83, 0.06
USUAL_BEND, BEND_SPREAD = -0.02, 0.04
#: No camera above a table looks down at a larger angle from the vertical than this.
STEEPEST = np.cos(np.radians(25))
#: Surfaces lie on one table; cardboard may differ in thickness.
THICKNESS_SPREAD_MM = 1.0


@dataclass(frozen=True, eq=False)
class Marks:
    """Points of a surface and where they were seen; ``spread_px`` per point, x and y.

    All of them may be off by the same little, because what is printed need not be quite centred on
    its place; ``offset_spread_mm`` says by how much, across and down, and nothing if they cannot.
    """

    surface: str
    xy_mm: Array
    px: Array
    spread_px: Array
    offset_spread_mm: tuple[float, float] = (0.0, 0.0)


def usual_lens(size: tuple[int, int]) -> Lens:
    """Return the lens to assume when nothing is known."""
    return Lens(size, USUAL_FOCUS * max(size), USUAL_BEND)


def first_pose(lens: Lens, xy_mm: Array, px: Array) -> Pose:
    """Return the pose that shows these points of a surface at these pixels."""
    solid = np.column_stack([xy_mm, np.zeros(len(xy_mm))])
    _, turn, shift = cv2.solvePnP(
        solid, np.ascontiguousarray(px, float), lens.matrix, lens.distortion,
        flags=cv2.SOLVEPNP_IPPE,
    )  # fmt: skip
    return Pose.of(np.concatenate([turn.ravel(), shift.ravel()]))


class JointFit:
    """Least squares over lens, poses and the common offsets of marks, robust against strays."""

    def __init__(self, start: Vantage, shape: TableShape, marks: Sequence[Marks]) -> None:
        self._size = start.lens.size
        self._shape = shape
        self._marks = marks
        self._names = list(start.poses)
        self._free = [m for m in marks if max(m.offset_spread_mm) > 0]
        vectors = [start.poses[name].vector for name in self._names]
        focus = np.log(start.lens.f_px / (USUAL_FOCUS * max(self._size)))
        self._start = np.concatenate(
            [[focus, start.lens.k1], *vectors, np.zeros(2 * len(self._free))]
        )

    def solve(self, rounds: int = 4) -> Vantage:
        """Return the vantage that fits best."""
        guess = self._start
        for _ in range(rounds):
            raw = self._residuals(guess)
            weight = self._weights(raw)
            slope = self._slopes(guess, raw) * weight[:, None]
            normal = slope.T @ slope
            # A touch of damping, for a surface of which nothing was recognised.
            damped = normal + np.diag(1e-6 * np.diag(normal) + 1e-9)
            guess = guess - np.linalg.solve(damped, slope.T @ (weight * raw))
        return self._vantage(guess)

    def _vantage(self, guess: Array) -> Vantage:
        lens = Lens(self._size, USUAL_FOCUS * max(self._size) * float(np.exp(guess[0])), guess[1])
        parts = guess[2 : 2 + 6 * len(self._names)].reshape(-1, 6)
        poses = {name: Pose.of(part) for name, part in zip(self._names, parts, strict=True)}
        return Vantage(lens, poses)

    def _residuals(self, guess: Array) -> Array:
        """Return how far off everything is, in spreads; marks first, beliefs last."""
        vantage = self._vantage(guess)
        offsets = guess[2 + 6 * len(self._names) :].reshape(-1, 2)
        shifts = dict(zip(map(id, self._free), offsets, strict=True))
        parts = []
        for mark in self._marks:
            points = mark.xy_mm + shifts.get(id(mark), 0.0)
            parts.append(
                ((vantage.project(mark.surface, points) - mark.px) / mark.spread_px).ravel()
            )
        self._robust = sum(map(len, parts))
        parts += [
            offset / np.array(mark.offset_spread_mm)
            for mark, offset in zip(self._free, offsets, strict=True)
        ]
        parts.append(np.array([guess[0] / FOCUS_SPREAD, (guess[1] - USUAL_BEND) / BEND_SPREAD]))
        parts += self._unevenness(vantage)
        return np.concatenate(parts)

    def _unevenness(self, vantage: Vantage) -> list[Array]:
        """Return how far the corners of other surfaces are from the plane of the first."""
        first, *others = self._names
        ground = vantage.poses[first]
        parts = []
        for name in others:
            corners = np.column_stack([self._shape.corners_mm(name), np.zeros(4)])
            pose = vantage.poses[name]
            there = (corners @ pose.turn.T + pose.shift - ground.shift) @ ground.turn
            parts.append(there[:, 2] / THICKNESS_SPREAD_MM)
        return parts

    def _weights(self, raw: Array) -> Array:
        """Trust strays less, beliefs as they are."""
        weight = np.ones(len(raw))
        far = np.hypot(raw[0 : self._robust : 2], raw[1 : self._robust : 2])
        weight[: self._robust] = np.repeat(1 / (1 + (far / 3) ** 2), 2) ** 0.5
        return weight

    def _slopes(self, guess: Array, raw: Array) -> Array:
        columns = []
        for k in range(len(guess)):
            nudge = np.zeros(len(guess))
            nudge[k] = 1e-5
            columns.append((self._residuals(guess + nudge) - raw) / 1e-5)
        return np.column_stack(columns)


def from_corners(
    shape: TableShape, size: tuple[int, int], corners_px: Mapping[str, Array], spread_px: float
) -> Vantage:
    """Return the vantage that shows the surfaces' corners about there."""
    lens = usual_lens(size)
    poses = {
        name: first_pose(lens, shape.corners_mm(name), np.asarray(px, float))
        for name, px in corners_px.items()
    }
    return JointFit(Vantage(lens, poses), shape, corner_marks(shape, corners_px, spread_px)).solve()


def corner_marks(
    shape: TableShape, corners_px: Mapping[str, Array], spread_px: float
) -> list[Marks]:
    """Return corners as marks."""
    return [
        Marks(name, shape.corners_mm(name), np.asarray(px, float), np.full((4, 2), spread_px))
        for name, px in corners_px.items()
    ]

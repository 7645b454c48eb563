"""Fit a lens and the lie of every surface to points found in a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, Lens, Pose, Vantage

#: A camera nobody told us about: focal length as a share of the longer side, and how far it
#: usually is off. Lenses that are much wider or narrower exist, and are believed if they must be.
_USUAL_F, _F_SPREAD, _K1_SPREAD = 0.83, 0.08, 0.08
#: How far a lens that was measured once may be off.
_KNOWN_F_SPREAD, _KNOWN_K1_SPREAD = 0.01, 0.01
#: Surfaces lie on one table: so parallel (radians), and at heights so alike.
_TILT_SPREAD, _HEIGHT_SPREAD_MM = 0.004, 1.5
#: The fit itself: steps, how often one is halved, when to stop, the width of a numeric slope, and what is an outlier.
_STEPS, _HALVINGS, _ENOUGH, _NUDGE, _OUTLIER = 15, 5, 0.05, 1e-6, 3.0
#: Keeps a fit solvable when next to nothing is seen.
_RIDGE = 1e-10


@dataclass(frozen=True, eq=False)
class Pairs:
    """Points of a surface in millimetres, and where a picture shows them."""

    mm: Array
    px: Array

    def only(self, keep: NDArray[np.bool_]) -> Pairs:
        """Return some of the pairs."""
        return Pairs(self.mm[keep], self.px[keep])

    def thinned(self, most: int) -> Pairs:
        """Return no more than so many of the pairs, from all over."""
        step = max(1, len(self.mm) // most)
        return Pairs(self.mm[::step], self.px[::step])

    def errors(self, vantage: Vantage, surface: str) -> Array:
        """Return how far off each point is in pixels."""
        return np.linalg.norm(vantage.project(surface, self.mm) - self.px, axis=1)


@dataclass(frozen=True)
class Trust:
    """How good the pairs are (pixels), and what is known of the lens beforehand."""

    noise_px: float
    lens: Lens
    f_spread: float = _F_SPREAD
    k1_spread: float = _K1_SPREAD

    @classmethod
    def of(cls, noise_px: float, size: tuple[int, int], lens: Lens | None) -> Trust:
        """Expect a lens that was measured before, if at another picture size, or the usual one."""
        if lens is None:
            return cls(noise_px, Lens(size, _USUAL_F * max(size)))
        scaled = Lens(size, lens.f_px * max(size) / max(lens.size), lens.k1)
        return cls(noise_px, scaled, _KNOWN_F_SPREAD, _KNOWN_K1_SPREAD)


def pose_of(plane: Array, lens: Lens) -> Pose:
    """Take a pose from a homography of millimetres to pixels."""
    columns = np.linalg.inv(lens.matrix) @ plane
    columns /= np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    columns *= np.sign(columns[2, 2]) or 1.0
    right, down, shift = columns.T
    left, _, turned = np.linalg.svd(np.column_stack([right, down, np.cross(right, down)]))
    turn = left @ np.diag([1, 1, np.linalg.det(left @ turned)]) @ turned
    return Pose(turn, shift)


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def fit(start: Vantage, pairs: Mapping[str, Pairs], trust: Trust) -> Vantage:
    """Return the lens and poses that explain all pairs best; outliers hardly count.

    A step may shoot off to where nothing can be computed; it is then halved like any bad one.
    """
    task = _Task(tuple(pairs), pairs, trust)
    at = task.numbers(start)
    rest = task.residuals(at)
    for _ in range(_STEPS):
        weight = task.weights(rest)
        step, size = _step(task.slopes(at, rest), rest, weight)
        for _ in range(_HALVINGS):
            tried = task.residuals(at + step)
            if weight @ tried**2 <= weight @ rest**2:
                break
            step = step / 2
        else:
            break
        at, rest = at + step, tried
        if size < _ENOUGH:
            break
    return task.vantage(at)


def _step(slopes: Array, rest: Array, weight: Array) -> tuple[Array, float]:
    """Return the step of Gauss and Newton, and its size in usual errors."""
    scale = np.sqrt(weight @ slopes**2) + 1e-12
    slopes = slopes / scale
    square = (slopes * weight[:, None]).T @ slopes + _RIDGE * np.eye(len(scale))
    step = np.linalg.solve(square, -slopes.T @ (rest * weight))
    return step / scale, float(np.linalg.norm(step))


def refit_pose(vantage: Vantage, surface: str, pairs: Pairs, noise_px: float) -> Pose:
    """Return the pose of one surface with the lens left as it is."""
    trust = Trust(noise_px, vantage.lens, 1e-6, 1e-6)
    start = Vantage(vantage.lens, {surface: vantage.poses[surface]})
    return fit(start, {surface: pairs}, trust).poses[surface]


@dataclass(frozen=True, eq=False)
class _Task:
    """One fit: its numbers are the lens (two) and the poses (six each).

    Seen from above, a longer lens further away shows nearly the same. Distances and distortion
    are therefore counted relative to the focal length, so that the fit can tell them apart.
    """

    names: tuple[str, ...]
    pairs: Mapping[str, Pairs]
    trust: Trust

    def numbers(self, vantage: Vantage) -> Array:
        zoom = vantage.lens.f_px / self.trust.lens.f_px
        vectors = np.array([vantage.poses[name].vector for name in self.names])
        vectors[:, 5] = np.log(vectors[:, 5] / zoom)
        return np.concatenate([[np.log(zoom), vantage.lens.k1 / zoom**2], vectors.ravel()])

    def vantage(self, at: Array) -> Vantage:
        zoom, usual = float(np.exp(at[0])), self.trust.lens
        vectors = at[2:].reshape(-1, 6).copy()
        vectors[:, 5] = np.exp(vectors[:, 5]) * zoom
        poses = {name: Pose.of(six) for name, six in zip(self.names, vectors, strict=True)}
        return Vantage(Lens(usual.size, usual.f_px * zoom, float(at[1]) * zoom**2), poses)

    def residuals(self, at: Array) -> Array:
        """Return how far off everything is, each in units of what is usual for it."""
        guess, trust = self.vantage(at), self.trust
        parts = [
            (guess.project(name, pairs.mm) - pairs.px).ravel() / trust.noise_px
            for name, pairs in self.pairs.items()
        ]
        off = np.array([at[0], guess.lens.k1 - trust.lens.k1])
        parts.append(off / [trust.f_spread, trust.k1_spread])
        first = guess.poses[self.names[0]]
        for name in self.names[1:]:
            pose = guess.poses[name]
            parts.append((pose.turn[:, 2] - first.turn[:, 2]) / _TILT_SPREAD)
            parts.append(np.array([(pose.eye_mm - first.eye_mm)[2] / _HEIGHT_SPREAD_MM]))
        return np.concatenate(parts)

    def weights(self, rest: Array) -> Array:
        """Return how much each residual counts: what is far off next to nothing.

        As long as most points are far off it is the start that is wrong, not the points.
        """
        weight = np.ones(len(rest))
        points = 2 * sum(len(pairs.mm) for pairs in self.pairs.values())
        far = (rest[:points].reshape(-1, 2) ** 2).sum(axis=1)
        usual = max(1.0, float(np.median(far))) if len(far) else 1.0
        weight[:points] = np.repeat(1 / (1 + far / (usual * _OUTLIER**2)) ** 2, 2)
        weight[points : points + 2] = 1 / (1 + rest[points : points + 2] ** 2 / _OUTLIER**2)
        return weight

    def slopes(self, at: Array, rest: Array) -> Array:
        columns = []
        for index in range(len(at)):
            nudged = at.copy()
            nudged[index] += _NUDGE
            columns.append((self.residuals(nudged) - rest) / _NUDGE)
        return np.column_stack(columns)

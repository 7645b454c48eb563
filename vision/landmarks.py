"""What is known by heart of a printed surface: features to find it by, and spots to check it at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, Vantage

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: Features are described at this scale (finer print is lost at a camera's usual distance), and
#: only so many of one reference: more cost time and find nothing else.
_FEATURE_PX_PER_MM, _MOST = 1.0, 2000
#: One spot is kept in each cell of this size, and none so near the rim that the table shows.
_CELL_MM, _RIM_MM = 22.0, 7.0
#: The same print seen in another reference: so near in place, and in the unit vectors of SIFT.
_SAME_MM, _SAME_LOOK = 2.0, 0.85


def flatten(
    frame: Picture,
    vantage: Vantage,
    surface: str,
    size_mm: tuple[float, float],
    px_per_mm: float = 2.0,
) -> Picture:
    """Return a surface as if seen from straight above, cut along its outline."""
    width, depth = size_mm
    across = (np.arange(round(width * px_per_mm)) + 0.5) / px_per_mm
    down = (np.arange(round(depth * px_per_mm)) + 0.5) / px_per_mm
    at = vantage.project(surface, np.stack(np.meshgrid(across, down), -1)).astype(np.float32)
    return np.asarray(cv2.remap(frame, at[..., 0], at[..., 1], cv2.INTER_LINEAR), np.uint8)


def describe(gray: Picture, most: int) -> tuple[Array, Floats]:
    """Return SIFT features: their pixels, and what they look like as unit vectors."""
    points, looks = cv2.SIFT.create(nfeatures=most).detectAndCompute(gray, None)
    if not len(points):
        return np.empty((0, 2)), np.empty((0, 128), np.float32)
    return np.array(cv2.KeyPoint.convert(points), float), unit(looks)


def unit(looks: NDArray) -> Floats:
    """Scale descriptors to length one, so that a product of two says how alike they are."""
    looks = looks.astype(np.float32)
    return looks / np.maximum(np.linalg.norm(looks, axis=1, keepdims=True), 1e-6)


@dataclass(frozen=True, eq=False)
class Landmarks:
    """One surface of one copy, learned from pictures of it with nothing on it.

    ``feature_mm`` and ``looks`` belong together; ``spot_mm`` are well-textured places all over
    the surface, any first few of them spread evenly; ``picture`` is the gray print itself, for
    what the spots should look like; ``markers`` are corner markers that lie around the surface.
    """

    size_mm: tuple[float, float]
    px_per_mm: float
    picture: Picture
    spot_mm: Array
    feature_mm: Array
    looks: Floats
    markers: Mapping[int, Array] = field(default_factory=dict)

    @classmethod
    def learn(cls, references: Sequence[Picture], size_mm: tuple[float, float]) -> Landmarks:
        """Learn a surface from rectified pictures of it; the first also shows how it looks."""
        prints = [np.asarray(cv2.cvtColor(r, cv2.COLOR_BGR2GRAY), np.uint8) for r in references]
        places, looks = np.empty((0, 2)), np.empty((0, 128), np.float32)
        for gray in prints:
            more_mm, more = _features(gray, size_mm)
            new = _unknown(more_mm, more, places, looks)
            places, looks = np.vstack([places, more_mm[new]]), np.vstack([looks, more[new]])
        scale = prints[0].shape[1] / size_mm[0]
        return cls(size_mm, scale, prints[0], _spots(prints[0], size_mm), places, looks)

    @cached_property
    def corners_mm(self) -> Array:
        """Return the corners: top-left, top-right, bottom-right, bottom-left as printed."""
        width, depth = self.size_mm
        return np.array([[0, 0], [width, 0], [width, depth], [0, depth]], float)

    def arrays(self) -> dict[str, NDArray]:
        """Return everything as arrays, to be saved with a profile."""
        return {
            "size_mm": np.array(self.size_mm, float),
            "picture": self.picture,
            "spot_mm": self.spot_mm.astype(np.float32),
            "feature_mm": self.feature_mm.astype(np.float32),
            "looks": np.round(self.looks * 512).clip(0, 255).astype(np.uint8),
            "marker": np.array(list(self.markers), np.int64),
            "marker_mm": np.array(list(self.markers.values()), float).reshape(-1, 4, 2),
        }

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray]) -> Landmarks:
        """Make landmarks of saved arrays."""
        width, depth = (float(side) for side in arrays["size_mm"])
        return cls(
            (width, depth),
            arrays["picture"].shape[1] / width,
            arrays["picture"],
            arrays["spot_mm"].astype(float),
            arrays["feature_mm"].astype(float),
            unit(arrays["looks"]),
            dict(zip(arrays["marker"].tolist(), arrays["marker_mm"], strict=True)),
        )

    def spread(self, count: int) -> Array:
        """Return about so many of the spots, as evenly spread as they come."""
        return self.spot_mm[:count]


def _features(gray: Picture, size_mm: tuple[float, float]) -> tuple[Array, Floats]:
    """Describe a print, with places in millimetres."""
    size = tuple(round(side * _FEATURE_PX_PER_MM) for side in size_mm)
    small = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8)
    px, looks = describe(small, _MOST)
    return (px + 0.5) / _FEATURE_PX_PER_MM, looks


def _unknown(more_mm: Array, more: Floats, known_mm: Array, known: Floats) -> NDArray[np.bool_]:
    """Tell which features are new: a twin would make its own match look ambiguous."""
    if not len(known) or not len(more):
        return np.ones(len(more), bool)
    apart_mm = np.abs(more_mm[:, None] - known_mm[None]).max(axis=2)
    twin = (apart_mm < _SAME_MM) & (more @ known.T > _SAME_LOOK)
    return np.asarray(~twin.any(axis=1), bool)


def _spots(gray: Picture, size_mm: tuple[float, float]) -> Array:
    """Choose the place in each cell that moves least when looked for: corners, not lines."""
    scale = gray.shape[1] / size_mm[0]
    block = max(3, round(8 * scale))
    texture = cv2.cornerMinEigenVal(cv2.GaussianBlur(gray, (0, 0), scale / 2), block)
    rim = round(_RIM_MM * scale)
    columns, rows = (max(1, round((side - 2 * _RIM_MM) / _CELL_MM)) for side in size_mm)
    across = np.linspace(rim, gray.shape[1] - rim, columns + 1).astype(int)
    down = np.linspace(rim, gray.shape[0] - rim, rows + 1).astype(int)
    best = []
    for top, bottom in pairwise(down):
        for left, right in pairwise(across):
            cell = texture[top:bottom, left:right]
            y, x = np.unravel_index(int(cell.argmax()), cell.shape)
            best.append((left + x + 0.5, top + y + 0.5, cell[y, x]))
    found = np.array(best)
    strong = found[:, 2] > 0.1 * np.median(found[:, 2])
    return _spread(found[strong, :2] / scale)


def _spread(spot_mm: Array) -> Array:
    """Order spots so that any first few of them are spread all over: the farthest is next."""
    order = [0]
    far = np.full(len(spot_mm), np.inf)
    while len(order) < len(spot_mm):
        far = np.minimum(far, ((spot_mm - spot_mm[order[-1]]) ** 2).sum(axis=1))
        order.append(int(far.argmax()))
    return spot_mm[order]

"""The empty table as this very copy looks: one straightened picture of each surface."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array, Vantage

#: Resolution of the straightened pictures.
PX_PER_MM = 2.0

#: Rows of blue, green, red bytes, or of single bytes.  OpenCV promises no more than an array.
Picture = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Reference:
    """Straightened pictures of the empty surfaces, in one light."""

    sizes_mm: Mapping[str, tuple[float, float]]
    pictures: Mapping[str, Picture]
    px_per_mm: float = PX_PER_MM

    @classmethod
    def of(
        cls, photo: Picture, vantage: Vantage, sizes_mm: Mapping[str, tuple[float, float]]
    ) -> Reference:
        """Straighten the surfaces of one photo."""
        pictures = {
            name: straighten(photo, vantage, name, grid((0.0, 0.0), size, PX_PER_MM))
            for name, size in sizes_mm.items()
        }
        return cls(sizes_mm, pictures)

    def on(self, surfaces: Collection[str]) -> Reference:
        """Return some of the surfaces alone."""
        sizes = {name: size for name, size in self.sizes_mm.items() if name in surfaces}
        return Reference(sizes, {name: self.pictures[name] for name in sizes}, self.px_per_mm)

    def softened(self, pixel_mm: float) -> Reference:
        """Return the same pictures with pixels about so big, for coarse looks."""
        factor = min(1.0, 1 / (pixel_mm * self.px_per_mm))
        pictures = {
            name: cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
            for name, picture in self.pictures.items()
        }
        return Reference(self.sizes_mm, pictures, self.px_per_mm * factor)

    def sample(self, surface: str, xy_mm: Array) -> Picture:
        """Return the colours of the empty surface at these points; outside it the edge goes on."""
        at = (np.asarray(xy_mm) * self.px_per_mm - 0.5).astype(np.float32)
        return cv2.remap(
            self.pictures[surface],
            at[..., 0],
            at[..., 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )


def grid(corner_mm: tuple[float, float], size_mm: tuple[float, float], px_per_mm: float) -> Array:
    """Return the points at the middle of each pixel of a straightened picture, rows by columns."""
    columns, rows = (max(1, round(length * px_per_mm)) for length in size_mm)
    x = corner_mm[0] + (np.arange(columns) + 0.5) / px_per_mm
    y = corner_mm[1] + (np.arange(rows) + 0.5) / px_per_mm
    return np.stack(np.meshgrid(x, y), axis=-1)


def straighten(photo: Picture, vantage: Vantage, surface: str, xy_mm: Array) -> Picture:
    """Return the photo's colours at these points of a surface."""
    at = vantage.project(surface, xy_mm).astype(np.float32)
    return cv2.remap(photo, at[..., 0], at[..., 1], cv2.INTER_LINEAR)

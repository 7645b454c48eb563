"""One frame, made ready to be read: at several sizes, and in the light of the reference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2

from vision.light import CELL, LightMap, LightMeter
from vision.reference import Picture


@dataclass(frozen=True, eq=False)
class Glimpse:
    """A frame with its light measured; its levelled pictures are made when first asked for."""

    frame: Picture
    meter: LightMeter

    @cached_property
    def half(self) -> Picture:
        """Return the frame at half its size, and with half its noise."""
        return _half(self.frame)

    @cached_property
    def quarter(self) -> Picture:
        """Return the frame at a quarter of its size."""
        return _half(self.half)

    @cached_property
    def light(self) -> LightMap:
        """Return how the light falls."""
        columns, rows = self.meter.size
        return self.meter.measure(_half(self.quarter)[:rows, :columns])

    @cached_property
    def level(self) -> Picture:
        """Return the frame in the light of the reference."""
        return self.light.undo(self.frame)

    @cached_property
    def level_half(self) -> Picture:
        """Return the frame in the light of the reference, at half its size."""
        return self.light.undo(self.half, CELL // 2)


def _half(picture: Picture) -> Picture:
    rows, columns = picture.shape[0] // 2, picture.shape[1] // 2
    return cv2.resize(
        picture[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA
    )

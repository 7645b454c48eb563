"""A picture of one place, to show to people: straight, upright, and with whoever stands there."""

from __future__ import annotations

import cv2
import numpy as np

from companion.engine import Place, Plan
from vision.geometry import Vantage
from vision.reference import Picture, grid

#: Fine enough for a telephone's screen; cameras over a table see less than this.
PX_PER_MM = 4.0
#: So much around a place is shown as well, so that people know where it is.
_AROUND_MM = 6.0


def crop(image: Picture, vantage: Vantage, plan: Plan, place: Place) -> Picture:
    """Cut out a place as if the camera were right above its surface.

    Figures lean away from the camera; the cut is wide enough for the tallest that may stand at
    the edge of the place.
    """
    shapes = [plan.pieces[name] for name in place.holds]
    tallest = max((shape.height_mm for shape in shapes), default=0.0)
    widest = max((max(shape.size_mm) for shape in shapes), default=0.0)
    eye = vantage.poses[place.surface].eye_mm
    half = np.maximum(np.array(place.size_mm), widest) / 2 + _AROUND_MM
    foot = np.array(place.xy_mm)
    edges = np.array([foot - half, foot + half])
    heads = edges + (edges - eye[:2]) * tallest / (eye[2] - tallest)
    low, high = np.minimum(edges, heads).min(axis=0), np.maximum(edges, heads).max(axis=0)
    points = grid((low[0], low[1]), (high[0] - low[0], high[1] - low[1]), PX_PER_MM)
    at = vantage.project(place.surface, points).astype(np.float32)
    return cv2.remap(
        image, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )

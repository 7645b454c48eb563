"""Recognise landmarks in a picture: which of its features are which of ours."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Array
from vision.landmarks import Floats, Landmarks, Picture, describe
from vision.register_fit import Pairs

#: Features are sought in a picture of at most this size; more of them only cost time.
_WIDE_PX, _MOST = 820, 2500
#: The best match has to be so much nearer than the next best.
_CLEARLY = 0.8
#: A homography knows no lens: this much bending (as a share of the width) is let through.
_BEND = 0.004


@dataclass(frozen=True, eq=False)
class Features:
    """What stands out in a frame: places in pixels of the whole frame, and looks."""

    px: Array
    looks: Floats

    @classmethod
    def of(cls, gray: Picture) -> Features:
        """Find the features of a gray frame, dim ones brightened first."""
        shrink = min(1.0, _WIDE_PX / max(gray.shape))
        small = cv2.resize(gray, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        dark, bright = np.percentile(small[::4, ::4], (1, 99))
        gain = 255.0 / max(bright - dark, 32.0)
        px, looks = describe(
            np.asarray(cv2.convertScaleAbs(small, alpha=gain, beta=-gain * dark), np.uint8), _MOST
        )
        return cls((px + 0.5) / shrink - 0.5, looks)

    def recognise(self, landmarks: Landmarks) -> Pairs:
        """Pair landmarks and features that look like each other and like nothing else."""
        if len(self.px) < 2 or not len(landmarks.looks):
            return Pairs(np.empty((0, 2)), np.empty((0, 2)))
        alike = landmarks.looks @ self.looks.T
        rows, best = np.arange(len(alike)), alike.argmax(axis=1)
        mutual = alike.argmax(axis=0)[best] == rows
        first = alike[rows, best]
        alike[rows, best] = -1.0
        sure = mutual & (1 - first < _CLEARLY**2 * (1 - alike.max(axis=1)))
        return Pairs(landmarks.feature_mm[sure], self.px[best[sure]])


@dataclass(frozen=True, eq=False)
class Agreed:
    """A first idea of where a surface is: a homography of millimetres to pixels, and its pairs."""

    plane: Array
    pairs: Pairs


def agree(pairs: Pairs, width: int) -> Agreed | None:
    """Return what most pairs agree on, if anything."""
    if len(pairs.mm) < 4:
        return None
    plane, kept = cv2.findHomography(
        pairs.mm, pairs.px, cv2.USAC_MAGSAC, _BEND * width, maxIters=3000, confidence=0.9999
    )
    if not np.isfinite(np.array(plane, float)).all():
        return None
    return Agreed(np.asarray(plane, float), pairs.only(kept.ravel() > 0))

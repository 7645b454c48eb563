"""The printed corner markers, for tables where the print itself is hard to recognise.

People lay them around the board wherever there is room. Where that is, is learned from the photo
of the empty table; after that they have to stay with the board.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.geometry import Array, Vantage
from vision.landmarks import Picture
from vision.register_fit import Pairs

#: The words of the printed corner markers, and how many are printed.
CORNER_WORDS, CORNER_COUNT = cv2.aruco.DICT_4X4_50, 4


def read_markers(gray: Picture) -> dict[int, Array]:
    """Return the four corners, in pixels, of every corner marker in a gray frame."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    words = cv2.aruco.getPredefinedDictionary(CORNER_WORDS)
    outlines, numbers, _ = cv2.aruco.ArucoDetector(words, settings).detectMarkers(gray)
    # Without a marker there are no numbers either, whatever OpenCV's own types promise.
    words_read = [] if not len(outlines) else np.array(numbers).ravel().tolist()
    found = zip(words_read, outlines, strict=True)
    return {int(n): np.array(at, float).reshape(4, 2) for n, at in found if n < CORNER_COUNT}


def learn_markers(frame: Picture, vantage: Vantage, surface: str) -> dict[int, Array]:
    """Return where the corner markers lie, in millimetres of a surface they go with."""
    gray = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    return {n: vantage.unproject(surface, px) for n, px in read_markers(gray).items()}


def recognise_markers(gray: Picture, known: Mapping[int, Array]) -> Pairs:
    """Pair the corners of known markers with those in a gray frame."""
    seen = read_markers(gray) if known else {}
    both = sorted(set(seen) & set(known))
    if not both:
        return Pairs(np.empty((0, 2)), np.empty((0, 2)))
    return Pairs(np.vstack([known[n] for n in both]), np.vstack([seen[n] for n in both]))

"""Pictures for whoever teaches a table without a screen that shows it live."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from companion.app.teach_hints import as_pixels
from vision.reference import Picture
from web.teach_port import Corners

#: Black below keeps a line to be seen on any table; where to aim is dashed, as on the pages.
_BLACK, _WHITE, _YELLOW = (0, 0, 0), (255, 255, 255), (62, 210, 255)
_DASH_PX, _SIGN_PX, _SIGN_SIZE = 14.0, 12, 0.9
_QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 92]
Shapes = Mapping[str, Corners]


def draw_outlines(photo: Picture, found: Shapes, aim: Shapes) -> Picture:
    """Draw where the boards are, with numbered corners, and dashed where else they should be."""
    drawn, size = photo.copy(), (photo.shape[1], photo.shape[0])
    for corners in aim.values():
        _outline(drawn, as_pixels(corners, size), _WHITE, dashed=True)
    for corners in found.values():
        spots = as_pixels(corners, size)
        _outline(drawn, spots, _YELLOW, dashed=False)
        for number, spot in enumerate(spots, 1):
            _number(drawn, number, spot + (spots.mean(axis=0) - spot) * 0.06)
    return drawn


def write_picture(path: Path, photo: Picture) -> Path:
    """Write a picture to a file, and return where."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(np.asarray(cv2.imencode(path.suffix, photo, _QUALITY)[1])))
    return path


def _outline(
    drawn: Picture, spots: np.ndarray, colour: tuple[int, int, int], *, dashed: bool
) -> None:
    for start, end in pairwise([*spots, spots[0]]):
        length = float(np.linalg.norm(end - start))
        dashes = max(1, round(length / _DASH_PX)) if dashed else 1
        shares = np.linspace(0, 1, dashes + 1)
        for one, other in list(pairwise(start + (end - start) * s for s in shares))[::2]:
            for ink, width in ((_BLACK, 4), (colour, 2)):
                cv2.line(drawn, _pixel(one), _pixel(other), ink, width, cv2.LINE_AA)


def _number(drawn: Picture, number: int, spot: np.ndarray) -> None:
    x, y = _pixel(spot)
    where = x - _SIGN_PX, y + _SIGN_PX
    for ink, width in ((_BLACK, 5), (_YELLOW, 2)):
        cv2.putText(
            drawn, str(number), where, cv2.FONT_HERSHEY_SIMPLEX, _SIGN_SIZE, ink, width, cv2.LINE_AA
        )


def _pixel(spot: np.ndarray) -> tuple[int, int]:
    return round(float(spot[0])), round(float(spot[1]))

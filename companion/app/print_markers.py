"""Patterns for the camera, from OpenCV's own dictionaries."""

from __future__ import annotations

import cv2

from companion.drawing.cutout import Cutout
from companion.drawing.marker_art import Bits, chessboard, corner_marker

#: The calibration sheet: columns and rows, and the sizes of a square and a marker in millimetres.
BOARD = (7, 9)
SIZES_MM = (25.0, 18.0)
#: Small dictionaries: few markers, far apart from each other, are read more safely.
BOARD_WORDS = cv2.aruco.DICT_5X5_100
CORNER_WORDS = cv2.aruco.DICT_4X4_50
_CELLS = {BOARD_WORDS: 7, CORNER_WORDS: 6}
#: What one has to tell a program about the sheet.
BOARD_SIGN = f"{BOARD[0]} × {BOARD[1]}, {SIZES_MM[0]:g} mm, {SIZES_MM[1]:g} mm, DICT_5X5_100"
CORNER_MM = 40.0
QUIET_MM = 8.0


def calibration_board() -> Cutout:
    """Draw the ChArUco board."""
    count = BOARD[0] * BOARD[1] // 2
    return chessboard([_bits(BOARD_WORDS, n) for n in range(count)], *BOARD, SIZES_MM)


def corner_markers() -> list[Cutout]:
    """Draw a marker for each corner of the board, numbered as corners are: from top left, clockwise."""
    return [corner_marker(n, _bits(CORNER_WORDS, n), CORNER_MM, QUIET_MM) for n in range(4)]


def _bits(words: int, number: int) -> Bits:
    """Read the cells of a marker from its picture of one pixel a cell."""
    dictionary = cv2.aruco.getPredefinedDictionary(words)
    picture = cv2.aruco.generateImageMarker(dictionary, number, _CELLS[words])
    return [[bool(cell == 0) for cell in row] for row in picture]

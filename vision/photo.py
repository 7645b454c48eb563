"""Open pictures that people or cameras give us, and say what is wrong with them."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.engine import Text
from vision.photo_header import header_of
from vision.reference import Picture

#: Pictures are read at this length of their longer side at most; more shows no more of a table.
LONGEST = 2048
_WORKING = 1640

#: Pictures smaller than this show nothing of a board.
_SMALLEST = 320

#: How far the colours of a pixel differ in a picture without colours, and how much one shows.
_NO_COLOUR, _SOMETHING = 3, 10.0

#: No camera makes more of it; a small computer would choke on what claims to.
_MOST_PIXELS, _MOST_BYTES = 150_000_000, 200_000_000


class BadPhoto(Exception):
    """A file that is no picture we can use; ``text`` says why."""

    def __init__(self, text_id: str, **params: str | int) -> None:
        """Keep the sentence."""
        super().__init__(text_id)
        self.text = Text(text_id, params)


@dataclass(frozen=True, eq=False)
class Photo:
    """A picture as we work with it, and how many pixels of the file one of its pixels is."""

    picture: Picture
    scale: float

    def in_file(self, px: np.ndarray) -> np.ndarray:
        """Return where pixels of the picture are in the file."""
        return (px + 0.5) * self.scale - 0.5

    def in_picture(self, px: np.ndarray) -> np.ndarray:
        """Return where pixels of the file are in the picture."""
        return (np.asarray(px, float) + 0.5) / self.scale - 0.5


def open_photo(path: Path) -> Photo:
    """Open a picture file, or say plainly why that is impossible."""
    try:
        status = path.stat()
        if stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            raise BadPhoto("see.photo.unreadable", path=str(path))
        if status.st_size > _MOST_BYTES:
            raise BadPhoto("see.photo.too-large", path=str(path))
        data = path.read_bytes()
    except IsADirectoryError:
        raise BadPhoto("see.photo.folder", path=str(path)) from None
    except (FileNotFoundError, NotADirectoryError):
        raise BadPhoto("see.photo.missing", path=str(path)) from None
    except (OSError, ValueError):
        raise BadPhoto("see.photo.unreadable", path=str(path)) from None
    return decode(data, path)


def decode(data: bytes, path: Path) -> Photo:
    """Decode a picture file that was read already."""
    if not data:
        raise BadPhoto("see.photo.empty", path=str(path))
    header = header_of(data)
    if header.size is not None and header.size[0] * header.size[1] > _MOST_PIXELS:
        raise BadPhoto("see.photo.too-large", path=str(path))
    if not header.whole:
        raise BadPhoto("see.photo.cut-off", path=str(path))
    picture = _decoded(data)
    if picture is None:
        raise BadPhoto("see.photo.no-picture", path=str(path))
    if _is_colourless(picture):
        raise BadPhoto("see.photo.grey", path=str(path))
    height, width = picture.shape[:2]
    if min(width, height) < _SMALLEST:
        raise BadPhoto("see.photo.too-small", path=str(path), width=width, height=height)
    if max(width, height) <= LONGEST:
        return Photo(picture, 1.0)
    scale = max(width, height) / _WORKING
    size = (round(width / scale), round(height / scale))
    return Photo(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), scale)


def _is_colourless(picture: Picture) -> bool:
    """Tell a black and white photo; one that shows nothing at all has a trouble of its own."""
    few = picture[::7, ::7]
    return bool(np.ptp(few, axis=-1).max() <= _NO_COLOUR and few.std() > _SOMETHING)


def _decoded(data: bytes) -> Picture | None:
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        return None

"""Open video files for writing, in the kind that most phones and browsers play."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2

from companion.app.wrong import Wrong

#: Best first. Not every build of OpenCV may write the first; the second is known to all.
_CODECS = ("avc1", "mp4v")


def open_video(file: Path, frames_per_s: float, size: tuple[int, int]) -> cv2.VideoWriter:
    """Return who writes pictures of a size into a file."""
    with _silence():
        for codec in _CODECS:
            kind = cv2.VideoWriter.fourcc(*codec)
            writer = cv2.VideoWriter(str(file), kind, frames_per_s, size)
            if writer.isOpened():
                return writer
    raise Wrong("cli.error.no-encoder", path=str(file))


def check_video(file: Path) -> None:
    """Raise ``OSError`` where not all of a video came into its file: its writer says nothing of it."""
    with _silence():
        video = cv2.VideoCapture(str(file))
        video.set(cv2.CAP_PROP_POS_FRAMES, video.get(cv2.CAP_PROP_FRAME_COUNT) - 1)
        whole, _ = video.read()
        video.release()
    if not whole:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(file))


@contextmanager
def _silence() -> Iterator[None]:
    """Let nobody read of kinds that were tried in vain."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # Older builds have it in another place.
    set_level: Any = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    before = set_level(0)
    try:
        yield
    finally:
        set_level(before)

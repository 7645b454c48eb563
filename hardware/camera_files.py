"""Cameras that show what was taken before: the pictures of a folder, or a video.

Both keep the order of the files and end with `CameraEnded`. They are paced like a camera, or in a
hurry: then pictures come as fast as they are read, and carry the time at which they were due.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.session.ports import Frame
from hardware.camera_capture import Capture
from hardware.camera_fault import CameraEnded, CameraFault

Picture = NDArray[np.uint8]

#: A folder has no time of its own: a picture is shown for so long.
PICTURE_S = 0.2
#: What a video is taken for that does not say how fast it is.
_USUAL_FPS = 25.0
_SUFFIXES = {".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}


class _Pace:
    """Numbers pictures and gives each its time; waits for it unless in a hurry."""

    def __init__(self, step_s: float, *, hurry: bool, clock: Callable[[], float]) -> None:
        self._step_s, self._hurry, self._clock = step_s, hurry, clock
        self._closed = threading.Event()
        self._first_s: float | None = None
        self._number = 0

    def frame(self, image: Picture) -> Frame:
        """Return the next picture at its time."""
        if self._first_s is None:
            self._first_s = self._clock()
        due_s = self._first_s + self._number * self._step_s
        if not self._hurry:
            if self._closed.wait(max(0.0, due_s - self._clock())):
                raise CameraFault("core.camera.closed")
            due_s = self._clock()
        frame = Frame(image, due_s, self._number)
        self._number += 1
        return frame

    def stop(self) -> None:
        """Let nobody wait any longer."""
        self._closed.set()

    def check(self) -> None:
        """Refuse to go on after the end."""
        if self._closed.is_set():
            raise CameraFault("core.camera.closed")


class FolderCamera:
    """Shows the pictures of a folder by name, numbers in the order of counting: 2 before 10.

    >>> FolderCamera(Path("photos"), hurry=True).read().image.shape  # doctest: +SKIP
    (1232, 1640, 3)
    """

    def __init__(
        self,
        folder: Path,
        *,
        picture_s: float = PICTURE_S,
        hurry: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder = folder
        self._left = iter(_pictures_in(folder))
        self._pace = _Pace(picture_s, hurry=hurry, clock=clock)

    def read(self) -> Frame:
        """Show the next picture; one that cannot be read is a fault, and is passed over."""
        self._pace.check()
        file = next(self._left, None)
        if file is None:
            raise CameraEnded("core.camera.ended", path=str(self._folder))
        return self._pace.frame(_open(file))

    def close(self) -> None:
        """Show no more; calling it again does no harm."""
        self._pace.stop()


class VideoCamera:
    """Shows a video file from its beginning to its end.

    A named pipe is as good as a file; then opening waits until somebody writes into it.
    """

    def __init__(
        self,
        file: Path,
        *,
        hurry: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not file.exists() or file.is_dir():
            raise CameraFault("core.camera.video-missing", path=str(file))
        self._file, self._shown = file, False
        self._video = Capture(str(file), cv2.CAP_FFMPEG)
        if not self._video.use(lambda video: video.isOpened()):
            raise CameraFault("core.camera.video-unreadable", path=str(file))
        fps = self._video.use(lambda video: video.get(cv2.CAP_PROP_FPS))
        step_s = 1 / fps if 0.1 <= fps <= 1000 else 1 / _USUAL_FPS
        self._pace = _Pace(step_s, hurry=hurry, clock=clock)

    def read(self) -> Frame:
        """Show the next picture."""
        there, image = self._video.use(lambda video: video.read())
        if not there and not self._shown:
            raise CameraFault("core.camera.video-unreadable", path=str(self._file))
        if not there:
            raise CameraEnded("core.camera.ended", path=str(self._file))
        self._shown = True
        return self._pace.frame(image)

    def close(self) -> None:
        """Let go of the file; calling it again does no harm."""
        self._pace.stop()
        self._video.close()


def _pictures_in(folder: Path) -> list[Path]:
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES]
    except PermissionError:
        raise CameraFault("core.camera.folder-closed", path=str(folder)) from None
    except OSError:
        raise CameraFault("core.camera.folder-missing", path=str(folder)) from None
    if not files:
        raise CameraFault("core.camera.folder-empty", path=str(folder))
    return sorted(files, key=_by_counting)


def _by_counting(file: Path) -> list[tuple[int, str]]:
    parts = re.findall(r"\d+|\D+", file.name.lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _open(file: Path) -> Picture:
    try:
        data = np.frombuffer(file.read_bytes(), np.uint8)
    except OSError:
        raise CameraFault("core.camera.picture-gone", path=str(file)) from None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:  # a picture that claims to be larger than any picture
        image = None
    if image is None:
        raise CameraFault("core.camera.picture-unreadable", path=str(file))
    return np.asarray(image, np.uint8)

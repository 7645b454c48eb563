"""OpenCV's door to films and USB cameras, made safe for one reader and one who closes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import cv2

from hardware.camera_fault import CameraFault

T = TypeVar("T")


class Capture:
    """One opened film or camera.

    OpenCV breaks when one thread closes what another is reading. So whoever closes during a read
    only says so, and the reader lets go when it comes back.
    """

    def __init__(self, source: str, backend: int) -> None:
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._device = cv2.VideoCapture(source, backend)

    @property
    def closed(self) -> bool:
        """Return whether somebody has closed it."""
        return self._closed.is_set()

    def use(self, work: Callable[[Any], T]) -> T:
        """Do something with the device, alone."""
        with self._lock:
            if self._closed.is_set():
                raise CameraFault("core.camera.closed")
            result = work(self._device)
        if self._closed.is_set():
            self._let_go()
            raise CameraFault("core.camera.closed")
        return result

    def close(self) -> None:
        """Let go of the device now or, if somebody is using it, right after."""
        self._closed.set()
        self._let_go()

    def _let_go(self) -> None:
        if self._lock.acquire(blocking=False):
            self._device.release()
            self._lock.release()

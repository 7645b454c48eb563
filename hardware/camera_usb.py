"""A USB camera, through OpenCV and the kernel's V4L2."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from companion.session.ports import Frame
from hardware.camera_capture import Capture
from hardware.camera_fault import CameraFault

_log = logging.getLogger(__name__)

#: What we ask for; a camera gives the nearest it has.
SIZE = (1640, 1232)
#: Exposure and focus have found themselves after so long; then the focus is held.
SETTLE_S = 2.0
#: More pictures than this are never waiting in a driver that was asked for one.
_MOST_WAITING = 4
_DEVICES = Path("/sys/class/video4linux")


def find_usb(devices: Path = _DEVICES) -> Path | None:
    """Return the first USB camera; the many other video devices of a Raspberry Pi are none."""
    for entry in sorted(devices.glob("video*"), key=lambda entry: int(entry.name[5:] or 0)):
        on_usb = "/usb" in str((entry / "device").resolve())
        # A camera has several devices; the first gives pictures, the others tell about them.
        index = entry / "index"
        if on_usb and (not index.exists() or index.read_text(encoding="ascii").strip() == "0"):
            return Path("/dev") / entry.name
    return None


class UsbCamera:
    """Gives pictures that were taken after they were asked for, as large as the camera can.

    ``size`` is what came of the size asked for.
    """

    def __init__(
        self,
        device: Path,
        *,
        size: tuple[int, int] = SIZE,
        settle_s: float = SETTLE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        _check(device)
        self._device, self._clock, self._number = device, clock, 0
        self._capture = Capture(str(device), cv2.CAP_V4L2)
        try:
            self.size = self._capture.use(lambda camera: self._set_up(camera, size))
            self._settle(settle_s)
        except CameraFault:
            self._capture.close()
            raise

    def read(self) -> Frame:
        """Wait for a picture taken after this call."""
        there, image = self._capture.use(_fresh)
        if not there:
            raise CameraFault("core.camera.usb-gone", device=str(self._device))
        frame = Frame(image, self._clock(), self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Let go of the camera; calling it again does no harm."""
        self._capture.close()

    def _set_up(self, camera: Any, size: tuple[int, int]) -> tuple[int, int]:
        if not camera.isOpened():
            raise CameraFault("core.camera.usb-refuses", device=str(self._device))
        # Large pictures fit through USB 2 only as JPEGs, and the format decides what sizes exist.
        camera.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        came = tuple(
            int(camera.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        _log.info("%s: asked for %s x %s, came %s x %s", self._device, *size, *came)
        return came[0], came[1]

    def _settle(self, settle_s: float) -> None:
        """Let exposure and focus find themselves, then keep the lens from hunting for hands."""
        ready_at_s = self._clock() + settle_s
        self.read()
        while self._clock() < ready_at_s:
            self.read()
        self._number = 0
        self._capture.use(lambda camera: camera.set(cv2.CAP_PROP_AUTOFOCUS, 0))


def _fresh(camera: Any) -> tuple[bool, Any]:
    """Take a picture, passing over what was waiting in the driver since the last one."""
    asked_at_s = time.monotonic()  # the clock by which the kernel stamps pictures
    for waiting in range(_MOST_WAITING):
        if not camera.grab():
            return False, None
        taken_at_s = camera.get(cv2.CAP_PROP_POS_MSEC) / 1000
        # Without a time stamp only one thing is sure: the first picture was waiting.
        if taken_at_s >= asked_at_s or (taken_at_s <= 0 and waiting):
            there, image = camera.retrieve()
            if there:  # a JPEG that was torn on the way is passed over
                return True, image
    return camera.retrieve()


def _check(device: Path) -> None:
    """Say why a device cannot be opened, which OpenCV does not."""
    if not device.exists():
        raise CameraFault("core.camera.usb-missing", device=str(device))
    if not os.access(device, os.R_OK | os.W_OK):
        raise CameraFault("core.camera.usb-not-allowed", device=str(device))

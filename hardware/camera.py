"""Open the camera that somebody has named.

The names are those of :mod:`hardware.camera_word`; the simulated camera is built elsewhere, from art.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path

from companion.session.ports import Camera
from hardware.camera_fault import CameraFault
from hardware.camera_files import FolderCamera, VideoCamera
from hardware.camera_pi import PiCamera
from hardware.camera_usb import UsbCamera, find_usb
from hardware.camera_watch import CameraNews, WatchedCamera
from hardware.camera_watch_reader import Patience
from hardware.camera_word import read_camera_word

_log = logging.getLogger(__name__)
#: Pictures in files may repeat; those of a sensor never do.
_FILES = ("folder:", "video:")
_MODEL = Path("/proc/device-tree/model")


def open_camera(spec: str, *, hurry: bool = False) -> Camera | None:
    """Return the camera that a word names, or nothing where a table has none.

    In a ``hurry``, pictures that lie in files come as fast as they are read.

    >>> open_camera("none")
    >>> open_camera("folder:no/such/folder")
    Traceback (most recent call last):
    hardware.camera_fault.CameraFault: ('core.camera.folder-missing', {'path': 'no/such/folder'})
    """
    opener = _opener(spec, hurry=hurry)
    return None if opener is None else opener()


def watch_camera(
    spec: str, report: Callable[[CameraNews], None], patience: Patience | None = None
) -> WatchedCamera | None:
    """Return the camera that a word names, looked after, or nothing where a table has none.

    A camera that cannot be opened is trouble like any other: it is tried again and again.
    """
    opener = _opener(spec, hurry=False)
    if opener is None:
        return None
    patience = patience or Patience()
    if spec.startswith(_FILES):
        patience = replace(patience, frozen_s=inf)
    return WatchedCamera(opener, report, patience)


def _opener(spec: str, *, hurry: bool) -> Callable[[], Camera] | None:
    """Return how to open the camera that a word names, as often as it takes."""
    kind, which = read_camera_word(spec)
    match kind:
        case "none":
            return None
        case "auto":
            return _open_any if is_pi() else None
        case "pi":
            return lambda: PiCamera(int(which or 0))
        case "usb":
            return lambda: UsbCamera(_usb_device(which))
        case "folder":
            return lambda: FolderCamera(Path(which), hurry=hurry)
        case "video":
            return lambda: VideoCamera(Path(which), hurry=hurry)
    raise CameraFault("core.camera.spec-unknown", spec=spec)


def is_pi(model: Path = _MODEL) -> bool:
    """Return whether this computer is a Raspberry Pi."""
    try:
        return model.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


def _open_any() -> Camera:
    """Return the Pi's own camera, or one on USB; if there is neither, say what the first lacks."""
    try:
        return PiCamera()
    except CameraFault as fault:
        device = find_usb()
        if device is None:
            raise
        _log.warning("no Pi camera (%s); taking %s", fault.text.id, device)
        return UsbCamera(device)


def _usb_device(which: str) -> Path:
    if which:
        return Path(f"/dev/video{which}" if which.isdecimal() else which)
    device = find_usb()
    if device is None:
        raise CameraFault("core.camera.usb-none")
    return device

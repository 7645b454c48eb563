"""The camera of a Raspberry Pi, through picamera2."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

from companion.session.ports import Frame
from hardware.camera_colour import Picture, to_bgr
from hardware.camera_fault import CameraFault
from hardware.camera_pi_settle import SETTLE_S, settle
from hardware.camera_picamera2 import load_picamera2

_log = logging.getLogger(__name__)

#: The whole view of a Camera Module 2, four pixels in one; others are scaled to it.
SIZE = (1640, 1232)
#: The small picture of the same moment that the camera makes beside it, for nothing.
SMALL = (416, 312)
_SMALL = {"size": SMALL, "format": "YUV420"}
#: How many pictures are on their way at a time, and whether small ones as well. Each takes 6 MB of
#: a memory that small models have little of: what cannot be had is asked for in smaller parts.
_WISHES: tuple[tuple[int, dict[str, Any] | None], ...] = ((3, _SMALL), (2, _SMALL), (2, None))
_MOST_UNDERWAY = 4
#: Between 10 and 20 pictures a second: enough for hands, and light enough in the evening.
_FRAME_US = (50_000, 100_000)
#: A camera that gives no picture for so long gives none at all.
SILENCE_S = 5.0
#: A camera that cannot even be closed is left alone after so long.
_CLOSE_S = 5.0


class PiCamera:
    """Gives pictures taken after they were asked for, always in the same light and focus.

    ``device`` is the class that drives the camera: picamera2's own unless a test brings another.

    >>> with closing(PiCamera()) as camera:  # doctest: +SKIP
    ...     camera.read().image.shape
    (1232, 1640, 3)
    """

    def __init__(
        self,
        number: int = 0,
        *,
        device: Any = None,
        settle_s: float = SETTLE_S,
        silence_s: float = SILENCE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._silence_s, self._number = clock, silence_s, 0
        self._closed = threading.Event()
        self._camera = _open(device or load_picamera2(), number)
        try:
            self._forms = _start(self._camera)
            settle(self._camera, silence_s, settle_s)
        except CameraFault:
            self.close()
            raise
        except (RuntimeError, OSError) as problem:
            self.close()
            raise self._fault(problem) from problem

    def read(self) -> Frame:
        """Wait for a picture that was taken after this call."""
        request = self._fresh()
        try:
            image = self._picture(request, "main")
            small = self._picture(request, "lores") if "lores" in self._forms else None
        except (RuntimeError, OSError) as problem:
            raise self._fault(problem) from problem
        finally:
            request.release()
        frame = Frame(image, self._clock(), self._number, small)
        self._number += 1
        return frame

    def close(self) -> None:
        """Let go of the camera; calling it again does no harm, and it never takes long."""
        if self._closed.is_set():
            return
        self._closed.set()
        # Closing waits for a camera that may have stopped answering.
        closing = threading.Thread(target=_close, args=(self._camera,), daemon=True)
        closing.start()
        closing.join(_CLOSE_S)
        if closing.is_alive():
            _log.warning("the camera cannot be closed and is left as it is")

    def _fresh(self) -> Any:
        """Return the first picture whose exposure began after now; give the others back."""
        asked_at_ns = time.monotonic_ns()  # the clock by which libcamera stamps pictures
        for _ in range(_MOST_UNDERWAY):
            request = self._next()
            facts = request.get_metadata()
            exposed_ns = 1000 * facts.get("ExposureTime", 0)
            if facts.get("SensorTimestamp", 0) - exposed_ns >= asked_at_ns:
                return request
            request.release()
        # Without time stamps, what was underway when we asked has passed by now all the same.
        return self._next()

    def _next(self) -> Any:
        if self._closed.is_set():
            raise CameraFault("core.camera.closed")
        try:
            return self._camera.capture_request(wait=False).get_result(timeout=self._silence_s)
        except CancelledError as problem:
            raise CameraFault("core.camera.closed") from problem
        except (RuntimeError, OSError) as problem:
            raise self._fault(problem) from problem

    def _picture(self, request: Any, stream: str) -> Picture:
        form, width = self._forms[stream]
        return to_bgr(request.make_array(stream), form, width)

    def _fault(self, problem: Exception) -> CameraFault:
        if isinstance(problem, TimeoutError):
            return CameraFault("core.camera.silent", seconds=round(self._silence_s))
        return _fault(problem)


def _open(device: Any, number: int) -> Any:
    # picamera2 lists USB cameras as well; those have a door of their own.
    listed = enumerate(device.global_camera_info())
    cameras = [place for place, info in listed if "/usb" not in info.get("Id", "")]
    if not cameras:
        raise CameraFault("core.camera.pi-none")
    if number >= len(cameras):
        raise CameraFault("core.camera.pi-number", number=number, count=len(cameras))
    try:
        return device(cameras[number])
    except (RuntimeError, OSError, IndexError) as problem:
        raise _fault(problem) from problem


def _start(camera: Any) -> dict[str, tuple[str, int]]:
    """Configure and start; return the format and the width of each stream that came of it."""
    *more, least = _WISHES
    for wish in more:
        try:
            camera.configure(_configuration(camera, *wish))
            break
        except (RuntimeError, OSError) as problem:
            _log.warning("the camera cannot do all we wish (%s); asking for less", problem)
    else:
        camera.configure(_configuration(camera, *least))
    camera.start()
    came = camera.camera_configuration()
    forms = {
        name: (came[name]["format"], came[name]["size"][0])
        for name in ("main", "lores")
        if came.get(name)
    }
    _log.info("the camera gives %s", forms)
    if "lores" in forms and forms["lores"][1] > forms["main"][1] // 2:
        del forms["lores"]  # some cameras know one size only
    return forms


def _configuration(camera: Any, buffers: int, small: dict[str, Any] | None) -> Any:
    controls = {"FrameDurationLimits": _FRAME_US}
    return camera.create_video_configuration(
        main={"size": SIZE, "format": "RGB888"},
        lores=small,
        raw=None,  # unprocessed pictures would take the most memory of all
        buffer_count=buffers,
        queue=False,  # no picture is kept for later: later it would be old
        controls={name: v for name, v in controls.items() if name in camera.camera_controls},
    )


def _close(camera: Any) -> None:
    try:
        if hasattr(camera, "cancel_all_and_flush"):
            camera.cancel_all_and_flush()
        camera.close()
    except (RuntimeError, OSError):
        _log.exception("the camera was not closed properly")


def _fault(problem: Exception) -> CameraFault:
    """Turn what picamera2 complains about into a sentence."""
    words = f"{problem} {problem.__cause__ or ''}".lower()
    if "allocate" in words or "memory" in words:
        return CameraFault("core.camera.no-memory")
    if "busy" in words or "acquire" in words:
        return CameraFault("core.camera.busy")
    return CameraFault("core.camera.pi-fails", detail=str(problem.__cause__ or problem))

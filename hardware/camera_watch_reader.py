"""One opening of a camera, read by a thread of its own until somebody leaves it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from companion.session.ports import Camera, Frame
from hardware.camera_fault import CameraFault

_log = logging.getLogger(__name__)

#: Every so many rows are compared first: two pictures of a sensor differ in any of them.
_SAMPLE = 64
#: So little is there to see in a picture taken in the dark.
_NO_DRAWING = 8


@dataclass(frozen=True)
class Patience:
    """How long a camera may be silent or show the same, and when it is tried again.

    ``frozen_s`` is infinite for cameras without a sensor: pictures in files may well repeat.
    ``left`` is how many readers may hang somewhere in a driver before no new one is started;
    a reader that is left has ``grace_s`` to come back before its camera is closed from outside.
    """

    opening_s: float = 25.0
    silent_s: float = 8.0
    frozen_s: float = 6.0
    frozen_frames: int = 10
    first_pause_s: float = 1.0
    longest_pause_s: float = 30.0
    steady_s: float = 20.0
    left: int = 3
    grace_s: float = 1.0
    clock: Callable[[], float] = time.monotonic


class Reader:
    """Opens a camera, reads it, and closes it when it is left.

    What it finds is guarded by ``changed``, the lock of whoever follows it.
    """

    def __init__(
        self,
        open_source: Callable[[], Camera],
        patience: Patience,
        changed: threading.Condition,
        before: Frame | None,
    ) -> None:
        self._open, self._patience, self._changed = open_source, patience, changed
        self._source: Camera | None = None
        self._before = before
        self._frame: Frame | None = None
        self._fault: CameraFault | None = None
        self._left = self._heard = False
        self._heard_at_s = self._differed_at_s = patience.clock()
        self._same = 0
        #: Since when it brings pictures that can be trusted.
        self.well_since_s = inf
        self._thread = threading.Thread(target=self._run, name="camera-reader", daemon=True)
        self._thread.start()

    # --- for whoever follows, holding the lock ----------------------------------------------------

    @property
    def news(self) -> bool:
        """Return whether there is something to take."""
        return self._frame is not None or self._fault is not None

    def take(self) -> tuple[Frame | None, CameraFault | None]:
        """Return the newest picture not yet taken, and what went wrong after it."""
        frame, self._frame = self._frame, None
        return frame, self._fault

    @property
    def patience_left_s(self) -> float:
        """Return how long the camera may still be silent."""
        return max(0.0, self._heard_at_s + self._limit_s - self._patience.clock())

    def impatient(self) -> CameraFault | None:
        """Say what is wrong with a camera that is silent, or always shows the same."""
        if self.patience_left_s == 0:
            return CameraFault("core.camera.silent", seconds=round(self._limit_s))
        still_s = self._heard_at_s - self._differed_at_s
        if self._same >= self._patience.frozen_frames and still_s >= self._patience.frozen_s:
            return CameraFault("core.camera.frozen")
        return None

    @property
    def well_for_s(self) -> float:
        """Return how long it has brought good pictures."""
        return max(0.0, self._heard_at_s - self.well_since_s)

    # --- for whoever follows, without the lock ----------------------------------------------------

    @property
    def alive(self) -> bool:
        """Return whether the thread is still there, perhaps for good."""
        return self._thread.is_alive()

    def leave(self) -> None:
        """Take no more pictures; close the camera, from outside if its reader does not come back."""
        self._left = True
        self._thread.join(self._patience.grace_s)
        source = self._source
        if self.alive and source is not None:
            # Closing may hang just like reading.
            threading.Thread(target=_close, args=(source,), daemon=True).start()
            self._thread.join(self._patience.grace_s)

    # --- the reading thread -----------------------------------------------------------------------

    @property
    def _limit_s(self) -> float:
        return self._patience.silent_s if self._heard else self._patience.opening_s

    def _run(self) -> None:
        try:
            self._source = self._open()
            while not self._left:
                self._bring(self._source.read())
        except CameraFault as fault:
            self._fail(fault)
        except Exception as problem:  # noqa: BLE001 - drivers raise what they like
            _log.exception("the camera broke down")
            self._fail(CameraFault("core.camera.broken", detail=f"{problem}"))
        finally:
            self._before = None
            if self._source is not None:
                _close(self._source)

    def _bring(self, frame: Frame) -> None:
        watching = self._patience.frozen_s < inf
        same = watching and self._before is not None and _is_same(self._before, frame)
        self._before = frame if watching else None
        with self._changed:
            if self._left:
                return
            self._frame, self._heard = frame, True
            self._heard_at_s = self._patience.clock()
            self._same = self._same + 1 if same else 0
            if not same:
                self._differed_at_s = self._heard_at_s
                self.well_since_s = min(self.well_since_s, self._heard_at_s)
            self._changed.notify_all()

    def _fail(self, fault: CameraFault) -> None:
        with self._changed:
            self._fault = fault
            self._changed.notify_all()


def _is_same(one: Frame, two: Frame) -> bool:
    """Return whether two pictures are the same to the last bit, as a sensor's never are.

    In the dark they may be: a picture without any drawing says nothing.
    """
    first, second = np.asarray(one.image), np.asarray(two.image)
    if first.shape != second.shape or not np.array_equal(first[::_SAMPLE], second[::_SAMPLE]):
        return False
    return bool(np.ptp(second[::_SAMPLE]) > _NO_DRAWING and np.array_equal(first, second))


def _close(source: Camera) -> None:
    try:
        source.close()
    except Exception:  # noqa: BLE001 - drivers raise what they like
        _log.exception("the camera was not closed properly")

"""A camera that is looked after: when it hangs, vanishes or freezes, it is opened again.

A thread of its own reads the camera and keeps the newest picture only; another one watches it.
Whoever wants pictures waits for the next, and never learns how often the camera was opened.

    camera = WatchedCamera(lambda: open_camera("usb"), report=inbox.put)
    camera.read()
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from math import inf
from typing import TypeAlias

import msgspec

from companion.engine.text import Text
from companion.session.ports import Camera, Frame
from hardware.camera_fault import CameraEnded, CameraFault
from hardware.camera_watch_reader import Patience, Reader

_log = logging.getLogger(__name__)


class Trouble(msgspec.Struct, frozen=True):
    """The camera gives no pictures that could be trusted; it is being opened again."""

    text: Text


class Recovered(msgspec.Struct, frozen=True):
    """The camera gives pictures again, after so many seconds without."""

    after_s: float


CameraNews: TypeAlias = Trouble | Recovered


class WatchedCamera:
    """Reads a camera on and on, and hands out its newest picture.

    ``report`` is called from the watching thread: it must be quick.
    """

    def __init__(
        self,
        open_source: Callable[[], Camera],
        report: Callable[[CameraNews], None],
        patience: Patience | None = None,
    ) -> None:
        self._open, self._report = open_source, report
        self._patience = patience or Patience()
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._given = -1
        self._end: CameraFault | None = None
        self._again = False
        self._trouble: Text | None = None
        self._trouble_since_s = 0.0
        self._left: list[Reader] = []
        self._thread = threading.Thread(target=self._watch, name="camera-watch", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """Wait for the next picture, however long a camera in trouble takes.

        Every picture is given once, so one thread should read; others look at `newest`.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._end or self._number() > self._given)
            if self._newest is not None and self._newest.number > self._given:
                self._given = self._newest.number
                return self._newest
            assert self._end is not None
            raise self._end.with_traceback(None)

    def newest(self) -> Frame | None:
        """Return the newest picture without waiting, if there was one already."""
        return self._newest

    @property
    def trouble(self) -> Text | None:
        """Say why there is no picture, or that there was none yet."""
        return self._trouble or (None if self._newest else Text("core.camera.waiting"))

    def refresh(self) -> None:
        """Open the camera anew, so that it gets used to the light there is now."""
        with self._changed:
            self._again = True
            self._changed.notify_all()

    def close(self) -> None:
        """Let go of the camera; calling it again does no harm."""
        with self._changed:
            self._end = CameraFault("core.camera.closed")
            self._newest = None
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _number(self) -> int:
        return -1 if self._newest is None else self._newest.number

    # --- the watching thread ---------------------------------------------------------------------

    def _watch(self) -> None:
        pause_s = self._patience.first_pause_s
        while self._end is None:
            reader = Reader(self._open, self._patience, self._changed, self._newest)
            fault = self._follow(reader)
            if fault is not None:
                self._tell_trouble(fault.text)
            reader.leave()
            self._left = [old for old in (*self._left, reader) if old.alive]
            if reader.well_for_s >= self._patience.steady_s:
                pause_s = self._patience.first_pause_s
            if fault is not None:
                self._pause(pause_s)
                pause_s = min(2 * pause_s, self._patience.longest_pause_s)

    def _follow(self, reader: Reader) -> CameraFault | None:
        """Pass on what a reader brings until something is wrong with it, or it is to stop."""
        self._again = False
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._end or self._again or reader.news, reader.patience_left_s
                )
                if self._end is not None or self._again:
                    return None
                fault = self._take(reader) or reader.impatient()
            if reader.well_since_s < inf:
                self._tell_recovered(reader.well_since_s)
            if isinstance(fault, CameraEnded):
                return None
            if fault is not None:
                return fault

    def _take(self, reader: Reader) -> CameraFault | None:
        """Take over what a reader has brought; a frozen picture is not passed on."""
        frame, fault = reader.take()
        if frame is not None and reader.well_since_s < inf:
            self._newest = msgspec.structs.replace(frame, number=self._number() + 1)
        if isinstance(fault, CameraEnded):
            self._end = fault
        self._changed.notify_all()
        return fault

    def _pause(self, pause_s: float) -> None:
        """Wait before the next try, and longer as long as too many tries hang."""
        with self._changed:
            self._changed.wait_for(lambda: self._end, pause_s)
            while self._end is None and sum(r.alive for r in self._left) >= self._patience.left:
                self._changed.wait_for(lambda: self._end, pause_s)

    def _tell_trouble(self, text: Text) -> None:
        if self._trouble is None:
            self._trouble_since_s = self._patience.clock()
        if self._trouble is None or self._trouble.id != text.id:
            self._tell(Trouble(text))
        self._trouble = text

    def _tell_recovered(self, well_since_s: float) -> None:
        if self._trouble is not None:
            self._trouble = None
            self._tell(Recovered(well_since_s - self._trouble_since_s))

    def _tell(self, news: CameraNews) -> None:
        try:
            self._report(news)
        except Exception:  # noqa: BLE001 - the listener is not ours, and the watch must go on
            _log.exception("whoever was told about the camera stumbled; the watch goes on")

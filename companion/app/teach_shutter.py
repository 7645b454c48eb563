"""Take a teaching photo by itself: hands are gone, nothing moves, and all lies where it should."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock, Thread

import cv2

from companion.app.teach_look import as_photo
from companion.session.ports import Frame
from vision.reference import Picture

#: Nobody has asked for so long: the page is closed, and no photo is taken.
_WANTED_S = 4.0
#: Between two looks; so many in a row must show the same before anything is at rest.
_PAUSE_S, _REST = 0.3, 2
#: Grey levels by which small pictures differ on average if something moves.
_MOVES, _THUMB = 1.0, (160, 120)
#: So long somebody can still say no; and after so long a picture at rest is looked at again.
COUNT_S, _AGAIN_S = 1.5, 2.0


class Shutter:
    """Watches one lesson, in a thread that ends when nobody asks, or with the photo."""

    def __init__(
        self,
        newest: Callable[[], Frame | None],
        is_good: Callable[[Picture], bool],
        take: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        """Take a camera and a judge; ``take`` takes the photo, ``changed`` hears of every change."""
        self._newest, self._is_good, self._take, self._changed = newest, is_good, take, changed
        self._lock, self._thread = Lock(), Thread()
        self._until_s = 0.0
        self._thumb: Picture | None = None
        self._calm, self._judged_s = 0, 0.0
        self._good_s: float | None = None
        self.held = False

    @property
    def ready(self) -> bool:
        """Tell whether all is there, and the photo is about to be taken."""
        return self._good_s is not None and not self.held

    def want(self) -> None:
        """See to it that somebody watches."""
        with self._lock:
            self._until_s = time.monotonic() + _WANTED_S
            if not self._thread.is_alive() and not self.held:
                self._thread = Thread(target=self._run, name="shutter", daemon=True)
                self._thread.start()

    def hold(self) -> None:
        """Take no photo of this lesson by itself: somebody wants to do that."""
        self.held = True
        self._changed()

    def stop(self) -> None:
        """Watch no more."""
        self._until_s = 0.0

    def _run(self) -> None:
        while time.monotonic() < self._until_s and not self.held:
            frame = self._newest()
            if frame is not None and self._look(frame.image, time.monotonic()):
                self._until_s = 0.0
                self._take()
                return
            time.sleep(_PAUSE_S)

    def _look(self, image: Picture, now_s: float) -> bool:
        """Take in a picture; tell whether it is time for the photo."""
        self._calm = self._calm + 1 if self._is_calm(image) else 0
        if self._calm < _REST:
            self._settle(None)
        elif self._good_s is None and (self._calm == _REST or now_s - self._judged_s > _AGAIN_S):
            self._settle(now_s if self._is_good(as_photo(image)) else None)
            self._judged_s = time.monotonic()
        return self.ready and now_s - (self._good_s or now_s) >= COUNT_S

    def _settle(self, good_s: float | None) -> None:
        before, self._good_s = self._good_s, good_s
        if (before is None) is not (good_s is None):
            self._changed()

    def _is_calm(self, image: Picture) -> bool:
        thumb = cv2.resize(image, _THUMB, interpolation=cv2.INTER_AREA)
        before, self._thumb = self._thumb, thumb
        return before is not None and float(cv2.absdiff(before, thumb).mean()) < _MOVES

"""Look for the boards in the live picture, as long as somebody wants to know."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock, Thread

import cv2
import numpy as np

from calibration.first_sight import TapsNeeded, first_sight
from calibration.table_shape import shape_of
from companion.app.teach_hints import camera_hints, outlines
from companion.app.teach_look import as_photo, board_light, light_marks
from companion.engine import Plan, Text
from companion.session.ports import Frame
from vision.reference import Picture, Reference
from web.teach_port import Corners, Mark

#: Nobody has asked for so long: the page is closed, and nothing more is looked for.
_WANTED_S = 4.0
#: Between two looks it rests as long as a look takes, and at least so long.
_REST_S = 1.0
#: Grey levels by which small pictures differ on average if anything at all has changed.
_CHANGED = 1.5
_THUMB = (160, 120)
NOT_FOUND = Mark("found", "poor", Text("teach.hint.not-found"), Text("teach.hint.not-found-advice"))
FOUND = Mark("found", "ok", Text("teach.hint.found"))


@dataclass(frozen=True)
class Scouted:
    """What one look has shown: hints about the camera and the light, and the outlines."""

    camera: tuple[Mark, ...] = ()
    light: tuple[Mark, ...] = ()
    outlines: dict[str, Corners] = field(default_factory=dict)

    @property
    def well_lit(self) -> bool:
        """Tell whether nothing is wrong with the light, where everything is to be seen."""
        return bool(self.outlines) and all(mark.verdict == "ok" for mark in self.light)


class Scout:
    """Looks now and then, in a thread that ends when nobody asks any more."""

    def __init__(
        self, newest: Callable[[], Frame | None], plan: Plan, changed: Callable[[], None]
    ) -> None:
        """Take a camera and what lies below it; ``changed`` hears of every new look."""
        self._newest, self._plan, self._changed = newest, plan, changed
        self._shape = shape_of(plan.surfaces, plan.places)
        self._lock, self._thread = Lock(), Thread()
        self._until_s = 0.0
        self._thumb: Picture | None = None
        self.seen = Scouted()

    def want(self) -> Scouted:
        """Return the last look, and see to it that there will be another."""
        with self._lock:
            self._until_s = time.monotonic() + _WANTED_S
            if not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="scout", daemon=True)
                self._thread.start()
        return self.seen

    def stop(self) -> None:
        """Look no more."""
        self._until_s = 0.0

    def _run(self) -> None:
        while time.monotonic() < self._until_s:
            began_s = time.monotonic()
            frame = self._newest()
            if frame is not None and self._is_new(frame.image):
                self.seen = self.look(as_photo(frame.image))
                self._changed()
            took_s = time.monotonic() - began_s
            time.sleep(min(max(took_s, _REST_S), _WANTED_S))

    def _is_new(self, image: Picture) -> bool:
        thumb = cv2.resize(image, _THUMB, interpolation=cv2.INTER_AREA)
        before, self._thumb = self._thumb, thumb
        return before is None or float(cv2.absdiff(before, thumb).mean()) > _CHANGED

    def look(self, photo: Picture) -> Scouted:
        """Look at one picture."""
        try:
            vantage = first_sight(photo, self._shape).vantage
        except TapsNeeded:
            return Scouted((NOT_FOUND,), _rough_light(photo))
        sizes = self._plan.surfaces
        reference = Reference.of(photo, vantage, sizes)
        return Scouted(
            (FOUND, *camera_hints(vantage, sizes)),
            board_light(photo, reference, vantage),
            outlines(vantage, sizes),
        )


def _rough_light(photo: Picture) -> tuple[Mark, ...]:
    """Judge the light of the picture's middle, where nobody knows where the boards are."""
    height, width = photo.shape[:2]
    top, left = height // 6, width // 6
    return light_marks(photo, [photo[top : height - top, left : width - left]])


def thumbnail(image: Picture, width_px: int, quality: int) -> bytes:
    """Return a picture as a small JPEG."""
    height, width = image.shape[:2]
    size = (width_px, max(1, round(height * width_px / width)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if width > width_px else image
    return bytes(np.asarray(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]))

"""Who looks at the table while a game is played: a camera, or nobody."""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import Protocol

from companion.app.seating import Seating
from companion.engine import Text
from companion.session.commands import Sight
from companion.session.ports import Camera
from companion.session.session import Session
from hardware.camera_fault import CameraFault
from hardware.camera_watch import WatchedCamera
from vision.eye import Eye, Knowledge
from vision.lookout import Lookout
from vision.lookout_report import Report, Watch
from vision.wording import Wording

_LOG = logging.getLogger(__name__)
#: After something went wrong in the eye itself, so long until it looks again.
_SHOCK_S = 2.0
#: A camera in trouble may never give another picture; nobody waits longer than this for it.
_LEAVE_S = 2.0


class Eyes(Protocol):
    """Whoever can look at a table."""

    def open(self, seating: Seating, session: Session) -> None:
        """Begin to look at a game."""
        ...

    def close(self) -> None:
        """Look away; calling it again does no harm."""
        ...


class NoEyes:
    """Nobody looks: people tell every move."""

    def open(self, _seating: Seating, session: Session) -> None:
        """Say once that nothing is seen."""
        session.submit(Sight(blind=True))

    def close(self) -> None:
        """Nothing to do."""


class CameraEyes:
    """A camera above a real table that has been learned."""

    def __init__(self, camera: Camera, knowledge: Knowledge) -> None:
        """Take the camera, and what is known of the table below it."""
        self._camera, self._knowledge = camera, knowledge
        self._gaze: Gaze | None = None

    def open(self, seating: Seating, session: Session) -> None:
        """Begin to look at a game."""
        self.close()
        self._gaze = Gaze(self._camera, self._knowledge, seating, session)

    def close(self) -> None:
        """Look away."""
        if self._gaze is not None:
            self._gaze.stop()


class Gaze:
    """Look at one game through one camera, in a thread of its own, until it is stopped."""

    def __init__(
        self, camera: Camera, knowledge: Knowledge, seating: Seating, session: Session
    ) -> None:
        """Begin to look at once."""
        places = seating.game.places(session.snapshot.settled)
        report = Report(knowledge, places, Wording(seating.kit.name))
        self._session = session
        lookout = Lookout(Eye(knowledge))
        # A camera that is looked after keeps its exposure until it is told that the light is another.
        refresh = camera.refresh if isinstance(camera, WatchedCamera) else _nothing
        self._watch = Watch(camera, lookout, report, session.submit, refresh)
        self._ended = Event()
        self._thread = Thread(target=self._run, name="gaze", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._watch.step()
            except CameraFault as end:
                # Closed, or all its pictures have been shown: there is nothing more to see.
                self._session.submit(Sight(blind=True, notices=(end.text,)))
                return
            except Exception:  # noqa: BLE001 - see below
                # A fault in the eye must not end the evening: people are told, and it looks again.
                _LOG.exception("the eye stumbled")
                self._session.submit(Sight(blind=True, notices=(Text("core.eyes.stumbled"),)))
                self._ended.wait(_SHOCK_S)
                self._session.submit(Sight())

    def stop(self) -> None:
        """Look away; one that still waits for a picture ends with it."""
        self._ended.set()
        self._thread.join(_LEAVE_S)


def _nothing() -> None:
    """Leave a camera as it is."""

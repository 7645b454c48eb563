"""One look at a running game, through one camera."""

from __future__ import annotations

import logging
from collections import deque
from threading import Event, Thread

from companion.app.notebook import Notebook
from companion.app.seating import Seating
from companion.engine import Text, View
from companion.session.commands import Sight
from companion.session.ports import Camera
from companion.session.session import Session
from hardware.camera_fault import CameraFault
from hardware.camera_watch import WatchedCamera
from vision.eye import Eye
from vision.geometry import Vantage
from vision.lookout import Lookout
from vision.lookout_news import Stable
from vision.lookout_report import Report, Watch
from vision.wording import Wording

_LOG = logging.getLogger(__name__)
#: After something went wrong in the eye itself, so long until it looks again.
_SHOCK_S = 2.0
#: A camera in trouble may never give another picture; nobody waits longer than this for it.
_LEAVE_S = 2.0


class Gaze:
    """Look at one game through one camera, in a thread of its own, until it is stopped.

    What people confirm while it looks is studied in the same thread, so that nobody waits for it.
    """

    def __init__(
        self, camera: Camera, notebook: Notebook, seating: Seating, session: Session
    ) -> None:
        """Begin to look at once."""
        places, knowledge = seating.game.places(session.snapshot.settled), notebook.knowledge
        report = Report(knowledge, places, Wording(seating.kit.name), self._hear)
        self._session, self._notebook = session, notebook
        self._confirmed: deque[tuple[Stable, View]] = deque(maxlen=1)
        self._lookout = Lookout(Eye(knowledge))
        # A camera that is looked after keeps its exposure until it is told that the light is another.
        refresh = camera.refresh if isinstance(camera, WatchedCamera) else _nothing
        self._watch = Watch(camera, self._lookout, report, session.submit, refresh)
        self._ended = Event()
        self._thread = Thread(target=self._run, name="gaze", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._watch.step()
                self._study()
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

    def _hear(self, seen: Stable, view: View) -> None:
        """Keep what people have confirmed, whichever thread says so."""
        self._confirmed.append((seen, view))

    def _study(self) -> None:
        """Learn from what people have confirmed, and see with whatever is known by now."""
        if self._confirmed:
            try:
                self._notebook.study(*self._confirmed.pop())
            except Exception:  # noqa: BLE001 - see below
                # Nobody has asked for a lesson, and so nobody is told that it went wrong.
                _LOG.exception("nothing was learned from play")
        if (knowledge := self._notebook.knowledge) is not self._lookout.knowledge:
            self._lookout.learn(knowledge)

    @property
    def vantage(self) -> Vantage | None:
        """Return where the boards are, once they were found."""
        return self._lookout.vantage

    def stop(self) -> None:
        """Look away; one that still waits for a picture ends with it."""
        self._ended.set()
        self._thread.join(_LEAVE_S)


def _nothing() -> None:
    """Leave a camera as it is."""

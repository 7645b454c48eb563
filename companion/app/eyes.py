"""Who looks at the table while a game is played: a camera, or nobody."""

from __future__ import annotations

import logging
from collections import deque
from threading import Event, RLock, Thread
from typing import Protocol

from companion.app.notebook import Notebook
from companion.app.seating import Seating
from companion.engine import Text, View
from companion.session.commands import Sight
from companion.session.ports import Camera, Frame
from companion.session.session import Session
from hardware.camera_fault import CameraFault
from hardware.camera_watch import WatchedCamera
from vision.eye import Eye, Knowledge
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
NOT_TAUGHT, BEING_TAUGHT = Text("teach.notice.not-taught"), Text("teach.notice.being-taught")
OTHER_BOARD = Text("teach.notice.other-board")


class Eyes(Protocol):
    """Whoever can look at a table."""

    def open(self, seating: Seating, session: Session) -> None:
        """Begin to look at a game."""
        ...

    def close(self) -> None:
        """Look away; calling it again does no harm."""
        ...


class LiveCamera(Camera, Protocol):
    """A camera that others may look through as well."""

    def newest(self) -> Frame | None:
        """Return the newest picture without waiting, if there was one already."""
        ...


class Learner(Eyes, Protocol):
    """Eyes that can be taught while everything else goes on."""

    @property
    def notebook(self) -> Notebook | None:
        """Return what was learned of the table, if it was ever taught."""
        ...

    @property
    def knowledge(self) -> Knowledge | None:
        """Return what is known of the table by now, if it was ever taught."""
        ...

    @property
    def blind(self) -> bool:
        """Tell whether nothing will be seen before somebody teaches the table."""
        ...

    @property
    def vantage(self) -> Vantage | None:
        """Return where the boards are as the game sees them now, if one is looked at."""
        ...

    def newest(self) -> Frame | None:
        """Return the newest picture, if there is one."""
        ...

    def rest(self) -> None:
        """Look away from a running game, because the table is being taught."""
        ...

    def wake(self) -> None:
        """Look at the running game again after a rest."""
        ...

    def look_again(self) -> None:
        """Find the table anew while the game goes on."""
        ...

    def learn(self, notebook: Notebook) -> None:
        """See with this from now on."""
        ...


class NoEyes:
    """Nobody looks: people tell every move."""

    def open(self, _seating: Seating, session: Session) -> None:
        """Say once that nothing is seen."""
        session.submit(Sight(blind=True))

    def close(self) -> None:
        """Nothing to do."""


class CameraEyes:
    """A camera above a real table; as long as nobody has taught it, nothing is seen."""

    def __init__(self, camera: LiveCamera, notebook: Notebook | None) -> None:
        """Take the camera, and what was learned of the table below it."""
        self._camera, self.notebook = camera, notebook
        self._game: tuple[Seating, Session] | None = None
        self._gaze: Gaze | None = None
        self._lock = RLock()

    def open(self, seating: Seating, session: Session) -> None:
        """Begin to look at a game."""
        with self._lock:
            self.close()
            self._game = seating, session
            self._look()

    def _look(self) -> None:
        if self._game is None:
            return
        seating, session = self._game
        why = cannot_see(self.knowledge, seating, session)
        if why is not None or self.notebook is None:
            session.submit(Sight(blind=True, notices=() if why is None else (why,)))
        else:
            session.submit(Sight())
            self._gaze = Gaze(self._camera, self.notebook, seating, session)

    def close(self) -> None:
        """Look away."""
        with self._lock:
            self._game = None
            self._stop()

    def _stop(self) -> None:
        if self._gaze is not None:
            self._gaze.stop()
            self._gaze = None

    @property
    def knowledge(self) -> Knowledge | None:
        """Return what is known of the table by now, if it was ever taught."""
        return None if self.notebook is None else self.notebook.knowledge

    @property
    def vantage(self) -> Vantage | None:
        """Return where the boards are as the game sees them now, if one is looked at."""
        return None if self._gaze is None else self._gaze.vantage

    @property
    def blind(self) -> bool:
        """Tell whether nothing will be seen before somebody teaches the table."""
        return self.notebook is None

    def newest(self) -> Frame | None:
        """Return the newest picture, if there is one."""
        return self._camera.newest()

    def rest(self) -> None:
        """Look away from a running game, because the table is being taught."""
        with self._lock:
            self._stop()
            if self._game is not None:
                self._game[1].submit(Sight(blind=True, notices=(BEING_TAUGHT,)))

    def wake(self) -> None:
        """Look at the running game again, from nothing."""
        with self._lock:
            self._stop()
            self._look()

    def look_again(self) -> None:
        """Find the table anew while the game goes on."""
        self.wake()

    def learn(self, notebook: Notebook) -> None:
        """See with this from now on."""
        with self._lock:
            self.notebook = notebook
            self.wake()


def cannot_see(knowledge: Knowledge | None, seating: Seating, session: Session) -> Text | None:
    """Say why a game cannot be seen: nobody taught the table, or it was another board."""
    if knowledge is None:
        return NOT_TAUGHT
    known = {place.id: place.xy_mm for place in knowledge.plan.places}
    places = seating.game.places(session.snapshot.settled)
    same = all(known.get(place.id) == place.xy_mm for place in places)
    return None if same else OTHER_BOARD


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

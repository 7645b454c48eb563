"""Who looks at the table while a game is played: a camera, or nobody."""

from __future__ import annotations

from threading import RLock
from typing import Protocol

from companion.app.gaze import Gaze
from companion.app.notebook import Notebook
from companion.app.seating import Seating
from companion.engine import Text
from companion.session.commands import Sight
from companion.session.ports import Camera, Frame
from companion.session.session import Session
from hardware.camera_watch import WatchedCamera
from vision.eye import Knowledge
from vision.geometry import Vantage

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

    @property
    def plays(self) -> bool:
        """Tell whether a game is to be looked at."""
        ...

    @property
    def trouble(self) -> Text | None:
        """Say why there is no picture now, if there is none."""
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


class TaughtEyes:
    """A camera above a table that somebody teaches, and a game that is looked at while it runs."""

    def __init__(self, camera: LiveCamera, notebook: Notebook | None) -> None:
        """Take the camera, and what was learned of the table below it."""
        self.camera, self.notebook = camera, notebook
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
        """Look at the game, or say why nothing is seen of it."""
        if self._game is None:
            return
        seating, session = self._game
        why = cannot_see(self.knowledge, seating, session)
        if why is not None or self.notebook is None:
            session.submit(Sight(blind=True, notices=() if why is None else (why,)))
        else:
            self._before_looking(seating, session)
            session.submit(Sight())
            self._gaze = Gaze(self.camera, self.notebook, seating, session)

    def _before_looking(self, seating: Seating, session: Session) -> None:
        """Nothing to do: a real table is laid by people."""

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

    @property
    def plays(self) -> bool:
        """Tell whether a game is to be looked at."""
        return self._game is not None

    @property
    def trouble(self) -> Text | None:
        """Say why there is no picture now, if there is none."""
        return self.camera.trouble if isinstance(self.camera, WatchedCamera) else None

    def newest(self) -> Frame | None:
        """Return the newest picture, if there is one."""
        return self.camera.newest()

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

    def learn(self, notebook: Notebook) -> None:
        """See with this from now on."""
        with self._lock:
            self.notebook = notebook
            self.wake()


class CameraEyes(TaughtEyes):
    """A camera above a real table; as long as nobody has taught it, nothing is seen."""

    def look_again(self) -> None:
        """Find the table anew while the game goes on."""
        self.wake()


def cannot_see(knowledge: Knowledge | None, seating: Seating, session: Session) -> Text | None:
    """Say why a game cannot be seen: nobody taught the table, or it was another board."""
    if knowledge is None:
        return NOT_TAUGHT
    known = {place.id: place.xy_mm for place in knowledge.plan.places}
    places = seating.game.places(session.snapshot.settled)
    same = all(known.get(place.id) == place.xy_mm for place in places)
    return None if same else OTHER_BOARD

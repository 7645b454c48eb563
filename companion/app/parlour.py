"""A simulated table that is played at: a camera looks at it, and hands play the free seats."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event, Lock, Thread
from typing import Any

from msgspec.structs import replace

from companion.app.stage import Stage
from companion.play.people_words import Moment
from companion.play.puppets import Act, Puppets, Says
from companion.session.commands import Answer, Choose, Command, Confirm, Done
from companion.session.ports import Frame
from companion.session.session import Session
from companion.session.snapshot import Mode, Snapshot
from companion.session.store import By, How, seat
from companion.session.store_entry import HOST
from companion.session.table_course import TAKEN_BACK
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import Scene

_HOST = By(HOST, How.HOST)
#: Pictures a second, and how many of them a moment with a hand in it takes at most.
_RATE, _GLIDE = 8.0, 6
#: So many pictures long hands rest between two things.
_REST = 10
#: So long they wait to be seen before they give up on it.
_PATIENCE_S = 20.0
#: After so long without a good look, whatever could not be read is put straight.
_STRAIGHTEN_S = 6.0


class ParlourCamera:
    """A camera above the simulated table; nothing is drawn anew while nothing changes."""

    def __init__(self, renderer: Renderer, scene: Scene) -> None:
        """Hang it above a scene."""
        self._renderer, self._scene = renderer, scene
        self._drawn: tuple[Scene, Frame] | None = None
        self._lock = Lock()
        self._number, self._due_s = 0, time.monotonic()

    def show(self, scene: Scene) -> None:
        """Change what it looks at."""
        self._scene = scene

    @property
    def scene(self) -> Scene:
        """Return what it looks at."""
        return self._scene

    def read(self) -> Frame:
        """Take the next picture, when it is due."""
        self._due_s = max(self._due_s + 1 / _RATE, time.monotonic())
        time.sleep(max(0.0, self._due_s - time.monotonic()))
        return self.newest()

    def newest(self) -> Frame:
        """Take a picture now."""
        with self._lock:
            scene, number = self._scene, self._number
            self._number += 1
            if self._drawn is None or self._drawn[0] is not scene:
                image, _ = self._renderer.render(scene.changed(seed=scene.seed + number))
                self._drawn = scene, Frame(image, 0.0, number)
            return Frame(self._drawn[1].image, time.monotonic(), number)

    def close(self) -> None:
        """Let go of nothing: whoever has drawn it may draw again."""


class Parlour:
    """Let hands play at a simulated table, in a thread of their own."""

    def __init__(
        self,
        session: Session,
        puppets: Puppets,
        stage: Stage,
        camera: ParlourCamera,
        pause: Callable[[float], object] | None = None,
        *,
        agrees: bool = True,
    ) -> None:
        """Take the table, and how time passes; nobody moves before :meth:`start`.

        Hands that do not ``agree`` leave it to the host to say that the set-up is right.
        """
        self._session, self.puppets, self._agrees = session, puppets, agrees
        self._stage, self._camera = stage, camera
        self._ended = Event()
        self._pause = pause or self._ended.wait
        self._waits_s = 0.0
        self._lent_in: Any = None
        self._settled: Any = session.snapshot.settled
        self._thread = Thread(target=self._run, name="parlour", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self.lay_out()
        self._thread.start()

    def lay_out(self) -> None:
        """Lay out a new table, or the one of the saved game."""
        snapshot = self._session.snapshot
        new = snapshot.mode is Mode.SET_UP
        lay = self.puppets.deal if new else self.puppets.lay
        self._show(lay(snapshot.settled), 1)

    def play_for(self, seat: int) -> None:
        """Play the turn that a person is at, and no later one."""
        self._lent_in = self._session.snapshot.settled
        self.puppets.lend(seat)

    def stop(self) -> None:
        """Let go of the pieces and go away; calling it again does no harm."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()
            gone = replace(self.puppets.moment, hands=(), held=())
            for scene in self._stage.act(gone, 1):
                self._camera.show(scene)

    def _run(self) -> None:
        while not self._ended.is_set():
            self.step()

    def step(self) -> None:
        """Do the next thing, and rest after it."""
        for _ in range(_REST if self._act() else 1):
            self._wait()
            self._draw()

    def _wait(self) -> None:
        """Let a picture be taken, and remember how far the game has come."""
        self._pause(1 / _RATE)
        snapshot = self._session.snapshot
        if snapshot.last != (TAKEN_BACK,):
            self._settled = snapshot.settled

    def _act(self) -> bool:
        """Do the next thing; return whether anything was done that takes a rest."""
        snapshot = self._session.snapshot
        if snapshot.mode in (Mode.PAUSED, Mode.COMPARE):
            return False
        if self._lent_in is not None and snapshot.settled != self._lent_in:
            self._lent_in = None
            self.puppets.lend(None)
        earlier, self._settled = self._settled, snapshot.settled
        undone = snapshot.last == (TAKEN_BACK,) and snapshot.settled != earlier
        command = None if undone else self._settle(snapshot)
        if command is not None:
            self._session.ask(command)
            return True
        act = self.puppets.put_back(snapshot.settled) if undone else self._next(snapshot)
        if act is None:
            return self._be_patient(snapshot)
        self._waits_s = 0.0
        if not isinstance(act, Says):
            self._play(act)
            return True
        return self._say(act)

    def _settle(self, snapshot: Snapshot) -> Command | None:
        """Agree to what the table proposes: hands know what they have done."""
        laid = self._agrees and snapshot.layout is not None and snapshot.layout.moves
        if laid and not _unread(snapshot):
            return Confirm(_HOST, snapshot.version)
        if snapshot.doubt is not None:
            return Choose(_HOST, snapshot.version, 0)
        return None

    def _next(self, snapshot: Snapshot) -> Act:
        # A person who has tapped too early is told what is missing; hands that play for him go on.
        early = self._lent_in is not None and snapshot.wrong is not None
        if snapshot.moving or (snapshot.looking and not early):
            return None
        return self.puppets.act(snapshot.state)

    def _draw(self) -> None:
        """Draw what is to be drawn, also while hands rest: nobody is asked for what he cannot know."""
        snapshot = self._session.snapshot
        while snapshot.mode in (Mode.SET_UP, Mode.PLAY) and not snapshot.looking:
            says = self.puppets.draw(snapshot.state)
            if says is None or not self._say(says):
                return
            snapshot = self._session.snapshot

    def _say(self, says: Says) -> bool:
        """Give an answer; return whether it was taken."""
        who = HOST if says.ask.seat is None else seat(says.ask.seat)
        reply = self._session.ask(Answer(By(who, How.PHONE), says.ask.id, says.move))
        return isinstance(reply, Done)

    def _be_patient(self, snapshot: Snapshot) -> bool:
        """Wait to be seen, help a little, and at some time let count whatever is believed."""
        before_s, self._waits_s = self._waits_s, self._waits_s + 1 / _RATE
        if before_s < _STRAIGHTEN_S <= self._waits_s and (doubtful := _unread(snapshot)):
            self._show(self.puppets.straighten(doubtful), 1)
        if self._waits_s > _PATIENCE_S:
            self.puppets.insist(_unread(snapshot))
            self._waits_s = 0.0
            if snapshot.looking and self.puppets.at_move(snapshot.settled):
                self._session.ask(Confirm(_HOST, snapshot.version))
        return False

    def _play(self, moments: Iterator[Moment]) -> None:
        for moment in moments:
            if self._ended.is_set():
                return
            self._show(moment, _GLIDE if moment.hands else 1)

    def _show(self, moment: Moment, frames: int) -> None:
        for scene in self._stage.act(moment, frames):
            self._camera.show(scene)
            self._wait()


def _unread(snapshot: Snapshot) -> frozenset[str]:
    """Return the places that could not be read well enough to go on."""
    layout = snapshot.layout
    left = frozenset[str]() if layout is None else layout.missing | layout.odd | layout.bare
    return left | frozenset(snapshot.unseen)

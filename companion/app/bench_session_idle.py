"""What a whole table needs at which nothing happens: a share of one core, and memory.

The table is the one that ``companion serve`` opens, with all its rooms; only its camera shows
pictures that were made before.  Its phones are a process of their own, and do not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import numpy as np

from companion.app.bench_session import Idle
from companion.app.bench_session_table import EXPANSIONS, GAME, PLAYERS, database
from companion.app.opening import Opening, ServeRequest
from companion.app.settings import ButtonSettings, LampSettings, NetworkSettings, Settings
from companion.games import Wish
from companion.session.commands import Confirm, Done
from companion.session.ports import Frame
from companion.session.session import Session
from companion.session.snapshot import Mode, Snapshot
from companion.session.store import By, How
from companion.session.store_entry import HOST
from companion.session.texts import Texts
from hardware.camera_fault import CameraFault
from hardware.camera_watch import CameraNews, WatchedCamera
from vision.reference import Picture
from web.bench import listening, seat_links, serving
from web.desk import Desk
from web.keys import Keys
from web.serve import Server

#: So long nothing happens, and so long before that the eye may get used to the table.
RUN_S, WARM_UP_S = 10.0, 6.0
FRAMES_PER_S = 10.0
PHONES = PLAYERS
#: By then a table knows its game again, also on a slow machine.
_PATIENCE_S = 120.0
_HOST, _LEADER = "127.0.0.1", By(HOST, How.HOST)
#: Nothing is connected to a pin: another table may run on this machine, and use them.
_SETTINGS = Settings(
    language="en",
    lamps=LampSettings(seats=(), purchase=None, payday=None, status=None),
    buttons=ButtonSettings(done=None, undo=None, confirm=None, pause=None),
    network=NetworkSettings(host=_HOST, address=_HOST),
)


class StillCamera:
    """A camera above a table at which nothing happens: the same few pictures on and on."""

    def __init__(self, pictures: Sequence[Picture], frames_per_s: float = FRAMES_PER_S) -> None:
        """Begin with the first picture at once."""
        self._pictures, self._step_s = pictures, 1 / frames_per_s
        self._due_s, self._number = time.monotonic(), 0
        self._closed = Event()

    def read(self) -> Frame:
        """Wait for the next picture."""
        if self._closed.wait(max(0.0, self._due_s - time.monotonic())):
            raise CameraFault("core.camera.closed")
        self._due_s = max(self._due_s + self._step_s, time.monotonic())
        # Like every driver it hands out memory that nobody else writes into or reads.
        image = self._pictures[self._number % len(self._pictures)].copy()
        self._number += 1
        return Frame(image, time.monotonic(), self._number - 1)

    def close(self) -> None:
        """Show no more; calling it again does no harm."""
        self._closed.set()


def measure_idle(
    folder: Path, run_s: float = RUN_S, warm_up_s: float = WARM_UP_S, phones: int = PHONES
) -> Idle:
    """Open a table at which a game is taken up and nobody moves, and see what that takes."""
    with open_table(folder) as (desk, port):
        session = running(desk)
        links = seat_links(desk.keys, range(PLAYERS))
        with listening(port, phones, links):
            if not take_up(session):
                raise RuntimeError("the table was not seen: nothing was measured")
            time.sleep(warm_up_s)
            start_s, spent_s = time.monotonic(), time.process_time()
            time.sleep(run_s)
            share = (time.process_time() - spent_s) / (time.monotonic() - start_s)
            if desk.limiter.streams != phones or not _is_seen(session.snapshot):
                raise RuntimeError("somebody left the table: nothing was measured")
            return Idle(round(share, 3), round(_rss_mb(), 1))


@contextmanager
def open_table(folder: Path) -> Iterator[tuple[Desk, int]]:
    """Open the table that was prepared in a folder; yield what is behind its pages, and its port."""
    pictures, path = np.load(folder / "frames.npy"), database(folder)

    def watch(_word: str, report: Callable[[CameraNews], None]) -> WatchedCamera:
        return WatchedCamera(lambda: StillCamera(pictures), report)

    with ExitStack() as stack:
        opening = Opening(Texts.load("en"), _request(folder), _SETTINGS, Keys(), watch)
        app = opening.app(path, stack)
        port = stack.enter_context(serving(Server(app, _HOST, opening.port)))
        opening.begin()
        yield app.extensions["companion"], port


def _request(folder: Path) -> ServeRequest:
    """Ask for a table as the command line would."""
    return ServeRequest(
        game=GAME,
        players=PLAYERS,
        version="full",
        edition=Wish(0).edition,
        board=None,
        overlay=(),
        expansion=EXPANSIONS,
        seed=1,
        camera="still",
        profile=folder / "profile",
        database=database(folder),
        settings=None,
        port=0,
        tracking="board",
    )


def running(desk: Desk) -> Session:
    """Return the game that was taken up."""
    play = desk.house.play
    if play is None:
        raise RuntimeError("no game was taken up: nothing was measured")
    return play.session


def take_up(session: Session) -> bool:
    """Agree to the table as it lies once it was seen, as its host would; tell whether it ever was."""
    until_s, snapshot = time.monotonic() + _PATIENCE_S, session.snapshot
    while not _is_seen(snapshot):
        if isinstance(session.ask(Confirm(_LEADER, snapshot.version)), Done):
            return _is_seen(session.snapshot)
        fresh = session.wait(snapshot.version, max(0.0, until_s - time.monotonic()))
        if fresh is None:
            return False
        snapshot = fresh
    return True


def _is_seen(snapshot: Snapshot) -> bool:
    """Tell whether the camera has found the game that was taken up: only then it is played on."""
    return snapshot.mode is Mode.PLAY and not snapshot.blind


def _rss_mb() -> float:
    """Return the memory that this process really occupies."""
    words = Path("/proc/self/status").read_text(encoding="ascii").split()
    return int(words[words.index("VmRSS:") + 1]) / 1024

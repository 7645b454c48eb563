"""What a table needs at which nothing happens: a share of one core, and memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import numpy as np

from companion.app.bench_session import Idle
from companion.app.bench_session_table import GAME, database, open_game
from companion.app.bench_vision import one_core
from companion.app.see import plan_of
from companion.engine import Atom
from companion.games import kits
from companion.session.commands import Moving, Saw
from companion.session.evidence import Reading
from companion.session.ports import Frame
from companion.session.session import Session
from companion.session.store import Store
from companion.session.table import Table
from vision.eye import Eye
from vision.lookout import Lookout
from vision.lookout_news import Busy, News, Stable
from vision.profile import load_profile
from vision.reference import Picture

#: So long nothing happens, and so long before that the eye may get used to the table.
RUN_S, WARM_UP_S = 10.0, 6.0
FRAMES_PER_S = 10.0

#: Who else is at the table while it waits: a web server and its phones, for one.
Guests = Callable[[Session], AbstractContextManager[object]]


def nobody(_session: Session) -> AbstractContextManager[object]:
    """Let the table be alone."""
    return nullcontext()


def measure_idle(folder: Path, guests: Guests = nobody, run_s: float = RUN_S) -> Idle:
    """Show pictures of the same table at the pace of a camera, and see what that takes."""
    frames = np.load(folder / "frames.npy")

    @contextmanager
    def opening() -> Iterator[Table]:
        with Store.open(database(folder)) as store:
            game, _ = open_game()
            log = store.log(store.records()[0].id)
            yield Table(game, log, signs=kits()[GAME].signs, clock=time.monotonic)

    _, knowledge = load_profile(folder / "profile", plan_of)
    lookout = Lookout(Eye(knowledge))
    with one_core(), Session(opening) as session, guests(session):
        if not _watch(session, lookout, frames, 0.0, WARM_UP_S):
            raise RuntimeError("the table was not seen: nothing was measured")
        start_s, spent_s = time.monotonic(), time.process_time()
        _watch(session, lookout, frames, WARM_UP_S, run_s)
        share = (time.process_time() - spent_s) / (time.monotonic() - start_s)
        return Idle(round(share, 3), round(_rss_mb(), 1))


def _watch(
    session: Session, lookout: Lookout, frames: Sequence[Picture], since_s: float, for_s: float
) -> int:
    """Look at one picture after the other, each when it is due; count how often one is told of."""
    told, begun_s = 0, time.monotonic()
    for number in range(int(for_s * FRAMES_PER_S)):
        due_s = number / FRAMES_PER_S
        time.sleep(max(0.0, begun_s + due_s - time.monotonic()))
        frame = Frame(frames[number % len(frames)], since_s + due_s, number)
        for news in lookout.see(frame):
            _tell(session, news)
            told += isinstance(news, Stable)
    return told


def _tell(session: Session, news: News) -> None:
    """Pass on what the eye says to the table."""
    if isinstance(news, Busy):
        session.submit(Moving())
    elif isinstance(news, Stable):
        seen = news.reading
        atoms = frozenset(Atom(place, piece) for place in seen.found for piece in seen.found[place])
        session.submit(Saw(Reading(atoms, frozenset(seen.unsure | seen.hidden))))


def _rss_mb() -> float:
    """Return the memory that this process really occupies."""
    words = Path("/proc/self/status").read_text(encoding="ascii").split()
    return int(words[words.index("VmRSS:") + 1]) / 1024

"""Files that take a while: made one after the other, in a thread of their own, while people wait."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from companion.app.wrong import Wrong
from companion.engine import Text
from web.games_port import Making

_LOG = logging.getLogger(__name__)
#: So many files are kept until the table is closed.
_KEPT = 12

Watch = Callable[[int, int], None]
#: Writes a file, and says meanwhile how far it has come.
Work = Callable[[Path, Watch], None]


class _Job:
    """One file that somebody wants."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.progress = (0, 0)
        self.failed: Text | None = None
        self.future: Future[None] | None = None

    def watch(self, done: int, total: int) -> None:
        self.progress = done, total

    @property
    def making(self) -> Making:
        done = self.future is not None and self.future.done() and self.failed is None
        return Making(self.name, *self.progress, self.path if done else None, self.failed)


class Workshop:
    """Make files, and remember the last ones; calls may come from any thread."""

    def __init__(self) -> None:
        """Open the workshop; its folder goes when it is closed."""
        self._folder = TemporaryDirectory(prefix="companion-")
        self._hands = ThreadPoolExecutor(1, "workshop")
        self._lock = Lock()
        self._jobs: OrderedDict[object, _Job] = OrderedDict()
        self._count = 0

    def make(self, key: object, name: str, work: Work, patience_s: float) -> Making:
        """Make a file unless it is there, wait for it a little, and say how far it has come."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                job = self._begin(key, name, work)
        try:
            if job.future is not None:
                job.future.result(patience_s)
        except TooLong:
            pass
        return job.making

    def _begin(self, key: object, name: str, work: Work) -> _Job:
        self._count += 1
        folder = Path(self._folder.name) / str(self._count)
        folder.mkdir()
        job = self._jobs[key] = _Job(name, folder / name)
        job.future = self._hands.submit(self._do, job, work)
        while len(self._jobs) > _KEPT:
            _, old = self._jobs.popitem(last=False)
            old.path.unlink(missing_ok=True)
        return job

    def _do(self, job: _Job, work: Work) -> None:
        try:
            work(job.path, job.watch)
        except Wrong as wrong:
            job.failed = wrong.text
        except Exception:  # noqa: BLE001 - one bad file must not close the workshop
            _LOG.exception("a file could not be made: %s", job.name)
            job.failed = Text("core.session.fault")

    def close(self) -> None:
        """Stop after what is being made now; calling it again does no harm."""
        self._hands.shutdown(cancel_futures=True)
        self._folder.cleanup()

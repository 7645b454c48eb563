"""Do one long thing at a time behind the pages, tell how far it is, and stop it when asked."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from calibration.shot import CannotLearn
from companion.engine import Text
from web.teach_port import Work

_LOG = logging.getLogger(__name__)
#: What has come so far is finished.
_LAST = 0.95


class Cancelled(Exception):
    """Somebody does not want it any more."""


class Job:
    """Something that is being done in a thread of its own.

    ``run`` gets a way to tell how far it is, which ends it if somebody has stopped it. ``failed``
    hears what went wrong, and tells whether that was foreseen; only the rest is a fault of ours.
    """

    def __init__(
        self,
        text: Text,
        run: Callable[[Callable[[Text, float], None]], None],
        changed: Callable[[], None],
        failed: Callable[[Exception], bool],
        *,
        cancels: bool = False,
    ) -> None:
        """Begin at once."""
        self.work: Work | None = Work(text, 0.0, cancels)
        self._run, self._changed, self._failed = run, changed, failed
        self._cancelled = Event()
        self._thread = Thread(target=self._do, name="teach", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def cancel(self) -> None:
        """Stop it as soon as it looks up; its result no longer counts."""
        self._cancelled.set()
        self.work = None
        self._changed()

    def wait(self, most_s: float | None = None) -> None:
        """Wait until it is over, or so long."""
        self._thread.join(most_s)

    def _tell(self, text: Text, share: float) -> None:
        if self._cancelled.is_set():
            raise Cancelled
        cancels = self.work is not None and self.work.cancels and share < _LAST
        self.work = Work(text, share, cancels)
        self._changed()

    def _do(self) -> None:
        try:
            self._run(self._tell)
        except Cancelled:
            pass
        except Exception as problem:  # noqa: BLE001 - whoever teaches is told, and may go on
            if not self._cancelled.is_set() and not self._failed(problem):
                _LOG.error("teaching stumbled", exc_info=problem)
        finally:
            self.work = None
            self._changed()


def in_the_meantime(prepare: Callable[[], None]) -> None:
    """Work something out while hands are busy; whoever needs it later waits for what is left.

    What cannot be worked out is refused when somebody asks for it, and told then.
    """

    def run() -> None:
        with suppress(CannotLearn):
            prepare()

    Thread(target=run, name="prepare", daemon=True).start()

"""Tell systemd how we are: ready, alive, busy with something, about to stop.

Outside a service there is nobody to tell, and all of this does nothing.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from threading import Event, Thread
from types import TracebackType
from typing import Self

_MICROSECOND = 1e-6


def ready(status: str = "", environ: Mapping[str, str] = os.environ) -> bool:
    """Say that everything is up; systemd waits for this."""
    return _tell(environ, "READY=1", *_status(status))


def report(status: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Say in one line what is going on; `systemctl status` shows it."""
    return _tell(environ, *_status(status))


def stopping(status: str = "", environ: Mapping[str, str] = os.environ) -> bool:
    """Say that we are about to end."""
    return _tell(environ, "STOPPING=1", *_status(status))


def beat(environ: Mapping[str, str] = os.environ) -> bool:
    """Say that we are alive."""
    return _tell(environ, "WATCHDOG=1")


def beat_every_s(environ: Mapping[str, str] = os.environ) -> float | None:
    """Return how often to beat: twice in the time after which systemd gives us up.

    >>> beat_every_s({"WATCHDOG_USEC": "60000000"})
    30.0
    >>> beat_every_s({}) is None
    True
    """
    wait = environ.get("WATCHDOG_USEC", "")
    meant_for = environ.get("WATCHDOG_PID", "")
    if not wait.isdecimal() or int(wait) == 0 or meant_for not in ("", str(os.getpid())):
        return None
    return int(wait) * _MICROSECOND / 2


class Heart:
    """Beats as long as a callable says that all is alive; else systemd starts us anew.

    The callable may raise: that ends the beating too, and the log shows why.
    """

    def __init__(self, alive: Callable[[], bool], environ: Mapping[str, str] = os.environ) -> None:
        self._alive = alive
        self._environ = environ
        self._every_s = beat_every_s(environ)
        self._over = Event()
        self._thread = Thread(target=self._live, name="heart", daemon=True)

    def start(self) -> None:
        """Begin to beat, if anybody listens."""
        if self._every_s is not None:
            self._thread.start()

    def close(self) -> None:
        """Stop beating; may be called twice."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def _live(self) -> None:
        while not self._over.is_set():
            if self._alive():
                beat(self._environ)
            self._over.wait(self._every_s)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()


def _status(status: str) -> tuple[str, ...]:
    """Put a status into one line, because a line is all it may have."""
    return (f"STATUS={' '.join(status.split())}",) if status else ()


def _tell(environ: Mapping[str, str], *lines: str) -> bool:
    """Send lines to systemd; return whether they went out."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not lines or not address.startswith(("/", "@")):
        return False
    # An address with an @ is a name without a file.
    place = f"\0{address[1:]}" if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
            out.connect(place)
            out.sendall("\n".join(lines).encode())
    except OSError:  # nobody listens any more: no reason to end a game
        return False
    return True

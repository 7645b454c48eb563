"""The thread that owns a running table: everybody else puts things into its inbox and watches.

::

    @contextmanager
    def opening():
        with Store.open(path) as store:
            yield Table(game, store.log(name), signs=kit.signs, clock=time.monotonic)


    with Session(opening) as session:
        reply = session.ask(Answer(by, ask.id, move))
        for snapshot in session.follow():
            ...

A store belongs to the thread that opened it, and so a session opens its table itself.  A camera may
be faster than a table that thinks; of pictures that wait only the last one counts.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager
from threading import Condition, Thread
from types import TracebackType
from typing import Self, TypeAlias

from msgspec.structs import replace

from companion.engine import Text
from companion.session.commands import Command, Done, Moving, No, Reply, Saw
from companion.session.evidence import merged
from companion.session.snapshot import Snapshot
from companion.session.table import Table

_LOG = logging.getLogger(__name__)
#: How long somebody waits for an answer before he is told that the table is busy.
_PATIENCE_S = 10.0
_BUSY, _FAULT, _CLOSED = (
    Text("core.session.busy"),
    Text("core.session.fault"),
    Text("core.session.closed"),
)

Opening: TypeAlias = Callable[[], AbstractContextManager[Table]]


class Session:
    """Run a table in a thread of its own."""

    def __init__(self, opening: Opening) -> None:
        """Open a table in a new thread; whatever goes wrong with that is raised here."""
        self._inbox: deque[tuple[Command | None, Future[Reply]]] = deque()
        self._waiting, self._shown = Condition(), Condition()
        self._open, self._ended = True, False
        self._snapshot: Snapshot
        opened: Future[None] = Future()
        self._thread = Thread(target=self._run, args=(opening, opened), name="session", daemon=True)
        self._thread.start()
        opened.result()

    @property
    def snapshot(self) -> Snapshot:
        """Return what is known now."""
        return self._snapshot

    @property
    def is_alive(self) -> bool:
        """Tell whether its thread runs."""
        return self._thread.is_alive()

    def submit(self, command: Command) -> Future[Reply]:
        """Put something into the inbox; the reply comes when it has been dealt with."""
        reply: Future[Reply] = Future()
        with self._waiting:
            if not self._open:
                reply.set_result(No(_CLOSED))
                return reply
            self._inbox.append((self._without_older(command), reply))
            self._waiting.notify()
        return reply

    def _without_older(self, command: Command) -> Command:
        """Take out pictures that wait at the end and say no more than the one that comes.

        Where something moved before them is kept: nobody else will tell it again.
        """
        # A table at rest is worth a look, also when a hand is over it already.
        old = {Saw: (Saw, Moving), Moving: (Moving,)}.get(type(command), ())
        while self._inbox and isinstance(self._inbox[-1][0], old):
            dropped, reply = self._inbox.pop()
            reply.set_result(Done(self._snapshot.version))
            if isinstance(command, Saw) and isinstance(dropped, Saw):
                command = replace(command, stirred=merged(dropped.stirred, command.stirred))
        return command

    def ask(self, command: Command, patience_s: float = _PATIENCE_S) -> Reply:
        """Put something into the inbox and wait for the reply."""
        try:
            return self.submit(command).result(patience_s)
        except TimeoutError:
            return No(_BUSY)

    def wait(self, version: int, timeout_s: float | None = None) -> Snapshot | None:
        """Return a snapshot newer than a version, or nothing if there is none in time."""
        with self._shown:
            self._shown.wait_for(lambda: self._snapshot.version > version or self._ended, timeout_s)
            return self._snapshot if self._snapshot.version > version else None

    def follow(self) -> Iterator[Snapshot]:
        """Yield the snapshot of now and every later one until the session ends; some may be skipped."""
        snapshot: Snapshot | None = self._snapshot
        while snapshot is not None:
            yield snapshot
            snapshot = self.wait(snapshot.version)

    def _run(self, opening: Opening, opened: Future[None]) -> None:
        try:
            with opening() as table:
                self._snapshot = table.snapshot
                opened.set_result(None)
                while (item := self._next(table)) is not None:
                    self._deal_with(table, *item)
        except BaseException as error:
            if opened.done():
                raise
            opened.set_exception(error)
        finally:
            self._end()

    def _end(self) -> None:
        """Let nobody wait for what will never come."""
        with self._waiting:
            self._open = False
            left = tuple(self._inbox)
        for _, reply in left:
            reply.set_result(No(_CLOSED))
        with self._shown:
            self._ended = True
            self._shown.notify_all()

    def _deal_with(self, table: Table, command: Command | None, reply: Future[Reply]) -> None:
        if not reply.set_running_or_notify_cancel():
            return
        try:
            answer = table.take(command)
        except Exception:  # noqa: BLE001 - see below
            # A fault in one command must not end the evening; nothing half-done was written.
            _LOG.exception("the table could not deal with %s", type(command).__name__)
            answer = No(_FAULT)
        self._publish(table.snapshot)
        reply.set_result(answer)

    def _next(self, table: Table) -> tuple[Command | None, Future[Reply]] | None:
        """Wait for something to do: a command, or that time has passed."""
        due_s = table.due_s
        wait_s = None if due_s is None else max(0.0, due_s - table.clock())
        with self._waiting:
            self._waiting.wait_for(lambda: self._inbox or not self._open, wait_s)
            if self._inbox:
                return self._inbox.popleft()
            return (None, Future()) if self._open else None

    def _publish(self, snapshot: Snapshot) -> None:
        if snapshot is not self._snapshot:
            with self._shown:
                self._snapshot = snapshot
                self._shown.notify_all()

    def close(self) -> None:
        """Deal with what is in the inbox, then stop; calling it again does no harm."""
        with self._waiting:
            self._open = False
            self._waiting.notify()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

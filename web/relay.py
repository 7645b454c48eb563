"""Pass on what happens at the table: one thread follows the game, any number of screens wait here."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from threading import Condition, Event, Thread
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.session.snapshot import Snapshot
from companion.session.store_fault import StoreError
from web.history import Chapter, History, Story
from web.house import House, Play

_LOG = logging.getLogger(__name__)
#: How long the thread waits for a game before it looks whether there is another one.
_PATIENCE_S = 0.4
#: How long it waits where no game runs.
_IDLE_S = 0.2


class Now(msgspec.Struct, frozen=True, eq=False):
    """All that screens show at one moment; ``number`` grows with everything that changes.

    ``story`` is what stands in the log; ``before`` is the state before the last thing that changed
    the board, if we saw it happen.
    """

    number: int
    play: Play | None = None
    snapshot: Snapshot | None = None
    story: Story = Story()
    before: Any = None
    seats: tuple[int, ...] = ()

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Return the log, turn by turn."""
        return self.story.chapters


class Relay:
    """Follow the house, and wake up whoever waits for something new."""

    def __init__(self, house: House) -> None:
        """Begin to follow."""
        self._house = house
        #: Tells the numbers of this run from those of an earlier one.
        self.run = secrets.token_hex(4)
        self._changed = Condition()
        self._now = Now(1)
        self._stopped = Event()
        self._history: tuple[Play, History] | None = None
        self._listeners: tuple[Callable[[], None], ...] = ()
        self._thread = Thread(target=self._follow, name="relay", daemon=True)
        self._thread.start()
        with self._changed:
            self._changed.wait_for(lambda: house.play is None or self._now.play, 10 * _PATIENCE_S)

    @property
    def now(self) -> Now:
        """Return what is to be shown."""
        return self._now

    def id(self, now: Now) -> str:
        """Name a moment so that no other run has the same name."""
        return f"{self.run}-{now.number}"

    def wait(self, seen: str, timeout_s: float) -> Now | None:
        """Return a moment other than the one seen, or nothing if there is none in time."""
        with self._changed:
            self._changed.wait_for(lambda: self.id(self._now) != seen or self.stopped, timeout_s)
            return self._now if self.id(self._now) != seen else None

    @property
    def stopped(self) -> bool:
        """Tell whether nothing new will come."""
        return self._stopped.is_set()

    def ring(self) -> None:
        """Say that something changed that is not in the game: a name, a link, another game."""
        with self._changed:
            now = self._now
            self._now = replace(now, number=now.number + 1)
            self._changed.notify_all()
        self._tell_listeners()

    def listen(self, hear: Callable[[], None]) -> None:
        """Call somebody whenever there is something new; he must be quick about it."""
        self._listeners = (*self._listeners, hear)

    def _tell_listeners(self) -> None:
        for hear in self._listeners:
            hear()

    def catch_up(self, version: int) -> None:
        """Wait until a version of the game that is on the disk is shown here, too."""
        with self._changed:
            self._changed.wait_for(lambda: self._has(version) or self.stopped, 10 * _PATIENCE_S)

    def meet(self) -> None:
        """Wait until the game that runs in the house is shown here, too."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._now.play is self._house.play or self.stopped, 10 * _PATIENCE_S
            )

    def _has(self, version: int) -> bool:
        snapshot = self._now.snapshot
        return snapshot is not None and snapshot.version >= version

    def _follow(self) -> None:
        while not self.stopped:
            play, now = self._house.play, self._now
            if play is not now.play:
                self._show(play)
            elif play is None:
                self._stopped.wait(_IDLE_S)
            else:
                self._wait(play)
        self._close_history()

    def _wait(self, play: Play) -> None:
        shown = self._now.snapshot
        began_s = time.monotonic()
        fresh = play.session.wait(-1 if shown is None else shown.version, _PATIENCE_S)
        if fresh is not None:
            self._show(play, fresh)
        elif time.monotonic() - began_s < _PATIENCE_S / 2:
            self._stopped.wait(_IDLE_S)  # the session is closed, and the next one not there yet

    def _show(self, play: Play | None, snapshot: Snapshot | None = None) -> None:
        if play is not None and snapshot is None:
            snapshot = play.session.snapshot
        story, before = self._now.story, self._now.before
        old = self._now.snapshot if play is self._now.play else None
        if old is None or snapshot is None or snapshot.settled is not old.settled:
            story = self._read(play, snapshot)
            before = _before(play, old, snapshot, before)
        with self._changed:
            seats = self._now.seats if old is not None else _seats(play, snapshot)
            self._now = Now(self._now.number + 1, play, snapshot, story, before, seats)
            self._changed.notify_all()
        self._tell_listeners()

    def _read(self, play: Play | None, snapshot: Snapshot | None) -> Story:
        """Read what was settled; a log that cannot be read must not darken the screens."""
        if play is None or snapshot is None:
            return Story()
        try:
            if self._history is None or self._history[0] is not play:
                self._close_history()
                signs, name = play.kit.signs, snapshot.game
                self._history = play, History(play.game, signs, play.reader(), name)
            return self._history[1].read()
        except StoreError:
            _LOG.exception("the log cannot be read")
            return Story()

    def _close_history(self) -> None:
        if self._history is not None:
            self._history[1].close()
            self._history = None

    def stop(self) -> None:
        """Stop following; whoever waits is woken up."""
        self._stopped.set()
        with self._changed:
            self._changed.notify_all()
        self._tell_listeners()
        self._thread.join(10 * _PATIENCE_S)


def _seats(play: Play | None, snapshot: Snapshot | None) -> tuple[int, ...]:
    """Return the seats of a game in their order."""
    if play is None or snapshot is None:
        return ()
    panels = play.game.view(snapshot.state, None).panels
    return tuple(sorted({panel.seat for panel in panels if panel.seat is not None}))


def _before(play: Play | None, old: Snapshot | None, new: Snapshot | None, before: Any) -> Any:
    """Return the state from which the board has changed to what it is now."""
    if play is None or old is None or new is None:
        return None
    view = play.game.expected_view
    return before if view(old.settled) == view(new.settled) else old.settled

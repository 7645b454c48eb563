"""Who taps what: answers and the ends of turns, in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from companion.app.trial_words import Count
from companion.play.people_words import Moment, Tap
from companion.session.commands import Answer, Done
from companion.session.store import By, How, seat
from companion.session.store_entry import HOST
from companion.session.table import Table


class Fingers:
    """Tap what people mean to, as soon as the table takes it; every tap is counted.

    Each tap is kept with what they have played by then.
    """

    def __init__(self, table: Callable[[], Table], count: Count) -> None:
        """Sit down at a table."""
        self._at, self._count = table, count
        self._due: deque[tuple[Tap, Any]] = deque()
        self._given: tuple[Tap, Any] | None = None

    def __bool__(self) -> bool:
        """Tell whether anybody still has to tap."""
        return bool(self._due)

    @property
    def seat(self) -> int | None:
        """Return who has to tap next."""
        return self._due[0][0].seat if self._due else None

    def note(self, moment: Moment) -> None:
        """Take up what is tapped in a moment."""
        self._due += ((tap, moment.state) for tap in moment.taps)

    def tap(self) -> Iterator[Any]:
        """Give the answers that are due; yield what was played by the end of each turn.

        Who is not asked yet waits until he is, and nobody ends a turn of which the table says that
        it sees nothing.
        """
        while self._due:
            tap, played = self._due[0]
            if tap.ends_turn and self._at().snapshot.blind:
                return
            if not isinstance(self._at().take(self._answer(tap)), Done):
                return
            self._given = self._due.popleft()
            if tap.ends_turn:
                self._count.taps += 1
                yield played
            else:
                self._count.other_taps += 1

    def tap_again(self) -> None:
        """Repeat the last tap, which the table could not judge."""
        if self._given is not None:
            self._due.appendleft(self._given)

    def _answer(self, tap: Tap) -> Answer:
        table = self._at()
        asks = table.game.asks(table.snapshot.state)
        same = (ask.id for ask in asks if (ask.kind, ask.seat) == (tap.kind, tap.seat))
        ask = tap.ask if any(ask.id == tap.ask for ask in asks) else next(same, tap.ask)
        who = HOST if tap.seat is None else seat(tap.seat)
        return Answer(By(who, How.HOST if tap.seat is None else How.PHONE), ask, tap.move)

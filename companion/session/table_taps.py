"""Turn taps that come twice: fingers bounce, and who presses again at once means the same turn."""

from __future__ import annotations

from companion.session.ports import Clock
from companion.session.store_entry import By, Who
from companion.session.table_turn import Turn

#: Nobody plays a turn in so short a time.
SAME_PRESS_S = 1.5


class Taps:
    """Remember who ended a turn last, and when."""

    def __init__(self, clock: Clock) -> None:
        """Begin with no tap at all."""
        self._clock = clock
        self._last: tuple[Who, float] | None = None

    def note(self, by: By | None, turn: Turn) -> None:
        """Take in a tap, or something else that was said and has nobody for it.

        Between turns everybody may tap as fast as he likes.
        """
        in_turn = turn.seat is not None
        self._last = (by.who, self._clock()) if by is not None and in_turn else None

    def forget(self) -> None:
        """Let the next tap count, however soon it comes."""
        self._last = None

    def is_again(self, by: By, turn: Turn) -> bool:
        """Tell whether a tap is the last one again: by the same hand, at once, and nothing new."""
        if self._last is None or self._last[0] != by.who:
            return False
        at_once = self._clock() < self._last[1] + SAME_PRESS_S
        return at_once and (turn.tapped is not None or not turn.seen.moves)

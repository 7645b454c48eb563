"""From contacts to meanings: what a person wants who presses a button, and for how long.

Nothing here knows pins or clocks. Edges come in with their times, presses come out; between edges
somebody has to call `Gestures.wait_until` and come back by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from companion.session.ports import Press

#: A contact that has not been still for so long is still bouncing, or was never pressed.
DEBOUNCE_S = 0.03
#: So long somebody holds *confirm* who wants a move to stand that breaks a rule.
OVERRIDE_HOLD_S = 2.0
#: A button that is down for so long is stuck, or something lies on it.
STUCK_S = 20.0


class Meaning(msgspec.Struct, frozen=True):
    """What a button means when tapped, and when held for a while.

    Without a meaning for holding it speaks at once; otherwise a tap speaks when the button is let go.
    """

    tap: Press | None = None
    hold: Press | None = None
    hold_s: float = 0.0


class Stuck(msgspec.Struct, frozen=True):
    """A button that does not come up again."""

    button: str


class Freed(msgspec.Struct, frozen=True):
    """A button that was stuck and has come up."""

    button: str


Word: TypeAlias = Press | Stuck | Freed


def meanings(undo_hold_s: float = 0.6, shut_down_hold_s: float = 3.0) -> dict[str, Meaning]:
    """Say what the four buttons mean.

    A sleeve that brushes over the buttons takes nothing back and switches nothing off.
    """
    undo = Meaning(hold=Press.UNDO, hold_s=undo_hold_s) if undo_hold_s else Meaning(Press.UNDO)
    return {
        "done": Meaning(Press.DONE),
        "undo": undo,
        "confirm": Meaning(Press.CONFIRM, Press.OVERRIDE, OVERRIDE_HOLD_S),
        "pause": Meaning(Press.PAUSE, Press.SHUT_DOWN, shut_down_hold_s),
    }


class _Contact:
    """One button: its level as the wire has it, and as we believe it."""

    def __init__(self, name: str, meaning: Meaning) -> None:
        self.name, self.meaning = name, meaning
        self.level, self.since_s = False, 0.0
        self.down_s: float | None = None
        self.spoken = self.reported = False

    def feel(self, down: bool, at_s: float) -> None:
        if down != self.level:
            self.level, self.since_s = down, at_s

    def wait_until(self) -> float | None:
        """Return when this button needs another look."""
        if self.level != (self.down_s is not None):
            return self.since_s + DEBOUNCE_S
        if self.down_s is None or self.reported:
            return None
        if self.meaning.hold is not None and not self.spoken:
            return self.down_s + self.meaning.hold_s
        return self.down_s + STUCK_S

    def look(self, now_s: float) -> Iterator[Word]:
        """Take a look after a wait."""
        while (due_s := self.wait_until()) is not None and due_s <= now_s:
            if self.level != (self.down_s is not None):
                yield from self._pressed() if self.level else self._released()
            elif self.meaning.hold is not None and not self.spoken:
                self.spoken = True
                yield self.meaning.hold
            else:
                self.reported = True
                yield Stuck(self.name)

    def _pressed(self) -> Iterator[Press]:
        self.down_s = self.since_s
        self.spoken = self.reported = False
        if self.meaning.hold is None and self.meaning.tap is not None:
            self.spoken = True
            yield self.meaning.tap

    def _released(self) -> Iterator[Press | Freed]:
        tap = None if self.spoken else self.meaning.tap
        self.down_s = None
        if self.reported:
            yield Freed(self.name)
        if tap is not None:
            yield tap


class Gestures:
    """Hears presses in the edges of some buttons.

    >>> gestures = Gestures({"done": Meaning(Press.DONE)})
    >>> gestures.feel("done", True, 10.0)
    >>> gestures.wait_until()
    10.03
    >>> list(gestures.look(10.03))
    [<Press.DONE: 'done'>]
    """

    def __init__(self, buttons: Mapping[str, Meaning]) -> None:
        """Take the buttons and what they mean."""
        self._contacts = {name: _Contact(name, meaning) for name, meaning in buttons.items()}

    def begin(self, button: str, at_s: float) -> None:
        """Note a button that is down from the start: it means nothing until it has come up."""
        contact = self._contacts[button]
        contact.level, contact.since_s, contact.down_s = True, at_s, at_s
        contact.spoken = True

    def feel(self, button: str, down: bool, at_s: float) -> None:
        """Note a change of a contact."""
        self._contacts[button].feel(down, at_s)

    def wait_until(self) -> float | None:
        """Return when to look again, unless an edge comes before."""
        times = (contact.wait_until() for contact in self._contacts.values())
        return min((time for time in times if time is not None), default=None)

    def look(self, now_s: float) -> Iterator[Word]:
        """Yield what has been said up to now."""
        for contact in self._contacts.values():
            yield from contact.look(now_s)

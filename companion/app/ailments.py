"""What is wrong with lamps, buttons and display: said once, and shown until it is over."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

from companion.engine import Text

Show = Callable[[tuple[Text, ...]], None]
#: On a machine that never had pins, nothing is broken.
_NO_FAULT = frozenset({"device.pins.none", "device.pins.not-a-pi"})


class Ailments:
    """Keep what is wrong now, for whoever shows it; may be told from any thread."""

    def __init__(self, say: Callable[[Text], None]) -> None:
        """Say everything once to ``say``; who shows it may come later."""
        self._say, self._lock = say, RLock()
        self._now: tuple[Text, ...] = ()
        self._show: Show = lambda _now: None

    def notice(self, text: Text) -> None:
        """Hear of a device that is not well."""
        self._say(text)
        with self._lock:
            if text.id not in _NO_FAULT and text not in self._now:
                self._now = (*self._now, text)
                self._show(self._now)

    def well(self, text: Text) -> None:
        """Hear that something is over."""
        with self._lock:
            if text in self._now:
                self._now = tuple(one for one in self._now if one != text)
                self._show(self._now)

    def listen(self, show: Show) -> None:
        """Show what is wrong now, and whenever that changes."""
        with self._lock:
            self._show = show
            show(self._now)

"""What one screen is told, event by event; who carries it there is another matter."""

from __future__ import annotations

from collections.abc import Callable

from web.relay import Now, Relay
from web.render import Page, Renderer

#: A phone that hears nothing for a while longer than this connects again.
BEAT_S = 5.0
#: How soon a phone tries again.
_RETRY_MS = 500
OPENING = b"retry: %d\n\n" % _RETRY_MS


class Stream:
    """Follow the table for one screen; only the newest counts."""

    def __init__(
        self, relay: Relay, renderer: Renderer, page: Page, seen: str, allowed: Callable[[], bool]
    ) -> None:
        """Begin behind what the screen has seen already."""
        self._relay, self._renderer, self._page = relay, renderer, page
        self._allowed = allowed
        self.seen = seen
        self.over = False

    def tell(self, now: Now) -> bytes:
        """Return the event of a moment, or nothing if the screen knows it."""
        number = self._relay.id(now)
        if number == self.seen:
            return b""
        if not self._allowed() or not self._fits(now):
            self.over = True
            return event("gone")
        self.seen = number
        return event("show", number, self._renderer.show(now, self._page).body)

    def beat(self) -> bytes:
        """Return a sign of life."""
        return event("beat")

    def _fits(self, now: Now) -> bool:
        """Tell whether a seat is still there: another game may have fewer."""
        return self._page.seat is None or now.play is None or self._page.seat in now.seats


def event(kind: str, number: str = "", data: bytes = b"{}") -> bytes:
    """Write one event."""
    head = f"event: {kind}\n" + (f"id: {number}\n" if number else "")
    return head.encode() + b"data: " + data + b"\n\n"

"""Devices that are not there, and several that act as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine import Cue
from companion.session.ports import Lamps, Page, Press


class NoLamps:
    """A table without lamps."""

    def show(self, cues: Sequence[Cue]) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Let go of nothing."""


class NoButtons:
    """A table without buttons."""

    def listen(self, hear: Callable[[Press], None]) -> None:
        """Hear nothing."""

    def close(self) -> None:
        """Let go of nothing."""


class NoDisplay:
    """A table without a display."""

    def show(self, page: Page) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Let go of nothing."""


class Together:
    """Lamps of several kinds, or lamps and a buzzer, that follow the same cues."""

    def __init__(self, *lamps: Lamps) -> None:
        """Take what belongs together."""
        self._lamps = lamps

    def show(self, cues: Sequence[Cue]) -> None:
        """Show the cues on all of them."""
        for lamp in self._lamps:
            lamp.show(cues)

    def close(self) -> None:
        """Close all of them; calling it again does no harm."""
        for lamp in self._lamps:
            lamp.close()

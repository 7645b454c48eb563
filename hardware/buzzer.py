"""A small buzzer on one pin."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Condition, Thread
from typing import Any

from companion.engine import Cue, Text
from hardware.pins import Pin, claiming
from hardware.sounds import Sound, sound

#: What the buzzer can play: from A4 to A6.
_MIDDLE, _OCTAVES = "A5", 1


class GpioBuzzer:
    """Plays a short sound for what is new; it listens to the same cues as the lamps."""

    def __init__(self, pin: Pin, factory: Any) -> None:
        """Claim the pin; nothing is heard for what is there already."""
        from gpiozero import TonalBuzzer  # noqa: PLC0415 - only who has a buzzer loads it

        with claiming(Text("device.buzzer")):
            self._buzzer: Any = TonalBuzzer(
                pin, mid_tone=_MIDDLE, octaves=_OCTAVES, pin_factory=factory
            )
        self._cues: tuple[Cue, ...] | None = None
        self._next: Sound | None = None
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._wait, name="buzzer", daemon=True)
        self._thread.start()

    def show(self, cues: Sequence[Cue]) -> None:
        """Let people hear what has changed; the same again makes no sound."""
        before, self._cues = self._cues, tuple(cues)
        tune = None if before is None else sound(before, self._cues)
        if tune is not None:
            self.play(tune)

    def play(self, tune: Sound) -> None:
        """Play a sound; one that is already playing is finished first."""
        with self._changed:
            self._next = tune
            self._changed.notify()

    def close(self) -> None:
        """Be silent and let go of the pin; calling it again does no harm."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()
        self._buzzer.close()

    def _wait(self) -> None:
        with self._changed:
            while not self._closed:
                tune, self._next = self._next, None
                if tune is None:
                    self._changed.wait()
                else:
                    self._play(tune)

    def _play(self, tune: Sound) -> None:
        for hertz, length_s in tune.notes:
            self._buzzer.play(hertz)
            if self._changed.wait_for(lambda: self._closed, length_s):
                break
        self._buzzer.stop()

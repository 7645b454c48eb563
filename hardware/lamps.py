"""Lamps on pins: three for an RGB lamp, one for a plain one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import Any

import msgspec

from companion.engine import Cue
from hardware.lamp_glow import OFF, USUAL, Glow, Mood, glows, lamp_names
from hardware.lamp_light import DARK, Light, light, moves
from hardware.parts import lamp_part
from hardware.pins import Pin, claiming

#: One pin for a plain lamp, three for red, green and blue; nothing for a lamp that is not there.
LampPin = Pin | tuple[Pin, Pin, Pin] | None

_TICK_S = 0.04


class LampPins(msgspec.Struct, frozen=True):
    """Where the lamps are connected."""

    seats: tuple[LampPin, ...] = ()
    purchase: LampPin = None
    payday: LampPin = None
    status: LampPin = None
    common_anode: bool = False

    def in_order(self) -> tuple[LampPin, ...]:
        """Return all pins in the order of `lamp_names`."""
        return (*self.seats, self.purchase, self.payday, self.status)


class Bulbs:
    """The lamps themselves; a lamp is written to only if its light changes."""

    def __init__(self, pins: LampPins, factory: Any) -> None:
        """Claim the pins."""
        self._pins = pins.in_order()
        self._bulbs: list[Any] = []
        self._lights: list[Light] = []
        try:
            for name, pin in zip(lamp_names(len(pins.seats)), self._pins, strict=True):
                with claiming(lamp_part(name)):
                    self._bulbs.append(_bulb(pin, factory, active_high=not pins.common_anode))
                self._lights.append(DARK)
        except BaseException:
            self.close()
            raise

    def __len__(self) -> int:
        return len(self._bulbs)

    def paint(self, place: int, colour: Light) -> None:
        """Show a light; the same again touches nothing."""
        bulb = self._bulbs[place]
        if bulb is None or self._lights[place] == colour:
            return
        self._lights[place] = colour
        bulb.value = colour if isinstance(self._pins[place], tuple) else max(colour)

    def close(self) -> None:
        """Put out all lights and give the pins back; calling it again does no harm."""
        for bulb in filter(None, self._bulbs):
            bulb.close()
        self._bulbs, self._lights = [], []


def _bulb(pin: LampPin, factory: Any, *, active_high: bool) -> Any:
    from gpiozero import PWMLED, RGBLED  # noqa: PLC0415 - only who has lamps loads it

    if pin is None:
        return None
    if isinstance(pin, tuple):
        return RGBLED(*pin, active_high=active_high, pin_factory=factory)
    return PWMLED(pin, active_high=active_high, pin_factory=factory)


class GpioLamps:
    """The lights around the table, played by a thread that sleeps while nothing moves."""

    def __init__(
        self,
        pins: LampPins,
        factory: Any,
        mood: Mood = USUAL,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Claim the pins; all lamps are dark until something is shown."""
        self._bulbs = Bulbs(pins, factory)
        self._seats, self._mood, self._clock = len(pins.seats), mood, clock
        self._glows: tuple[Glow, ...] = (OFF,) * len(self._bulbs)
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._play, name="lamps", daemon=True)
        self._thread.start()

    def show(self, cues: Sequence[Cue]) -> None:
        """Point at what needs attention now; showing the same again changes nothing."""
        wanted = glows(cues, self._seats, self._mood).in_order()
        with self._changed:
            if self._closed or wanted == self._glows:
                return
            self._glows = wanted
            self._paint()
            self._changed.notify()

    def close(self) -> None:
        """Put the lights out and let go of them; calling it again does no harm."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()
        self._bulbs.close()

    def _play(self) -> None:
        with self._changed:
            while not self._closed:
                moving = any(map(moves, self._glows))
                if moving:
                    self._paint()
                self._changed.wait(_TICK_S if moving else None)

    def _paint(self) -> None:
        now = self._clock()
        for place, glow in enumerate(self._glows):
            self._bulbs.paint(place, light(glow, now, place, self._seats))

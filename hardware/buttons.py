"""Buttons on pins: each between its pin and ground."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Condition, Thread, current_thread
from typing import Any

import msgspec

from companion.engine import Text
from companion.session.ports import Press
from hardware.button_gesture import Freed, Gestures, Meaning, Stuck, meanings
from hardware.parts import button_part
from hardware.pins import Pin, claiming


class ButtonPins(msgspec.Struct, frozen=True):
    """Where the buttons are connected; ``done_at_seats`` are further ones for done."""

    done: Pin | None = None
    undo: Pin | None = None
    confirm: Pin | None = None
    pause: Pin | None = None
    done_at_seats: tuple[Pin, ...] = ()

    def by_name(self) -> dict[str, Pin]:
        """Return the pins of the buttons that there are.

        >>> ButtonPins(done=23, done_at_seats=(5, 6)).by_name()
        {'done': 23, 'done-1': 5, 'done-2': 6}
        """
        four = {"done": self.done, "undo": self.undo, "confirm": self.confirm, "pause": self.pause}
        named = {name: pin for name, pin in four.items() if pin is not None}
        return named | {f"done-{n}": pin for n, pin in enumerate(self.done_at_seats, 1)}


class Contacts:
    """The buttons themselves, before anybody asks what they mean."""

    def __init__(self, pins: Mapping[str, Pin], factory: Any) -> None:
        """Claim the pins; each is pulled up, and a press pulls it down."""
        self._inputs: dict[str, Any] = {}
        try:
            for name, pin in pins.items():
                with claiming(button_part(name)):
                    self._inputs[name] = _input(pin, factory)
        except BaseException:
            self.close()
            raise

    def is_down(self, name: str) -> bool:
        """Tell whether a button is down now."""
        return bool(self._inputs[name].is_active)

    def listen(self, hear: Callable[[str, bool], None]) -> None:
        """Call ``hear`` for every change of a contact, from a thread of gpiozero's."""
        for name, device in self._inputs.items():
            device.when_activated = lambda name=name: hear(name, True)
            device.when_deactivated = lambda name=name: hear(name, False)

    def close(self) -> None:
        """Give the pins back; calling it again does no harm."""
        for device in self._inputs.values():
            device.close()
        self._inputs = {}


def _input(pin: Pin, factory: Any) -> Any:
    from gpiozero import DigitalInputDevice  # noqa: PLC0415 - only who has buttons loads it

    return DigitalInputDevice(pin, pull_up=True, pin_factory=factory)


class GpioButtons:
    """The buttons on the table; a thread of their own waits for them and speaks for them."""

    def __init__(
        self,
        pins: ButtonPins,
        factory: Any,
        *,
        meant: Mapping[str, Meaning] | None = None,
        notice: Callable[[Text], None] = lambda _text: None,
        well: Callable[[Text], None] = lambda _text: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Claim the pins; ``notice`` is told of a button that is stuck, ``well`` when it is free."""
        named = pins.by_name()
        meant = meant or meanings()
        self._names = tuple(named)
        self._contacts = Contacts(named, factory)
        self._gestures = Gestures({name: meant[name.partition("-")[0]] for name in named})
        self._notice, self._well, self._clock = notice, well, clock
        self._changed = Condition()
        self._closed = False
        self._thread: Thread | None = None

    def listen(self, hear: Callable[[Press], None]) -> None:
        """Call ``hear`` for every press from now on, from a thread of the buttons' own."""
        if self._thread is not None:
            raise ValueError("somebody is listening already")
        for name in self._names:
            if self._contacts.is_down(name):
                self._gestures.begin(name, self._clock())
        self._contacts.listen(self._feel)
        self._thread = Thread(target=self._wait, args=(hear,), name="buttons", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let go of the buttons; calling it again does no harm."""
        self._contacts.close()
        with self._changed:
            self._closed = True
            self._changed.notify()
        # Who hears that the table shuts down may well close it from there.
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join()

    def _feel(self, name: str, down: bool) -> None:
        with self._changed:
            self._gestures.feel(name, down, self._clock())
            self._changed.notify()

    def _wait(self, hear: Callable[[Press], None]) -> None:
        while True:
            with self._changed:
                due_s = self._gestures.wait_until()
                if not self._closed and (due_s is None or due_s > self._clock()):
                    self._changed.wait(None if due_s is None else due_s - self._clock())
                if self._closed:
                    return
                said = list(self._gestures.look(self._clock()))
            for word in said:  # outside the lock: who hears may take his time
                if isinstance(word, Stuck):
                    self._notice(_stuck(word.button))
                elif isinstance(word, Freed):
                    self._well(_stuck(word.button))
                else:
                    hear(word)


def _stuck(button: str) -> Text:
    return Text("device.button-stuck", {"button": button_part(button)})

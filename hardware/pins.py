"""The pins of the Raspberry Pi: open them, or say in one sentence why that is impossible."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.engine import Text

#: The number of a pin, as the Raspberry Pi counts its GPIO lines.
Pin = int

_FACTORY = "GPIOZERO_PIN_FACTORY"
#: Where lgpio keeps its pipes; without it they turn up in whatever folder a program runs in.
_LGPIO_FOLDER = "LG_WD"


class CannotOpen(Exception):
    """A device is not there, or cannot be used; ``text`` says so to people."""

    def __init__(self, text: Text) -> None:
        """Take the sentence."""
        super().__init__(text.id)
        self.text = text


def open_pins(environ: MutableMapping[str, str] = os.environ, devices: Path = Path("/dev")) -> Any:
    """Return gpiozero's pin factory for this machine.

    ``GPIOZERO_PIN_FACTORY=mock`` gives pins that only pretend, for trying things out.
    """
    wanted = environ.get(_FACTORY, "lgpio")
    if wanted == "mock":
        return _pretended()
    if wanted != "lgpio":
        raise CannotOpen(Text("device.pins.other-factory", {"name": wanted[:40]}))
    if not any(devices.glob("gpiochip*")):
        raise CannotOpen(Text("device.pins.none"))
    _give_lgpio_a_folder(environ)
    return _on_this_pi()


def _pretended() -> Any:
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415 - loaded when asked for

    return MockFactory(pin_class=MockPWMPin)


def _on_this_pi() -> Any:
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - loaded when asked for
    except ImportError as problem:
        raise CannotOpen(Text("device.pins.no-lgpio")) from problem
    try:
        return LGPIOFactory()
    except _failures() as problem:
        raise CannotOpen(_why(problem)) from problem


def _give_lgpio_a_folder(environ: MutableMapping[str, str]) -> None:
    if not environ.get(_LGPIO_FOLDER):
        folder = tempfile.mkdtemp(prefix="companion-lgpio-")
        environ[_LGPIO_FOLDER] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


@contextmanager
def claiming(part: Text) -> Iterator[None]:
    """Say which part cannot have its pins, and why."""
    try:
        yield
    except _failures() as problem:
        params = {"part": part, "why": _why(problem)}
        raise CannotOpen(Text("device.pins.not-for", params)) from problem


def _failures() -> tuple[type[Exception], ...]:
    """Return what can go wrong with pins; lgpio has an error of its own, if it is there at all."""
    from gpiozero import GPIOZeroError  # noqa: PLC0415 - loaded when asked for

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError) if lgpio is None else (GPIOZeroError, OSError, lgpio.error)


def _why(problem: Exception) -> Text:
    """Find the sentence for one of many ways to fail."""
    from gpiozero import GPIOPinInUse, PinInvalidPin, PinUnknownPi  # noqa: PLC0415

    said = str(problem).lower()
    if isinstance(problem, GPIOPinInUse) or "busy" in said:
        return Text("device.pins.busy")
    if isinstance(problem, PinInvalidPin):
        return Text("device.pins.no-such-pin")
    if isinstance(problem, PinUnknownPi):
        return Text("device.pins.not-a-pi")
    if isinstance(problem, PermissionError) or "permission" in said or "open gpiochip" in said:
        return Text("device.pins.not-allowed")
    return Text("device.pins.failed", {"reason": str(problem)[:120]})

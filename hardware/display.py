"""A small display on the I2C bus: SSD1306 or SH1106, 128 by 64 dots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import Any

import msgspec

from companion.engine import Text
from companion.session.ports import Page
from hardware.display_page import draw_page
from hardware.pins import CannotOpen


class Driver(StrEnum):
    """The chip of a display, or that there is none."""

    NONE = "none"
    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


class DisplayPlug(msgspec.Struct, frozen=True):
    """What is connected, and where; ``rotate`` is in quarter turns."""

    driver: Driver = Driver.NONE
    bus: int = 1
    address: int = 0x3C
    rotate: int = 0
    contrast: int = 255


class OledDisplay:
    """A display of luma's; a page is drawn and sent only if it is a new one.

    A loose wire must not stop a game: ``notice`` is told once, and the next page tries again;
    ``well`` hears the same words when it came through.
    """

    def __init__(
        self,
        device: Any,
        notice: Callable[[Text], None] = lambda _text: None,
        well: Callable[[Text], None] = lambda _text: None,
    ) -> None:
        """Take the display, which is dark at first."""
        self._device: Any | None = device
        self._notice, self._well = notice, well
        self._page: Page | None = None
        self._trouble: Text | None = None

    def show(self, page: Page) -> None:
        """Show a page; showing the same again changes nothing."""
        if self._device is None or page == self._page:
            return
        try:
            with talking():
                self._device.display(draw_page(page, self._device.size))
        except CannotOpen as problem:
            self._page = None
            if self._trouble is None:
                self._trouble = problem.text  # first of all: who hears of it may show another page
                self._notice(problem.text)
        else:
            self._page = page
            trouble, self._trouble = self._trouble, None
            if trouble is not None:
                self._well(trouble)

    def close(self) -> None:
        """Clear the display and let go of it; calling it again does no harm."""
        if self._device is not None:
            device, self._device = self._device, None
            with suppress(CannotOpen), talking():
                device.cleanup()


@contextmanager
def talking() -> Iterator[None]:
    """Turn the failures of a bus into a sentence."""
    try:
        yield
    except _failures() as problem:
        raise CannotOpen(_why(problem)) from problem


def open_display(
    plug: DisplayPlug,
    notice: Callable[[Text], None] = lambda _text: None,
    well: Callable[[Text], None] = lambda _text: None,
) -> OledDisplay:
    """Find the display, or say why it cannot be used."""
    return OledDisplay(open_device(plug), notice, well)


def open_device(plug: DisplayPlug, serial: Any = None) -> Any:
    """Return luma's device for a display; ``serial`` stands in for the bus."""
    from luma.core.interface.serial import i2c  # noqa: PLC0415 - only who has a display loads it
    from luma.oled import device as devices  # noqa: PLC0415

    with talking():
        bus = i2c(port=plug.bus, address=plug.address) if serial is None else serial
        make = devices.sh1106 if plug.driver is Driver.SH1106 else devices.ssd1306
        made = make(bus, rotate=plug.rotate)
        made.contrast(plug.contrast)
        return made


def _failures() -> tuple[type[Exception], ...]:
    from luma.core.error import Error  # noqa: PLC0415

    return (Error, OSError)


def _why(problem: BaseException) -> Text:
    from luma.core.error import DevicePermissionError  # noqa: PLC0415

    if isinstance(problem, DevicePermissionError | PermissionError):
        return Text("device.display.not-allowed")
    if "/dev/i2c" in str(problem):
        return Text("device.display.no-bus")
    return Text("device.display.no-answer")

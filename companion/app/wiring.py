"""Build the devices that the settings speak of; what is not there is replaced by nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from companion.app.settings import Settings
from companion.engine import Text
from companion.games.vienna.box import DATA
from companion.session.ports import Buttons, Camera, Display, Lamps
from hardware.button_gesture import meanings
from hardware.buttons import GpioButtons
from hardware.buzzer import GpioBuzzer
from hardware.display import Driver, open_display
from hardware.lamps import GpioLamps
from hardware.nothing import NoButtons, NoDisplay, NoLamps, Together
from hardware.pins import CannotOpen, open_pins

Notice = Callable[[Text], None]
T = TypeVar("T")


class Devices(msgspec.Struct, frozen=True, eq=False):
    """What stands on a table, apart from the camera; ``confirms`` if one of the buttons does."""

    lamps: Lamps
    buttons: Buttons
    display: Display
    confirms: bool = False

    def close(self) -> None:
        """Let go of all of it; calling it again does no harm."""
        self.buttons.close()
        self.lamps.close()
        self.display.close()


def open_devices(
    settings: Settings,
    notice: Notice,
    open_factory: Callable[[], Any] = open_pins,
    *,
    well: Notice = lambda _text: None,
) -> Devices:
    """Open lamps, buttons and display; ``notice`` hears once of each that cannot be used.

    What goes wrong later it hears too, and ``well`` hears the same words when that is over.
    """
    factory = _try(open_factory, notice) if wants_pins(settings) else None
    lamps: Lamps | None = None
    buttons: Buttons | None = None
    if factory is not None:
        lamps = _try(lambda: _lamps(settings, factory, notice), notice)
        buttons = _try(lambda: _buttons(settings, factory, notice, well), notice)
    confirms = buttons is not None and settings.buttons.confirm is not None
    display = _display(settings, notice, well)
    return Devices(lamps or NoLamps(), buttons or NoButtons(), display, confirms)


def wants_pins(settings: Settings) -> bool:
    """Tell whether anything at all is connected to a pin."""
    lamps = any(pin is not None for pin in settings.lamps.pins().in_order())
    return lamps or settings.sounds.on or bool(settings.buttons.pins().by_name())


def _lamps(settings: Settings, factory: Any, notice: Notice) -> Lamps:
    lamps = GpioLamps(settings.lamps.pins(), factory, settings.lamps.mood())
    pin = settings.sounds.pin
    if not settings.sounds.on or pin is None:
        return lamps
    buzzer = _try(lambda: GpioBuzzer(pin, factory), notice)
    return lamps if buzzer is None else Together(lamps, buzzer)


def _buttons(settings: Settings, factory: Any, notice: Notice, well: Notice) -> Buttons:
    wanted = settings.buttons
    return GpioButtons(
        wanted.pins(),
        factory,
        meant=meanings(wanted.undo_hold_s, wanted.shut_down_hold_s),
        notice=notice,
        well=well,
    )


def _display(settings: Settings, notice: Notice, well: Notice) -> Display:
    if settings.display.driver is Driver.NONE:
        return NoDisplay()
    plug = settings.display.plug(quiet=settings.lamps.quiet)
    return _try(lambda: open_display(plug, notice, well), notice) or NoDisplay()


def _try(make: Callable[[], T], notice: Notice) -> T | None:
    try:
        return make()
    except CannotOpen as problem:
        notice(problem.text)
        return None


def open_camera(settings: Settings) -> Camera | None:
    """Open the camera of the settings, or none; raise `CannotOpen` if it is not to be had."""
    if settings.camera.source == "simulated":
        return _simulated_camera()
    from hardware.camera import open_camera as open_source  # noqa: PLC0415 - loads numpy, OpenCV
    from hardware.camera_fault import CameraFault  # noqa: PLC0415

    try:
        return open_source(settings.camera.source)
    except CameraFault as fault:
        raise CannotOpen(fault.text) from fault


def _simulated_camera() -> Camera:
    """Look at our own edition, laid out for a game, on a table in the computer."""
    from hardware.simulated.camera import SimulatedCamera  # noqa: PLC0415 - loads numpy, OpenCV
    from hardware.simulated.drawn_art import drawn_art  # noqa: PLC0415
    from hardware.simulated.pack import read_table_pack  # noqa: PLC0415
    from hardware.simulated.shoot import Shoot, scenes  # noqa: PLC0415

    pack = read_table_pack(DATA / "reference" / "full")
    shoot = Shoot(pack, art=drawn_art(pack), empty=0, teach=0, play=1, hands=0, bumps=0)
    scene = next(scenes(shoot))
    return SimulatedCamera(lambda: scene)

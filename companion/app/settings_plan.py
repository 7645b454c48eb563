"""Which settings there are, section by section, and of which kind each is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.app import settings as plan
from companion.app.settings_kinds import (
    CameraName,
    Choice,
    Flag,
    Kind,
    Number,
    OneLamp,
    OnePin,
    SomeLamps,
    SomePins,
    Words,
)
from companion.session.texts import LANGUAGES
from hardware.display import Driver

#: The section of what stands above all sections.
TOP = ""

SECTIONS: Mapping[str, type[Any]] = {
    "lamps": plan.LampSettings,
    "buttons": plan.ButtonSettings,
    "display": plan.DisplaySettings,
    "sounds": plan.SoundSettings,
    "camera": plan.CameraSettings,
    "network": plan.NetworkSettings,
    "pictures": plan.PictureSettings,
}
KINDS: Mapping[str, Mapping[str, Kind]] = {
    TOP: {"language": Choice((plan.AUTO, *LANGUAGES))},
    "lamps": {
        "seats": SomeLamps(),
        "purchase": OneLamp(),
        "payday": OneLamp(),
        "status": OneLamp(),
        "common": Choice(("cathode", "anode")),
        "brightness": Number(0, 1, whole=False),
        "quiet": Flag(),
        "colour_blind": Flag(),
    },
    "buttons": {
        "done": OnePin(),
        "undo": OnePin(),
        "confirm": OnePin(),
        "pause": OnePin(),
        "done_at_seats": SomePins(),
        "undo_hold_s": Number(0, 5, whole=False),
        "shut_down_hold_s": Number(1, 15, whole=False),
    },
    "display": {
        "driver": Choice(tuple(Driver)),
        "bus": Number(0, 22),
        "address": Number(0x3C, 0x3D, base=16),
        "upside_down": Flag(),
        "contrast": Number(0, 255),
    },
    "sounds": {"on": Flag(), "pin": OnePin()},
    "camera": {"source": CameraName()},
    "network": {"host": Words(), "port": Number(1, 65535), "address": Words()},
    "pictures": {"megabytes": Number(10, 500_000)},
}

#: The two lines that the display talks through.
BUS_PINS = (2, 3)
_LAMPS = ("seats", "purchase", "payday", "status")
_BUTTONS = ("done", "undo", "confirm", "pause", "done_at_seats")


def pins_of(settings: plan.Settings) -> Iterator[tuple[str, str, int]]:
    """Yield every pin that is in use, with its section and key."""
    for section, keys in (("lamps", _LAMPS), ("buttons", _BUTTONS)):
        for key in keys:
            for pin in _flat(getattr(getattr(settings, section), key)):
                yield section, key, pin
    if settings.sounds.on and settings.sounds.pin is not None:
        yield "sounds", "pin", settings.sounds.pin
    if settings.display.driver is not Driver.NONE:
        yield from (("display", "driver", pin) for pin in BUS_PINS)


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    elif value is not None:
        yield value

"""The forty pins of a Raspberry Pi, and what the settings connect to them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from companion.app.settings import Settings
from companion.app.settings_plan import BUS_PINS
from companion.engine import Text
from hardware.display import Driver
from hardware.lamp_glow import lamp_names
from hardware.lamps import LampPin
from hardware.parts import button_part, lamp_part

V3, V5, GND = "3V3", "5V", "GND"
_NOTHING = "ID"
#: What each pin is, from 1 to 40: power, ground, or the number of a line.
HEADER: tuple[int | str, ...] = (
    *(V3, V5, 2, V5, 3, GND, 4, 14, GND, 15),
    *(17, 18, 27, GND, 22, 23, V3, 24, 10, GND),
    *(9, 25, 11, 8, GND, 7, _NOTHING, _NOTHING, 5, GND),
    *(6, 12, 13, GND, 19, 16, 26, 20, GND, 21),
)
GROUNDS = tuple(number for number, what in enumerate(HEADER, 1) if what == GND)

#: The resistor before each colour of a lamp, for about 3 to 4 mA from 3.3 V.
OHM = {"red": 330, "green": 100, "blue": 100, "plain": 330, "buzzer": 100}


class Kind(StrEnum):
    """How a part looks in the drawing."""

    RGB = "rgb"
    LED = "led"
    BUTTON = "button"
    BUZZER = "buzzer"
    DISPLAY = "display"


class Terminal(msgspec.Struct, frozen=True):
    """One wire of a part: the pin of the header, its colour, its resistor, and what it is called."""

    pin: int
    colour: str
    ohm: int | None = None
    label: str = ""


class Part(msgspec.Struct, frozen=True):
    """A part on the table; ``common`` is what its last wire goes to."""

    kind: Kind
    name: Text
    terminals: tuple[Terminal, ...]
    common: str = GND


def pin_of(line: int) -> int:
    """Return the pin of the header that carries a line.

    >>> pin_of(17), pin_of(21)
    (11, 40)
    """
    return HEADER.index(line) + 1


def parts(settings: Settings) -> Iterator[Part]:
    """Yield everything that the settings connect to the header."""
    if settings.display.driver is not Driver.NONE:
        yield _display()
    lamps = settings.lamps.pins()
    common = V3 if lamps.common_anode else GND
    for name, pin in zip(lamp_names(len(lamps.seats)), lamps.in_order(), strict=True):
        if pin is not None:
            kind = Kind.RGB if isinstance(pin, tuple) else Kind.LED
            yield Part(kind, lamp_part(name), tuple(_lamp(pin)), common)
    for name, line in settings.buttons.pins().by_name().items():
        yield Part(Kind.BUTTON, button_part(name), (Terminal(pin_of(line), "button"),))
    if settings.sounds.on and settings.sounds.pin is not None:
        wire = Terminal(pin_of(settings.sounds.pin), "buzzer", OHM["buzzer"])
        yield Part(Kind.BUZZER, Text("device.buzzer"), (wire,))


def _lamp(pin: LampPin) -> Iterator[Terminal]:
    if isinstance(pin, tuple):
        for line, colour in zip(pin, ("red", "green", "blue"), strict=True):
            yield Terminal(pin_of(line), colour, OHM[colour])
    elif pin is not None:
        yield Terminal(pin_of(pin), "plain", OHM["plain"])


def _display() -> Part:
    data, clock = map(pin_of, BUS_PINS)
    wires = (
        Terminal(HEADER.index(V3) + 1, "power", label="VCC"),
        Terminal(data, "bus", label="SDA"),
        Terminal(clock, "bus", label="SCL"),
    )
    return Part(Kind.DISPLAY, Text("doctor.display"), wires)

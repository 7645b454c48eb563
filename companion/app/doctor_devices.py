"""Examine what is connected: pins, lamps, buttons, buzzer and display."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import Any

from companion.app.doctor_finding import Finding, Helper, Patient
from companion.app.settings import Settings
from companion.app.wiring import wants_pins
from companion.engine import Text
from companion.session.ports import Page
from companion.session.texts import Texts
from hardware.buttons import Contacts
from hardware.buzzer import GpioBuzzer
from hardware.display import Driver, open_display
from hardware.lamp_glow import lamp_names
from hardware.lamp_light import DARK, Light
from hardware.lamps import Bulbs
from hardware.parts import button_part, lamp_part
from hardware.pins import CannotOpen, open_pins
from hardware.sounds import Sound

_COLOURS: tuple[Light, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_WHITE: Light = (1.0, 1.0, 1.0)
_LIT_S = 0.4
_LOOK_S = 0.02


def examine_pins(
    settings: Settings,
    helper: Helper,
    wait_s: float,
    open_factory: Callable[[], Any] = open_pins,
) -> Iterator[Finding]:
    """Examine everything on a pin, one part after the other."""
    patient = Patient("pins", Text("doctor.pins"))
    if not wants_pins(settings):
        yield patient.skipped(Text("doctor.nothing-connected"))
        return
    try:
        factory = open_factory()
    except CannotOpen as problem:
        # A machine without pins is no fault; on a Raspberry Pi everything else is.
        if problem.text.id == "device.pins.none":
            yield patient.skipped(problem.text)
        else:
            yield patient.failed(problem.text)
        return
    yield patient.passed(Text("doctor.pins.passed"))
    yield from _lamps(settings, helper, factory)
    yield from _buttons(settings, helper, factory, wait_s)
    yield from _buzzer(settings, helper, factory)


def _lamps(settings: Settings, helper: Helper, factory: Any) -> Iterator[Finding]:
    pins = settings.lamps.pins()
    try:
        bulbs = Bulbs(pins, factory)
    except CannotOpen as problem:
        patient = Patient("lamps", Text("doctor.lamps"))
        yield patient.failed(problem.text, Text("doctor.pins.advice"))
        return
    try:
        named = zip(lamp_names(len(pins.seats)), pins.in_order(), strict=True)
        for place, (name, pin) in enumerate(named):
            if pin is not None:
                colours = _COLOURS if isinstance(pin, tuple) else (_WHITE,)
                yield _lamp(bulbs, place, name, colours, helper)
    finally:
        bulbs.close()


def _lamp(
    bulbs: Bulbs, place: int, name: str, colours: tuple[Light, ...], helper: Helper
) -> Finding:
    patient, lamp = Patient(f"lamp.{name}", lamp_part(name)), lamp_part(name)
    text_id = "doctor.lamp.colours" if len(colours) > 1 else "doctor.lamp.shines"
    helper.tell(Text(text_id, {"lamp": lamp}))
    for colour in colours:
        bulbs.paint(place, colour)
        helper.wait(_LIT_S)
    bulbs.paint(place, DARK)
    seen = helper.ask(Text("doctor.lamp.question", {"lamp": lamp}))
    if seen is False:
        return patient.failed(Text("doctor.lamp.failed"), Text("doctor.lamp.advice"))
    return patient.passed(Text("doctor.lamp.passed" if seen else "doctor.lamp.lit"))


def _buttons(settings: Settings, helper: Helper, factory: Any, wait_s: float) -> Iterator[Finding]:
    pins = settings.buttons.pins().by_name()
    try:
        contacts = Contacts(pins, factory)
    except CannotOpen as problem:
        patient = Patient("buttons", Text("doctor.buttons"))
        yield patient.failed(problem.text, Text("doctor.pins.advice"))
        return
    try:
        for name in pins:
            yield _button(contacts, name, helper, wait_s)
    finally:
        contacts.close()


def _button(contacts: Contacts, name: str, helper: Helper, wait_s: float) -> Finding:
    patient, button = Patient(f"button.{name}", button_part(name)), button_part(name)
    if contacts.is_down(name):
        return patient.failed(Text("doctor.button.stuck"), Text("doctor.button.stuck.advice"))
    if not helper.there or not wait_s:
        return patient.skipped(Text("doctor.button.nobody"))
    seconds = ceil(wait_s)
    helper.tell(Text("doctor.button.press", {"button": button, "count": seconds}))
    for _ in range(max(round(wait_s / _LOOK_S), 1)):
        if contacts.is_down(name):
            return patient.passed(Text("doctor.button.passed"))
        helper.wait(_LOOK_S)
    return patient.failed(Text("doctor.button.failed"), Text("doctor.button.advice"))


def _buzzer(settings: Settings, helper: Helper, factory: Any) -> Iterator[Finding]:
    patient, pin = Patient("buzzer", Text("device.buzzer")), settings.sounds.pin
    if not settings.sounds.on or pin is None:
        yield patient.skipped(Text("doctor.buzzer.off"))
        return
    try:
        buzzer = GpioBuzzer(pin, factory)
    except CannotOpen as problem:
        yield patient.failed(problem.text, Text("doctor.pins.advice"))
        return
    helper.tell(Text("doctor.buzzer.plays"))
    buzzer.play(Sound.OVER)
    helper.wait(sum(length_s for _, length_s in Sound.OVER.notes))
    buzzer.close()
    if helper.ask(Text("doctor.buzzer.question")) is False:
        yield patient.failed(Text("doctor.buzzer.failed"), Text("doctor.buzzer.advice"))
    else:
        yield patient.passed(Text("doctor.buzzer.passed"))


def examine_display(settings: Settings, helper: Helper, texts: Texts) -> Finding:
    """Show a page, and ask whether it can be read."""
    patient = Patient("display", Text("doctor.display"))
    if settings.display.driver is Driver.NONE:
        return patient.skipped(Text("doctor.display.none"))
    try:
        display = open_display(settings.display.plug())
    except CannotOpen as problem:
        return patient.failed(problem.text)
    title, line = texts(Text("doctor.display.title")), texts(Text("doctor.display.line"))
    display.show(Page(title, (line,), (("1", 12), ("2", 34), ("3", 56), ("4", 78))))
    helper.wait(_LIT_S)
    read = helper.ask(Text("doctor.display.question", {"title": title}))
    display.close()
    if read is False:
        return patient.failed(Text("doctor.display.failed"), Text("doctor.display.advice"))
    return patient.passed(Text("doctor.display.passed"))

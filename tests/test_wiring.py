"""The drawing of the wiring: complete, legible, and true to the settings."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from command_line import companion, missing_texts
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from companion.app.settings import (
    ButtonSettings,
    DisplaySettings,
    LampSettings,
    Settings,
    SoundSettings,
)
from companion.app.settings_plan import pins_of
from companion.app.wiring_art import WIRES, draw_wiring
from companion.app.wiring_header import GND, GROUNDS, HEADER, V3, Kind, parts, pin_of
from companion.session.texts import LANGUAGES, Texts
from hardware.display import Driver
from hardware.raster import rasterise

EVERYTHING = replace(
    Settings(),
    display=DisplaySettings(driver=Driver.SSD1306),
    sounds=SoundSettings(on=True),
)
_ROUTE = re.compile(r"M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)H([\d.]+)")


def test_the_header_is_the_one_that_gpiozero_knows():
    pins = MockFactory().board_info.headers["J8"].pins
    lines = {f"GPIO{line}": line for line in range(2, 28)}
    names = {"GND": GND, "3V3": V3, "5V": "5V", "GPIO0": "ID", "GPIO1": "ID", **lines}
    assert [names[pins[number].name] for number in range(1, 41)] == list(HEADER)
    assert GROUNDS == (6, 9, 14, 20, 25, 30, 34, 39)


def test_every_pin_of_the_settings_is_in_the_drawing():
    wires = {wire.pin for part in parts(EVERYTHING) for wire in part.terminals}
    assert wires == {pin_of(pin) for _, _, pin in pins_of(EVERYTHING)} | {1}  # and its power


def test_every_lamp_has_a_resistor_before_every_colour():
    for part in parts(EVERYTHING):
        if part.kind in {Kind.RGB, Kind.LED}:
            assert all(wire.ohm for wire in part.terminals)


def test_what_is_not_connected_is_not_drawn():
    lamps = LampSettings(seats=(), purchase=None, payday=5, status=None, common="anode")
    (lamp, *buttons) = parts(replace(Settings(), lamps=lamps))
    assert (lamp.kind, lamp.common) == (Kind.LED, V3)
    assert {part.kind for part in buttons} == {Kind.BUTTON}


def routes(svg: str) -> list[tuple[float, ...]]:
    """Return how the wires run: out, up or down, and on."""
    colours = "|".join(WIRES.values())
    found = re.findall(rf'<path d="([^"]+)" stroke="(?:{colours})"', svg)
    return [tuple(map(float, _ROUTE.fullmatch(shape).groups())) for shape in found]


def cross(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    """Tell whether an upright piece of one wire meets a level piece of the other."""
    for a, b in ((first, second), (second, first)):
        _, start, turn, end, _ = a
        low, high = sorted((start, end))
        for y, left, right in ((b[1], *sorted(b[0::2][:2])), (b[3], *sorted((b[2], b[4])))):
            if low <= y <= high and left <= turn <= right:
                return True
    return False


def test_with_the_pins_we_propose_no_wire_crosses_another():
    drawn = routes(draw_wiring(Texts.load("en"), tuple(parts(EVERYTHING))))
    assert len(drawn) == sum(len(part.terminals) for part in parts(EVERYTHING))
    assert [pair for pair in combinations(drawn, 2) if cross(*pair)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_is_whole_in_every_language(language):
    svg = draw_wiring(Texts.load(language), tuple(parts(EVERYTHING)))
    assert missing_texts(svg) == []
    words = {"".join(text.itertext()) for text in ET.fromstring(svg).iter() if "text" in text.tag}
    assert {"GPIO 17", "3V3", "GND", "330 Ohm", "SDA"} <= words
    assert rasterise(svg, 2).std() > 10


def test_pins_on_the_other_side_get_a_flag_instead_of_a_wire():
    lamps = LampSettings(seats=((4, 17, 21),), purchase=None, payday=None, status=None)
    only = replace(Settings(), lamps=lamps)
    lamp = next(parts(only))
    svg = draw_wiring(Texts.load("en"), (lamp,))
    assert len(routes(svg)) == 2
    assert svg.count("<polygon") == 1
    assert svg.count(">40</text>") == 2  # on the header and on the flag


def test_many_parts_make_the_sheet_taller():
    buttons = ButtonSettings(done_at_seats=(2, 3, 4, 9, 10, 11, 17, 22, 27, 5, 6, 13))
    svg = draw_wiring(Texts.load("en"), tuple(parts(replace(Settings(), buttons=buttons))))
    height = float(re.search(r'height="([\d.]+)mm"', svg)[1])
    lowest = max(float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', svg))
    assert 210 < lowest < height - 10


def test_an_empty_table_can_be_drawn_too():
    assert routes(draw_wiring(Texts.load("nl"), ())) == []


def test_the_command_writes_a_drawing_and_says_where(tmp_path):
    path = tmp_path / "wiring.svg"
    result = companion("wiring", "--out", path)
    assert (result.exit_code, str(path) in result.stdout) == (0, True)
    assert ET.parse(path).getroot().get("width") == "297mm"
    assert companion("wiring").exit_code == 2

"""The guides for builders: tables that are computed, and commands that exist."""

from __future__ import annotations

import re
import shlex
from contextlib import suppress
from itertools import pairwise
from math import isclose

import click
import pytest
from command_line import ROOT, run_companion
from msgspec.structs import replace

from companion.app.cli import build
from companion.app.settings import DisplaySettings, Settings, SoundSettings
from companion.app.settings_plan import KINDS
from companion.app.wiring_art import draw_wiring
from companion.app.wiring_header import OHM, Kind, parts
from companion.session.texts import Texts
from hardware.display import Driver
from hardware.mount_height import LENSES, MARGIN_MM, Lens, fineness_px_per_mm, height_mm

DOCS = ROOT / "docs"
GUIDES = ("building.md", "troubleshooting.md")
LAYOUTS = ((560, 420), (900, 420), (680, 560))


CAMERAS = {
    "module-2": "Camera Module 2",
    "module-3": "Camera Module 3",
    "module-3-wide": "Camera Module 3 Wide",
    "hq-6mm": "HQ Camera, 6 mm",
}


def guide(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def test_the_table_of_heights_is_the_one_we_compute():
    for name, lens in LENSES.items():
        cells = (
            f"{height // 10} cm, {fineness_px_per_mm(height, lens):.1f} px/mm"
            for height in (height_mm(boards, lens) for boards in LAYOUTS)
        )
        assert f"| {CAMERAS[name]} | {' | '.join(cells)} |" in guide("building.md")
        angles = f"{lens.wide_deg:.3g}° × {lens.high_deg:.3g}°"
        assert angles in guide("building.md").replace("\n", " ")


@pytest.mark.parametrize("lens", LENSES.values(), ids=LENSES)
@pytest.mark.parametrize("boards", LAYOUTS)
def test_from_that_height_all_of_the_boards_is_seen_and_not_much_more(lens, boards):
    height = height_mm(boards, lens)
    pinhole = Lens(lens.wide_deg, lens.high_deg, 1000)
    seen_wide = 1000 / fineness_px_per_mm(height, pinhole)
    upright = Lens(lens.high_deg, lens.wide_deg, 1000)
    seen_high = 1000 / fineness_px_per_mm(height, upright)
    spare = (seen_wide - boards[0] - 2 * MARGIN_MM, seen_high - boards[1] - 2 * MARGIN_MM)
    assert min(spare) >= 0
    assert min(spare) < 30


def test_a_sensor_and_its_lens_give_the_angle():
    assert isclose(Lens.of_sensor((2, 2), 1, 100).wide_deg, 90)


@pytest.mark.parametrize("name", GUIDES)
def test_every_command_in_the_guides_exists(name):
    front = build(Texts.load("en"))
    context = click.Context(front)
    found = re.findall(r"(?:^|`|=mock )companion ([a-z]+)([^`\n#]*)", guide(name), re.MULTILINE)
    assert found
    for word, rest in found:
        command = front.get_command(context, word)
        assert command is not None, word
        options = {opt for param in command.get_params(context) for opt in param.opts}
        assert set(re.findall(r"--[a-z]+", rest)) <= options, (word, rest)


def fenced(page):
    """Return the commands that a page says to type, as words, without what is said about them."""
    for block in re.findall(r"^ *```\w*\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL):
        whole_lines = block.replace("\\\n", " ")
        typed = r"^ *(?:\$ )?(?:sudo |\w+=\S+ )*companion (.+)$"
        for line in re.findall(typed, whole_lines, re.MULTILINE):
            yield shlex.split(line, comments=True)


PAGES = sorted(DOCS.parent.glob("*.md")) + sorted(DOCS.glob("*.md"))
TYPED = [(page.name, words) for page in PAGES for words in fenced(page.read_text("utf-8"))]


@pytest.mark.parametrize(("page", "words"), TYPED, ids=lambda one: str(one)[:60])
def test_every_command_to_type_is_understood(page, words):
    command, context, rest = build(Texts.load("en")), None, list(words)
    while isinstance(command, click.Group):
        context = click.Context(command, parent=context)
        _, rest, _ = command.make_parser(context).parse_args(rest)
        assert command.get_command(context, rest[0]) is not None, page
        command, rest = command.get_command(context, rest[0]), rest[1:]
    with suppress(
        click.BadParameter, click.exceptions.Exit
    ):  # a file that only its owner has; help
        try:
            command.parse_args(click.Context(command, parent=context), rest)
        except click.MissingParameter as missing:
            pytest.fail(f"{page}: {missing}")


#: What a guide says to type can be typed here, in an empty folder and with pins that only pretend.
QUICK = ("init", "wiring", "doctor", "games")


@pytest.mark.parametrize("name", GUIDES)
def test_what_takes_no_table_is_run(name, tmp_path):
    own = {"HOME": str(tmp_path), "COMPANION_STATE": str(tmp_path / "state")}
    commands = [
        *fenced(guide(name)),
        *map(str.split, re.findall(r"`companion ([^`]+)`", guide(name))),
    ]
    quick = [words for words in commands if words[0] in QUICK]
    assert quick
    for words in quick:
        done = run_companion(
            *words, cwd=tmp_path, GPIOZERO_PIN_FACTORY="mock", COMPANION_LANGUAGE="en", **own
        )
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        for flag, value in pairwise(words):
            assert flag not in ("--out", "--page") or (tmp_path / value).stat().st_size > 1000


@pytest.mark.parametrize("name", GUIDES)
def test_every_setting_in_the_guides_exists(name):
    known = {key for keys in KINDS.values() for key in keys}
    named = set(re.findall(r"`(\w+) = ", guide(name)))
    assert named
    assert named <= known


@pytest.mark.parametrize("name", GUIDES)
def test_every_sentence_quoted_in_the_guides_is_said(name):
    said = (DOCS.parent / "companion/session/texts/en.po").read_text("utf-8")
    for quoted in re.findall(r'^\| "([^"]+)"', guide(name), re.MULTILINE):
        for part in quoted.split(" ... "):
            assert part.removesuffix(" ...") in said, quoted


@pytest.mark.parametrize("name", GUIDES)
def test_every_link_leads_somewhere(name):
    for target in re.findall(r"\]\(([^)#]+)\)", guide(name)):
        assert (DOCS / target).exists(), target


def test_the_drawing_in_the_guide_is_that_of_the_defaults():
    everything = replace(
        Settings(),
        display=DisplaySettings(driver=Driver.SSD1306),
        sounds=SoundSettings(on=True),
    )
    drawn = draw_wiring(Texts.load("en"), tuple(parts(everything)))
    assert (DOCS / "pictures" / "wiring.svg").read_text("utf-8") == drawn


def test_the_parts_list_counts_the_resistors():
    wires = [(part.kind, wire) for part in parts(Settings()) for wire in part.terminals]
    colours = [wire.ohm for kind, wire in wires if kind is Kind.RGB]
    plain = [wire.ohm for kind, wire in wires if kind is Kind.LED]
    red, other = OHM["red"], OHM["green"]
    counted = f"{colours.count(red)} × {red} Ohm, {colours.count(other)} × {other} Ohm"
    assert f"{counted}, {len(plain)} × {OHM['plain']} Ohm" in guide("building.md")

"""A whole pack is made on a phone with one finger, from the photo to a pack that plays."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import click
import cv2
import pytest
from browsers import NEEDS_CHROMIUM, PHONE
from command_line import companion
from labelled_tables import FRAMES, true_vantage
from maker_hands import FingerHands, MakerSite
from maker_person import FINGER_SECONDS, Person, differences
from taught_table import FOLDER, table
from test_maker_browser import PRINTED
from test_maker_frames import PRINTED as COPIES_PRINTED

from hardware.simulated.renderer import Quality, Renderer

pytestmark = NEEDS_CHROMIUM


def simulated(folder: Path) -> tuple[Path, Any, Path, Any]:
    """Return a photo of the simulated table, its camera, its pack, and where things are printed."""
    image, label = Renderer(Quality.FAST).render(table())
    cv2.imwrite(str(folder / "empty.jpg"), image)
    return folder / "empty.jpg", true_vantage(label), FOLDER, PRINTED


def labelled(_folder: Path) -> tuple[Path, Any, Path, Any]:
    """Return the same of a copy that was photographed."""
    if not (FRAMES / "frames/000.jpg").is_file():
        pytest.skip(f"NO LABELLED FRAMES in {FRAMES}: set COMPANION_FRAMES to make their packs")
    label = json.loads((FRAMES / "frames/000.json").read_text("utf-8"))
    return FRAMES / "frames/000.jpg", true_vantage(label), FRAMES / "frames/copy-1", COPIES_PRINTED


@pytest.mark.parametrize("photographed", [simulated, labelled])
def test_a_finger_makes_a_whole_pack_on_a_phone(photographed, tmp_path, chromium, capsys):
    photo, camera, given_in, printed = photographed(tmp_path)
    given = json.loads((given_in / "board.json").read_text("utf-8"))
    site = MakerSite(tmp_path, chromium)
    page = site.enter(PHONE, has_touch=True, is_mobile=True)
    name = site.begin(page, photo)
    hands = FingerHands(site, page, name, Random(5))
    person = Person(hands, given, camera, printed, seconds=FINGER_SECONDS)
    person.describe("My copy")
    page.get_by_text("Nothing is missing and nothing is wrong.").wait_for()
    hands.press("[data-command$='/save']")
    page.wait_for_url("**/maker#packs")
    taps = site.bench.open(name).journal.taps
    made = json.loads((tmp_path / "boards/packs/my-copy/board.json").read_text("utf-8"))
    site.close()
    far, wrong = differences(made, given)
    with capsys.disabled():
        click.echo(
            f"\nA finger on a phone, {photographed.__name__}: {taps} taps, {dict(person.did)}, "
            f"about {person.minutes:.0f} minutes; {far:.2f} mm"
        )
    assert site.errors == []
    assert wrong == []
    assert far < 2
    assert person.minutes < 40
    assert taps >= sum(person.did[what] for what in ("tap", "drag", "icon", "press", "tool"))
    assert companion("pack", "check", tmp_path / "boards/packs/my-copy").exit_code == 0

"""Somebody at a terminal who places the camera, checks the light and shows the corners."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from random import Random

import click
import cv2
import pytest
from command_line import companion, missing_texts
from taught_table import PACK as FULL
from taught_table import lesson, table

from companion.app.see import open_profile
from companion.app.simulated_eyes import SimulatedEyes
from companion.app.teach import Teacher
from companion.app.teach_lead import Lead
from companion.games import kits
from companion.games.vienna.box import DATA
from companion.session.texts import Texts
from hardware.simulated.mount import Mount
from hardware.simulated.pack import read_table_pack
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import scene_from_view
from web.teach_port import Step

PACK = DATA / "reference" / "entry"
SMALL = {"size": (1230, 924), "f_px": 1024.0}


class Person:
    """Somebody who does something at the table, types something, or both, and presses Enter."""

    def __init__(self, *deeds: str | Callable[[], object]) -> None:
        self._deeds = iter(deeds)

    def readline(self) -> str:
        deed = next(self._deeds, None)
        if deed is None:
            return ""  # went away
        if not isinstance(deed, str):
            deed()
            return "\n"
        return f"{deed}\n"


class Table:
    """A simulated table that nobody has taught, and whoever leads through it."""

    def __init__(self, folder) -> None:
        self.eyes = SimulatedEyes(lambda: (), read_table_pack(PACK), 1, by_heart=False)
        self.bare = self.eyes.bare.changed(table="oak", things=())
        self.hang(Mount(height_mm=800.0, **SMALL))
        self.out = folder / "table"
        self.teacher = Teacher({"": PACK}, self.out, self.eyes, lambda: None, "en")
        texts = Texts.load("en", kits()["vienna"].texts)
        self.lead = Lead(texts, self.teacher, self.out)

    def hang(self, mount: Mount) -> None:
        """Hang the camera elsewhere."""
        self.bare = self.bare.changed(mount=mount)
        self.eyes.camera.show(self.bare)
        self.eyes.bare = self.bare

    def corners(self) -> list[str]:
        """Return the corners as somebody would read them off the photo."""
        label = self.eyes.renderer.render(self.bare)[1]["corners_px"]
        return [" ".join(f"{x:.0f},{y:.0f}" for x, y in each) for each in label.values()]


@pytest.fixture
def at_table(tmp_path, monkeypatch):
    """Return a way to let somebody teach a table until they go away."""

    def teach(*deeds: str | Callable[[], object]) -> Table:
        here = Table(tmp_path)
        calls = [deed if isinstance(deed, str) else lambda deed=deed: deed(here) for deed in deeds]
        monkeypatch.setattr("sys.stdin", Person(*calls))
        with pytest.raises(click.Abort):
            here.lead.whole(guests=False)
        return here

    return teach


@pytest.mark.slow
def test_camera_and_light_are_put_right_with_hints(at_table, tmp_path, capsys):
    def high_and_aslant(here: Table) -> None:
        here.hang(Mount(height_mm=1150.0, tilt_x=19.0, **SMALL))

    def well(here: Table) -> None:
        here.hang(Mount(height_mm=800.0, **SMALL))

    def dusk(here: Table) -> None:
        dark = replace(here.bare.light, target=0.012)
        here.eyes.camera.show(here.bare.changed(light=dark))

    here = at_table(high_and_aslant, "n", dusk, well)
    said = capsys.readouterr().err
    badly, dark, bright = said.split("Change what you can and press Enter to look again")
    assert "The boards are small in the picture. Lower the camera by about" in badly
    assert "! It looks at the table from the side (19°)" in badly
    assert "switch on the light" in dark  # although it hangs badly: somebody wants to go on
    assert "The picture is too dark." in dark
    assert "✓ Bright enough" in bright
    assert "Take everything off both boards" in bright  # all is well: on by itself
    assert here.teacher.course.step is Step.EMPTY
    shown = cv2.imread(str(tmp_path / "table-camera.jpg"))
    yellow = (abs(shown.astype(int) - (62, 210, 255)).max(axis=2) < 40).sum()
    assert yellow > 2000  # the outline of what was found
    assert missing_texts(said) == []


@pytest.mark.slow
def test_corners_may_be_typed(at_table, tmp_path, capsys):
    right = Table(tmp_path).corners()
    wrong = "10,10 400,10 400,300 10,300"
    corners = ("c", "12", wrong, right[1], *right)
    here = at_table("n", "n", "", *corners)
    said = capsys.readouterr().err
    assert "shows where the boards were found" in said
    assert said.count("Those are not four corners.") == 1
    assert said.count("The print does not fit these corners.") == 1
    assert here.teacher.course.step is Step.LESSON
    assert (tmp_path / "table-corners.jpg").exists()
    assert (tmp_path / "table-lesson-1-board.svg").exists()


def test_boards_are_found_again_and_how_far_they_moved_is_said(profile, tmp_path):
    mine, photos = tmp_path / "mine", tmp_path / "photos"
    shutil.copytree(profile, mine)
    photos.mkdir()
    pushed = scene_from_view(FULL, lesson(0), Random(1), at=table()).pushed("board", 14.0, 0.0, 0)
    picture, _ = Renderer(Quality.FAST).render(pushed)
    for number in range(20):
        cv2.imwrite(str(photos / f"{number}.jpg"), picture)
    said = companion("teach", "--out", mine, "--find", "--camera", f"folder:{photos}")
    assert said.exit_code == 0, said.stderr
    assert "Both boards are found. Moved: Board, by 14 mm." in said.stderr
    assert "game" not in said.stderr  # nobody plays
    assert "looked for" not in said.stderr
    assert (tmp_path / "mine-found.jpg").exists()


def test_the_board_that_was_taught_counts_and_not_the_usual_one(profile, tmp_path):
    known = open_profile(profile, lambda _text: None)[1]
    eyes = SimulatedEyes(lambda: (), read_table_pack(PACK), notebook=known, by_heart=False)
    packs = {"entry": PACK, "full": DATA / "reference" / "full"}
    teacher = Teacher(packs, profile, eyes, lambda: None, "en")
    places = {place.id for place in known.knowledge.plan.places}
    assert {place.id for place in teacher.course.board.plan.places} == places
    assert places != {place.id for place in kits()["vienna"].plan(PACK).places}
    teacher.begin("entry", guests=False)
    assert teacher.course.board.folder == PACK
    teacher.go(Step.HOME)
    assert {place.id for place in teacher.course.board.plan.places} == places


def test_a_piece_that_nobody_knows_is_refused_with_those_there_are(profile):
    said = companion("teach", "--out", profile, "--piece", "dragon", "--camera", "simulated")
    assert said.exit_code == 2
    assert "agent:red" in said.stderr


def test_one_piece_needs_the_photos_of_the_others(profile):
    said = companion("teach", "--out", profile, "--piece", "Red agent", "--camera", "simulated")
    assert said.exit_code == 1
    assert "The photos from which this table was learned are not kept here" in said.stderr


@pytest.mark.parametrize("more", [("--find",), ("--piece", "agent:red")])
def test_a_table_that_nobody_taught_is_not_looked_for(tmp_path, more):
    said = companion("teach", "--out", tmp_path / "none", *more, "--camera", "simulated")
    assert said.exit_code == 2
    assert "companion calibrate" in said.stderr or "companion teach" in said.stderr


def test_a_camera_that_cannot_be_is_refused(tmp_path):
    said = companion("teach", "--pack", PACK, "--out", tmp_path / "t", "--camera", "periscope")
    assert said.exit_code == 2
    assert "periscope" in said.stderr

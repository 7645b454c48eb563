"""Profiles: what was learned survives on the disk, whole or not at all."""

import random
import resource
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
from command_line import ROOT
from taught_table import FOLDER

from companion.app.see import plan_of
from companion.engine import Text
from vision.profile import load_profile, save_profile
from vision.profile_table import BadProfile, Story

VICTIM = ROOT / "tests/profile_victim.py"


@pytest.fixture(scope="module")
def loaded(profile):
    return load_profile(profile, plan_of)


def save(folder, loaded, story):
    table, knowledge = loaded
    save_profile(folder, knowledge, FOLDER, table.game, table.edition, story)


def test_what_is_saved_is_loaded_again_to_the_last_pixel(loaded, tmp_path):
    warning = Text("see.slip", {"photo": "a", "place": "b01", "told": Text("see.nothing")})
    story = Story(made="today", taught={"agent:red": 2}, warnings=(warning,))
    save(tmp_path / "copy", loaded, story)
    table, again = load_profile(tmp_path / "copy", plan_of)
    _, first = loaded
    assert table.story == story
    for name, picture in first.reference.pictures.items():
        assert np.array_equal(again.reference.pictures[name], picture)
    for piece, pixels in first.solids.paint.samples.items():
        assert np.array_equal(again.solids.paint.samples[piece], pixels)
    assert again.solids.fits == first.solids.fits
    assert [look.piece for look in again.flats.looks] == [look.piece for look in first.flats.looks]
    assert again.flats.apart == first.flats.apart


def test_corner_markers_are_kept_where_they_lay(loaded, tmp_path):
    table, knowledge = loaded
    corners = np.array([[-40.0, 3.25], [-10.0, 3.0], [-10.5, 33.0], [-40.25, 33.5]])
    marked = replace(knowledge, markers={"board": {2: corners}})
    save(tmp_path / "marked", (table, marked), Story())
    _, again = load_profile(tmp_path / "marked", plan_of)
    assert np.array_equal(again.markers["board"][2], corners)


def test_a_new_profile_replaces_the_old_one_and_leaves_nothing_behind(loaded, tmp_path):
    for made in ("first", "second"):
        save(tmp_path / "p", loaded, Story(made=made))
    table, _ = load_profile(tmp_path / "p", plan_of)
    assert table.story.made == "second"
    assert {entry.name for entry in (tmp_path / "p").iterdir()} == {"profile.json", table.pictures}
    assert [entry.name for entry in tmp_path.iterdir()] == ["p"]


def test_a_full_disk_leaves_the_old_profile_as_it_was(loaded, tmp_path):
    save(tmp_path / "p", loaded, Story(made="old"))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, hard))
    try:
        with pytest.raises(BadProfile) as caught:
            save(tmp_path / "p", loaded, Story(made="new"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert caught.value.text.id == "see.profile.cannot-write"
    table, _ = load_profile(tmp_path / "p", plan_of)
    assert table.story.made == "old"
    assert len(list((tmp_path / "p").iterdir())) == 2


def kill_one(profile, target, wait_s):
    """Kill a program that writes profiles, some time after its first; return the last it wrote."""
    with subprocess.Popen(
        [sys.executable, VICTIM, profile, target],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
    ) as victim:
        assert victim.stdout is not None
        assert victim.stdout.readline() == "0\n"
        time.sleep(wait_s)
        victim.send_signal(signal.SIGKILL)
        rest = victim.stdout.read().split()
    return int(rest[-1]) if rest else 0


def test_sudden_death_leaves_the_old_or_the_new_profile(profile, tmp_path):
    chance = random.Random(9)
    for _ in range(3):
        last = kill_one(profile, tmp_path / "p", chance.uniform(0.01, 0.4))
        table, knowledge = load_profile(tmp_path / "p", plan_of)
        assert int(table.story.made) in (last, last + 1)
        assert len(knowledge.flats.looks) > 10
    save(tmp_path / "p", load_profile(tmp_path / "p", plan_of), Story(made="after"))
    assert len(list((tmp_path / "p").iterdir())) == 2  # what the dead have left is gone


def test_an_attempt_that_died_at_once_is_no_strange_folder(loaded, tmp_path):
    (tmp_path / "p" / "pictures-0badcafe").mkdir(parents=True)
    save(tmp_path / "p", loaded, Story(made="now"))
    assert load_profile(tmp_path / "p", plan_of)[0].story.made == "now"


def test_a_profile_opens_no_pictures_of_others(profile, loaded, tmp_path):
    save(tmp_path / "p", loaded, Story())
    file = tmp_path / "p" / "profile.json"
    text = file.read_text("utf-8")
    file.write_text(text.replace('"empty-0-board.png"', f'"{profile}/x.png"'), "utf-8")
    with pytest.raises(BadProfile) as caught:
        load_profile(tmp_path / "p", plan_of)
    assert caught.value.text.id == "see.profile.picture"

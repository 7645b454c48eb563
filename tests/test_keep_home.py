"""What the camera has learned and the settings go into a backup and come back from it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from command_line import ROOT, companion, missing_texts
from rich.console import Console
from store_table import open_store
from taught_table import FOLDER as PACK
from test_install_notify import Manager
from test_own_box import put_pack
from test_serve import MAIN

from calibration.more_lessons import PlayLesson
from calibration.more_lessons_file import save_lesson
from companion.app.init import init
from companion.app.keep_progress import silent, watched
from companion.app.notebook import lessons_folder
from companion.app.people_file import PeopleFile
from companion.app.see import kit_of, open_profile
from companion.app.settings_read import load_settings
from companion.app.teach_photos import Photos, keep_photos, kept_photos
from companion.session.texts import LANGUAGES, Texts
from web.keys import Keys

SETTINGS = '# ours\nlanguage = "de"\n[network]\naddress = "table.example"\n'


@pytest.fixture(scope="module")
def taught(profile, tmp_path_factory) -> Path:
    """A real profile with two lessons of play and the photos it was taught from."""
    folder = tmp_path_factory.mktemp("taught") / "table"
    shutil.copytree(profile, folder)
    for shade in (7, 8):
        pixels = np.full((60, 3), shade, np.uint8)
        save_lesson(lessons_folder(folder), PlayLesson({"agent:red": pixels}, ()))
    photo = np.zeros((480, 640, 3), np.uint8)
    corners = {"board": np.zeros((4, 2))}
    keep_photos(folder, Photos(photo, corners), kit_of(PACK)[0])
    return folder


@pytest.fixture(scope="module")
def home(taught, tmp_path_factory) -> Path:
    """A home with a game, names, a board, a profile, settings and keys."""
    home = tmp_path_factory.mktemp("old") / "home"
    with open_store(home) as store:
        store.begin("vienna", edition="reference", setup=b"{}")
    PeopleFile(home / "people.json").note("g", {0: "Anna"})
    put_pack(home)
    shutil.copytree(taught, home / "table")
    (home / "settings.toml").write_text(SETTINGS, "utf-8")
    Keys(home / "keys.json")
    return home


@pytest.fixture(scope="module")
def kept(home, tmp_path_factory) -> Path:
    """A backup of that home."""
    file = tmp_path_factory.mktemp("kept") / "card.bak"
    with pytest.MonkeyPatch.context() as patch:
        move_to(patch, home)
        made = companion("backup", file)
    assert (made.exit_code, made.stderr) == (0, "")
    return file


@pytest.fixture
def backup(kept, tmp_path) -> Path:
    """A copy of the backup that may be spoilt."""
    return Path(shutil.copy(kept, tmp_path / "card.bak"))


@pytest.fixture
def new(tmp_path, monkeypatch) -> Path:
    """Where a new card is, with nothing on it."""
    return move_to(monkeypatch, tmp_path / "new")


def move_to(patch: pytest.MonkeyPatch, home: Path) -> Path:
    patch.setenv("COMPANION_STATE", str(home))
    patch.setenv("COMPANION_SETTINGS", str(home / "settings.toml"))
    return home


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def names_in(backup: Path) -> list[str]:
    with closing(sqlite3.connect(backup)) as db:
        return [name for (name,) in db.execute("select name from beside order by name")]


def change(backup: Path, sql: str, *given: str | bytes) -> None:
    with closing(sqlite3.connect(backup)) as db:
        assert db.execute(sql, given).rowcount == 1
        db.commit()


def spoil(backup: Path, name: str) -> None:
    change(backup, "update beside set content = x'00' where name = ?", name)


def named(backup: Path, end: str) -> str:
    return next(name for name in names_in(backup) if name.endswith(end))


def test_everything_comes_back_but_the_keys(home, kept, new):
    result = companion("restore", kept)
    assert (result.exit_code, result.stderr) == (0, "")
    there = tree(home)
    games = {name for name in there if name.startswith("games.")}
    beside = {name: content for name, content in there.items() if name not in games}
    del beside["keys.json"]
    assert set(beside) == set(names_in(kept))
    back = tree(new)
    assert {name: back.get(name) for name in beside} == beside
    assert "keys.json" not in back
    _, notebook = open_profile(new / "table", lambda text: pytest.fail(text.id))
    assert [one.pixels["agent:red"][0, 0] for one in notebook.lessons] == [7, 8]
    assert kept_photos(new / "table", lambda _raw, _file: {}) is not None
    assert load_settings().network.address == "table.example"
    assert not list(new.glob(".*"))


def test_serve_finds_what_came_back(kept, new, tmp_path):
    assert companion("restore", kept).exit_code == 0
    manager = Manager(f"@companion-home-{os.getpid()}")
    words = ("--port", "0", "--camera", "usb:/dev/no-such-camera")
    told = {**os.environ, **manager.environ, "COMPANION_LANGUAGE": "en", "PYTHONPATH": str(ROOT)}
    log = tmp_path / "log"
    with manager.socket, log.open("w") as out:
        manager.socket.settimeout(60)
        process = subprocess.Popen([*MAIN, *words], env=told, stderr=out, cwd=tmp_path)
        try:
            while "READY=1" not in manager.hear():
                pass
        finally:
            process.kill()
            process.wait()
    said = log.read_text("utf-8")
    assert "http://table.example:" in said
    assert "/teach" not in said


def test_a_profile_with_a_damaged_picture_stays_away_as_a_whole(backup, new):
    spoil(backup, named(backup, ".png"))
    result = companion("restore", backup)
    assert result.exit_code == 1
    (sentence,) = result.stderr.splitlines()
    assert "the folder table in" in sentence
    assert not (new / "table").exists()
    assert not list(new.glob(".*"))
    assert {"people.json", "settings.toml", "boards"} <= {path.name for path in new.iterdir()}


def test_a_profile_without_one_of_its_files_stays_away_as_a_whole(backup, new):
    change(backup, "delete from beside where name = ?", named(backup, "pack/board.json"))
    assert companion("restore", backup).exit_code == 1
    assert not (new / "table").exists()


@pytest.mark.parametrize("end", ["play/0002/lesson.json", "photos/empty.jpg", "report.html"])
def test_a_part_that_can_be_spared_is_named_and_the_profile_comes_back(backup, new, end):
    name = named(backup, end)
    unit = name if end == "report.html" else name.rpartition("/")[0]
    spoil(backup, name)
    result = companion("restore", backup)
    assert result.exit_code == 1
    (sentence,) = result.stderr.splitlines()
    assert sentence.startswith(f"{unit} in {backup} is damaged")
    assert not (new / unit).exists()
    _, notebook = open_profile(new / "table", lambda text: pytest.fail(text.id))
    assert len(notebook.lessons) == (1 if "play" in end else 2)


def test_what_is_here_already_stays_and_is_told(backup, new):
    (new / "table").mkdir(parents=True)
    (new / "table" / "profile.json").write_text("{}", "utf-8")
    own = "[lamps]\nquiet = true\n"
    (new / "settings.toml").write_text(own, "utf-8")
    result = companion("restore", backup)
    assert result.exit_code == 0
    told = sorted(line.split()[0] for line in result.stderr.splitlines())
    assert told == ["settings.toml", "table"]
    assert tree(new / "table") == {"profile.json": b"{}"}
    assert (new / "settings.toml").read_text("utf-8") == own


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_as_an_installer_writes_them_make_way(backup, new, language):
    change(backup, "delete from beside where name = ?", "table/profile.json")
    new.mkdir()
    init(Texts.load(language), new / "settings.toml", replace=False)
    before = (new / "settings.toml").read_bytes()
    result = companion("restore", backup, language=language)
    assert result.exit_code == 1  # for the profile
    old, lost = result.stderr.splitlines()
    assert str(new / "settings.toml.old") in old
    assert missing_texts(old + lost) == []
    assert (new / "settings.toml").read_text("utf-8") == SETTINGS
    assert (new / "settings.toml.old").read_bytes() == before


def test_settings_that_cannot_be_put_in_place_lie_beside_the_games(backup, new, monkeypatch):
    change(backup, "delete from beside where name = ?", "table/profile.json")
    monkeypatch.setenv("COMPANION_SETTINGS", "/dev/null/settings.toml")
    told = companion("restore", backup).stderr
    assert "/dev/null/settings.toml" in told
    assert str(new / "settings.toml") in told
    assert (new / "settings.toml").read_text("utf-8") == SETTINGS


@pytest.mark.parametrize("content", [b"[lamps", b"lamp = 3", b"\xff"])
def test_settings_that_say_nonsense_are_named_in_time(home, content, tmp_path, monkeypatch):
    copy = move_to(monkeypatch, tmp_path / "home")
    shutil.copytree(home, copy, ignore=shutil.ignore_patterns("table"))
    (copy / "settings.toml").write_bytes(content)
    made = companion("backup", tmp_path / "odd.bak")
    assert made.exit_code == 0
    assert made.stderr.startswith("settings.toml cannot be read")
    move_to(monkeypatch, tmp_path / "another")
    result = companion("restore", tmp_path / "odd.bak")
    assert result.exit_code == 1
    assert result.stderr.startswith("settings.toml in")
    assert not (tmp_path / "another" / "settings.toml").exists()


def test_a_profile_that_cannot_be_used_is_named_in_time(home, tmp_path, monkeypatch):
    copy = move_to(monkeypatch, tmp_path / "home")
    shutil.copytree(home, copy)
    next((copy / "table").glob("pictures-*/*.png")).write_bytes(b"?")
    report = companion("backup", tmp_path / "odd.bak", "--json")
    assert json.loads(report.stdout)["damaged"] == ["table"]
    assert report.stderr.startswith("What the camera has learned (the folder table)")


@pytest.mark.parametrize(
    "name", ["table/../../out.json", "table/photos/../../../out.json", "/out.json", "table/.x/y"]
)
def test_no_name_leads_out_of_the_home(backup, new, tmp_path, name):
    change(backup, "update beside set name = ? where name = ?", name, named(backup, "report.html"))
    result = companion("restore", backup)
    assert result.exit_code == 1
    assert name in result.stderr
    assert (new / "table" / "profile.json").exists()
    assert not list(tmp_path.rglob("out.json"))
    assert not (new / "table" / ".x").exists()


def test_a_profile_does_not_look_for_pictures_elsewhere(home, tmp_path, monkeypatch):
    copy = move_to(monkeypatch, tmp_path / "home")
    shutil.copytree(home, copy)
    file = copy / "table" / "profile.json"
    pictures = json.loads(file.read_bytes())["pictures"]
    for path in (copy / "table" / pictures).iterdir():
        shutil.move(path, copy / path.name)
    file.write_text(file.read_text("utf-8").replace(pictures, ".."), "utf-8")
    report = companion("backup", tmp_path / "odd.bak", "--json")
    assert json.loads(report.stdout)["damaged"] == ["table"]


def test_half_written_files_and_links_stay_behind(home, tmp_path, monkeypatch):
    copy = move_to(monkeypatch, tmp_path / "home")
    shutil.copytree(home, copy)
    before = companion("backup", tmp_path / "one.bak")
    (copy / "table" / ".profile.json.ab.part").write_bytes(b"half")
    (copy / "table" / "photos-new").mkdir()
    (copy / "table" / "photos-new" / "empty.jpg").write_bytes(b"half")
    (copy / "table" / "photos" / "link.jpg").symlink_to(tmp_path / "one.bak")
    after = companion("backup", tmp_path / "two.bak")
    assert before.exit_code == after.exit_code == 0
    assert names_in(tmp_path / "one.bak") == names_in(tmp_path / "two.bak")


def test_people_who_watch_see_how_far_it_is():
    out = StringIO()
    console = Console(file=out, force_terminal=True, width=60)
    with watched(Texts.load("en"), "cli.restore.progress", console) as told:
        told(1, 2)
    assert "Bringing back" in out.getvalue()
    with watched(Texts.load("en"), "cli.restore.progress") as told:
        assert told is silent

"""``companion bundle``: everything that helps, and nothing that is nobody's business."""

from __future__ import annotations

import getpass
import json
import platform
from pathlib import Path
from zipfile import ZipFile

import cv2
import msgspec
import numpy as np
import pytest
from command_line import companion, missing_texts
from kept_game import keep
from PIL import Image
from store_table import LEADER, begin, open_store

from companion.app.bundle_private import GONE, Curtain, bare_profile, bare_settings
from companion.session.store_entry import Entry
from companion.session.texts import LANGUAGES

SETTINGS = """
language = "de"
[lamps]
status = [16, 20, 21]
common = "cathode"
[camera]
source = "picamera"
stream = "http://192.168.178.23:8080/table"
[network]
host = "0.0.0.0"
address = "fe80::1ff:fe23:4567:890a"
port = 8000
wifi = "FritzBox Anna"
[host]
pin = 4711008151623
password = "xyzzy-plugh"
mail = "anna.mueller@example.org"
[players]
names = ["Annegret", "Balthasar"]
"""
PRIVATE = (
    "192.168.178.23",
    "fe80::",
    "FritzBox",
    "4711008151623",
    "xyzzy",
    "anna.mueller",
    "/home/anna",
    "Annegret",
    "Balthasar",
    "birthday",
)
PROFILE = {
    "format": 1,
    "companion": "0.1.0",
    "game": "vienna",
    "edition": "reference",
    "story": {
        "made": "2026-11-16T08:00:00Z",
        "photos": ["/home/anna/birthday/one.jpg", "birthday-two.jpg"],
        "taught": {"agent:red": 3},
        "warnings": [{"id": "see.light", "params": {"path": "/home/anna/birthday"}}],
    },
    "pictures": "pictures-1a2b",
    "noise": 2.5,
}


@pytest.fixture
def table(tmp_path, monkeypatch) -> Path:
    """Set up a table with games, settings, a profile and photos, all of them full of secrets."""
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COMPANION_SETTINGS", str(tmp_path / "settings.toml"))
    (tmp_path / "settings.toml").write_text(SETTINGS, "utf-8")
    pictures = tmp_path / "profile" / "pictures-1a2b"
    (pictures / "pack").mkdir(parents=True)
    (tmp_path / "profile" / "profile.json").write_text(json.dumps(PROFILE), "utf-8")
    (pictures / "pack" / "board.json").write_text('{"edition": "reference"}', "utf-8")
    cv2.imwrite(str(pictures / "empty-0-board.png"), np.zeros((9, 9, 3), np.uint8))
    (tmp_path / "frames").mkdir()
    photo = Image.new("RGB", (64, 48), (10, 200, 30))
    told = Image.Exif()
    told[0x010E] = "birthday of Annegret"
    photo.save(tmp_path / "frames" / "birthday.jpg", exif=told)
    (tmp_path / "frames" / "birthday.txt").write_text("Annegret", "utf-8")
    keep(tmp_path / "state", answers=60)
    return tmp_path


def bundle(table: Path, *args: object, language: str = "en") -> dict[str, bytes]:
    """Write a bundle and return what is in it."""
    file = table / "report.zip"
    file.unlink(missing_ok=True)
    profile, frames = table / "profile", table / "frames"
    paths = ("--out", file, "--profile", profile, "--frames", frames)
    result = companion("bundle", *args, *paths, language=language)
    assert (result.exit_code, result.stderr) == (0, "")
    assert missing_texts(result.stdout) == []
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_private_is_inside(table, language):
    parts = bundle(table, "--with-pictures", language=language)
    machine = [word for word in (platform.node(), getpass.getuser()) if len(word) > 4]
    for name, content in parts.items():
        for secret in (*PRIVATE, str(table), str(Path.home()), *machine):
            assert secret.encode() not in content, (name, secret)
            assert secret not in name
    assert missing_texts(parts["README.txt"].decode()) == []


def test_names_go_along_only_when_asked_for(table):
    parts = bundle(table, "--with-names")
    settings = json.loads(parts["settings.json"])
    assert settings["players"] == {"names": ["Annegret", "Balthasar"]}
    assert json.loads(parts["profile/profile.json"])["story"]["photos"][1] == "birthday-two.jpg"
    rest = b"".join(parts.values())
    for secret in (
        "192.168.178.23",
        "fe80::",
        "4711008151623",
        "xyzzy",
        "anna.mueller",
        "/home/anna",
    ):
        assert secret.encode() not in rest


def test_what_lies_beside_the_games_goes_along_by_itself(table):
    said = companion("bundle", "--out", table / "a.zip").stdout
    assert "profile of the table: there is none" in said
    (table / "profile").rename(table / "state" / "table")
    game = json.loads(companion("games", "--json").stdout)["games"][0]["id"]
    people = {game: {"0": "Annegret"}, "another": {"0": "Balthasar"}}
    (table / "state" / "people.json").write_text(json.dumps(people), "utf-8")
    said = companion("bundle", "--out", table / "b.zip").stdout
    assert "profile/profile.json: numbers of the profile" in said
    assert "pictures of the profile: 1 (--with-pictures adds them)" in said
    with ZipFile(table / "b.zip") as plain:
        assert "people.json" not in plain.namelist()
    companion("bundle", "--with-names", "--out", table / "c.zip")
    with ZipFile(table / "c.zip") as named:
        assert json.loads(named.read("people.json")) == {"0": "Annegret"}


def test_what_helps_is_inside(table):
    parts = bundle(table)
    assert set(parts) == {
        "README.txt",
        "versions.json",
        "game.json",
        "log.jsonl",
        "settings.json",
        "profile/profile.json",
        "profile/board.json",
        "frames/001.jpg",
    }
    versions = json.loads(parts["versions.json"])
    assert versions["packages"]["numpy"] == np.__version__
    settings = json.loads(parts["settings.json"])
    assert settings["lamps"] == {"status": [16, 20, 21], "common": "cathode"}
    assert (settings["language"], settings["network"]["port"]) == ("de", 8000)
    assert settings["camera"] == {"source": "picamera", "stream": GONE}
    profile = json.loads(parts["profile/profile.json"])
    assert (profile["noise"], profile["story"]["photos"]) == (2.5, 2)


def test_the_log_is_whole(table):
    parts = bundle(table)
    with open_store(table / "state") as store:
        (record,) = store.records()
        entries = store.log(record.id).entries()
    read = [msgspec.json.decode(line, type=Entry) for line in parts["log.jsonl"].splitlines()]
    assert tuple(read) == entries
    assert json.loads(parts["game.json"])["id"] == record.id


def test_pictures_go_along_only_when_asked_for(table):
    with open_store(table / "state") as store:
        log = store.log(store.records()[0].id)
        crops = {f"pictures/{e.picture}.jpg": log.picture(e) for e in log.entries() if e.picture}
    assert crops
    plain, full = bundle(table), bundle(table, "--with-pictures")
    assert full.keys() - plain.keys() == {*crops, "profile/empty-0-board.png"}
    assert {name: full[name] for name in crops} == crops


def test_a_photo_keeps_its_colours_and_loses_its_story(table):
    photo = cv2.imdecode(np.frombuffer(bundle(table)["frames/001.jpg"], np.uint8), 1)
    assert photo.shape == (48, 64, 3)
    assert np.abs(photo.astype(int) - (30, 200, 10)).mean() < 4


def test_the_screen_lists_what_is_inside_and_what_is_not(table):
    file = table / "report.zip"
    said = companion("bundle", "--out", file, "--profile", table / "profile").stdout
    for word in ("log.jsonl", "settings.json", "profile/profile.json", "--with-pictures"):
        assert word in said
    assert "--with-names" in said
    file.unlink()
    told = json.loads(companion("bundle", "--out", file, "--json").stdout)
    assert told["file"] == str(file)
    with ZipFile(file) as archive:
        sizes = {info.filename: info.file_size for info in archive.infolist()}
    assert {one["name"]: one["bytes"] for one in told["inside"]}.items() <= sizes.items()
    assert len(told["left_out"]) == 4


def test_without_a_name_it_is_the_game_played_last(table):
    last = keep(table / "state", answers=3)
    later = keep(table / "state", answers=2)
    with open_store(table / "state") as store:
        log = store.log(last)
        begin(store, "vienna")  # nothing happens in it
        log.append([], by=LEADER)
    assert later != last
    assert json.loads(bundle(table)["game.json"])["id"] == last


def test_a_damaged_table_can_still_be_reported(table):
    (table / "state" / "games.sqlite").write_text("scratched")
    (table / "settings.toml").write_text("= nonsense")
    (table / "profile" / "profile.json").write_text("{")
    (table / "frames" / "birthday.jpg").write_text("no picture")
    parts = bundle(table)
    assert set(parts) == {"README.txt", "versions.json"}
    readme = parts["README.txt"].decode()
    assert "not a database" in readme
    assert str(table) not in readme


def test_an_empty_machine_can_be_reported(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "none"))
    monkeypatch.setenv("COMPANION_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.chdir(tmp_path)
    result = companion("bundle")
    assert result.exit_code == 0
    (file,) = tmp_path.glob("*.zip")
    assert file.name in result.stdout


@pytest.mark.parametrize(
    "args", [("nothing-like-it",), ("--frames", "/no/such/folder"), ("--out", "/no/such/x.zip")]
)
def test_wrong_use_ends_with_one_sentence(table, args, monkeypatch):
    monkeypatch.chdir(table)
    result = companion("bundle", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    (sentence,) = result.stderr.splitlines()
    assert missing_texts(sentence) == []
    assert list(table.glob("*.zip")) == []


def test_a_file_that_exists_stays_as_it_is(table):
    (table / "mine.zip").write_text("mine")
    assert companion("bundle", "--out", table / "mine.zip").exit_code == 2
    assert (table / "mine.zip").read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("saved in /home/anna/games", "saved in ~/games"),
        ("C:\\Users\\Anna\\x and /Users/anna/x", "~\\x and ~/x"),
        ("/root is not /roots/x", "~ is not /roots/x"),
        ("at 192.168.1.20:8000", f"at {GONE}:8000"),
        ("mac dc:a6:32:01:02:03.", f"mac {GONE}."),
        ("v6 2001:db8:0:0:0:0:0:1 and fe80::1", f"v6 {GONE} and {GONE}"),
        ("write to a.b@example.org", f"write to {GONE}"),
        ("at 08:10:12.5+00:00 on info:slide:3", "at 08:10:12.5+00:00 on info:slide:3"),
        ("version 3.11.7", "version 3.11.7"),
    ],
)
def test_what_is_hidden_in_texts(text, hidden):
    assert Curtain(Path("/nowhere/at/all"), ()).hide(text) == hidden


def test_names_of_user_and_machine_are_hidden_as_whole_words():
    curtain = Curtain(Path("/srv/anna"), ("annegret", "wine-cellar", "pi"))
    assert curtain.hide_all("Annegret on wine-cellar: /srv/anna/x") == f"{GONE} on {GONE}: ~/x"
    assert curtain.hide_all("pistol, pi") == "pistol, pi"


def test_settings_nobody_has_thought_of_are_left_out():
    odd = {"secret": "a", "number": 5, "quiet": True, "new": {"token": "b", "deep": {"key": "c"}}}
    assert bare_settings(odd, with_names=False) == {
        "secret": GONE,
        "number": GONE,
        "quiet": True,
        "new": {"token": GONE, "deep": GONE},
    }


def test_a_profile_without_paths():
    assert bare_profile({"a": ["x/y", "z"]}, with_names=False) == {"a": [GONE, "z"]}


def test_secrets_among_names_stay_secret_even_with_names():
    odd = {
        "players": {
            "names": ["Annegret"],
            "pin": 4711008151623,
            "password": "xyzzy",
            "deep": {"a": "b"},
        },
        "network": {"hostname": "attic", "name": "FritzBox"},
    }
    assert bare_settings(odd, with_names=True) == {
        "players": {"names": ["Annegret"], "pin": GONE, "password": GONE, "deep": GONE},
        "network": {"hostname": GONE, "name": "FritzBox"},
    }

"""Names, cards that were read and boards that were described go where the games go."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from boxed_table import BOARD, KIT
from command_line import companion
from store_table import RED, open_store
from test_own_box import put_pack

from companion.app.people_file import PeopleFile
from companion.games import Wish
from companion.session.archive_backup import restore
from companion.session.store import Store

SAID = {"bribe": ("wine",), "info": ("slide",)}


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """The home of a table where one game with a bought box was played."""
    home = tmp_path / "home"
    monkeypatch.setenv("COMPANION_STATE", str(home))
    monkeypatch.setenv("COMPANION_SETTINGS", str(tmp_path / "no-settings.toml"))
    rules, options = KIT.open(Wish(2, "entry", board=BOARD, edition="boxed"))
    with open_store(home) as store:
        setup = rules.states.encode(rules.setup(options))
        log = store.begin("vienna", edition="boxed", setup=setup)
    PeopleFile(home / "people.json").note(log.record.id, {0: "Anna", 1: "Ben"})
    cards = home / "cards.json"
    cards.write_text(KIT.noted(cards, "cards.001", SAID), encoding="utf-8")
    put_pack(home)
    return home


FILES = ["people.json", "cards.json", "boards/packs/my-copy/board.json"]


def move_to(monkeypatch, folder: Path) -> Path:
    monkeypatch.setenv("COMPANION_STATE", str(folder))
    return folder


def spoil(backup: Path, name: str, content: bytes) -> None:
    """Write something else into a backup, as a failing card would."""
    with closing(sqlite3.connect(backup)) as db:
        db.execute("update beside set content = ? where name = ?", (content, name))
        db.commit()


def test_everything_beside_the_games_comes_back(home, tmp_path, monkeypatch):
    backup = tmp_path / "card.bak"
    made = json.loads(companion("backup", backup, "--json").stdout)
    assert (made["files"], made["damaged"]) == (FILES, [])
    new = move_to(monkeypatch, tmp_path / "new")
    result = companion("restore", backup)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "3 files" in result.stdout
    for name in FILES:
        assert (new / name).read_bytes() == (home / name).read_bytes()


def test_a_file_whose_very_name_is_damaged_takes_no_other_with_it(home, tmp_path, monkeypatch):
    backup = tmp_path / "card.bak"
    companion("backup", backup)
    with closing(sqlite3.connect(backup)) as db:
        name = b"\xf0eople.json"
        db.execute("update beside set name = cast(? as text) where name = 'people.json'", (name,))
        db.commit()
    new = move_to(monkeypatch, tmp_path / "new")
    result = companion("restore", backup)
    assert result.exit_code == 1
    assert "eople.json in" in result.stderr
    assert [name for name in FILES if (new / name).exists()] == FILES[1:]
    assert not [path for path in new.iterdir() if "eople" in path.name]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b'{"g": {"0": '])
def test_a_damaged_one_is_named_and_the_rest_comes_back(home, tmp_path, monkeypatch, name, content):
    backup = tmp_path / "card.bak"
    companion("backup", backup)
    spoil(backup, name, content)
    new = move_to(monkeypatch, tmp_path / "new")
    result = companion("restore", backup)
    assert result.exit_code == 1
    (sentence,) = result.stderr.splitlines()
    assert sentence.startswith(f"{name} in {backup} is damaged")
    assert "1 game" in result.stdout
    assert not (new / name).exists()
    assert all((new / other).exists() for other in FILES if other != name)


def test_what_cannot_be_read_here_is_said_before_it_is_too_late(home, tmp_path):
    (home / "cards.json").write_text("{", encoding="utf-8")
    result = companion("backup", tmp_path / "card.bak")
    assert result.exit_code == 0
    assert "cards.json cannot be read" in result.stderr


def test_what_is_here_already_stays(home, tmp_path, monkeypatch):
    backup = tmp_path / "card.bak"
    companion("backup", backup)
    new = move_to(monkeypatch, tmp_path / "new")
    new.mkdir()
    PeopleFile(new / "people.json").note("other", {0: "Cleo"})
    result = companion("restore", backup)
    assert result.exit_code == 0
    assert "people.json is here already" in result.stderr
    assert json.loads((new / "people.json").read_text("utf-8")) == {"other": {"0": "Cleo"}}
    assert (new / "cards.json").exists()


def test_no_file_leaves_its_place(home, tmp_path, monkeypatch):
    backup = tmp_path / "card.bak"
    companion("backup", backup)
    with closing(sqlite3.connect(backup)) as db:
        db.execute("update beside set name = '../people.json' where name = 'people.json'")
        db.commit()
    move_to(monkeypatch, tmp_path / "deep" / "new")
    assert companion("restore", backup).exit_code == 1
    assert not (tmp_path / "deep" / "people.json").exists()


def test_a_backup_from_before_there_were_such_files_is_welcome(home, tmp_path):
    backup = tmp_path / "card.bak"
    companion("backup", backup)
    with closing(sqlite3.connect(backup)) as db:
        db.execute("drop table beside")
        db.commit()
    found: dict[str, bytes | None] = {}
    with Store.open(tmp_path / "new" / "games.sqlite") as store:
        assert restore(backup, store, found.update).games == 1
    assert found == {}


def exported(tmp_path: Path) -> tuple[str, Path]:
    game = json.loads(companion("games", "--json").stdout)["games"][0]["id"]
    file = tmp_path / "evening.zip"
    companion("export", game, file)
    return game, file


def test_one_game_takes_its_names_and_cards_along(home, tmp_path, monkeypatch):
    game, file = exported(tmp_path)
    new = move_to(monkeypatch, tmp_path / "new")
    new.mkdir()
    cards = new / "cards.json"
    known = {"bribe": ("coffee",)}
    cards.write_text(KIT.noted(cards, "cards.001", known), encoding="utf-8")
    came = json.loads(companion("import", file, "--json").stdout)
    assert came["files"] == ["people.json", "cards.json"]
    assert PeopleFile(new / "people.json").names(game) == {0: "Anna", 1: "Ben"}
    # Ours stands where the two disagree, and what is new comes in.
    said = json.loads(cards.read_text("utf-8"))["cards"]["001"]
    assert said == {"bribe": "coffee", "info": "slide"}


def test_a_game_is_taken_in_without_what_was_damaged_beside_it(home, tmp_path, monkeypatch):
    game, file = exported(tmp_path)
    with zipfile.ZipFile(file) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    file.unlink()
    with zipfile.ZipFile(file, "x") as new:
        for name, content in parts.items():
            new.writestr(name, b"?" if name == "beside/cards.json" else content)
    move_to(monkeypatch, tmp_path / "new")
    result = companion("import", file)
    assert result.exit_code == 1
    assert "cards.json" in result.stderr
    assert game in companion("games").stdout
    assert PeopleFile(tmp_path / "new" / "people.json").names(game) == {0: "Anna", 1: "Ben"}


def test_a_game_with_nothing_beside_it_is_written_as_ever(tmp_path, monkeypatch):
    home = move_to(monkeypatch, tmp_path / "home")
    rules, options = KIT.open(Wish(2, "entry"))
    with open_store(home) as store:
        setup = rules.states.encode(rules.setup(options))
        store.begin("vienna", edition="reference", setup=setup).append([b"{}"], by=RED)
    _, file = exported(tmp_path)
    with zipfile.ZipFile(file) as made:
        manifest = json.loads(made.read("manifest.json"))
        assert made.namelist() == ["manifest.json", "entries.jsonl"]
    assert manifest["format"] == 1
    assert "beside" not in manifest

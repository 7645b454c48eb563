"""``companion games``, ``export``, ``import``, ``backup`` and ``restore``."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from command_line import companion, missing_texts
from store_table import LEADER, RED, open_store, put
from test_store_open import scribble

from companion.app.keep import opened
from companion.games import Wish, kits
from companion.session.pictures import Budget
from companion.session.texts import LANGUAGES, Texts, write_moment


@pytest.fixture
def state(tmp_path, monkeypatch) -> Path:
    """Keep the games of these tests in a folder of their own."""
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COMPANION_SETTINGS", str(tmp_path / "no-settings.toml"))
    return tmp_path / "state"


@pytest.fixture
def game(state) -> str:
    """Keep the beginning of a game of VIENNA and return its id."""
    rules, options = kits()["vienna"].open(Wish(2, "entry"))
    table = rules.setup(options)
    with open_store(state) as store:
        log = store.begin("vienna", edition="reference", setup=rules.states.encode(table))
        move = rules.options(table, rules.asks(table)[0])[0]
        events = [rules.events.encode(event) for event in rules.decide(table, move).events]
        log.append(events, by=RED, move=rules.moves.encode(move), picture=b"a crop")
        log.end(by=LEADER)
    return log.record.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["games", "export", "import", "backup", "restore"])
def test_help_reads_well(page, language):
    result = companion(page, "--help", language=language)
    assert result.exit_code == 0
    assert missing_texts(result.stdout) == []
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_before_the_first_game_there_is_nothing_and_nothing_is_made(state):
    assert "yet" in companion("games").stdout
    assert json.loads(companion("games", "--json").stdout)["games"] == []
    assert not state.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_listed(game, language):
    (line,) = companion("games", language=language).stdout.splitlines()
    assert game in line
    assert "VIENNA" in line.upper()
    assert ("0.0" if language == "en" else "0,0") in line
    begun = json.loads(companion("games", "--json").stdout)["games"][0]["begun_at"]
    assert write_moment(datetime.fromisoformat(begun), language) in line
    assert missing_texts(line) == []


def test_games_that_had_to_be_put_aside_to_be_brought_up_to_date_are_not_just_gone(game, state):
    with closing(sqlite3.connect(state / "games.sqlite")) as db:
        db.execute("pragma user_version = 0")
    scribble(state / "games.sqlite")
    result = companion("games")
    assert result.exit_code == 2
    assert "games.sqlite could not be used." in result.stderr
    assert (state / "games.aside-1.sqlite").exists()


def test_games_as_json(game, state):
    listing = json.loads(companion("games", "--json").stdout)
    (line,) = listing["games"]
    assert listing["database"] == str(state / "games.sqlite")
    assert (line["id"], line["entries"], line["ended"]) == (game, 2, True)


def test_a_game_travels_from_table_to_table(game, tmp_path, monkeypatch):
    file = tmp_path / "evening.zip"
    out = json.loads(companion("export", game[-5:], file, "--json").stdout)
    assert out == {"file": str(file), "game": game, "entries": 2, "pictures": 1, "files": []}
    known = json.loads(companion("import", file, "--json").stdout)
    assert known["result"] == "known"
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "another"))
    new = companion("import", file)
    assert (new.exit_code, new.stderr) == (0, "")
    assert game in new.stdout
    assert game in companion("games").stdout


def test_games_that_lie_elsewhere_travel_as_well(game, state, tmp_path, monkeypatch):
    here = ["--database", (state / "games.sqlite").rename(state / "mine.sqlite")]
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "usual"))
    assert game in companion("games", *here).stdout
    zipped, saved = tmp_path / "evening.zip", tmp_path / "card.bak"
    for way in (["export", game, zipped], ["backup", saved]):
        assert companion(*way, *here).exit_code == 0
    for way, file in (("import", zipped), ("restore", saved)):
        there = ["--database", tmp_path / way / "mine.sqlite"]
        assert companion(way, file, *there).exit_code == 0
        assert game in companion("games", *there).stdout
    assert not (tmp_path / "usual").exists()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["export", "backup", "bundle"])
def test_a_folder_that_is_not_there_is_no_fault_of_the_disk(game, tmp_path, way, language):
    file = tmp_path / "stick" / "file"
    words = {"export": [game, file], "backup": [file], "bundle": [game, "--out", file]}
    result = companion(way, *words[way], language=language)
    assert result.exit_code == 2
    assert str(file.parent) in result.stderr
    assert str(file) not in result.stderr
    assert missing_texts(result.stderr) == []


def test_whoever_brings_pictures_drops_none_that_the_table_may_have_room_for(state):
    """The budget that counts is that of the table, which may be larger than the usual one."""
    with opened(Texts.load("en"), state / "games.sqlite") as store:
        budget = store.settings.pictures
    assert min(budget.total, budget.per_game) > 1000 * Budget().total


def test_a_game_that_is_damaged_is_named_on_both_ways(game, state, tmp_path, monkeypatch):
    database, file = state / "games.sqlite", tmp_path / "card.bak"
    content = bytearray(database.read_bytes())
    content[content.rindex(b"phone")] ^= 0x80
    database.write_bytes(content)
    result = companion("backup", file)
    assert result.exit_code == 0
    assert result.stderr.startswith(f"Game {game} is damaged and will not come back")
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "new"))
    result = companion("restore", file)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Game {game} in {file} is damaged and was left out")
    assert "0 games" in result.stdout


def test_everything_travels_to_a_new_card(game, tmp_path, monkeypatch):
    file = tmp_path / "card.bak"
    copied = json.loads(companion("backup", file, "--json").stdout)
    beside = {"files": [], "damaged": [], "lost": [], "dropped": 0}
    assert copied == {"file": str(file), "games": 1, "entries": 2, "pictures": 1, **beside}
    refused = companion("restore", file)
    assert (refused.exit_code, refused.stdout) == (2, "")
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "card"))
    assert json.loads(companion("restore", file, "--json").stdout) == copied


def test_a_file_with_faults_lists_them(game, tmp_path):
    file = tmp_path / "evening.zip"
    companion("export", game, file)
    file.write_bytes(file.read_bytes().replace(b"a crop", b"a crap"))
    result = companion("import", file)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "pictures/" in result.stdout
    report = json.loads(companion("import", file, "--json").stdout)
    assert (report["ok"], report["faults"][0]["id"]) == (False, "core.archive.part-damaged")


def test_what_the_game_itself_cannot_read_is_a_fault(state, tmp_path):
    with open_store(state) as store:
        log = store.begin("vienna", edition="reference", setup=b'{"not": "a state"}')
        put(log, "not an event")
    companion("export", log.record.id, tmp_path / "odd.zip")
    result = companion("import", tmp_path / "odd.zip")
    assert result.exit_code == 1
    assert "manifest.json" in result.stdout
    assert "entries.jsonl:1" in result.stdout


def test_a_game_we_do_not_know_is_refused(state, tmp_path):
    with open_store(state) as store:
        log = store.begin("ludo", edition="old", setup=b"{}")
    companion("export", log.record.id, tmp_path / "ludo.zip")
    result = companion("import", tmp_path / "ludo.zip")
    assert result.exit_code == 2
    assert "ludo" in result.stderr


WRONG_USE = [
    ("export",),
    ("export", "nothing"),
    ("export", "nothing", "out.zip"),
    ("import",),
    ("import", "/no/such/file"),
    ("import", "/dev/null"),
    ("import", "/"),
    ("backup",),
    ("backup", "/no/such/folder/card.bak"),
    ("backup", "/dev/null"),
    ("restore", "/no/such/file"),
    ("restore", "/dev/null"),
    ("games", "leftover"),
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("args", WRONG_USE, ids=" ".join)
def test_wrong_use_ends_with_one_sentence(args, language, state):
    result = companion(*args, language=language)
    assert (result.exit_code, result.stdout) == (2, "")
    (sentence,) = result.stderr.splitlines()
    assert missing_texts(sentence) == []


def test_games_in_use_can_be_looked_at_but_not_changed(game, state, tmp_path):
    companion("export", game, tmp_path / "evening.zip")
    with open_store(state):
        assert companion("games").exit_code == 0
        assert companion("backup", tmp_path / "card.bak").exit_code == 0
        result = companion("import", tmp_path / "evening.zip")
    assert result.exit_code == 2
    assert "in use" in result.stderr


def test_a_damaged_database_is_said_and_kept(game, state, tmp_path):
    companion("backup", tmp_path / "card.bak")
    (state / "games.sqlite").write_text("scratched")
    looked = companion("games")
    assert looked.exit_code == 2
    restored = companion("restore", tmp_path / "card.bak")
    assert restored.exit_code == 0
    assert "aside" in restored.stderr
    assert game in companion("games").stdout

"""``companion sheet``: the finished score sheet on a terminal, on paper, as a page and as JSON."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from command_line import companion, missing_texts
from kept_game import FULL, keep

from companion.session.texts import LANGUAGES


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def game(folder) -> str:
    return keep(folder, FULL)


@pytest.fixture
def state(folder, monkeypatch) -> Path:
    monkeypatch.setenv("COMPANION_STATE", str(folder))
    return folder


def as_json(game: str) -> dict:
    result = companion("sheet", game, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_every_line(game, state, language):
    result = companion("sheet", game[-6:], language=language)
    assert result.exit_code == 0
    assert missing_texts(result.stdout) == []
    sheet = as_json(game)
    for player in sheet["players"]:
        assert re.search(rf"\s{player['total']}\s", result.stdout)


def test_the_points_add_up(game, state):
    sheet = as_json(game)
    assert sheet["over"]
    for player in sheet["players"]:
        assert player["total"] == sum(row["points"] for row in player["rows"])
        for row in player["rows"]:
            assert row["proven"]
            assert row["points"] == sum(item["points"] for item in row["items"])
    (winner,) = (player for player in sheet["players"] if player["wins"])
    assert winner["rank"] == 1
    assert winner["name"] in sheet["verdict"]


def test_a_game_that_is_not_over(tmp_path):
    game = keep(tmp_path, answers=90)
    result = companion("sheet", game, "--database", tmp_path / "games.sqlite")
    assert result.exit_code == 0
    assert "not over" in result.stdout


@pytest.mark.parametrize("language", ["en", "fr"])
def test_paper_says_who_won_and_why(game, state, tmp_path, language):
    file = tmp_path / "sheet.pdf"
    assert companion("sheet", game, "--out", file, language=language).exit_code == 0
    pages = pypdfium2.PdfDocument(file.read_bytes())
    said = " ".join("\n".join(page.get_textpage().get_text_range() for page in pages).split())
    sheet = json.loads(companion("sheet", game, "--json", language=language).stdout)
    assert missing_texts(said) == []
    assert sheet["verdict"].replace("\u00a0", " ") in said
    for player in sheet["players"]:
        assert player["name"] in said
        items = [item for row in player["rows"] if not row["detail"] for item in row["items"]]
        assert all(f"+{item['points']}" in said for item in items)
    assert fonts(file) <= {"Cabin-Regular-Identity-H", "Cabin-Bold-Identity-H"}


def fonts(file: Path) -> set[str]:
    used = (page["/Resources"]["/Font"].values() for page in pypdf.PdfReader(file).pages)
    names = (font.get_object()["/BaseFont"] for each in used for font in each)
    return {name.rpartition("+")[2] for name in names}


def test_paper_shows_the_board_and_small_pictures(game, state, tmp_path):
    file = tmp_path / "sheet.pdf"
    companion("sheet", game, "--out", file)
    pdf = pypdfium2.PdfDocument(io.BytesIO(file.read_bytes()))
    first, second = (pdf[n].render(scale=1).to_numpy() for n in (0, 1))
    assert first[120:300, 60:300].std() > 30
    crops = (second[:, 40:80].max(axis=2).astype(int) - second[:, 40:80].min(axis=2)) > 60
    assert crops.mean() > 0.05
    assert file.read_bytes() == again(game, tmp_path)


def again(game: str, folder: Path) -> bytes:
    """Write the sheet a second time: the same game gives the same bytes."""
    companion("sheet", game, "--out", folder / "again.pdf")
    return (folder / "again.pdf").read_bytes()


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_page_needs_nothing_else(game, state, tmp_path, language):
    file = tmp_path / "sheet.html"
    assert companion("sheet", game, "--out", file, language=language).exit_code == 0
    page = file.read_text("utf-8")
    assert missing_texts(page) == []
    assert page.count("<section>") == FULL.players
    assert re.findall(r"(?:src|href)=\"(?!data:|#)", page) == []
    assert page.count("data:image/jpeg") > 5


def test_json_in_a_file_is_that_of_the_option(game, state, tmp_path):
    file = tmp_path / "sheet.json"
    assert companion("sheet", game, "--out", file).exit_code == 0
    assert json.loads(file.read_text("utf-8")) == as_json(game)


@pytest.mark.parametrize(
    "args",
    [("nothing",), (), ("{game}", "--out", "sheet.doc"), ("{game}", "--out", "nowhere/sheet.pdf")],
)
def test_wrong_use_ends_with_one_sentence(game, state, tmp_path, monkeypatch, args):
    monkeypatch.chdir(tmp_path)
    result = companion("sheet", *(arg.format(game=game) for arg in args))
    assert (result.exit_code, result.stdout) == (2, "")
    (sentence,) = result.stderr.splitlines()
    assert missing_texts(sentence) == []
    assert list(tmp_path.iterdir()) == []

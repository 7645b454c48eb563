"""``companion replay --out``: a kept game as a time-lapse."""

from __future__ import annotations

import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import companion, missing_texts
from kept_game import keep
from PIL import Image

from companion.app.replay_film import LAST_S, TURN_S
from companion.app.replay_frames import FOOT, SIZE, Painter, shots
from companion.app.replay_game import Wanted, taken_up
from companion.drawing.table_art import draw_state
from companion.session.texts import Texts
from hardware.raster import rasterise


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def game(folder) -> str:
    """Keep the first turns of a game."""
    return keep(folder, answers=52)


@pytest.fixture
def state(folder, monkeypatch) -> Path:
    monkeypatch.setenv("COMPANION_STATE", str(folder))
    return folder


@pytest.fixture
def turns(game, state) -> int:
    with taken_up(Texts.load("en"), Wanted(game)) as found:
        return len(shots(found))


def test_there_is_a_shot_for_the_set_up_and_for_every_turn(game, state):
    with taken_up(Texts.load("en"), Wanted(game)) as found:
        taken = shots(found)
        ends = [one.turn for one in found.past if one.ends_turn]
        assert [shot.turn for shot in taken][: len(ends) + 1] == [None, *ends]
        assert taken[-1].state == found.past[-1].after
        assert any(shot.crops for shot in taken[1:])


def test_a_picture_shows_table_words_and_crops(game, state):
    with taken_up(Texts.load("en"), Wanted(game)) as found:
        painter = Painter(found)
        shot = next(shot for shot in shots(found) if shot.crops)
        picture = painter.paint(shot)
        bare = painter.paint(shots(found)[0])
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    crop = picture[-FOOT + 10 : -10, -20:-8]
    assert crop.std() < 40
    assert np.abs(crop.astype(int) - bare[-FOOT + 10 : -10, -20:-8]).mean() > 30
    assert np.abs(picture[:-FOOT].astype(int) - bare[:-FOOT]).max() > 60


def test_pieces_laid_over_the_bare_table_are_the_table_with_pieces(game, state):
    with taken_up(Texts.load("en"), Wanted(game)) as found:
        last = found.past[-1].after
        atoms = found.game.expected_view(last).atoms
        svg = draw_state(found.kit.printed(found.game), [(a.place, a.piece) for a in atoms])
        whole = rasterise(svg, 1)
        laid = Painter(found).table(last, (whole.shape[1], whole.shape[0]))
    assert np.abs(whole.astype(int) - laid).max() <= 8


def test_a_gif(game, state, turns, tmp_path):
    file = tmp_path / "game.gif"
    result = companion("replay", game, "--out", file)
    assert (result.exit_code, result.stdout) == (0, "")
    assert str(turns) in result.stderr
    with Image.open(file) as gif:
        assert gif.size == SIZE
        times, frames = [], []
        for number in range(gif.n_frames):
            gif.seek(number)
            times.append(gif.info["duration"] / 1000)
            frames.append(np.asarray(gif.convert("RGB")))
    assert len(frames) == turns
    assert (times[0], times[-1]) == (TURN_S, LAST_S)
    with taken_up(Texts.load("en"), Wanted(game)) as found:
        true = Painter(found).paint(shots(found)[-1])[:, :, ::-1]
    assert np.abs(frames[-1].astype(int) - true).mean() < 8


def test_a_video(game, state, turns, tmp_path):
    file = tmp_path / "game.MP4"
    assert companion("replay", game, "--out", file).exit_code == 0
    video = cv2.VideoCapture(str(file))
    count = 0
    while (read := video.read())[0]:
        count += 1
        assert read[1].shape == (SIZE[1], SIZE[0], 3)
    rate = video.get(cv2.CAP_PROP_FPS)
    assert count / rate == pytest.approx(TURN_S * (turns - 1) + LAST_S)


@pytest.mark.parametrize("language", ["fr"])
def test_a_page_needs_nothing_else(game, state, turns, tmp_path, language):
    file = tmp_path / "game.html"
    assert companion("replay", game, "--out", file, language=language).exit_code == 0
    page = file.read_text("utf-8")
    assert page.count('"title":') == turns
    assert missing_texts(re.sub(r"data:image[^\"]*", "", page)) == []
    assert re.findall(r"(?:src|href)=\"(?!data:)", page) == []
    assert "http" not in page.replace("http-equiv", "")


def test_a_folder_of_pictures(game, state, turns, tmp_path):
    assert companion("replay", game, "--out", tmp_path / "pictures").exit_code == 0
    files = sorted((tmp_path / "pictures").iterdir())
    assert [file.name for file in files] == [f"{n:04d}.png" for n in range(turns)]
    assert cv2.imread(str(files[-1])).shape == (SIZE[1], SIZE[0], 3)
    again = companion("replay", game, "--out", tmp_path / "pictures")
    assert again.exit_code == 2
    assert "not empty" in again.stderr


@pytest.mark.parametrize("name", ["game.avi", "game.txt", "nowhere/game.gif", "nowhere/game.mp4"])
def test_what_cannot_be_written_is_said_in_one_sentence(game, state, tmp_path, name):
    result = companion("replay", game, "--out", tmp_path / name)
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    assert missing_texts(sentence) == []
    assert list(tmp_path.iterdir()) == []


@contextmanager
def no_room(size: int) -> Iterator[None]:
    """Let no file grow beyond a size, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("name", ["game.gif", "game.mp4", "game.html"])
def test_a_disk_that_has_no_room_for_it_is_said_and_nothing_is_left(game, state, tmp_path, name):
    (tmp_path / "out").mkdir()
    with no_room(40_000):
        result = companion("replay", game, "--out", tmp_path / "out" / name)
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert list((tmp_path / "out").iterdir()) == []

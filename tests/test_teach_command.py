"""Teaching a table on the command line, and a table that opens before anybody has taught it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from command_line import ROOT, companion

from companion.app.cli import build
from companion.games.vienna.box import DATA
from companion.session.texts import Texts

PACK = DATA / "reference" / "entry"


def test_without_a_camera_it_says_so(tmp_path):
    said = companion("teach", "--pack", PACK, "--out", tmp_path / "table", "--camera", "none")
    assert said.exit_code == 2
    assert "no camera" in said.stderr


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("hello")
    said = companion("teach", "--pack", PACK, "--out", tmp_path, "--camera", "simulated")
    assert said.exit_code == 2
    assert [entry.name for entry in tmp_path.iterdir()] == ["letter.txt"]


def test_a_real_camera_without_a_profile_opens_the_table(tmp_path):
    photos = tmp_path / "photos"
    photos.mkdir()
    grey = np.full((480, 640, 3), 90, np.uint8)
    grey[::7, ::5, 1] = 140
    cv2.imwrite(str(photos / "one.jpg"), grey)
    program = [sys.executable, "-c", "from companion.app.cli import main; main()", "serve"]
    given = ["--camera", f"folder:{photos}", "--port", "0", "--database", tmp_path / "g.sqlite"]
    serving = subprocess.Popen(
        [*program, *map(str, given)],
        cwd=ROOT,
        env={**os.environ, "LANG": "en_GB.UTF-8", "HOME": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = ""
        while "/teach" not in said:
            line = serving.stderr.readline()
            assert line, said
            said += line
        assert "does not know this table yet" in said
        port = re.search(r"localhost:(\d+)", said)[1]
        with urllib.request.urlopen(f"http://localhost:{port}/teach") as answer:
            assert answer.url.endswith("/host")  # whoever has no PIN is asked for it
    finally:
        serving.send_signal(signal.SIGTERM)
        serving.wait(30)
        serving.stderr.close()


@pytest.mark.slow
def test_a_table_is_taught_by_pressing_enter(tmp_path):
    out = tmp_path / "table"
    words = ["teach", "--pack", str(PACK), "--out", str(out), "--camera", "simulated"]
    said = CliRunner().invoke(build(Texts.load("en")), words, input="\n" * 5)
    assert said.exit_code == 0, said.output
    assert "The light is good, too" in said.output  # one look was enough
    assert "Photo 2 of 2: move only these" in said.output
    assert (tmp_path / "table-lesson-1-board.svg").exists()
    photo = out / "photos" / "lesson-1.jpg"
    seen = companion("read", "--profile", out, photo)
    told = json.loads((out / "photos" / "lesson-1.json").read_bytes())
    reading = json.loads(seen.stdout)
    assert reading["agents"] == told["agents"]
    assert reading["tiles"] == told["tiles"]
    assert reading["markers"] == told["markers"]
    one_piece_is_taught_again(out, told["agents"])


def one_piece_is_taught_again(out, agents):
    """Show the red agent alone once more, and read the old photo with what is known then."""
    before = (out / "profile.json").read_bytes()
    words = ["teach", "--out", str(out), "--piece", "Red agent", "--camera", "simulated"]
    said = CliRunner().invoke(build(Texts.load("en")), words, input="\n")
    assert said.exit_code == 0, said.output
    assert "Photo 1 of 1" in said.output
    assert (out / "photos" / "agent-red.json").exists()
    assert (out / "profile.json").read_bytes() != before
    seen = companion("read", "--profile", out, out / "photos" / "lesson-1.jpg")
    assert json.loads(seen.stdout)["agents"] == agents

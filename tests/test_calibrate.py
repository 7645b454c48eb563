"""``companion calibrate``: a table is learned, or everything that stands in the way is named."""

import json
import shutil

import cv2
import numpy as np
import pytest
from command_line import companion, missing_texts
from taught_table import FOLDER

from companion.session.texts import LANGUAGES
from vision.profile_table import read_table


def test_a_table_is_learned_and_says_so_in_one_line(photos, profile, calibrated):
    (line,) = calibrated.stdout.splitlines()
    assert str(profile) in line
    assert str(profile / "report.html") in line
    assert "25" in line


def test_progress_goes_to_the_error_stream(calibrated):
    assert "photo 1 of 2" in calibrated.stderr
    assert "photo 2 of 2" in calibrated.stderr
    assert missing_texts(calibrated.stderr) == []


def test_the_profile_remembers_how_it_was_made(photos, profile):
    story = read_table(profile).story
    assert story.taught["agent:red"] == 4
    assert story.taught["token:x"] == 1
    assert story.found_by == "taps"
    assert story.warnings == ()
    vantage = story.view.vantage()
    true = np.array(photos.labels["empty"]["corners_px"]["board"])
    assert np.abs(vantage.corners("board", (560, 420)) - true).max() < 1


def spoilt(photos, folder, **changes):
    """Write what a person tells of the first photo, with some of it changed."""
    told = json.loads(photos.told("one").read_text("utf-8")) | changes
    file = folder / "told.json"
    file.write_text(json.dumps(told), "utf-8")
    return file


def calibrate(photos, out, *more, empty=None, lesson=None, language="en"):
    words = ["calibrate", "--pack", FOLDER, "--out", out, "--empty", empty or photos.photo("empty")]
    words += ["--teach", lesson or f"{photos.photo('one')}={photos.told('one')}"]
    return companion(*words, *more, language=language)


def complaints(result):
    """Return the complaints of a calibration that could not begin."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert missing_texts(result.stderr) == []
    assert "Traceback" not in result.stderr
    return result.stderr.splitlines()


def test_without_an_empty_photo_there_is_nothing_to_learn(photos, tmp_path):
    (line,) = complaints(companion("calibrate", "--pack", FOLDER, "--out", tmp_path / "new"))
    assert "--empty" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_wrong_is_named_at_once(photos, tmp_path, language):
    (tmp_path / "text.jpg").write_text("no picture", "utf-8")
    told = spoilt(
        photos,
        tmp_path,
        agents={"b99": ["red"]},
        tiles={"s01": "fllask"},
        score={"red": 120},
        third_man="s01",
    )
    taps = tmp_path / "taps.json"
    taps.write_text('{"board": [[1, 1], [9, 1], [1, 9], [9, 9]], "intle": [[1, 1]]}', "utf-8")
    lines = complaints(
        calibrate(
            photos,
            tmp_path / "new",
            *("--corners", taps, "--teach", "nonsense", "--teach", f"{tmp_path}/no.jpg={told}"),
            empty=tmp_path / "text.jpg",
            language=language,
        )
    )
    said = "\n".join(lines)
    for named in ("text.jpg", "nonsense", "no.jpg", "b99", "fllask", "score:120", "intle"):
        assert named in said, named
    assert len(lines) >= 8


@pytest.mark.parametrize(
    ("taps", "named"),
    [
        ("{", "taps.json"),
        ("[]", "taps.json"),
        ('{"board": [[1, 1], [9, 1], [9, 9], [1, 9]]}', "intel"),
        ('{"board": [[1, 1]], "intel": [[1, 1], [9, 1], [9, 9], [1, 9]]}', "board"),
        ('{"board": [[1, 1], [9, 9], [9, 1], [1, 9]], "intel": [[1, 1], [9, 1], [9, 9], [1, 9]]}',
         "Board"),
        ('{"board": [[1, 1], [9e5, 1], [9, 9], [1, 9]], "intel": [[1, 1], [9, 1], [9, 9], [1, 9]]}',
         "outside"),
    ],
)  # fmt: skip
def test_taps_that_cannot_be_are_refused_before_the_work(photos, tmp_path, taps, named):
    (tmp_path / "taps.json").write_text(taps, "utf-8")
    lines = complaints(calibrate(photos, tmp_path / "new", "--corners", tmp_path / "taps.json"))
    assert any(named in line for line in lines)


def test_broken_labels_are_named_with_their_line(photos, tmp_path):
    (tmp_path / "told.json").write_text('{"agents": \n{"b01": ["red"]', "utf-8")
    lesson = f"{photos.photo('one')}={tmp_path / 'told.json'}"
    (line,) = complaints(calibrate(photos, tmp_path / "new", lesson=lesson))
    assert "told.json" in line
    assert "line 2" in line


def test_a_profile_takes_no_other_folders_place(photos, tmp_path):
    (tmp_path / "holiday.jpg").write_bytes(b"dear to somebody")
    (line,) = complaints(calibrate(photos, tmp_path))
    assert str(tmp_path) in line
    (tmp_path / "profile.json").write_text('{"name": "somebody else"}', "utf-8")
    complaints(calibrate(photos, tmp_path))
    assert (tmp_path / "holiday.jpg").read_bytes() == b"dear to somebody"


def test_a_profile_cannot_lie_in_a_file(photos, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    complaints(calibrate(photos, tmp_path / "file"))
    complaints(calibrate(photos, tmp_path / "file" / "profile"))


def test_every_teaching_photo_without_the_table_is_named(photos, tmp_path):
    rng = np.random.default_rng(1)
    for name, image in (
        ("ceiling", rng.integers(0, 255, (900, 1200, 3), np.uint8)),
        ("black", np.zeros((900, 1200, 3), np.uint8)),
    ):
        cv2.imwrite(str(tmp_path / f"{name}.png"), image)
        shutil.copy(photos.told("one"), tmp_path / f"{name}.json")
    lessons = [f"{tmp_path / n}.png={tmp_path / n}.json" for n in ("ceiling", "black")]
    more = ("--corners", photos.taps, "--teach", lessons[0], "--teach", lessons[1])
    lines = [
        line
        for line in complaints(calibrate(photos, tmp_path / "new", *more))
        if line.startswith("Error")
    ]
    assert any("ceiling.png" in line for line in lines)
    assert any("black.png" in line and "dark" in line for line in lines)
    assert not (tmp_path / "new").exists()


def test_no_board_in_the_empty_photo_asks_for_taps(photos, tmp_path):
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((900, 1200, 3), np.uint8))
    lines = complaints(calibrate(photos, tmp_path / "new", empty=tmp_path / "black.png"))
    assert "--corners" in lines[-1]


@pytest.mark.slow
def test_a_slip_of_the_tongue_is_noticed_and_an_untaught_piece_never_claimed(photos, tmp_path):
    told = json.loads(photos.told("one").read_text("utf-8"))
    told["agents"]["b08"] = ["blue"]
    lessons = []
    for name, label in (("one", told), ("two", json.loads(photos.told("two").read_text("utf-8")))):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(label | {"third_man": None}), "utf-8")
        lessons += ["--teach", f"{photos.photo(name)}={file}"]
    words = ["calibrate", "--pack", FOLDER, "--empty", photos.photo("empty"), *lessons]
    result = companion(*words, "--corners", photos.taps, "--out", tmp_path / "new")
    assert result.exit_code == 0
    warnings = [line for line in result.stderr.splitlines() if line.startswith("Warning")]
    assert any("b08" in w and "blue agent" in w and "red agent" in w for w in warnings)
    assert any("third man" in w for w in warnings)
    report = (tmp_path / "new" / "report.html").read_text("utf-8")
    assert "b08" in report
    reading = json.loads(
        companion("read", "--profile", tmp_path / "new", photos.photo("game")).stdout
    )
    assert "third_man" in reading["unsure"]
    assert reading["third_man"] is None
    assert reading["agents"]["b08"] == ["red"]

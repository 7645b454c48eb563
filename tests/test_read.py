"""``companion read``: one line of JSON for each image, whatever the image is."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import companion, missing_texts, run_companion
from taught_table import TOLD

from companion.app.read import NO_PICTURE, NO_TABLE, READ, Reader
from companion.app.see import plan_of
from companion.games import kits
from companion.session.texts import LANGUAGES, Texts
from vision.eye import Eye
from vision.profile import load_profile


def read(profile, *images):
    """Read images and return the exit status and a reading for each."""
    result = companion("read", "--profile", profile, *images)
    assert missing_texts(result.stdout) == []
    readings = [json.loads(line) for line in result.stdout.splitlines()]
    assert [reading["image"] for reading in readings] == list(map(str, images))
    return result.exit_code, readings


@pytest.fixture(scope="module")
def eye(profile):
    """Return one eye for all tests that need no command around it."""
    _, knowledge = load_profile(profile, plan_of)
    return Eye(knowledge)


@pytest.fixture(scope="module")
def reader(eye):
    return Reader(Texts.load("en"), kits()["vienna"], eye)


@pytest.fixture(scope="module")
def game(photos):
    return cv2.imread(str(photos.photo("game")))


def assert_true(reading, label):
    """Compare a reading with the label of its photo, place by place."""
    assert reading["registered"]
    assert (reading["unsure"], reading["hidden"]) == ([], [])
    told = {key: label[key] for key in TOLD}
    told["tiles"] = {square: tile for square, tile in label["tiles"].items() if tile}
    told["roof_tiles"] = {field: tiles for field, tiles in label["roof_tiles"].items() if tiles}
    assert {key: reading[key] for key in TOLD} == told
    assert not {"error", "checks"} & reading.keys()


def miss_px(reading, label, scale=1.0):
    """Return how far the corners of a reading are from the true ones, in pixels of the file."""
    return max(
        np.abs(np.array(found) - ((np.array(label["corners_px"][name]) + 0.5) * scale - 0.5)).max()
        for name, found in reading["corners_px"].items()
    )


def rubbish(folder: Path, game) -> dict[str, str]:
    """Fill a folder with what people may hand over, and return a word for what is wrong."""
    whole = cv2.imencode(".jpg", game)[1].tobytes()
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "text.jpg").write_text("To whom it may concern.\n" * 99, "utf-8")
    (folder / "half.jpg").write_bytes(whole[: len(whole) // 2])
    (folder / "folder.jpg").mkdir()
    png = cv2.imencode(".png", game)[1].tobytes()
    (folder / "half.png").write_bytes(png[: len(png) // 2])
    (folder / "vast.png").write_bytes(png[:16] + (70_000).to_bytes(4, "big") * 2 + png[24:])
    cv2.imwrite(str(folder / "grey.png"), cv2.cvtColor(game, cv2.COLOR_BGR2GRAY))
    cv2.imwrite(str(folder / "tiny.png"), game[:90, :90])
    return {
        "empty.jpg": "empty",
        "text.jpg": "not a picture",
        "half.jpg": "cut off",
        "folder.jpg": "folder",
        "half.png": "cut off",
        "vast.png": "too large",
        "grey.png": "black and white",
        "tiny.png": "too small",
        "none.jpg": "does not exist",
    }


def test_rubbish_gets_its_line_and_the_others_are_still_read(photos, profile, game, tmp_path):
    words = rubbish(tmp_path, game)
    files = [tmp_path / name for name in words]
    status, readings = read(profile, *files, photos.photo("game"))
    for word, reading in zip(words.values(), readings, strict=False):
        assert not reading["registered"]
        assert word in reading["error"]
        assert "agents" not in reading
    assert status == 0
    assert_true(readings[-1], photos.labels["game"])
    assert miss_px(readings[-1], photos.labels["game"]) < 1
    assert readings[-1]["ms"] > 0


def test_a_picture_of_forty_megapixels_is_simply_read(photos, reader, game, tmp_path):
    large = cv2.resize(game, (7380, 5544), interpolation=cv2.INTER_LINEAR)
    cv2.imwrite(str(tmp_path / "large.jpg"), large, [cv2.IMWRITE_JPEG_QUALITY, 60])
    _, reading = reader.read(tmp_path / "large.jpg")
    assert_true(reading, photos.labels["game"])
    assert miss_px(reading, photos.labels["game"], scale=6.0) < 6


def test_pictures_without_the_table_say_so(reader, tmp_path):
    rng = np.random.default_rng(1)
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((924, 1230, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "noise.png"), rng.integers(0, 255, (924, 1230, 3), np.uint8))
    for name, word in (("black", "too dark"), ("noise", "not recognised")):
        status, reading = reader.read(tmp_path / f"{name}.png")
        assert status == NO_TABLE
        assert word in reading["error"]


def test_other_kinds_of_pictures_are_read(photos, reader, game, tmp_path):
    cv2.imwrite(str(tmp_path / "deep.png"), game.astype(np.uint16) * 257)
    cv2.imwrite(str(tmp_path / "alpha.png"), np.dstack([game, game[..., 0]]))
    for name in ("deep.png", "alpha.png"):
        status, reading = reader.read(tmp_path / name)
        assert status == READ
        assert reading["agents"]["b20"] == ["red"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_speak_the_readers_language(eye, tmp_path, language):
    (tmp_path / "text.jpg").write_text("no picture", "utf-8")
    reader = Reader(Texts.load(language), kits()["vienna"], eye)
    status, reading = reader.read(tmp_path / "text.jpg")
    assert status == NO_PICTURE
    assert str(tmp_path / "text.jpg") in reading["error"]
    assert missing_texts(reading["error"]) == []


def covered(photos, game, folder, surface):
    """Lay a sheet of grey paper over a surface."""
    corners = np.array(photos.labels["game"]["corners_px"][surface])
    middle = corners.mean(axis=0)
    sheet = ((corners - middle) * 1.05 + middle).round().astype(np.int32)
    image = cv2.fillConvexPoly(game.copy(), sheet, (120, 124, 128))
    cv2.imwrite(str(folder / f"no-{surface}.jpg"), image)
    return folder / f"no-{surface}.jpg"


def test_one_surface_alone_is_read_and_the_other_counts_as_hidden(photos, reader, game, tmp_path):
    status, board = reader.read(covered(photos, game, tmp_path, "intel"))
    _, intel = reader.read(covered(photos, game, tmp_path, "board"))
    label = photos.labels["game"]
    assert status == READ
    assert board["registered"]
    assert set(board["corners_px"]) == {"board"}
    assert board["agents"] == label["agents"]
    assert {"info:flask", "roof:A", "investigation", "investigator"} <= set(board["hidden"])
    assert not {"b01", "flag:b01", "s01", "score:red", "third_man"} & set(board["hidden"])
    assert "tableau" in board["error"]
    covers = next(check for check in board["checks"] if check["name"] == "hidden")
    assert covers["figure"] == len(board["hidden"])
    assert (covers["verdict"], covers["limit"]) == ("poor", 1.0)
    assert missing_texts(covers["sentence"] + covers["advice"]) == []
    assert intel["markers"] == label["markers"]
    assert {"b01", "flag:b01", "s01", "score:red", "third_man"} <= set(intel["hidden"])
    assert "Board" in intel["error"]


def test_a_picture_too_dark_to_trust_claims_nothing(eye, game, tmp_path):
    cv2.imwrite(str(tmp_path / "night.png"), (game * 0.1).astype(np.uint8))
    reader = Reader(Texts.load("de"), kits()["vienna"], eye)
    _, reading = reader.read(tmp_path / "night.png")
    dark = next(check for check in reading["checks"] if check["name"] == "dark")
    assert dark["figure"] < dark["limit"]
    assert dark["sentence"] == "Das Bild ist zu dunkel."
    assert "Lampe" in dark["advice"]
    assert "dunkel" in reading["error"]
    doubted = {*reading["unsure"], *reading["hidden"]}
    assert {"b01", "flag:b01", "s01", "score:red", "info:flask"} <= doubted


# --- profiles that cannot be used ----------------------------------------------------------------


@pytest.fixture
def copy(profile, tmp_path):
    return Path(shutil.copytree(profile, tmp_path / "copy"))


@pytest.mark.parametrize(("number", "word"), [(2, "Update"), (0, "Calibrate again")])
def test_profiles_of_other_times_say_what_to_do(photos, copy, number, word):
    file = copy / "profile.json"
    file.write_text(file.read_text("utf-8").replace('"format": 1', f'"format": {number}'), "utf-8")
    result = companion("read", "--profile", copy, photos.photo("game"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert word in result.stderr


@pytest.mark.parametrize("pattern", ["profile.json", "*/empty-0-board.png", "*/look-0*", "*/colours-agent-red.png", "*/pack/board.json"])  # fmt: skip
@pytest.mark.parametrize("harm", ["gone", "half", "other"])
def test_a_damaged_profile_names_the_file(photos, copy, pattern, harm):
    victim = next(copy.glob(pattern))
    if harm == "gone":
        victim.unlink()
    elif harm == "half":
        victim.write_bytes(victim.read_bytes()[: victim.stat().st_size // 2])
    else:
        victim.write_bytes(b"\xff\x00 something else")
    result = companion("read", "--profile", copy, photos.photo("game"))
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert victim.name in line or (harm == "gone" and str(copy) in line)


def test_no_profile_at_all(photos, tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere", photos.photo("game")):
        result = companion("read", "--profile", folder, photos.photo("game"))
        assert (result.exit_code, result.stdout) == (2, "")
        assert "companion calibrate" in result.stderr


def test_as_a_program_of_its_own(photos, profile, tmp_path):
    (tmp_path / "text.jpg").write_text("no picture", "utf-8")
    result = run_companion("read", "--profile", profile, tmp_path / "text.jpg", LANG="nl_NL")
    assert result.returncode == 2
    assert "geen beeld" in json.loads(result.stdout)["error"]
    assert result.stderr == ""

"""Picture files: what is opened, what is refused, and where their pixels are."""

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo import BadPhoto, decode, open_photo
from vision.photo_header import header_of

SOME = Path("some.jpg")


@pytest.fixture(scope="module")
def picture():
    rng = np.random.default_rng(5)
    small = rng.integers(0, 255, (40, 60, 3), np.uint8)
    return cv2.resize(small, (900, 600), interpolation=cv2.INTER_NEAREST)


def jpeg(picture):
    return cv2.imencode(".jpg", picture)[1].tobytes()


def refused(data):
    with pytest.raises(BadPhoto) as caught:
        decode(data, SOME)
    return caught.value.text.id.rpartition(".")[2]


def test_a_picture_is_taken_as_it_is(picture):
    photo = decode(jpeg(picture), SOME)
    assert photo.picture.shape == picture.shape
    assert photo.scale == 1


def test_a_large_picture_is_made_smaller_and_its_pixels_are_found_again(picture):
    large = cv2.resize(picture, (5000, 3333))
    photo = decode(jpeg(large), SOME)
    assert photo.picture.shape[1] == 1640
    corners = np.array([[0.0, 0.0], [4999.0, 3332.0]])
    assert np.allclose(photo.in_file(photo.in_picture(corners)), corners)
    assert np.allclose(photo.in_picture(corners)[1], [1639.34, 1092.7], atol=0.5)


def test_what_is_behind_the_end_does_not_matter(picture):
    assert decode(jpeg(picture) + b"a film of the last second" * 99, SOME).scale == 1


def test_a_preview_inside_does_not_pass_for_the_picture(picture):
    preview = jpeg(picture[::10, ::10])
    data = jpeg(picture)
    inside = data[:2] + b"\xff\xe1" + struct.pack(">H", len(preview) + 2) + preview + data[2:]
    assert header_of(inside).size == (900, 600)
    assert decode(inside, SOME).picture.shape == picture.shape
    assert refused(inside[: len(preview) + len(data) // 2]) == "cut-off"


@pytest.mark.parametrize("kind", [".jpg", ".png"])
@pytest.mark.parametrize("part", [0.3, 0.7, 0.98])
def test_half_a_file_is_cut_off(picture, kind, part):
    data = cv2.imencode(kind, picture)[1].tobytes()
    assert refused(data[: int(part * len(data))]) == "cut-off"


def test_what_is_no_picture_of_a_table(picture):
    assert refused(b"") == "empty"
    assert refused(b"Dear Sirs") == "no-picture"
    assert refused(jpeg(picture[:200])) == "too-small"
    assert refused(jpeg(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))) == "grey"
    png = cv2.imencode(".png", picture)[1].tobytes()
    assert refused(png[:16] + (2**31 - 1).to_bytes(4, "big") * 2 + png[24:]) == "too-large"


def test_a_black_frame_is_a_picture_and_shows_nothing():
    assert decode(jpeg(np.zeros((600, 900, 3), np.uint8)), SOME).picture.max() < 3


def test_paths_that_cannot_be_opened(tmp_path):
    for path, word in (
        (tmp_path, "folder"),
        (tmp_path / "none.jpg", "missing"),
        (Path("/dev/zero"), "unreadable"),
        (tmp_path / ("x" * 300), "unreadable"),
    ):
        with pytest.raises(BadPhoto) as caught:
            open_photo(path)
        assert caught.value.text.id == f"see.photo.{word}"

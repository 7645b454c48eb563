"""The cheap check that nothing was moved."""

from functools import cache

import cv2
import numpy as np
import pytest
from register_truth import SIZES_MM, errors_px, learn, shared_frame

from vision.geometry import Vantage
from vision.register_watch import Stir, Watch


@cache
def watch(reference="frames/000"):
    image, _, truth = shared_frame(reference)
    return Watch.over(truth, learn(image, truth))


def nudged(image, right_px, down_px, turn=0.0):
    """Move a picture, and return it with what became of its points."""
    height, width = image.shape[:2]
    plane = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    plane[:, 2] += (right_px, down_px)
    return cv2.warpAffine(image, plane, (width, height)), plane


@pytest.mark.parametrize("name", ["005", "007", "008", "009", "020"])
def test_pieces_hands_and_lights_are_not_a_movement(name):
    image, _, _ = shared_frame(f"frames/{name}")
    check = watch().check(image)
    assert {glance.stir for glance in check.glances.values()} == {Stir.STILL}
    assert check.vantage is watch().vantage


@pytest.mark.parametrize("nudge", [(0.8, -0.5), (2.0, 1.2), (0.0, 0.0, 0.12)])
def test_a_small_drift_is_put_right(nudge):
    image, _, truth = shared_frame("frames/009")
    drifted, plane = nudged(image, *nudge)
    check = watch().check(drifted)
    assert {glance.stir for glance in check.glances.values()} == {Stir.DRIFTED}
    for surface, size in SIZES_MM.items():
        after = truth.corners(surface, size) @ plane[:, :2].T + plane[:, 2]
        off = np.linalg.norm(check.vantage.corners(surface, size) - after, axis=1)
        assert off.max() < 0.4


@pytest.mark.parametrize("nudge", [(9.0, 4.0), (-14.0, 11.0)])
def test_a_bump_asks_for_a_new_search(nudge):
    image, _, _ = shared_frame("frames/006")
    moved, _ = nudged(image, *nudge)
    check = watch().check(moved)
    assert check.moved
    assert {glance.stir for glance in check.glances.values()} == {Stir.MOVED}


def test_a_bumped_camera_is_never_called_still():
    image, _, _ = shared_frame("frames/023")
    stirs = {glance.stir for glance in watch().check(image).glances.values()}
    assert not stirs & {Stir.STILL, Stir.DRIFTED}


def test_only_the_surface_that_moved_is_told():
    image, _, truth = shared_frame("frames/006")
    moved, _ = nudged(image, 8.0, 0.0)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.int32(truth.corners("intel", SIZES_MM["intel"])), 255)
    mask = cv2.dilate(mask, np.ones((31, 31), np.uint8)) > 0
    mixed = np.where(mask[..., None], moved, image)
    glances = watch().check(mixed).glances
    assert (glances["board"].stir, glances["intel"].stir) == (Stir.STILL, Stir.MOVED)


def test_a_hidden_table_tells_nothing():
    image, _, _ = shared_frame("frames/006")
    check = watch().check(np.full_like(image, 140))
    assert {glance.stir for glance in check.glances.values()} == {Stir.UNSURE}
    assert not check.moved


def test_a_surface_that_was_not_found_is_not_watched():
    image, _, truth = shared_frame("frames/000")
    board = Vantage(truth.lens, {"board": truth.poses["board"]})
    check = Watch.over(board, learn(image, truth)).check(image)
    assert list(check.glances) == ["board"]
    assert errors_px(check.vantage, truth, "board").max() < 0.01

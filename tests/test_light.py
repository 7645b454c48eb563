"""The light is measured on a board that is known, whatever stands on it."""

import cv2
import numpy as np
import pytest

from vision.geometry import Lens, Pose, Vantage
from vision.glimpse import Glimpse
from vision.light import CELL, LightMeter
from vision.reference import Reference

SIZE_MM = (400.0, 300.0)
LENS = Lens((820, 616), 800.0, -0.02)
#: Straight down from 560 mm, the board in the middle.
VANTAGE = Vantage(LENS, {"board": Pose.of(np.array([0.02, -0.03, 0.01, -200.0, -150.0, 560.0]))})


def _board():
    """Print a board of soft patches in many colours."""
    rng = np.random.default_rng(4)
    patches = rng.integers(60, 200, (30, 40, 3)).astype(np.uint8)
    return cv2.GaussianBlur(cv2.resize(patches, (800, 600)), (0, 0), 2)


REFERENCE = Reference({"board": SIZE_MM}, {"board": _board()})


def _photo():
    """Photograph the empty board in the light of the reference."""
    width, height = LENS.size
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return REFERENCE.sample("board", VANTAGE.unproject("board", np.stack([x, y], axis=-1)))


def _inside():
    """Say which cells lie well inside the board."""
    columns, rows = LENS.size[0] // CELL, LENS.size[1] // CELL
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    at = VANTAGE.unproject("board", (np.stack([x, y], axis=-1) + 0.5) * CELL - 0.5)
    return ((at > 20) & (at < np.array(SIZE_MM) - 20)).all(axis=-1)


def _ramp():
    """Return a light that falls from 1.15 to 0.55, and reddens."""
    width, height = LENS.size
    fall = np.linspace(1.15, 0.55, width)[None, :, None] * np.ones((height, 1, 1))
    return fall * np.array([0.85, 1.0, 1.08])


def _measured(photo):
    return Glimpse(photo, LightMeter(REFERENCE, VANTAGE)).light


def _true_gains():
    columns, rows = LENS.size[0] // CELL, LENS.size[1] // CELL
    return _ramp()[CELL // 2 :: CELL, CELL // 2 :: CELL][:rows, :columns]


def _lit(photo):
    return np.clip(photo * _ramp(), 0, 255).astype(np.uint8)


def test_the_light_of_the_reference_is_one():
    gains = _measured(_photo()).gains[_inside()]
    assert np.abs(gains - 1).max() < 0.04


def test_a_light_that_falls_and_reddens_is_recovered():
    off = (_measured(_lit(_photo())).gains / _true_gains())[_inside()]
    assert np.abs(off - 1).max() < 0.06


def _with_pieces(photo):
    rng = np.random.default_rng(9)
    for x, y in rng.uniform((40, 40), (360, 260), (40, 2)):
        middle = VANTAGE.project("board", np.array([[x, y]]))[0]
        colour = tuple(int(c) for c in rng.integers(0, 255, 3))
        cv2.circle(photo, tuple(int(v) for v in middle), 10, colour, -1)
    return photo


def test_another_light_is_told_from_pieces_that_were_put_down():
    before = _measured(_photo())
    assert not _measured(_with_pieces(_photo())).strays(before)
    assert _measured(_photo() // 32 * 31).strays(before)
    assert _measured(_lit(_photo())).strays(before)


def test_pieces_do_not_count_as_light():
    photo = _with_pieces(_photo())
    off = (_measured(_lit(photo)).gains / _true_gains())[_inside()]
    assert np.abs(np.median(off, axis=0) - 1).max() < 0.02
    assert np.quantile(np.abs(off - 1), 0.95) < 0.12


@pytest.mark.parametrize("scale", [1, 2])
def test_what_is_undone_looks_as_in_the_reference(scale):
    photo = _photo()
    small = cv2.resize(_lit(photo), None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
    same = cv2.resize(photo, small.shape[1::-1], interpolation=cv2.INTER_AREA)
    level = _measured(_lit(photo)).undo(small, CELL // scale)
    inside = cv2.resize(_inside().astype(np.uint8), small.shape[1::-1]) > 0
    assert np.abs(level.astype(float) - same)[inside].mean() < 3


def test_white_and_black_say_nothing():
    photo = _photo()
    photo[200:300, 300:500] = 255
    photo[330:400, 300:500] = 0
    gains = _measured(photo).gains[_inside()]
    assert np.abs(gains - 1).max() < 0.06

"""Where pieces end: the die they were cut with, a strip of shadow, what goes on under a cup."""

import cv2
import numpy as np
import pytest

from calibration.teach_outline import fit_outline, roundness
from companion.engine import Place
from vision.flats_rim import Rim
from vision.geometry import Lens, Pose, Vantage
from vision.hands import Cover
from vision.outstanding import stands_out
from vision.tile_bank import ANGLES, Bank
from vision.tile_look import LOOK_PX_PER_MM, Look

SIZE = (18.0, 18.0)
STRAY_MM = 5.0
WHITE, GREEN, YELLOW = (235, 238, 240), (110, 150, 90), (90, 200, 225)


def changed(*, disc=False, degrees=0.0):
    """Return a map of change that shows one piece, shifted and turned a little."""
    side = round((SIZE[0] * 1.5 + 2 * STRAY_MM) * LOOK_PX_PER_MM)
    y, x = (np.mgrid[:side, :side] - (side - 1) / 2) / LOOK_PX_PER_MM
    x = x - 1.0
    turn = np.deg2rad(degrees)
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    off = np.hypot(x, y) if disc else np.maximum(np.abs(along), np.abs(across))
    return (off <= SIZE[0] / 2).astype(np.float32)


@pytest.mark.parametrize("degrees", [0.0, 21.0, 40.0])
def test_a_square_is_not_round_however_it_lies(degrees):
    assert roundness(changed(degrees=degrees), SIZE, STRAY_MM) < 0
    found = fit_outline(changed(degrees=degrees), SIZE, STRAY_MM)
    assert found.xy_mm == pytest.approx((1.0, 0.0), abs=0.5)
    assert found.degrees % 90 == pytest.approx(degrees, abs=2)


def test_a_disc_is_round():
    assert roundness(changed(disc=True), SIZE, STRAY_MM) > 0.05
    assert fit_outline(changed(disc=True), SIZE, STRAY_MM, round_=True).round


@pytest.fixture(scope="module")
def rim():
    """Return what looks around two plain pieces of one size."""
    side = round(SIZE[0] * LOOK_PX_PER_MM)
    looks = []
    for piece, colour in (("purchase", GREEN), ("payday", YELLOW)):
        picture = np.full((side, side, 3), colour, np.uint8)
        cv2.rectangle(picture, (4, 4), (side - 5, side - 5), (60, 60, 60), 2)
        looks.append(Look(piece, SIZE, False, picture))
    return Rim(Bank(looks, 1.3))


def around(rim, *, strip_px=0, colour=GREEN):
    """Return what is seen around a piece below which a strip of some colour sticks out."""
    bank = rim._bank
    size = bank.side + 16
    empty = np.full((size, size, 3), WHITE, np.uint8)
    cover = np.zeros((size, size), np.float32)
    cover[8:-8, 8:-8] = cv2.dilate(bank.cover[0].astype(np.uint8), np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(cover)
    seen = empty.copy()
    last = int(rows.max())
    seen[last + 1 : last + 1 + strip_px, columns.min() + 1 : columns.max()] = colour
    return rim.around(seen, empty, np.ones_like(cover), cover)


def test_the_shadow_of_a_piece_is_no_second_one(rim):
    shadow = around(rim, strip_px=1, colour=(120, 122, 124))
    assert rim.strange_mm2(shadow) > 5
    assert rim.plainly_strange_mm2(shadow.beyond()) < 1
    assert rim.lower(shadow.beyond()).gain <= 0


def test_what_sticks_out_farther_than_a_shadow_is_one(rim):
    lower = around(rim, strip_px=4)
    assert rim.plainly_strange_mm2(lower.beyond()) > 5
    assert rim.lower(lower).piece == "purchase"
    assert rim.lower(lower.beyond()).gain > 0.05


def test_a_piece_stands_out_from_a_board_of_another_colour_only(rim):
    size = rim._bank.side + 16
    white, green = (np.full((size, size, 3), colour, np.uint8) for colour in (WHITE, GREEN))
    assert rim.contrast(white) > 0.8
    assert rim.contrast(green) < 0.5
    assert len(rim._hues) == 2 * ANGLES


@pytest.mark.parametrize(
    ("cup", "covered", "out"),
    [((40, 45, 165), True, False), ((160, 60, 50), True, True), ((40, 45, 165), False, True)],
)
def test_a_flag_that_goes_on_around_itself_is_a_cup(cup, covered, out):
    picture = np.full((400, 400, 3), cup, np.uint8)
    cv2.rectangle(picture, (186, 191), (214, 209), (42, 48, 170), -1)
    vantage = Vantage(
        Lens((400, 400), 1000.0), {"board": Pose(np.eye(3), np.array([-100.0, -100.0, 500.0]))}
    )
    place = Place("flag:b01", "board", (100.0, 100.0), (14.0, 9.0), (), 1.0)
    cover = Cover(np.full((100, 100), covered))
    assert stands_out(picture, cover, vantage, place, (14.0, 9.0)) is out

"""Flat pieces: learned from a few photos, read on frames and on pictures made to mislead."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from calibration.lesson import Lesson
from calibration.teach_flats import learn_flats
from calibration.teach_outline import lines
from companion.games.vienna.board import load_board
from companion.games.vienna.readings import Told, pieces_of
from companion.games.vienna.table_plan import table_plan
from vision.flats import FlatEye
from vision.geometry import Lens, Pose, Vantage
from vision.glimpse import Glimpse
from vision.light import LightMeter
from vision.reference import Reference
from vision.stands_site import Sites
from vision.tile_look import LOOK_PX_PER_MM, Look

FRAMES = Path(os.environ.get("COMPANION_FRAMES", Path(__file__).parent.parent.parent / "shared"))
FOLDER = FRAMES / "frames-b"
TOLD = Told.__struct_fields__


def _label(name):
    return json.loads((FOLDER / f"{name}.json").read_text())


def _photo(name):
    return cv2.imread(str(FOLDER / f"{name}.jpg"))


def _vantage(name):
    """Return where the camera is, from the labelled corners and lens."""
    label = _label(name)
    camera = label["camera"]
    lens = Lens(tuple(camera["size"]), camera["f_px"], camera["k1"])
    poses = {}
    for surface, (width, depth) in _plan().surfaces.items():
        flat = np.array([[0, 0, 0], [width, 0, 0], [width, depth, 0], [0, depth, 0]], float)
        corners = np.array(label["corners_px"][surface], float)
        _, turn, shift = cv2.solvePnP(flat, corners, lens.matrix, lens.distortion)
        poses[surface] = Pose(cv2.Rodrigues(turn)[0], shift.ravel())
    return Vantage(lens, poses)


def _told(name):
    label = _label(name)
    told = msgspec.convert({k: label[k] for k in TOLD if k in label}, Told)
    return {
        place: tuple(p for p in pieces if not _plan().pieces[p].stands)
        for place, pieces in pieces_of(told).items()
    }


@cache
def _plan():
    return table_plan(load_board(FOLDER / "copy-3"))


@cache
def _reference():
    return Reference.of(_photo("000"), _vantage("000"), _plan().surfaces)


@cache
def _model():
    lessons = []
    for name in ("001", "002"):
        vantage, photo = _vantage(name), _photo(name)
        glimpse = Glimpse(photo, LightMeter(_reference(), vantage))
        told = pieces_of(
            msgspec.convert({k: v for k, v in _label(name).items() if k in TOLD}, Told)
        )
        sites = Sites(_plan(), _reference(), vantage)
        lessons.append(Lesson(name, glimpse, vantage, sites, told))
    return learn_flats(_plan(), _reference(), lessons)


@cache
def _eye():
    return FlatEye(_plan(), _model(), _reference())


def _read(photo, name="000"):
    vantage = _vantage(name)
    glimpse = Glimpse(photo, LightMeter(_reference(), vantage))
    return _eye().at(vantage).read(glimpse.level)


def _place(name):
    return next(place for place in _plan().places if place.id == name)


def _paste(photo, picture, surface, xy_mm, degrees):
    """Lay a picture onto a surface as the camera of the empty photo would see it."""
    height, width = picture.shape[:2]
    half = np.array([width, height]) / LOOK_PX_PER_MM / 2
    turn = np.deg2rad(degrees)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    at = _vantage("000").project(surface, corners @ matrix.T + np.array(xy_mm))
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, at.astype(np.float32))
    size = photo.shape[1::-1]
    cover = cv2.warpPerspective(np.full((height, width), 255, np.uint8), warp, size)
    laid = cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_AREA)
    return np.where(cover[..., None] > 127, laid, photo)


def _look(piece):
    return [look for look in _model().looks if look.piece == piece][-1]


@pytest.fixture(autouse=True)
def _frames():
    if not FOLDER.is_dir():
        pytest.skip(f"NO LABELLED FRAMES in {FRAMES}: set COMPANION_FRAMES to read flat pieces")


@pytest.mark.parametrize("name", ["003", "005", "009", "011"])
def test_no_flat_piece_is_misread(name):
    findings, told = _read(_photo(name), name), _told(name)
    wrong = {
        place: (finding.pieces, told.get(place, ()))
        for place, finding in findings.items()
        if finding.sure and finding.pieces != told.get(place, ())
    }
    unsure = [place for place, finding in findings.items() if not finding.sure]
    assert wrong == {}
    assert len(unsure) <= 4


def test_the_empty_board_is_empty_and_shows_its_prints():
    findings = _read(_photo("000"))
    printed = {place: finding.pieces for place, finding in findings.items() if finding.pieces}
    assert printed == {place: (piece,) for place, piece in _plan().printed.items()}
    assert all(finding.sure for finding in findings.values())


@pytest.mark.parametrize("degrees", [0, 45, 90, 137])
def test_a_tile_is_read_however_it_is_turned(degrees):
    photo = _photo("000")
    tiles = [piece for piece in _plan().pieces if piece.startswith("tile:")]
    laid = dict(zip(("s02", "s09", "s17", "s25", "s36"), tiles, strict=True))
    for square, piece in laid.items():
        x, y = _place(square).xy_mm
        photo = _paste(photo, _look(piece).picture, "board", (x + 1.2, y - 0.8), degrees)
    findings = _read(photo)
    assert {square: findings[square].pieces for square in laid} == {
        square: (piece,) for square, piece in laid.items()
    }
    assert all(findings[square].sure for square in laid)


def test_a_dim_noisy_picture_misleads_nobody():
    photo = _paste(_photo("000"), _look("tile:flask").picture, "board", _place("s09").xy_mm, 10)
    noise = np.random.default_rng(7).normal(0, 6, photo.shape)
    findings = _read(np.clip(photo * 0.6 + noise, 0, 255).astype(np.uint8))
    assert findings["s09"].pieces == ("tile:flask",)
    assert findings["s09"].sure
    assert not [
        p for p, f in findings.items() if f.sure and p[0] == "s" and p != "s09" and f.pieces
    ]


def test_a_shadow_is_no_piece():
    photo = _photo("000")
    x, y = _place("s09").xy_mm
    ring = np.array([[-30, -4], [40, -4], [40, 30], [-30, 30]]) + np.array([x, y])
    shadow = np.ones(photo.shape[:2], np.float32)
    cv2.fillConvexPoly(shadow, _vantage("000").project("board", ring).astype(np.int32), 0.55)
    soft = cv2.GaussianBlur(shadow, (0, 0), 4)
    findings = _read((photo * soft[..., None]).astype(np.uint8))
    assert findings["s09"].pieces == ()
    assert not [p for p, f in findings.items() if f.sure and p[0] == "s" and f.pieces]


@pytest.mark.parametrize("piece", ["tile:flask", "tile:pistol", "tile:slide"])
def test_a_tile_upside_down_is_not_named(piece):
    picture = _look(piece).picture
    back = np.full_like(picture, np.median(picture.reshape(-1, 3), axis=0).astype(np.uint8))
    findings = _read(_paste(_photo("000"), back, "board", _place("s09").xy_mm, 5))
    assert not findings["s09"].sure


def test_a_coin_is_not_named():
    photo, (x, y) = _photo("000"), _place("s09").xy_mm
    vantage = _vantage("000")
    middle = vantage.project("board", np.array([[x, y]]))[0].astype(int)
    for radius_mm, colour in (
        (11.6, (80, 150, 190)),
        (8.0, (170, 180, 185)),
        (6.5, (150, 160, 165)),
    ):
        edge = vantage.project("board", np.array([[x + radius_mm, y]]))[0]
        radius = int(np.hypot(*(edge - middle)))
        cv2.circle(photo, tuple(int(n) for n in middle), radius, colour, -1, cv2.LINE_AA)
    assert not _read(photo)["s09"].sure


def test_a_tile_far_off_its_square_is_not_claimed():
    (x, y), picture = _place("s09").xy_mm, _look("tile:microfilm").picture
    for aside_mm in (7, 9, 12):
        finding = _read(_paste(_photo("000"), picture, "board", (x + aside_mm, y), 0))["s09"]
        assert not finding.sure, aside_mm


def test_a_flag_tile_covers_the_printed_flag():
    photo = _photo("000")
    covered = {}
    flags = [piece for piece in _plan().pieces if piece.startswith("flag:")]
    for place, piece in zip(sorted(_plan().printed)[::3], flags * 2, strict=False):
        if _plan().printed[place] != piece:
            covered[place] = (piece,)
            picture = _look(piece).picture
            photo = _paste(photo, picture, "board", _place(place).xy_mm, 7)
    findings = _read(photo)
    assert len(covered) >= 5
    assert {place: findings[place].pieces for place in covered} == covered


@pytest.mark.parametrize("known", [True, False])
def test_a_tile_that_strays_to_the_next_field_does_not_lie_under_the_one_there(known):
    one, other = (np.array(_place(f"roof:{letter}").xy_mm) for letter in "EF")
    way = (other - one) / np.hypot(*(other - one))
    photo = _photo("000")
    for spot in (one + 2 * way, other - 5 * way):
        photo = _paste(photo, _look("purchase").picture, "intel", spot, 0)
    reader = _eye().at(_vantage("000"))
    level = Glimpse(photo, LightMeter(_reference(), _vantage("000"))).level
    if known:  # it was read before, and only what is beside it has changed
        assert reader.read(level)["roof:F"].pieces == ("purchase",)
    here = reader.read(level, changed={"roof:E"} if known else None)["roof:E"]
    assert (here.pieces, here.sure) == (("purchase",), True)


@pytest.mark.parametrize("lower", ["purchase", "payday"])
@pytest.mark.parametrize("upper", ["purchase", "payday"])
def test_what_sticks_out_below_is_never_overlooked(lower, upper):
    photo, shifts = _photo("000"), {"B": (3.0, -3.0), "E": (0.5, -4.0), "H": (-4.5, 1.0)}
    for letter, (dx, dy) in shifts.items():
        x, y = _place(f"roof:{letter}").xy_mm
        photo = _paste(photo, _look(lower).picture, "intel", (x, y), 4)
        photo = _paste(photo, _look(upper).picture, "intel", (x + dx, y + dy), -5)
    findings = _read(photo)
    piles = {letter: findings[f"roof:{letter}"] for letter in shifts}
    assert not [p for p in piles.values() if p.sure and p.pieces != (lower, upper)]
    assert sum(pile.sure for pile in piles.values()) >= 2


def _pale(piece, frame):
    """Return a tile as pale as the field it lies on, but for a thin frame and a small picture."""
    side = round(18 * LOOK_PX_PER_MM)
    picture = np.full((side, side, 3), (232, 236, 238), np.uint8)
    cv2.rectangle(picture, (0, 0), (side - 1, side - 1), frame, 5)
    half = side // 2
    cv2.rectangle(picture, (half - 9, half - 6), (half + 9, half + 9), (40, 90, 150), -1)
    if piece == "payday":
        cv2.circle(picture, (half, half - 8), 7, (40, 160, 200), -1)
    return Look(piece, (18.0, 18.0), False, picture)


def test_a_pale_tile_under_another_is_not_overlooked():
    pale = [_pale("purchase", (85, 105, 70)), _pale("payday", (50, 140, 180))]
    model, vantage = replace(_model(), looks=tuple(pale)), _vantage("000")
    photo, shifts = _photo("000"), {"B": (0.0, -3.5), "E": (3.2, 0.5), "H": (-3.2, 1.0)}
    for letter, (dx, dy) in shifts.items():
        x, y = _place(f"roof:{letter}").xy_mm
        photo = _paste(photo, pale[0].picture, "intel", (x, y), 2)
        photo = _paste(photo, pale[1].picture, "intel", (x + dx, y + dy), -2)
    level = Glimpse(photo, LightMeter(_reference(), vantage)).level
    findings = FlatEye(_plan(), model, _reference()).at(vantage).read(level)
    piles = [findings[f"roof:{letter}"] for letter in shifts]
    assert not [p for p in piles if p.sure and p.pieces != ("purchase", "payday")]


def test_a_tile_alone_is_sworn_to():
    photo, tiles = _photo("000"), {"B": "purchase", "E": "payday", "H": "purchase"}
    for letter, piece in tiles.items():
        x, y = _place(f"roof:{letter}").xy_mm
        photo = _paste(photo, _look(piece).picture, "intel", (x + 1.5, y - 1.0), 4)
    findings = _read(photo)
    for letter, piece in tiles.items():
        assert findings[f"roof:{letter}"].pieces == (piece,)
        assert findings[f"roof:{letter}"].sure


@pytest.mark.parametrize("piece", ["tile:flask", "tile:briefcase", "purchase", "payday"])
def test_a_look_is_learned_upright(piece):
    look = _look(piece)
    degrees, agree = lines(look.picture, look.size_mm)
    assert abs(degrees) < 3
    assert agree > 0.2


def test_separation_names_the_closest_pair_first():
    pairs = _model().separation()
    gaps = [gap for _, _, gap in pairs]
    assert gaps == sorted(gaps)
    assert gaps[0] > 0.2
    assert all(a != b for a, b, _ in pairs)

"""Finding the surfaces in a picture, from nothing, and saying so where they are not."""

from dataclasses import replace
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest
from register_truth import SIZES_MM, errors_px, learn, shared_frame, true_vantage

from companion.games.vienna.box import DATA
from hardware.simulated.crowd import crowd
from hardware.simulated.light import shine
from hardware.simulated.mount import hang
from hardware.simulated.pack import read_table_pack
from hardware.simulated.renderer import Renderer
from hardware.simulated.scene import empty_table, scene_from_view
from vision.landmarks import Landmarks
from vision.markers import CORNER_WORDS, learn_markers, read_markers
from vision.register import Found, NotFound, find
from vision.register_evidence import Reason

PACK = read_table_pack(DATA / "reference" / "full")
#: A sensor with a quarter of the pixels renders four times as fast.
SMALL = {"size": (820, 616), "f_px": 680.0}
#: Both copies; four cameras, hands, a bump and a dim evening among them.
FRAMES = {
    "frames": ("015", "018", "021"),
    "frames-b": ("007", "009"),
}


@cache
def shared_landmarks(folder):
    image, _, truth = shared_frame(f"{folder}/000")
    return learn(image, truth)


@cache
def simulated():
    """Render a table: empty, and full of pieces in another light."""
    rng = Random(5)
    empty = empty_table(PACK, rng, "window")
    empty = empty.changed(mount=replace(hang(rng), **SMALL), things=())
    full = scene_from_view(PACK, crowd(PACK, rng), rng, at=empty)
    image, label = Renderer().render(empty)
    return learn(image, true_vantage(label)), full.changed(light=shine("lamp_left", rng))


@cache
def full_table():
    _, scene = simulated()
    image, label = Renderer().render(scene)
    return image, true_vantage(label)


def test_corners_are_found_in_labelled_frames_to_half_a_pixel():
    corners, tops = [], []
    for folder, names in FRAMES.items():
        for name in names:
            image, _, truth = shared_frame(f"{folder}/{name}")
            found = find(image, shared_landmarks(folder))
            assert isinstance(found, Found), (folder, name, found)
            assert not found.missing, (folder, name, found.missing)
            for surface in SIZES_MM:
                corners.append(errors_px(found.vantage, truth, surface))
                tops.append(errors_px(found.vantage, truth, surface, height_mm=26.0))
    assert np.max(corners) < 0.5
    assert np.mean(corners) < 0.15
    # Figures are 26 mm tall: their heads are where the focal length says.
    assert np.max(tops) < 1.5
    assert np.mean(tops) < 0.5


def test_another_copy_of_the_game_is_refused():
    image, _, _ = shared_frame("frames/000")
    lost = find(image, shared_landmarks("frames-b"))
    assert isinstance(lost, NotFound), lost.fits
    assert set(lost.missing) == set(SIZES_MM)


def test_another_copys_tableau_beside_our_board_is_refused_alone():
    image, _, truth = shared_frame("frames/018")
    ours, others = shared_landmarks("frames"), shared_landmarks("frames-b")
    found = find(image, {"board": ours["board"], "intel": others["intel"]})
    assert found.missing["intel"].reason is Reason.UNLIKE
    assert errors_px(found.vantage, truth, "board").max() < 0.5


def test_a_picture_that_was_cut_is_refused():
    image, _, _ = shared_frame("frames/006")
    lost = find(np.ascontiguousarray(image[:, :900]), shared_landmarks("frames"))
    assert isinstance(lost, NotFound), lost.vantage.lens
    assert lost.missing["board"].reason is Reason.IMPOSSIBLE_LENS


def test_a_full_table_is_found_in_another_light():
    landmarks, _ = simulated()
    image, truth = full_table()
    found = find(image, landmarks)
    assert not found.missing
    for surface in SIZES_MM:
        assert errors_px(found.vantage, truth, surface).max() < 0.5
        assert found.fits[surface].error_px < 0.3


@pytest.mark.parametrize(
    "mount",
    [
        {"f_px": 500.0, "height_mm": 620.0, "k1": 0.03, "roll": 180.0},
        {"tilt_x": 16.0, "tilt_y": -9.0},
    ],
    ids=["wide-and-upside-down", "tilted"],
)
def test_any_camera_will_do(mount):
    landmarks, scene = simulated()
    image, label = Renderer().render(scene.changed(mount=replace(scene.mount, **mount)))
    found, truth = find(image, landmarks), true_vantage(label)
    assert not found.missing
    for surface in SIZES_MM:
        assert errors_px(found.vantage, truth, surface).max() < 0.6


def test_a_tableau_that_was_pushed_is_found_on_its_own():
    landmarks, scene = simulated()
    image, label = Renderer().render(scene.pushed("intel", 12.0, -40.0, 17.0))
    found, truth = find(image, landmarks), true_vantage(label)
    assert not found.missing
    assert errors_px(found.vantage, truth, "intel").max() < 0.5
    assert errors_px(found.vantage, truth, "board").max() < 0.5


def test_a_hidden_surface_is_named_and_the_other_found():
    landmarks, _ = simulated()
    image, truth = full_table()
    covered = image.copy()
    outline = np.int32(truth.corners("intel", SIZES_MM["intel"]))
    cv2.fillConvexPoly(covered, outline, (90, 120, 150))
    found = find(covered, landmarks)
    assert list(found.vantage.poses) == ["board"]
    assert found.missing["intel"].reason is Reason.TOO_FEW_LANDMARKS
    assert errors_px(found.vantage, truth, "board").max() < 0.5


@cache
def rubbish():
    rng = np.random.default_rng(3)
    image, _ = full_table()
    noise = rng.integers(0, 256, image.shape, np.uint8)
    ceiling = cv2.GaussianBlur(noise, (0, 0), 40)
    return {
        "black": np.zeros_like(image),
        "white": np.full_like(image, 255),
        "noise": noise,
        "ceiling": ceiling,
        "blurred": cv2.GaussianBlur(image, (0, 0), 6),
        "mirrored": np.ascontiguousarray(image[:, ::-1]),
        "shredded": shredded(image, rng),
    }


def shredded(image, rng):
    """Cut a picture into small squares and shuffle them."""
    rows, columns = image.shape[0] // 44, image.shape[1] // 41
    squares = [
        image[y * 44 : y * 44 + 44, x * 41 : x * 41 + 41]
        for y in range(rows)
        for x in range(columns)
    ]
    order = iter(rng.permutation(len(squares)))
    return np.vstack(
        [np.hstack([squares[next(order)] for _ in range(columns)]) for _ in range(rows)]
    )


@pytest.mark.parametrize(
    "kind", ["black", "white", "noise", "ceiling", "blurred", "mirrored", "shredded"]
)
def test_rubbish_is_refused_with_a_reason(kind):
    landmarks, _ = simulated()
    lost = find(rubbish()[kind], landmarks)
    assert isinstance(lost, NotFound), lost.fits
    for doubt in lost.missing.values():
        assert doubt.figures


def test_landmarks_survive_being_saved(tmp_path):
    landmarks, _ = simulated()
    image, truth = full_table()
    read = {}
    for name, known in landmarks.items():
        np.savez_compressed(tmp_path / f"{name}.npz", **known.arrays())
        with np.load(tmp_path / f"{name}.npz") as arrays:
            read[name] = Landmarks.of(arrays)
    found = find(image, read)
    assert errors_px(found.vantage, truth, "board").max() < 0.5
    assert read["board"].size_mm == SIZES_MM["board"]


def test_a_second_reference_adds_only_what_is_new():
    landmarks, _ = simulated()
    board = landmarks["board"]
    sheet = cv2.cvtColor(board.picture, cv2.COLOR_GRAY2BGR)
    once = Landmarks.learn([sheet], board.size_mm)
    twice = Landmarks.learn([sheet, sheet], board.size_mm)
    assert len(twice.looks) == len(once.looks)


def with_markers(image, vantage):
    """Lay the four printed markers around the board, 40 mm with a white rim."""
    words = cv2.aruco.getPredefinedDictionary(CORNER_WORDS)
    width, depth = SIZES_MM["board"]
    laid = image.copy()
    for number, (x, y) in enumerate(
        [(60, -60), (width - 110, -60), (width - 110, depth + 8), (60, depth + 8)]
    ):
        sheet = np.full((56, 56), 255, np.uint8)
        sheet[8:48, 8:48] = cv2.aruco.generateImageMarker(words, number, 40)
        sheet = cv2.resize(sheet, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
        corners = np.array([[x, y], [x + 56, y], [x + 56, y + 56], [x, y + 56]], float)
        to = np.float32(vantage.project("board", corners))
        plane = cv2.getPerspectiveTransform(
            np.float32([[0, 0], [447, 0], [447, 447], [0, 447]]), to
        )
        size = image.shape[1::-1]
        drawn = cv2.warpPerspective(cv2.merge([sheet] * 3), plane, size, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full((448, 448), 255, np.uint8), plane, size)
        laid[mask > 127] = drawn[mask > 127]
    return laid


def test_corner_markers_help_where_the_print_is_not_recognised():
    landmarks, _ = simulated()
    image, truth = full_table()
    marked = with_markers(image, truth)
    assert set(read_markers(cv2.cvtColor(marked, cv2.COLOR_BGR2GRAY))) == {0, 1, 2, 3}
    markers = learn_markers(marked, truth, "board")
    # Landmarks without a single feature: only the markers can tell where to look.
    bare = replace(
        landmarks["board"], feature_mm=np.empty((0, 2)), looks=np.empty((0, 128), np.float32)
    )
    assert isinstance(find(marked, {"board": bare}), NotFound)
    found = find(marked, {"board": replace(bare, markers=markers)})
    assert errors_px(found.vantage, truth, "board").max() < 0.5

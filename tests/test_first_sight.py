"""First sight of a table: surfaces are found to a pixel or not at all, with taps and without."""

import json
import os
import sys
import time
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from calibration.first_sight import TapsNeeded, first_sight
from calibration.table_shape import TableShape, shape_of
from companion.engine import Place
from companion.games.vienna.box import DATA
from hardware.simulated.mount import hang
from hardware.simulated.pack import read_table_pack
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import empty_table

SHARED = Path(os.environ.get("COMPANION_FRAMES", Path(__file__).parent.parent / "../shared"))
COPIES = {"frames": "copy-1", "frames-b": "copy-3"}
EMPTY = ("frames/000", "frames/001", "frames-b/000")
REFERENCE = DATA / "reference" / "full"


def places_of(pack):
    """List the places of a pack as a game does, with the sizes of their pieces."""

    def spot(name, at, xy, piece):
        size = pack.piece(piece)
        return Place(name, at.surface, xy, (size.width_mm, size.depth_mm), (), size.height_mm)

    for b in pack.buildings:
        yield Place(b.id, b.surface, b.xy, (2 * b.radius, 2 * b.radius), (), 26)
        yield spot(f"flag:{b.id}", b, b.flag_xy, "flag_tile")
    for square in pack.squares:
        yield spot(square.id, square, square.xy, "info_tile")
    for number, xy in enumerate(pack.score_track.fields):
        yield spot(f"score:{number}", pack.score_track, xy, "agent")
    for info, fields in pack.info_tracks.fields.items():
        for number, field in enumerate(fields):
            yield spot(f"info:{info}:{number}", pack.info_tracks, field.xy, "marker")
    for letter, xy in pack.roof.fields.items():
        yield spot(f"roof:{letter}", pack.roof, xy, "investigator")
    yield spot("investigation", pack.investigation, pack.investigation.xy, "investigation")


def shape_for(folder) -> TableShape:
    pack = read_table_pack(folder)
    sizes = {name: tuple(surface.size_mm) for name, surface in pack.surfaces.items()}
    return shape_of(sizes, places_of(pack))


def shared_photo(name):
    """Return a labelled photo, the true corners, and the shape its owner wrote down."""
    photo = SHARED / f"{name}.jpg"
    if not photo.is_file():
        pytest.skip(f"NO LABELLED FRAME at {photo}: set COMPANION_FRAMES to look at it")
    corners = json.loads(photo.with_suffix(".json").read_text("utf-8"))["corners_px"]
    folder = photo.parent / COPIES[photo.parent.name]
    true = {surface: np.array(px) for surface, px in corners.items()}
    return cv2.imread(str(photo)), true, shape_for(folder)


def turned(image, true, quarters):
    """Turn a photo clockwise, as if the camera had been mounted so."""
    for _ in range(quarters):
        height = image.shape[0]
        image = cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)
        true = {s: np.column_stack([height - 1 - px[:, 1], px[:, 0]]) for s, px in true.items()}
    return image, true


def tapped(true, seed, reach_px=3.0):
    """Tap every corner a little beside it."""
    rng = Random(seed)
    return {
        surface: np.array(
            [
                [x + rng.uniform(-reach_px, reach_px), y + rng.uniform(-reach_px, reach_px)]
                for x, y in px
            ]
        )
        for surface, px in true.items()
    }


def worst_px(sight, true, shape):
    """Return how far the worst corner is off."""
    off = [sight.vantage.corners(s, shape.sizes_mm[s]) - px for s, px in true.items()]
    return float(np.hypot(*np.concatenate(off).T).max())


def report(text, sight, worst, started):
    took = time.perf_counter() - started
    sys.stdout.write(
        f"{text}: worst corner {worst:.2f} px, sure {sight.confidence:.2f}, {took:.1f} s\n"
    )


# -- the shape of a table ------------------------------------------------------------------------


def test_places_of_a_kind_are_a_family():
    shape = shape_for(REFERENCE)
    kinds = {(family.name, family.surface): len(family) for family in shape.families}
    assert kinds == {
        ("b", "board"): 30, ("flag", "board"): 30, ("s", "board"): 40, ("score", "board"): 100,
        ("info", "intel"): sum(len(f) for f in read_table_pack(REFERENCE).info_tracks.fields.values()),
        ("roof", "intel"): 12,
    }  # fmt: skip


# -- with taps -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EMPTY)
def test_taps_are_sharpened_to_half_a_pixel(name):
    image, true, shape = shared_photo(name)
    for seed in (7, 8):
        started = time.perf_counter()
        sight = first_sight(image, shape, tapped(true, seed))
        worst = worst_px(sight, true, shape)
        report(f"{name} tapped, seed {seed}", sight, worst, started)
        assert sight.source == "taps"
        assert worst < 0.6


def test_taps_in_the_wrong_order_are_refused():
    image, true, shape = shared_photo("frames-b/000")
    upside_down = {surface: np.roll(px, 2, axis=0) for surface, px in true.items()}
    with pytest.raises(TapsNeeded) as refusal:
        first_sight(image, shape, upside_down)
    assert refusal.value.code == "taps_do_not_fit"


def test_taps_one_field_beside_the_corners_are_refused():
    image, true, shape = shared_photo("frames/000")
    beside = {surface: px + np.array([26.0, 0.0]) for surface, px in true.items()}
    with pytest.raises(TapsNeeded) as refusal:
        first_sight(image, shape, beside)
    assert refusal.value.code == "taps_do_not_fit"


# -- without taps --------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "quarters"), list(zip(EMPTY, (0, 1, 2), strict=True)))
def test_surfaces_are_found_without_taps_however_the_camera_is_turned(name, quarters):
    image, true, shape = shared_photo(name)
    image, true = turned(image, true, quarters)
    started = time.perf_counter()
    sight = first_sight(image, shape)
    worst = worst_px(sight, true, shape)
    report(f"{name} turned by {90 * quarters}", sight, worst, started)
    assert sight.source == "found"
    assert worst < 1.0


def test_a_simulated_table_is_found_upside_down():
    rng = Random(11)
    scene = empty_table(read_table_pack(REFERENCE), rng).changed(mount=hang(rng, upside_down=True))
    image, label = Renderer(Quality.FAST).render(scene)
    true = {surface: np.array(px) for surface, px in label["corners_px"].items()}
    shape = shape_for(REFERENCE)
    started = time.perf_counter()
    sight = first_sight(image, shape)
    worst = worst_px(sight, true, shape)
    report(f"simulated, {scene.table}, {scene.light.name}", sight, worst, started)
    assert worst < 1.0


# -- what is no table ----------------------------------------------------------------------------


def rubbish():
    """Make pictures in which there is nothing to find."""
    height, width = 616, 820
    noise = np.random.default_rng(3)
    yield "black", np.zeros((height, width, 3), np.uint8)
    ceiling = np.linspace(120, 220, width)[None, :, None] + noise.normal(0, 2, (height, width, 3))
    yield "ceiling", ceiling.astype(np.uint8)
    yield "noise", noise.integers(0, 256, (height, width, 3), np.uint8)


@pytest.mark.parametrize(("what", "image"), [pytest.param(*pair, id=pair[0]) for pair in rubbish()])
def test_where_no_table_is_taps_are_asked_for(what, image):
    with pytest.raises(TapsNeeded) as refusal:
        first_sight(image, shape_for(REFERENCE))
    sys.stdout.write(f"{what}: {refusal.value.code} {refusal.value.figures}\n")
    assert refusal.value.code in {"nothing_found", "surface_unclear"}


@pytest.mark.slow
def test_a_table_without_one_of_its_surfaces_is_not_found():
    image, true, shape = shared_photo("frames/000")
    gone = image.copy()
    cv2.fillConvexPoly(gone, np.rint(true["intel"]).astype(np.int32), (90, 110, 130))
    with pytest.raises(TapsNeeded) as refusal:
        first_sight(gone, shape)
    assert refusal.value.code == "surface_unclear"
    assert (
        refusal.value.figures["board:confidence"] > 0.5 > refusal.value.figures["intel:confidence"]
    )

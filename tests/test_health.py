"""Self-checks of a picture: good ones pass, and each fault is called by its name."""

from functools import cache
from random import Random

import cv2
import numpy as np
import pytest
from labelled_tables import labelled_photos, references_of, true_vantage

from companion.games.vienna.box import DATA
from hardware.simulated.crowd import crowd
from hardware.simulated.light import shine
from hardware.simulated.look import Look
from hardware.simulated.pack import read_table_pack
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import empty_table, scene_from_view
from vision.hands_backdrop import hang_backdrop
from vision.health import LIMITS, HealthCheck, Verdict, judge
from vision.health_light import glance_at

PACK = read_table_pack(DATA / "reference" / "full")


@cache
def table():
    rng = Random(8)
    empty = empty_table(PACK, rng).changed(
        look=Look(1, "wood", "pawn"), table="oak", things=(), light=shine("grey_window")
    )
    renderer = Renderer(Quality.FAST)
    image, label = renderer.render(empty)
    vantage = true_vantage(label)
    references = references_of(image, vantage)
    set_out, _ = renderer.render(scene_from_view(PACK, crowd(PACK, rng), rng, at=empty))
    backdrop = hang_backdrop(vantage, references)
    return set_out, backdrop, HealthCheck(vantage, references, backdrop)


def checked(image):
    _, backdrop, health = table()
    return {check.name: check for check in health.check(image, glance_at(image, backdrop))}


def lit(image, gain):
    """Shine with other light: a factor, or one for every pixel or colour, of linear light."""
    linear = (image / np.float32(255)) ** 2.2 * gain
    return (np.clip(linear, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


def slope():
    height, width = table()[0].shape[:2]
    return np.exp(np.linspace(-2.8, 1.0, width, dtype=np.float32))[None, :, None] * np.ones(
        (height, 1, 3), np.float32
    )


def grainy(image):
    grain = np.random.default_rng(1).normal(0, 18, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


FAULTS = {
    "dark": lambda image: lit(image, 0.02),
    "burnt": lambda image: lit(image, 6.0),
    "blurred": lambda image: cv2.GaussianBlur(image, (0, 0), 3.0),
    "uneven": lambda image: lit(image, slope()),
    "coloured": lambda image: lit(image, np.array([0.18, 0.7, 1.2], np.float32)),
    "noisy": grainy,
}


def test_a_good_picture_passes_every_check():
    checks = checked(table()[0])
    assert set(checks) == set(LIMITS)
    assert {check.verdict for check in checks.values()} == {Verdict.OK}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_called_by_its_name(fault):
    check = checked(FAULTS[fault](table()[0]))[fault]
    assert check.verdict is Verdict.BAD
    assert (check.text_id, check.advice_id) == (f"check.{fault}", f"advice.{fault}")


def test_an_arm_that_rests_on_one_board_does_not_spoil_the_picture():
    image, backdrop, _ = table()
    image = image.copy()
    rows, columns = (slice(4 * side.start, 4 * side.stop) for side in backdrop.cloths["intel"].box)
    image[rows, columns][60:, :, :] = (40, 30, 150)
    verdicts = {check.verdict for check in checked(image).values()}
    assert checked(image)["coloured"].figure > LIMITS["coloured"][1]
    assert Verdict.BAD not in verdicts


def test_a_slight_blur_is_poor_and_grain_does_not_hide_it():
    soft = cv2.GaussianBlur(table()[0], (0, 0), 1.5)
    assert checked(soft)["blurred"].verdict is Verdict.POOR
    assert checked(grainy(soft))["blurred"].verdict is Verdict.POOR


def test_limits_are_where_the_verdict_turns():
    for name, (poor, bad) in LIMITS.items():
        step = 1e-3 if bad > poor else -1e-3
        assert judge(name, poor - step).verdict is Verdict.OK
        assert judge(name, poor + step).verdict is Verdict.POOR
        assert judge(name, bad + step).verdict is Verdict.BAD


def test_the_light_map_finds_the_light_under_pieces_and_paper():
    image, backdrop, _ = table()
    gain = np.array([0.5, 0.7, 0.8], np.float32)
    covered = lit(image, gain)
    rows, columns = backdrop.cloths["board"].box
    # A sheet of paper over a sixth of the board must not count as light.
    covered[rows.start * 4 + 200 : rows.start * 4 + 420, columns.start * 4 + 300 :][:, :260] = 235
    light = glance_at(covered, backdrop).maps["board"]
    assert light.gains.shape == (21, 28, 3)
    assert np.abs(np.log(light.gains / gain)).max() < 0.3
    assert np.abs(np.log(np.median(light.gains, axis=(0, 1)) / gain)).max() < 0.08
    assert 0.03 < 1 - light.seen.mean() < 0.35


def test_the_photos_are_sharp_and_only_dim_evenings_grainy():
    for photo in labelled_photos(("frames/006", "frames/008", "frames/018", "frames-b/010")):
        backdrop = hang_backdrop(photo.vantage, photo.references)
        health = HealthCheck(photo.vantage, photo.references, backdrop)
        found = {c.name: c for c in health.check(photo.image, glance_at(photo.image, backdrop))}
        assert found["blurred"].verdict is Verdict.OK
        assert found["dark"].verdict is Verdict.OK
        dim = photo.label["light"] == "dim_evening"
        assert (found["noisy"].verdict is not Verdict.OK) == dim, photo.name

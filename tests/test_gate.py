"""The motion gate: rest is noticed, motion too, and neither grain nor lamps deceive it."""

from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from companion.games.vienna.box import DATA
from hardware.simulated.crowd import crowd
from hardware.simulated.light import LED, Lamp, switch_on
from hardware.simulated.look import Look
from hardware.simulated.pack import read_table_pack
from hardware.simulated.piece import Hand
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import empty_table, scene_from_view
from vision.gate import SETTLE_S, Gate, Motion

PACK = read_table_pack(DATA / "reference" / "full")
STEP_S = 0.1
#: Height and width of the small pictures that a camera on the ribbon cable makes.
SMALL = (312, 416)


@cache
def film(light="window"):
    rng = Random(4)
    scene = empty_table(PACK, rng, light).changed(look=Look(1, "wood", "pawn"), table="oak")
    return Renderer(Quality.FAST), scene_from_view(PACK, crowd(PACK, rng), rng, at=scene)


@cache
def still(light, number):
    """Photograph the film's first scene, with one of a few patterns of grain."""
    renderer, scene = film(light)
    return renderer.render(scene.changed(seed=number))[0]


class Watch:
    """Show frames to a gate, a tenth of a second apart."""

    def __init__(self, light="window"):
        self.gate, self.at_s, self.number = Gate(), 100.0, 0
        self.light = light
        self.renderer, self.scene = film(light)

    def show(self, scene=None, count=1, change=None):
        seen = []
        for _ in range(count):
            self.number += 1
            if scene is None:
                image = still(self.light, self.number % 7)
            else:
                image, _ = self.renderer.render(scene.changed(seed=self.number))
            seen.append(self.look(image if change is None else change(image, self.number)))
        return seen

    def look(self, image):
        self.at_s += STEP_S
        return self.gate.look(image, self.at_s)

    def settled(self):
        seen = self.show(count=10)
        assert seen[-1].worth_reading
        self.gate.mark_read()
        return self


@pytest.mark.parametrize("light", ["window", "dim_evening"])
def test_a_still_table_comes_to_rest_and_stays_there_however_grainy(light):
    watch = Watch(light).settled()
    after = watch.show(count=40)
    assert {s.motion for s in after} == {Motion.AT_REST}
    assert after[-1].for_s > 4
    assert not any(s.worth_reading for s in after)


def test_the_first_frames_are_worth_reading_only_after_the_settling_time():
    seen = Watch().show(count=10)
    first = next(number for number, s in enumerate(seen) if s.worth_reading)
    assert first * STEP_S >= SETTLE_S
    assert all(s.motion is not Motion.AT_REST for s in seen[:first])


@pytest.mark.parametrize("light", ["window", "dim_evening"])
def test_a_hand_is_motion_and_what_it_did_is_worth_reading(light):
    watch = Watch(light).settled()
    for x_mm in (-60.0, -40.0, -20.0):
        hand = watch.scene.changed(hands=(Hand((x_mm, 10.0)),))
        assert watch.show(hand)[0].motion is Motion.MOVING
    started_s = watch.at_s - 2 * STEP_S
    gone = watch.show(count=8)
    assert gone[1].motion is Motion.SETTLING
    assert gone[-1].worth_reading
    assert gone[-1].changed_since_s == pytest.approx(started_s)


@pytest.mark.parametrize("heading", [0.0, 180.0])
def test_an_arm_across_the_whole_table_is_not_taken_for_light(heading):
    watch = Watch().settled()
    tip_mm = (230.0, 0.0) if heading == 0.0 else (-230.0, 0.0)
    arm = watch.scene.changed(hands=(Hand(tip_mm, heading, size=1.6, sleeve="#181818"),))
    assert watch.show(arm)[0].motion is Motion.MOVING
    assert watch.gate.stirred is not None
    stirred = watch.gate.stirred.copy()
    assert watch.show(count=2)[0].motion is Motion.MOVING
    shown, _ = watch.renderer.render(arm)
    covered = np.abs(shown.astype(int) - still("window", 0)).max(axis=2) > 60
    rows, columns = stirred.shape
    covered = cv2.resize(covered.astype(np.uint8), (columns, rows), interpolation=cv2.INTER_AREA)
    assert (stirred & (covered > 0)).sum() > 0.5 * covered.sum()


def test_one_figure_that_jumps_is_noticed():
    watch = Watch().settled()
    agent = next(piece for piece in watch.scene.pieces if piece.kind == "agent")
    left = watch.scene.changed(pieces=tuple(p for p in watch.scene.pieces if p is not agent))
    seen = watch.show(left, count=8)
    assert seen[0].motion is Motion.MOVING
    assert seen[-1].worth_reading


def test_a_lamp_switched_on_is_not_motion_but_makes_reading_wait():
    watch = Watch().settled()
    lit = watch.scene.changed(
        light=switch_on(watch.scene.light, Lamp((500, 300, 1100), LED, 0.5, 60))
    )
    seen = watch.show(lit, count=10)
    assert seen[0].motion is Motion.SETTLING
    assert all(s.motion is not Motion.MOVING for s in seen)
    assert seen[-1].motion is Motion.AT_REST


def test_flicker_and_slow_daylight_are_rest():
    def flicker(image, number):
        rows = np.arange(len(image))[:, None, None]
        wave = 1 + 0.05 * np.sin(rows / 150 + 2.1 * number) + 0.002 * number
        return np.clip(image * wave.astype(np.float32), 0, 255).astype(np.uint8)

    watch = Watch()
    seen = watch.show(count=25, change=flicker)
    assert {s.motion for s in seen[8:]} == {Motion.AT_REST}


def test_a_bumped_camera_is_motion():
    watch = Watch().settled()
    pushed = watch.show(count=8, change=lambda image, _: np.roll(image, (9, 14), (0, 1)))
    assert pushed[0].motion is Motion.MOVING
    assert pushed[-1].worth_reading


def test_time_is_that_of_the_frames():
    watch = Watch().settled()
    image = still("window", 0)
    watch.at_s += 3600
    assert watch.look(image).for_s > 3600


def test_another_size_of_picture_starts_anew():
    watch = Watch().settled()
    image = still("window", 0)
    assert watch.look(image[:616, :820]).motion is Motion.MOVING


def test_the_small_picture_of_a_camera_is_all_it_looks_at():
    gate, size = Gate(), (SMALL[1], SMALL[0])
    whole = still("window", 1)
    small = [
        cv2.resize(still("window", n % 7), size, interpolation=cv2.INTER_AREA) for n in range(9)
    ]
    seen = [gate.look(whole, STEP_S * n, one) for n, one in enumerate(small)]
    assert seen[-1].motion is Motion.AT_REST
    gate.mark_read()
    renderer, scene = film("window")
    hand = renderer.render(scene.changed(hands=(Hand((0.0, 0.0), 94.0),)))[0]
    assert gate.look(hand, 1.0, small[3]).motion is Motion.AT_REST
    reached = cv2.resize(hand, size, interpolation=cv2.INTER_AREA)
    assert gate.look(whole, 1.1, reached).motion is Motion.MOVING


def test_a_camera_that_no_longer_makes_small_pictures_is_watched_all_the_same():
    gate, whole = Gate(), still("window", 1)
    small = cv2.resize(whole, (SMALL[1], SMALL[0]), interpolation=cv2.INTER_AREA)
    for n in range(9):
        gate.look(whole, STEP_S * n, small)
    seen = [gate.look(still("window", n % 7), 1.0 + STEP_S * n) for n in range(12)]
    assert seen[-1].motion is Motion.AT_REST

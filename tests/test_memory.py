"""What has changed since it was last read is named; what only flickers is not."""

import numpy as np
import pytest

from companion.engine import Place
from vision.geometry import Lens, Pose, Vantage
from vision.memory import SHRINK, Memory

LENS = Lens((1640, 1232), 1365.0)
VANTAGE = Vantage(LENS, {"board": Pose.of(np.array([0.0, 0.0, 0.0, -280.0, -210.0, 840.0]))})
PLACES = tuple(
    Place(f"p{column}{row}", "board", (60.0 + 80 * column, 60.0 + 75 * row), (20.0, 20.0), (), 2.0)
    for column in range(6)
    for row in range(5)
)
ALL = {place.id for place in PLACES}


def _picture(seed=0, noise=1.0, light=0.0):
    rng = np.random.default_rng(5)
    size = (LENS.size[1] // SHRINK, LENS.size[0] // SHRINK, 3)
    table = rng.uniform(70, 180, size)
    grain = np.random.default_rng(seed).normal(0, noise, size)
    return np.clip(table + grain + light, 0, 255).astype(np.uint8)


def _with_piece(picture, name, strength=60):
    place = next(place for place in PLACES if place.id == name)
    x, y = VANTAGE.shrunk(SHRINK).project("board", np.array([place.xy_mm]))[0].astype(int)
    out = picture.astype(int)
    out[y - 2 : y + 3, x - 2 : x + 3] += strength
    return np.clip(out, 0, 255).astype(np.uint8)


@pytest.fixture
def memory():
    fresh = Memory(PLACES, VANTAGE)
    fresh.remember(_picture(), frozenset(ALL))
    return fresh


def test_at_first_everything_is_new():
    memory = Memory(PLACES, VANTAGE)
    assert memory.changed(_picture()) == ALL
    memory.remember(_picture(), frozenset(ALL))
    memory.forget()
    assert memory.changed(_picture()) == ALL


@pytest.mark.parametrize("noise", [0.5, 2.0, 5.0])
def test_noise_is_no_change(noise):
    memory = Memory(PLACES, VANTAGE)
    memory.remember(_picture(1, noise), frozenset(ALL))
    for seed in range(2, 6):
        assert memory.changed(_picture(seed, noise)) == frozenset()


@pytest.mark.parametrize("name", ["p00", "p32", "p54"])
def test_what_changes_is_named_and_nothing_far_from_it(memory, name):
    assert memory.changed(_with_piece(_picture(1), name)) == {name}


def test_a_change_is_named_until_it_is_read(memory):
    changed = _with_piece(_picture(1), "p22")
    assert memory.changed(changed) == {"p22"}
    assert memory.changed(changed) == {"p22"}
    memory.remember(changed, frozenset({"p22"}))
    assert memory.changed(_with_piece(_picture(2), "p22")) == frozenset()
    assert memory.changed(_picture(3)) == {"p22"}


def test_a_place_that_was_not_read_is_compared_with_when_it_was(memory):
    both = _with_piece(_with_piece(_picture(1), "p22"), "p44")
    memory.remember(both, frozenset({"p22"}))
    assert memory.changed(both) == {"p44"}


def test_slow_drift_is_read_again_in_the_end(memory):
    """Each step is too small to notice, but all of them together are not."""
    steps = [_with_piece(_picture(n), "p33", strength=n) for n in range(1, 40)]
    noticed = [n for n, picture in enumerate(steps, 1) if memory.changed(picture)]
    assert noticed
    assert noticed[0] > 5
    assert noticed == list(range(noticed[0], 40))


def test_a_picture_of_another_size_is_new(memory):
    assert memory.changed(_picture()[:-4]) == ALL

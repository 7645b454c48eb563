"""A teaching photo that takes itself when hands are gone and all is there, and only then."""

from __future__ import annotations

import time
from random import Random
from threading import Event

import numpy as np
import pytest
from patience import comes_true
from taught_table import FOLDER, PACK, table

from calibration.learn import Pupil
from calibration.shot import Shot
from companion.app.see import kit_of
from companion.app.teach_layout import lessons
from companion.app.teach_look import Ground
from companion.app.teach_shutter import COUNT_S, Shutter
from companion.app.teach_tasks import is_good
from companion.engine import Atom
from companion.session.ports import Frame
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import left_alone, scene_from_view
from vision.wording import Wording


class Table:
    """A camera above something that may move, and a judge who says what they are told to say."""

    def __init__(self) -> None:
        self.grey, self.good, self.number = 90, True, 0
        self.taken, self.asked = Event(), 0
        self.shutter = Shutter(self.newest, self.is_good, self.taken.set, lambda: None)

    def newest(self) -> Frame:
        self.number += 1
        self.grey = self.grey if self.good is not None else (self.grey + 40) % 200
        return Frame(np.full((120, 160, 3), self.grey, np.uint8), 0.0, self.number)

    def is_good(self, _photo) -> bool:
        self.asked += 1
        return bool(self.good)

    def watched_for(self, seconds: float) -> bool:
        """Watch so long; tell whether the photo was taken."""
        until_s = time.monotonic() + seconds
        while time.monotonic() < until_s and not self.taken.is_set():
            self.shutter.want()
            time.sleep(0.05)
        return self.taken.is_set()


def test_the_photo_takes_itself_after_a_moment_in_which_one_can_say_no():
    here = Table()
    here.shutter.want()
    assert comes_true(lambda: here.shutter.ready)
    began_s = time.monotonic()
    assert here.watched_for(10)
    assert time.monotonic() - began_s > COUNT_S / 2


def test_whoever_says_no_takes_it_alone():
    here = Table()
    here.shutter.want()
    assert comes_true(lambda: here.shutter.ready)
    here.shutter.hold()
    assert not here.shutter.ready
    assert not here.watched_for(COUNT_S + 1)


def test_what_moves_is_not_even_looked_at():
    here = Table()
    here.good = None
    assert not here.watched_for(2)
    assert here.asked == 0
    here.good = True
    assert here.watched_for(10)


def test_a_table_that_is_not_laid_yet_is_looked_at_again():
    here = Table()
    here.good = False
    assert not here.watched_for(1.5)
    here.good = True  # a small piece, which moves nothing to speak of
    assert here.watched_for(10)


# --- is everything where it should be? ----------------------------------------------------------

KIT = kit_of(FOLDER)[0]
PLAN = KIT.plan(FOLDER)
FIRST, SECOND = lessons(PLAN)


@pytest.fixture(scope="module")
def ground():
    """Return an empty table that somebody knows, and a way to photograph it with pieces."""
    renderer = Renderer(Quality.FAST)
    empty, label = renderer.render(table())
    taps = {name: np.array(each, float) for name, each in label["corners_px"].items()}

    def lay(layout):
        atoms = [Atom(place, piece) for place, pieces in layout.items() for piece in pieces]
        return scene_from_view(PACK, atoms, Random(7), at=table())

    def photograph(layout):
        return renderer.render(left_alone(lay(layout), lay(FIRST)))[0]

    return Ground(PLAN, Pupil(PLAN, Shot("empty", empty), taps)), photograph


def test_what_was_not_moved_on_is_noticed(ground):
    known, photograph = ground
    words, last = Wording("vienna", KIT.call), photograph(FIRST)

    def judged(layout):
        marks = known.judge(photograph(layout), SECOND, words, (last, FIRST))
        assert is_good(marks) is (layout is SECOND)
        return {mark.name: mark.text.params["pieces"] for mark in marks}

    assert judged(SECOND) == {}
    (house,) = (place for place, pieces in FIRST.items() if pieces == ("agent:red",))
    behind = {**SECOND, house: ("agent:red",)}
    assert judged(behind) == {"left": words.pieces(["agent:red"])}
    unturned = {**SECOND, "investigation": FIRST["investigation"]}
    assert judged(unturned) == {"missing": words.pieces(["token:x"])}

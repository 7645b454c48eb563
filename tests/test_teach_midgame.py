"""Boards that are pushed and pieces that are taught again while hands play at the simulated table."""

from __future__ import annotations

import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from patience import comes_true
from web_house import KIT, PIN

from companion.app.eyes import BEING_TAUGHT
from companion.app.house import Sign, TableHouse
from companion.app.parlour import ParlourCamera
from companion.app.settings import Settings
from companion.app.simulated_eyes import SimulatedEyes
from companion.app.simulated_table import learn_and_keep
from companion.app.teach import Teacher
from companion.app.wiring import open_devices
from companion.games import Wish
from companion.games.vienna.box import DATA
from companion.session.snapshot import Mode, Snapshot
from hardware.simulated.pack import TablePack, read_table_pack
from hardware.simulated.scene import Scene
from web.house import NewGame
from web.teach_port import Step

pytestmark = pytest.mark.slow
PACK = DATA / "reference" / "entry"
#: Learning takes a while, on two cores that others use as well.
PATIENCE_S = 240.0
OUT_OF_SIGHT_MM = 450.0


class PushedCamera(ParlourCamera):
    """A camera below which somebody may push the board aside, whatever hands do to it."""

    pushed = False

    def push(self) -> None:
        """Push the board away from the tableau."""
        self.pushed = True
        self.show(self.scene)

    def show(self, scene: Scene) -> None:
        """Change what it looks at."""
        super().show(scene.pushed("board", -30.0, -10.0, 1.0) if self.pushed else scene)


class PushedEyes(SimulatedEyes):
    """Eyes that look through such a camera."""

    def _set(self, pack: TablePack) -> ParlourCamera:
        super()._set(pack)
        self.camera = PushedCamera(self.renderer, self.bare)
        return self.camera


class Evening:
    """A simulated table that hands play at, and whoever may teach it."""

    def __init__(self, folder: Path) -> None:
        self.profile = folder / "simulated-table"
        learn = partial(learn_and_keep, self.profile)
        self.eyes = PushedEyes(lambda: (), read_table_pack(PACK), 1, learn=learn)
        devices = open_devices(Settings(), lambda _text: None, lambda: None)
        sign = Sign("http://table.test", PIN, "en")
        self.house = TableHouse(
            KIT, folder / "games.sqlite", sign, devices, self.eyes, lambda: None
        )
        play = lambda: self.house.play  # noqa: E731 - there is none yet
        self.teacher = Teacher({"entry": PACK}, self.profile, self.eyes, play, "en")

    def now(self) -> Snapshot:
        return self.house.play.session.snapshot

    def goes_on(self, steps: int = 6) -> bool:
        """Tell whether hands are seen to play on, and nothing is held against them."""
        begun = self.now().version
        on = comes_true(lambda: self.now().version >= begun + steps, PATIENCE_S)
        return on and not self.now().notices and self.now().wrong is None

    def close(self) -> None:
        self.house.close()


def wait_for_hands(evening: Evening) -> None:
    """Wait until a hand is over the table, in the middle of a turn."""
    until_s = time.monotonic() + PATIENCE_S
    while not (evening.now().mode is Mode.PLAY and evening.now().moving):
        assert time.monotonic() < until_s
        time.sleep(0.02)


def test_a_push_in_mid_turn_and_a_piece_taught_again(tmp_path):
    with closing(Evening(tmp_path)) as evening:
        evening.house.new_game(NewGame(Wish(2, "entry", (), "full"), (), ("full", "full")))
        assert comes_true(lambda: evening.now().mode is Mode.PLAY, PATIENCE_S)

        wait_for_hands(evening)
        evening.eyes.camera.push()
        evening.teacher.find_again()
        evening.teacher.wait(PATIENCE_S)
        (mark,) = evening.teacher.bench().marks
        assert mark.text.id == "teach.found.playing"
        assert evening.goes_on()

        evening.teacher.teach_piece("agent:red")
        assert evening.teacher.bench().step is Step.LESSON
        assert comes_true(lambda: BEING_TAUGHT in evening.now().notices)
        evening.teacher.lay()
        evening.teacher.take()
        evening.teacher.wait(PATIENCE_S)
        notes = evening.teacher.course.notes
        assert evening.teacher.bench().step is Step.DONE, (notes.problem, notes.marks)
        assert [text.id for text in notes.warnings if text.id == "see.slip"] == []
        assert (evening.profile / "photos" / "agent-red.json").exists()
        assert evening.goes_on()

        evening.teacher.go(Step.TRY)
        wait_for_hands(evening)
        evening.teacher.read()
        evening.teacher.wait(PATIENCE_S)
        assert notes.seen is not None
        assert notes.seen.hidden == ()  # it has waited for the hand to go

        wait_for_hands(evening)
        evening.eyes.rest()
        hands = evening.eyes.camera.scene.hands
        assert [hand for hand in hands if max(map(abs, hand.tip_mm)) < OUT_OF_SIGHT_MM] == []

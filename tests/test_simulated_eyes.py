"""The simulated table learns itself while everything else goes on."""

from __future__ import annotations

import time
from contextlib import closing
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from patience import comes_true
from perfect_house import PerfectHouse
from web_house import KIT, PIN

from companion.app.eyes import BEING_TAUGHT, OTHER_BOARD
from companion.app.house import Sign
from companion.app.settings import Settings
from companion.app.simulated_eyes import BEING_LEARNED, SimulatedEyes
from companion.app.teach import Teacher
from companion.app.wiring import open_devices
from companion.games import Wish
from companion.games.vienna.box import DATA
from companion.session.snapshot import Mode, Snapshot
from hardware.simulated.pack import read_table_pack
from web.house import NewGame
from web.teach_port import Step

#: Learning a table takes a while, on two cores that others use as well.
PATIENCE_S = 600.0
BOARDS = {side: DATA / "reference" / side for side in ("full", "entry")}
PACK = read_table_pack(BOARDS["full"])


def game(*expansions: str) -> NewGame:
    return NewGame(Wish(3, "full", expansions, "board"), (), ("board",) * 3)


class Pupil:
    """Somebody who learns for as long as he is made to, and then knows a table without places."""

    def __init__(self) -> None:
        self.may_go, self.began, self.gone = Event(), 0, 0

    def learn(self, *_given: Any) -> Any:
        self.began += 1
        self.may_go.wait(30)
        self.gone += 1
        known = SimpleNamespace(plan=SimpleNamespace(places=()))
        return SimpleNamespace(bare=None, knowledge=known)


def open_house(folder: Any, eyes: SimulatedEyes) -> PerfectHouse:
    devices = open_devices(Settings(), lambda _text: None, lambda: None)
    sign = Sign(PerfectHouse.address, PIN, "en")
    return PerfectHouse(KIT, folder / "games.sqlite", sign, devices, eyes, lambda: None)


def shown(house: PerfectHouse) -> Snapshot:
    assert house.play is not None
    return house.play.session.snapshot


def test_a_game_begins_at_once_and_says_that_its_table_is_being_learned(tmp_path):
    pupil = Pupil()
    eyes = SimulatedEyes(tuple, PACK, learn=pupil.learn)
    with closing(open_house(tmp_path, eyes)) as house:
        for _ in range(2):
            assert house.new_game(game()) is None
            assert comes_true(lambda: shown(house).notices == (BEING_LEARNED,))
            assert comes_true(lambda: pupil.began == 1)
            assert not eyes.blind
        assert pupil.gone == 0
        pupil.may_go.set()
        assert comes_true(lambda: shown(house).notices == (OTHER_BOARD,))
        assert pupil.began == 1  # the same board with the same pieces is learned once


def test_whoever_teaches_another_board_finds_it_on_the_table_and_the_game_finds_its_own(tmp_path):
    pupil = Pupil()
    pupil.may_go.set()
    eyes = SimulatedEyes(tuple, PACK, learn=pupil.learn)
    with closing(open_house(tmp_path, eyes)) as house:
        assert house.new_game(game()) is None
        assert comes_true(lambda: shown(house).notices == (OTHER_BOARD,))
        teacher = Teacher(BOARDS, tmp_path / "table", eyes, lambda: house.play, "en")
        teacher.begin("entry", guests=False)
        assert eyes.camera.scene.pack == read_table_pack(BOARDS["entry"])
        teacher.go(Step.HOME)
        assert comes_true(lambda: eyes.camera.scene.pack == PACK)
        assert comes_true(lambda: shown(house).notices == (OTHER_BOARD,))
        assert pupil.began == 1  # what is known of it has not been forgotten


def test_who_teaches_meanwhile_is_not_disturbed(tmp_path):
    pupil = Pupil()
    eyes = SimulatedEyes(tuple, PACK, learn=pupil.learn)
    with closing(open_house(tmp_path, eyes)) as house:
        assert house.new_game(game()) is None
        assert comes_true(lambda: pupil.began == 1)
        eyes.rest()
        assert comes_true(lambda: shown(house).notices == (BEING_TAUGHT,))
        pupil.may_go.set()
        assert comes_true(lambda: pupil.gone == 1)
        assert shown(house).notices == (BEING_TAUGHT,)


@pytest.mark.slow
@pytest.mark.parametrize("expansions", [("third-man",), ("third-man", "feld")])
def test_hands_set_up_and_play_a_round_in_front_of_the_camera(tmp_path, expansions):
    eyes = SimulatedEyes(tuple, PACK)
    wrong, began_s = 0, time.monotonic()
    with closing(open_house(tmp_path, eyes)) as house:
        assert house.new_game(game(*expansions)) is None
        assert comes_true(lambda: shown(house).notices == (BEING_LEARNED,))
        while shown(house).mode is not Mode.PLAY or shown(house).state.round < 2:
            assert time.monotonic() - began_s < PATIENCE_S, shown(house).layout
            wrong += shown(house).wrong is not None
            time.sleep(0.1)
    assert wrong == 0

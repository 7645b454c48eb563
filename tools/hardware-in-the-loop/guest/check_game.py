"""A few rounds of a game: pixels in by the kernel's camera, lamps out by the kernel's lines."""

import pickle
import shutil
import time
from contextlib import ExitStack
from functools import cache
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
from check_pins import Line
from evening import Evening
from film import Film
from numpy.typing import NDArray

from companion.app.eyes import CameraEyes
from companion.app.house import Sign, TableHouse
from companion.app.notebook import Notebook
from companion.app.settings import LampSettings, Settings
from companion.app.wiring import open_devices
from companion.engine import Text
from companion.games import kits
from hardware.camera import watch_camera
from hardware.camera_watch import CameraNews
from hardware.camera_watch_reader import Patience

_GAME, _TAUGHT = Path("/share/game"), Path("/share/taught.pickle")
#: Is there once nobody else needs camera and pins.
_FREE = Path("/tmp/devices-are-free")
_DATABASE = Path("/tmp/game/games.sqlite")
#: Nobody blames a camera for a machine that is emulated.
_SLOW = Patience(opening_s=120.0, silent_s=60.0, frozen_s=60.0)


@cache
def picture(number: int) -> NDArray[np.uint8]:
    """Return the table as it lies at one moment of the game."""
    return cv2.imread(str(_GAME / f"{number}.jpg"))


def wait_for(file: Path) -> None:
    """Wait until a file is there."""
    while not file.exists():
        time.sleep(0.2)


def lines(settings: Settings) -> dict[str, Line]:
    """Return the lines of the lamps of two seats, of purchase and of payday."""
    lamps = settings.lamps
    named = {
        f"seat {seat} {colour}": Line(pin)
        for seat, pins in enumerate(lamps.seats[:2])
        for colour, pin in zip(("red", "green", "blue"), pins, strict=True)
    }
    return named | {"purchase": Line(lamps.purchase), "payday": Line(lamps.payday)}


def a_few_rounds_are_played_at_the_table() -> str:
    """Take up a game that was put away, and play it by camera, buttons and lamps alone."""
    # Bright lamps: the shortest flashes of a soft one are hard to catch from outside.
    settings, troubles = Settings(lamps=LampSettings(brightness=1.0)), list[Text | CameraNews]()
    wait_for(_GAME.with_suffix(".ready"))
    taught = pickle.loads(_TAUGHT.read_bytes())
    wait_for(_FREE)
    start_s = time.monotonic()
    buttons = {name: Line(pin) for name, pin in settings.buttons.pins().by_name().items()}
    for line in buttons.values():
        line.pull(up=True)
    _DATABASE.parent.mkdir()
    shutil.copy(_GAME / "games.sqlite", _DATABASE)
    with ExitStack() as stack:
        film = stack.enter_context(Film())
        film.show(picture(0))
        devices = open_devices(settings, troubles.append)
        camera = watch_camera(f"usb:{film.capture}", troubles.append, _SLOW)
        assert camera is not None
        stack.callback(camera.close)
        eyes = CameraEyes(camera, Notebook(taught))
        sign = Sign("http://table.test", "0000", "en")
        house = TableHouse(kits()["vienna"], _DATABASE, sign, devices, eyes, lambda: None)
        stack.callback(house.close)
        assert not troubles, troubles
        assert house.resume_last(), "the game that was put away is not found"
        evening = Evening(house, lambda n: film.show(picture(n)), buttons["done"], lines(settings))
        evening.play(_GAME / "script.json")
    assert not troubles, troubles
    told = [name for name, _ in groupby(map(phase, evening.seen))]
    assert {"purchase", "payday"} <= set(told), told
    took = f"{time.monotonic() - start_s:.0f} s"
    return f"{len(evening.seen)} looks at all lamps in {took}: {' then '.join(told)}"


def phase(lit: frozenset[str]) -> str:
    """Name the lamps that shine, apart from those of the seats."""
    return " and ".join(sorted(lit & {"purchase", "payday"})) or "turns only"

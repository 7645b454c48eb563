"""A few rounds of a game: pixels in by the kernel's camera, lamps out by the kernel's lines."""

import shutil
import time
from collections.abc import Iterable
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
from companion.app.see import knowledge_of
from companion.app.settings import Settings
from companion.app.wiring import open_devices
from companion.engine import Text
from companion.games import kits
from hardware.camera import watch_camera
from hardware.camera_watch import CameraNews
from hardware.camera_watch_reader import Patience

_GAME = Path("/share/game")
_DATABASE = Path("/tmp/game/games.sqlite")
#: Nobody blames a camera for a machine that is emulated.
_SLOW = Patience(opening_s=120.0, silent_s=60.0, frozen_s=60.0)


@cache
def picture(number: int) -> NDArray[np.uint8]:
    """Return the table as it lies at one moment of the game."""
    return cv2.imread(str(_GAME / f"{number}.jpg"))


def a_few_rounds_are_played_at_the_table() -> str:
    """Take up a game that was put away, and play it by camera, buttons and lamps alone."""
    settings, troubles, start_s = Settings(), list[Text | CameraNews](), time.monotonic()
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
        eyes = CameraEyes(camera, knowledge_of(Path("/share/profile")))
        sign = Sign("http://table.test", "0000", "en")
        house = TableHouse(kits()["vienna"], _DATABASE, sign, devices, eyes, lambda: None)
        stack.callback(house.close)
        assert not troubles, troubles
        assert house.resume_last(), "the game that was put away is not found"
        lamps = {"purchase": Line(settings.lamps.purchase), "payday": Line(settings.lamps.payday)}
        evening = Evening(house, lambda n: film.show(picture(n)), buttons["done"], lamps)
        evening.play(_GAME / "script.json")
    assert not troubles, troubles
    told = " then ".join(shining(lamps, lit) for lit, _ in groupby(evening.seen))
    return f"{len(evening.seen)} looks at the lamps in {time.monotonic() - start_s:.0f} s: {told}"


def shining(lamps: Iterable[str], lit: tuple[bool, ...]) -> str:
    """Name the lamps that shine."""
    return " and ".join(name for name, on in zip(lamps, lit, strict=True) if on) or "dark"

"""The settings of one table: what is connected where, and how people like it.

This is the one place with defaults; `companion init` writes them down with comments.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.session.pictures import Budget
from companion.session.store import Settings as StoreSettings
from companion.session.texts import pick_language
from hardware.buttons import ButtonPins
from hardware.display import DisplayPlug, Driver
from hardware.lamp_glow import Mood
from hardware.lamps import LampPin, LampPins
from hardware.pins import Pin

FILE = "settings.toml"
#: Names another file in the environment.
OWN = "COMPANION_SETTINGS"
AUTO = "auto"
#: How bright a display is at most where nothing shall dazzle, out of 255.
_QUIET_CONTRAST = 24


class LampSettings(msgspec.Struct, frozen=True):
    """The lamps; the seats' are all on one side of the header, the others on the other."""

    seats: tuple[LampPin, ...] = ((4, 17, 27), (22, 10, 9), (11, 5, 6), (13, 19, 26))
    purchase: LampPin = 7
    payday: LampPin = 12
    status: LampPin = (16, 20, 21)
    common: str = "cathode"
    brightness: float = 0.6
    quiet: bool = False
    colour_blind: bool = False

    def pins(self) -> LampPins:
        """Return where the lamps are connected."""
        anode = self.common == "anode"
        return LampPins(self.seats, self.purchase, self.payday, self.status, anode)

    def mood(self) -> Mood:
        """Return how the lamps shine."""
        return Mood(self.brightness, self.quiet, self.colour_blind)


class ButtonSettings(msgspec.Struct, frozen=True):
    """The buttons."""

    done: Pin | None = 23
    undo: Pin | None = 24
    confirm: Pin | None = 25
    pause: Pin | None = 8
    done_at_seats: tuple[Pin, ...] = ()
    undo_hold_s: float = 0.6
    shut_down_hold_s: float = 3.0

    def pins(self) -> ButtonPins:
        """Return where the buttons are connected."""
        return ButtonPins(self.done, self.undo, self.confirm, self.pause, self.done_at_seats)


class DisplaySettings(msgspec.Struct, frozen=True):
    """The small display."""

    driver: Driver = Driver.NONE
    bus: int = 1
    address: int = 0x3C
    upside_down: bool = False
    contrast: int = 255

    def plug(self, *, quiet: bool = False) -> DisplayPlug:
        """Return what is connected, and where; a quiet table has no bright display."""
        turns = 2 if self.upside_down else 0
        contrast = min(self.contrast, _QUIET_CONTRAST) if quiet else self.contrast
        return DisplayPlug(self.driver, self.bus, self.address, turns, contrast)


class SoundSettings(msgspec.Struct, frozen=True):
    """The buzzer."""

    on: bool = False
    pin: Pin | None = 18


class CameraSettings(msgspec.Struct, frozen=True):
    """The camera above the table; `hardware.camera_word` tells what ``source`` may be."""

    source: str = AUTO


class NetworkSettings(msgspec.Struct, frozen=True):
    """How phones reach the table."""

    host: str = "0.0.0.0"
    port: int = 8000
    address: str = AUTO


class PictureSettings(msgspec.Struct, frozen=True):
    """The pictures of moves, which are kept beside the games."""

    megabytes: int = 2048

    def budget(self) -> Budget:
        """Return how much of the disk they may take, of all games and of one."""
        total = self.megabytes * 2**20
        return Budget(total, min(total, Budget().per_game))


class Settings(msgspec.Struct, frozen=True):
    """All settings of a table."""

    language: str = AUTO
    lamps: LampSettings = LampSettings()
    buttons: ButtonSettings = ButtonSettings()
    display: DisplaySettings = DisplaySettings()
    sounds: SoundSettings = SoundSettings()
    camera: CameraSettings = CameraSettings()
    network: NetworkSettings = NetworkSettings()
    pictures: PictureSettings = PictureSettings()

    def store(self) -> StoreSettings:
        """Return how games are kept."""
        return StoreSettings(self.pictures.budget())

    def spoken(self, environ: Mapping[str, str] = os.environ) -> str:
        """Return the language of the table; ``auto`` is that of the system.

        >>> Settings().spoken({"LANG": "fr_CH.UTF-8"}), Settings("nl").spoken({})
        ('fr', 'nl')
        """
        return pick_language(None if self.language == AUTO else self.language, environ)


def settings_file(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where the settings are, by our own setting or by the custom of the system.

    >>> settings_file({"COMPANION_SETTINGS": "/srv/table.toml"})
    PosixPath('/srv/table.toml')
    >>> settings_file({"XDG_CONFIG_HOME": "/home/anna/.config"})
    PosixPath('/home/anna/.config/companion/settings.toml')
    """
    if own := environ.get(OWN):
        return Path(own)
    config = environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config) / "companion" / FILE

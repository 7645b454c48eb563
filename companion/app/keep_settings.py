"""The settings of a table, on their way into a backup and back."""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path

from companion.app.settings import FILE, Settings, settings_file
from companion.app.settings_read import SettingsError, read_settings
from companion.packs.save import save_bytes, write_whole
from companion.session.store_fault import in_plain_words


class Placed(Enum):
    """What became of settings that came back."""

    IN_PLACE = auto()
    #: Those that were here said no more than the defaults, and lie beside as an old file.
    INSTEAD_OF_DEFAULTS = auto()
    STAYED = auto()
    #: Nothing may be written where settings belong: they lie beside the games.
    BESIDE_GAMES = auto()


def gather_settings() -> dict[str, bytes]:
    """Read the settings of this machine, if it has any."""
    path = settings_file()
    with in_plain_words(path):
        return {FILE: path.read_bytes()} if path.is_file() else {}


def are_settings(content: bytes | None) -> bool:
    """Tell whether a file can be used as settings."""
    return _read(content) is not None


def _read(content: bytes | None) -> Settings | None:
    try:
        return None if content is None else read_settings(content.decode(), FILE)
    except (SettingsError, UnicodeDecodeError):
        return None


def put_settings_back(home: Path, content: bytes) -> Placed:
    """Put settings where this machine looks for them; what somebody has set here stays."""
    path = settings_file()
    placed = Placed.IN_PLACE
    try:
        if path.exists() or path.is_symlink():
            if not path.is_file() or _read(path.read_bytes()) != Settings():
                return Placed.STAYED
            write_whole(old_settings(path), path.read_bytes())
            placed = Placed.INSTEAD_OF_DEFAULTS
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError:
        beside = home / FILE
        if beside.exists():
            return Placed.STAYED
        save_bytes(beside, content)
        return Placed.BESIDE_GAMES
    return placed


def old_settings(path: Path) -> Path:
    """Return where settings go that make way for others."""
    return path.with_name(f"{path.name}.old")

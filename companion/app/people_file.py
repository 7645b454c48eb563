"""Who sat where in which game: names are kept beside the games, for the log knows only seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from threading import Lock

import msgspec

from companion.packs.fault import PackError
from companion.packs.save import save_text

NAME = "people.json"
Names = dict[int, str]


class PeopleFile:
    """Remember names by game and seat; calls may come from any thread."""

    def __init__(self, path: Path) -> None:
        """Take up what a file holds; one that cannot be read is begun anew."""
        self._path, self._lock = path, Lock()
        self._known = _read(path)

    def names(self, game: str) -> Mapping[int, str]:
        """Return who sat where in a game."""
        return self._known.get(game, {})

    def note(self, game: str, names: Mapping[int, str], left: Collection[int] = ()) -> None:
        """Remember names; a seat without one keeps the name it had, unless somebody left it."""
        with self._lock:
            stay = {n: name for n, name in self.names(game).items() if n not in left}
            then = {**stay, **{n: name for n, name in names.items() if name}}
            if then == self.names(game):
                return
            self._known = {**self._known, game: then}
            text = msgspec.json.format(msgspec.json.encode(self._known), indent=1).decode()
            try:
                save_text(self._path, text + "\n")
            except PackError:
                return  # names are not worth an evening


def _read(path: Path) -> dict[str, Names]:
    try:
        return read_names(path.read_bytes()) or {}
    except OSError:
        return {}


def read_names(content: bytes) -> dict[str, Names] | None:
    """Return who sat where in which game, or nothing if that cannot be read."""
    try:
        return msgspec.json.decode(content, type=dict[str, Names])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None

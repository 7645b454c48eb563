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
    """Remember names by game and seat; calls may come from any thread, and another program may write."""

    def __init__(self, path: Path) -> None:
        """Take a file; one that cannot be read is kept aside once names are noted."""
        self._path, self._lock = path, Lock()
        self._noted: dict[str, Names] = {}

    def names(self, game: str) -> Mapping[int, str]:
        """Return who sat where in a game."""
        return self._known().get(game, {})

    def _known(self) -> dict[str, Names]:
        """Return what the file says by now, and what was noted here, if it could be saved or not."""
        return {**_read(self._path), **self._noted}

    def note(self, game: str, names: Mapping[int, str], left: Collection[int] = ()) -> None:
        """Remember names; a seat without one keeps the name it had, unless somebody left it."""
        with self._lock:
            known = self._known()
            before = known.get(game, {})
            stay = {n: name for n, name in before.items() if n not in left}
            then = {**stay, **{n: name for n, name in names.items() if name}}
            if then == before:
                return
            self._noted = {**self._noted, game: then}
            text = msgspec.json.format(msgspec.json.encode({**known, game: then}), indent=1)
            try:
                self._keep_aside()
                save_text(self._path, text.decode() + "\n")
            except (PackError, OSError):
                return  # names are not worth an evening

    def _keep_aside(self) -> None:
        if self._path.exists() and read_names(self._path.read_bytes()) is None:
            self._path.replace(self._path.with_name(f"{self._path.name}.old"))


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

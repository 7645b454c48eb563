"""The parts of a bundle: the log, the versions, the settings, the profile, and what was left out."""

from __future__ import annotations

import json
import platform
import tomllib
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from companion import __version__
from companion.app.bundle_private import Curtain, bare_profile, bare_settings
from companion.app.people_file import PeopleFile
from companion.engine import Text
from companion.session.store_entry import Entry
from companion.session.store_fault import StoreError
from companion.session.store_reader import Log, Reader

#: What we are built on; others are listed where they are there.
_PACKAGES = [
    "Babel",
    "click",
    "Flask",
    "gpiozero",
    "lgpio",
    "luma.oled",
    "msgspec",
    "numpy",
    "opencv-python",
    "opencv-python-headless",
    "picamera2",
    "Pillow",
    "resvg-py",
    "rich",
    "segno",
    "typst",
    "waitress",
]
_MODEL = Path("/proc/device-tree/model")
_PROFILE, _PACK = "profile.json", "board.json"


class Part(msgspec.Struct, frozen=True):
    """One file of the bundle, and what it is."""

    name: str
    about: Text
    content: bytes


class Contents(msgspec.Struct):
    """Everything that was gathered, and what could not be or was not to be."""

    parts: list[Part]
    left_out: list[Text]
    faults: list[Text]

    def add(self, name: str, about: str, content: bytes) -> None:
        """Add a file."""
        self.parts.append(Part(name, Text(about), content))

    def complain(self, fault: Text) -> None:
        """Note what was found to be wrong; files are named without their folders."""
        self.faults.append(_without_folders(fault))


class Wishes(msgspec.Struct, frozen=True):
    """What may go into a bundle beyond what is always in it."""

    with_pictures: bool = False
    with_names: bool = False


def versions() -> dict[str, Any]:
    """Say what runs on what."""
    return {
        "companion": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "model": _model(),
        "packages": dict(_installed()),
    }


def _model() -> str:
    try:
        return _MODEL.read_text(encoding="utf-8").strip("\0\n ")
    except (OSError, UnicodeDecodeError):
        return ""


def _installed() -> Iterator[tuple[str, str]]:
    for name in _PACKAGES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            continue


def add_game(
    contents: Contents, reader: Reader, log: Log, curtain: Curtain, wishes: Wishes
) -> None:
    """Add a log as far as it can be read: a damaged one is the very reason for a report."""
    entries: list[Entry] = []
    try:
        entries.extend(reader.raw_entries(log.record.id))
        log.entries()
    except StoreError as problem:
        contents.complain(problem.text)
    record = msgspec.json.encode(log.record).decode()
    contents.add("game.json", "cli.bundle.part-game", curtain.hide(record).encode())
    lines = "".join(f"{msgspec.json.encode(entry).decode()}\n" for entry in entries)
    contents.add("log.jsonl", "cli.bundle.part-log", curtain.hide(lines).encode())
    names = dict.fromkeys(entry.picture for entry in entries if entry.picture)
    if not wishes.with_pictures:
        contents.left_out.append(Text("cli.bundle.no-pictures", {"count": len(names)}))
        return
    found = {name: reader.picture(log, name) for name in names}
    for name, jpeg in found.items():
        if jpeg is not None:
            contents.add(f"pictures/{name}.jpg", "cli.bundle.part-picture", jpeg)
    if gone := sum(jpeg is None for jpeg in found.values()):
        contents.left_out.append(Text("cli.bundle.gone-pictures", {"count": gone}))


def add_settings(contents: Contents, path: Path, curtain: Curtain, wishes: Wishes) -> None:
    """Add the settings without what is private in them."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        contents.left_out.append(Text("cli.bundle.no-settings"))
        return
    except (OSError, ValueError):
        contents.complain(Text("cli.bundle.bad-settings"))
        return
    bare = bare_settings(given, with_names=wishes.with_names)
    contents.add("settings.json", "cli.bundle.part-settings", _json(bare, curtain))


def add_people(contents: Contents, path: Path, game: str) -> None:
    """Add who sat where in a game."""
    names = PeopleFile(path).names(game)
    if names:
        content = msgspec.json.encode(dict(names))
        contents.add("people.json", "cli.bundle.part-people", content)


def add_profile(contents: Contents, folder: Path | None, curtain: Curtain, wishes: Wishes) -> None:
    """Add the numbers of a profile if there is one, and its pictures where they are wanted."""
    if folder is None:
        return
    try:
        given = json.loads((folder / _PROFILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        contents.complain(Text("cli.bundle.bad-profile"))
        return
    bare = bare_profile(given, with_names=wishes.with_names)
    contents.add("profile/profile.json", "cli.bundle.part-profile", _json(bare, curtain))
    inside = folder / str(given.get("pictures", "")) if isinstance(given, Mapping) else folder
    for pack in sorted(inside.glob(f"*/{_PACK}")):
        text = pack.read_text(encoding="utf-8", errors="replace")
        contents.add("profile/board.json", "cli.bundle.part-board", curtain.hide(text).encode())
    pictures = sorted(inside.glob("*.png"))
    if not wishes.with_pictures:
        contents.left_out.append(Text("cli.bundle.no-profile-pictures", {"count": len(pictures)}))
        return
    for picture in pictures:
        name = f"profile/{picture.name}"
        contents.add(name, "cli.bundle.part-profile-picture", picture.read_bytes())


def _without_folders(text: Text) -> Text:
    def bare(value: str | int | Text) -> str | int | Text:
        if isinstance(value, Text):
            return _without_folders(value)
        return value.rpartition("/")[2] if isinstance(value, str) else value

    return Text(text.id, {name: bare(value) for name, value in text.params.items()})


def _json(what: Any, curtain: Curtain) -> bytes:
    return curtain.hide_all(json.dumps(what, indent=1, ensure_ascii=False)).encode()

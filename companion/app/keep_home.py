"""Everything of a table but its games: what lies beside them, what was learned, the settings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import msgspec

from companion.app.keep_beside import Along, damaged, gather, put_back
from companion.app.keep_profile import (
    PROFILES,
    check_profile,
    gather_profiles,
    profile_of,
    put_profile_back,
)
from companion.app.keep_progress import Told, silent
from companion.app.keep_settings import (
    Placed,
    are_settings,
    gather_settings,
    old_settings,
    put_settings_back,
)
from companion.app.settings import FILE, settings_file
from companion.engine import Text
from companion.session.archive_beside import Found

#: What is said of a damaged file, and of a damaged profile.
BACKING_UP = "cli.backup.file-damaged", "cli.backup.profile-damaged"
RESTORING = "cli.restore.file-damaged", "cli.restore.profile-damaged"


class Back(msgspec.Struct, frozen=True):
    """What came back, and what people should know about it."""

    along: Along
    said: tuple[Text, ...]


class _Kinds(msgspec.Struct, frozen=True):
    """Files by what they are."""

    beside: Found
    profiles: dict[str, Found]
    settings: Found


def gather_home(database: Path) -> dict[str, bytes]:
    """Read everything that goes into a backup beside the games."""
    return {**gather(database), **gather_settings(), **gather_profiles(database.parent)}


def check_home(files: dict[str, bytes]) -> Along:
    """Tell what goes into a backup, and what of it cannot be used."""
    kinds = _sorted({**files})
    checked = (check_profile(name, found) for name, found in kinds.profiles.items())
    lost = [*damaged(kinds.beside), *chain.from_iterable(each.damaged for each in checked)]
    lost += [name for name, content in kinds.settings.items() if not are_settings(content)]
    return Along(tuple(files), tuple(lost))


def put_home_back(database: Path, found: Found, source: Path, told: Told = silent) -> Back:
    """Bring back what lay beside the games in a backup; what is here already stays as it is."""
    kinds, home = _sorted(found), database.parent
    settings, said = _settings_back(home, kinds.settings)
    profiles = (put_profile_back(home, name, f, told) for name, f in kinds.profiles.items())
    along = _joined((put_back(database, kinds.beside), settings, *profiles))
    path = str(source)
    stays = (Text("cli.restore.file-stays", {"file": n, "path": path}) for n in along.stayed)
    return Back(along, (*stays, *said, *lost_in(along, RESTORING, source)))


def lost_in(along: Along, sentences: tuple[str, str], file: Path) -> Iterable[Text]:
    """Name what is damaged, each in a sentence; a profile has one of its own."""
    of_file, of_profile = sentences
    for name in along.damaged:
        which = of_profile if name in PROFILES else of_file
        yield Text(which, {"file": name, "path": str(file)})


def _settings_back(home: Path, found: Found) -> tuple[Along, tuple[Text, ...]]:
    content = found.get(FILE)
    if content is None or not are_settings(content):
        return Along(damaged=tuple(found)), ()
    placed, path = put_settings_back(home, content), settings_file()
    if placed is Placed.STAYED:
        return Along(stayed=(FILE,)), ()
    said: tuple[Text, ...] = ()
    if placed is Placed.INSTEAD_OF_DEFAULTS:
        said = (Text("cli.restore.settings-old", {"path": str(old_settings(path))}),)
    elif placed is Placed.BESIDE_GAMES:
        params: dict[str, str | int] = {"path": str(path), "here": str(home / FILE)}
        said = (Text("cli.restore.settings-beside", params),)
    return Along((FILE,)), said


def _sorted(found: Found) -> _Kinds:
    profiles: dict[str, Found] = {}
    kinds = _Kinds({}, profiles, {})
    for name, content in found.items():
        if (profile := profile_of(name)) is not None:
            profiles.setdefault(profile, {})[name] = content
        else:
            (kinds.settings if name == FILE else kinds.beside)[name] = content
    return kinds


def _joined(parts: Iterable[Along]) -> Along:
    every = tuple(parts)
    return Along(
        tuple(name for part in every for name in part.files),
        tuple(name for part in every for name in part.damaged),
        tuple(name for part in every for name in part.stayed),
    )

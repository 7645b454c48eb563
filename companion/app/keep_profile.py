"""What the camera has learned, on its way into a backup and back: whole, or not at all.

Lessons of play, the photos it was taught from and the report are spared where they are damaged: a
table reads without them.
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.keep_beside import Along
from companion.app.keep_progress import Told, silent
from companion.app.notebook import Notebook
from companion.app.see import PROFILE, SIMULATED_PROFILE, plan_of
from companion.app.teach_photos import FOLDER as PHOTOS
from companion.app.wrong import Wrong
from companion.packs.fault import PackError
from companion.packs.save import settle, write_through
from companion.session.archive_beside import Found
from companion.session.store_fault import StoreError, in_plain_words
from vision.profile import REPORT, load_profile
from vision.profile_table import FILE, BadProfile, damaged, read_table

PROFILES = (PROFILE, SIMULATED_PROFILE)
_PICTURES = r"pictures-\w{1,40}"
#: Every name in a profile; none begins with a dot, so none leads out of it.
_NAME = re.compile(
    rf"({'|'.join(PROFILES)})/"
    rf"({re.escape(FILE)}|{re.escape(REPORT)}|({_PICTURES}|{PHOTOS})(/\w[\w.-]{{0,60}}){{1,4}})"
)
#: The parts that a profile can do without; each goes as a whole.
_SPARE = re.compile(rf"\w[\w-]*/({re.escape(REPORT)}|{PHOTOS}|{_PICTURES}/play/\w+)(?=/|$)")
#: A profile that is written meanwhile is read again so often.
_TRIES = 5

Write = Callable[[Path, bytes], object]


def gather_profiles(home: Path) -> dict[str, bytes]:
    """Read all profiles beside the games, each as it stands at one moment."""
    files: dict[str, bytes] = {}
    for profile in PROFILES:
        with in_plain_words(home / profile):
            files |= _read(home, profile)
    return files


def _read(home: Path, profile: str) -> dict[str, bytes]:
    for _ in range(_TRIES):
        with suppress(FileNotFoundError):  # a lesson is forgotten, or the table taught anew
            before = _stamps(home, profile)
            files = {name: (home / name).read_bytes() for name in before}
            if _stamps(home, profile) == before:
                return files if f"{profile}/{FILE}" in files else {}
    raise StoreError("cli.backup.profile-busy", path=str(home / profile))


def _stamps(home: Path, profile: str) -> dict[str, tuple[int, int]]:
    """List the files of a profile with what changes when they are written."""
    stamps = {}
    for path in sorted((home / profile).rglob("*")):
        name = path.relative_to(home).as_posix()
        if _NAME.fullmatch(name) and not path.is_symlink() and not path.is_dir():
            stat = path.stat()
            stamps[name] = stat.st_mtime_ns, stat.st_size
    return stamps


def profile_of(name: str) -> str | None:
    """Return the profile to which a file in a backup belongs, if it says that it does."""
    first = name.partition("/")[0]
    return first if first in PROFILES else None


def check_profile(profile: str, found: Found) -> Along:
    """Tell what of a profile could be used, and what is damaged."""
    with TemporaryDirectory() as folder:
        return _lay_out(Path(folder), profile, found, Path.write_bytes)


def put_profile_back(home: Path, profile: str, found: Found, told: Told = silent) -> Along:
    """Put a profile beside the games; one that is there already stays as it is."""
    target = home / profile
    written = 0

    def write(path: Path, content: bytes) -> None:
        nonlocal written
        write_through(path, content)
        written += 1
        told(written, len(found))

    with in_plain_words(target):
        if target.is_symlink() or (target.exists() and not _is_empty(target)):
            return Along(stayed=(profile,))
        part = home / f".{profile}.{secrets.token_hex(4)}.part"
        try:
            along = _lay_out(part, profile, found, write)
            if along.files:
                (part / profile).rename(target)
                settle(home)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return along


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


def _lay_out(folder: Path, profile: str, found: Found, write: Write) -> Along:
    """Write what is whole of a profile into a folder, and open it there as a table does."""
    strange = tuple(name for name in found if not _NAME.fullmatch(name))
    ours = {name: content for name, content in found.items() if name not in strange}
    bad = {_unit(name) for name, content in ours.items() if content is None}
    good = {name: content for name, content in ours.items() if content is not None}
    if profile not in bad:
        for name, content in good.items():
            if _unit(name) not in bad:
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                write(path, content)
        try:
            bad |= {path.relative_to(folder).as_posix() for path in _broken(folder / profile)}
        except (BadProfile, PackError, Wrong):
            bad = {profile}
    if profile in bad:
        return Along(damaged=(profile, *strange))
    for name in bad:
        shutil.rmtree(folder / name, ignore_errors=True)
    files = tuple(name for name in good if _unit(name) not in bad)
    return Along(files, (*sorted(bad), *strange))


def _unit(name: str) -> str:
    """Return what a damaged file takes with it: a part that can be spared, or the profile."""
    spare = _SPARE.match(name)
    return spare[0] if spare else name.partition("/")[0]


def _broken(folder: Path) -> list[Path]:
    """Open a profile, or raise what is wrong with it; return the lessons that cannot be used."""
    if not re.fullmatch(_PICTURES, read_table(folder).pictures):
        raise damaged(folder / FILE)
    broken: list[Path] = []
    _, knowledge = load_profile(folder, plan_of)
    Notebook.open(folder, knowledge, broken.append)
    return broken

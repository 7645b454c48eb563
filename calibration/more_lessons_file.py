"""The lessons of play in a profile's folder: ``play/0001`` and so on; to undo one is to drop it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import cv2
import msgspec
import numpy as np

from calibration.more_lessons import KEPT, PlayLesson
from vision.profile_table import LookRow
from vision.reference import Picture
from vision.tile_look import Look

FOLDER, FILE = "play", "lesson.json"


class LessonRow(msgspec.Struct, frozen=True):
    """One lesson, as its file tells it: pictures of one row of pixels, and looks."""

    colours: Mapping[str, str]
    looks: tuple[LookRow, ...]
    made: datetime | None = None


def save_lesson(profile: Path, lesson: PlayLesson) -> str:
    """Write a lesson, drop the oldest if there are too many, and return the name of the new one."""
    names = _names(profile)
    name = f"{int(names[-1]) + 1 if names else 1:04d}"
    part = profile / FOLDER / f".{name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    _write(part, lesson)
    part.rename(profile / FOLDER / name)
    for old in _names(profile)[:-KEPT]:
        drop_lesson(profile, old)
    return name


def drop_lesson(profile: Path, name: str) -> None:
    """Undo a lesson, in one step; one that is already gone does no harm."""
    gone = profile / FOLDER / f".{name}.gone"
    shutil.rmtree(gone, ignore_errors=True)
    with suppress(FileNotFoundError):
        (profile / FOLDER / name).rename(gone)
    shutil.rmtree(gone, ignore_errors=True)


def drop_lessons(profile: Path) -> None:
    """Undo all lessons, also those that cannot be read."""
    for name in reversed(_names(profile)):
        drop_lesson(profile, name)


def load_lessons(
    profile: Path, broken: Callable[[Path], object] = lambda _folder: None
) -> dict[str, PlayLesson]:
    """Return the lessons by name, the oldest first.

    What cannot be read is left out, and ``broken`` hears where it is: a table was taught all it
    needs before anybody played.
    """
    lessons = {}
    for name in _names(profile):
        lesson = _read(profile / FOLDER / name)
        if lesson is None:
            broken(profile / FOLDER / name)
        else:
            lessons[name] = lesson
    return lessons


def _names(profile: Path) -> list[str]:
    return sorted(path.name for path in (profile / FOLDER).glob("[0-9]*") if path.is_dir())


def _write(folder: Path, lesson: PlayLesson) -> None:
    colours, looks = {}, []
    for piece, pixels in lesson.pixels.items():
        colours[piece] = f"{_file_name(piece)}.png"
        _save(folder / colours[piece], pixels.reshape(1, -1, 3))
    for look in lesson.looks:
        file = f"{_file_name(look.piece)}.png"
        _save(folder / file, look.picture)
        looks.append(LookRow(look.piece, file, look.size_mm, look.round))
    row = LessonRow(colours, tuple(looks), lesson.made)
    _durable(folder / FILE, msgspec.json.format(msgspec.json.encode(row), indent=1))


def _read(folder: Path) -> PlayLesson | None:
    try:
        row = msgspec.json.decode((folder / FILE).read_bytes(), type=LessonRow)
        pixels = {n: _load(folder, file).reshape(-1, 3) for n, file in row.colours.items()}
        looks = [Look(r.piece, r.size_mm, r.round, _load(folder, r.picture)) for r in row.looks]
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError, cv2.error):
        return None
    return PlayLesson(pixels, tuple(looks), row.made)


def _file_name(piece: str) -> str:
    return piece.replace(":", "-")


def _save(path: Path, picture: Picture) -> None:
    _, data = cv2.imencode(".png", picture)
    _durable(path, data.tobytes())


def _durable(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _load(folder: Path, file: str) -> Picture:
    path, picture = folder / file, None
    if path.parent == folder:  # profiles are passed on: nothing outside is opened
        picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise OSError(path)
    return picture

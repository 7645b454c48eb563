"""The photos from which a table was learned, kept beside its profile to learn from them again.

They are what ``companion calibrate`` takes: an empty one, its corners, and lessons with what lies
where.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from calibration.shot import Shot, Taught
from companion.app.teach_layout import Layout
from companion.games import Kit
from companion.packs.fault import PackError
from companion.packs.json_file import read_json
from vision.photo import BadPhoto, open_photo
from vision.reference import Picture

FOLDER, EMPTY, CORNERS = "photos", "empty", "corners.json"
_NEW, _OLD = "photos-new", "photos-old"
_QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 96]


@dataclass(frozen=True, eq=False)
class Photos:
    """An empty photo, where its surfaces are (pixels), and lessons by name.

    A piece that was shown once more has a lesson of its own, which counts for it alone; what the
    others show of it is forgotten.
    """

    empty: Picture
    corners: Mapping[str, np.ndarray]
    lessons: Mapping[str, tuple[Picture, Layout]] = field(default_factory=dict)

    def and_also(self, name: str, photo: Picture, told: Layout) -> Photos:
        """Return them with a lesson more, or in place of another of its name."""
        return replace(self, lessons={**self.lessons, name: (photo, told)})

    @property
    def forgotten(self) -> frozenset[tuple[str, str]]:
        """Name lessons and places where something lies of which nobody is to speak."""
        return frozenset(
            (name, place)
            for name, (_, told) in self.lessons.items()
            for place in told.keys() - self._counting(name, told).keys()
        )

    @property
    def shots(self) -> tuple[list[Shot], list[Taught]]:
        """Return them as learning takes them."""
        taught = [
            Taught(name, photo, self._counting(name, told))
            for name, (photo, told) in self.lessons.items()
        ]
        return [Shot(EMPTY, self.empty)], taught

    def _counting(self, name: str, told: Layout) -> Layout:
        """Return what counts of a lesson."""
        own = own_piece(name, told)
        if own:
            places = ringed(own, told)
            return {place: told[place] for place in told if place in places}
        again = {own_piece(each, said) for each, (_, said) in self.lessons.items()}
        return {place: pieces for place, pieces in told.items() if again.isdisjoint(pieces)}


def lesson_name(number: int) -> str:
    """Name one of the lessons in which the whole table is shown, counted from 1."""
    return f"lesson-{number}"


def lesson_of(piece: str) -> str:
    """Name the lesson in which a piece is shown once more."""
    return piece.replace(":", "-")


def own_piece(name: str, told: Layout) -> str:
    """Return the piece that a lesson shows once more, if it is one of those."""
    shown = {piece for pieces in told.values() for piece in pieces}
    return next((piece for piece in shown if lesson_of(piece) == name), "")


def ringed(piece: str, told: Layout) -> frozenset[str]:
    """Return the places that count for a piece that is shown once more: where it is alone."""
    places = frozenset(place for place, pieces in told.items() if piece in pieces)
    alone = frozenset(place for place in places if tuple(told[place]) == (piece,))
    return alone or places


def keep_photos(profile: Path, photos: Photos, kit: Kit) -> None:
    """Write the photos beside what was learned from them; the old ones go when all are there."""
    new, old, here = (profile / name for name in (_NEW, _OLD, FOLDER))
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    _save(new / f"{EMPTY}.jpg", photos.empty)
    corners = {name: each.round(2).tolist() for name, each in photos.corners.items()}
    (new / CORNERS).write_bytes(msgspec.json.encode(corners))
    for name, (photo, told) in photos.lessons.items():
        _save(new / f"{name}.jpg", photo)
        said = kit.reading(told)
        (new / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(said), indent=1))
    shutil.rmtree(old, ignore_errors=True)
    if here.exists():
        here.rename(old)
    new.rename(here)
    shutil.rmtree(old, ignore_errors=True)


def kept_photos(
    profile: Path, told: Callable[[object, Path], Mapping[str, tuple[str, ...]]]
) -> Photos | None:
    """Return the photos of a profile, if they are all still there; ``told`` reads a label."""
    folder = profile / FOLDER
    try:
        raw: Any = read_json(folder / CORNERS)
        corners = {name: np.array(each, float) for name, each in raw.items()}
        lessons = {
            file.stem: (
                open_photo(file.with_suffix(".jpg")).picture,
                told(read_json(file), file),
            )
            for file in sorted(folder.glob("*.json"))
            if file.name != CORNERS
        }
        return Photos(open_photo(folder / f"{EMPTY}.jpg").picture, corners, lessons)
    except (OSError, PackError, BadPhoto, ValueError, AttributeError):
        return None


def _save(path: Path, photo: Picture) -> None:
    path.write_bytes(cv2.imencode(".jpg", photo, _QUALITY)[1].tobytes())

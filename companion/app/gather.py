"""Gather what ``calibrate`` is given, and name everything that is wrong with it at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from calibration.shot import Shot, Taught
from companion.engine import Plan, Text
from companion.games import Kit
from companion.packs.fault import PackError
from companion.packs.json_file import read_json
from companion.packs.shape import misfits
from vision.photo import BadPhoto, Photo, open_photo
from vision.wording import Wording

#: How far beside the picture a finger may tap, as a share of its size.
_BESIDE = 0.1

Point = tuple[float, float]
Taps = dict[str, tuple[Point, Point, Point, Point]]


@dataclass(eq=False)
class Gathered:
    """What was given, as far as it is sound, and what is wrong with the rest."""

    pack: Path
    plan: Plan
    empty: list[Shot] = field(default_factory=list)
    taught: list[Taught] = field(default_factory=list)
    taps: dict[str, np.ndarray] | None = None
    problems: list[Text] = field(default_factory=list)


def gather(kit: Kit, given: dict[str, Any]) -> Gathered:
    """Open all photos and files that were named."""
    into = Gathered(given["pack"], kit.plan(given["pack"]))
    photos = [_open(path, into) for path in given["empty"]]
    into.empty += [
        Shot(str(path), photo.picture)
        for path, photo in zip(given["empty"], photos, strict=True)
        if photo is not None
    ]
    for pair in given["teach"]:
        _add_lesson(kit, pair, into)
    if given["corners"] is not None:
        into.taps = _read_taps(given["corners"], photos[0], Wording(kit.name), into)
    return into


def _open(path: Path, into: Gathered) -> Photo | None:
    try:
        return open_photo(path)
    except BadPhoto as problem:
        into.problems.append(problem.text)
        return None


def _add_lesson(kit: Kit, pair: str, into: Gathered) -> None:
    """Take a teaching photo and what a person says about it: ``photo.jpg=what.json``."""
    name, _, file = pair.rpartition("=")
    if not name or not file:
        into.problems.append(Text("cli.calibrate.teach-pair", {"value": pair}))
        return
    photo, told = _open(Path(name), into), None
    try:
        told = kit.told(read_json(Path(file)), into.plan, Path(file))
    except PackError as problem:
        into.problems += _faults(problem)
    if photo is not None and told is not None:
        into.taught.append(Taught(name, photo.picture, told))


def _faults(problem: PackError) -> Iterable[Text]:
    for fault in problem.faults:
        if "path" in fault.text.params:
            yield fault.text
        else:
            params: dict[str, str | int | Text] = {
                "path": str(problem.path),
                "where": fault.where,
                "sentence": fault.text,
            }
            yield Text("cli.calibrate.fault", params)


def _read_taps(
    path: Path, photo: Photo | None, words: Wording, into: Gathered
) -> dict[str, np.ndarray] | None:
    """Read the tapped corners: four points of each surface, once around."""
    try:
        raw = read_json(path)
        faults = misfits(raw, Taps, path.name)
        if faults:
            raise PackError(path, faults)
    except PackError as problem:
        into.problems += _faults(problem)
        return None
    assert isinstance(raw, dict)
    found = len(into.problems)
    for name in into.plan.surfaces.keys() - raw.keys():
        into.problems.append(Text("see.taps.missing", {"path": str(path), "surface": name}))
    for name in raw.keys() - into.plan.surfaces.keys():
        known = ", ".join(into.plan.surfaces)
        into.problems.append(
            Text("see.taps.unknown", {"path": str(path), "surface": name, "known": known})
        )
    taps = {}
    for name in into.plan.surfaces:
        if name in raw and photo is not None:
            taps[name] = photo.in_picture(np.array(raw[name], float))
            if why := _impossible(taps[name], photo):
                into.problems.append(Text(why, {"path": str(path), "surface": words.surface(name)}))
    return taps if len(into.problems) == found else None


def _impossible(corners: np.ndarray, photo: Photo) -> str | None:
    """Say what no camera sees: corners beside the picture, crossed, or the wrong way round."""
    size = np.array(photo.picture.shape[1::-1])
    if (corners < -_BESIDE * size).any() or (corners > (1 + _BESIDE) * size).any():
        return "see.taps.outside"
    sides = np.roll(corners, -1, axis=0) - corners
    ahead = np.roll(sides, -1, axis=0)
    bends = sides[:, 0] * ahead[:, 1] - sides[:, 1] * ahead[:, 0]
    return None if (bends > 0).all() else "see.taps.crossed"

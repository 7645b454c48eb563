"""What was learned about a table, as a folder: readable numbers, and pictures to look at.

``profile.json`` names the folder of pictures that belongs to it and is replaced last, in one
step; so whoever is interrupted leaves the old profile or the new one, and never half of one.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion import __version__
from companion.engine import Plan
from companion.packs.header import FILE as PACK_FILE
from companion.packs.save import write_through, write_whole
from vision.eye import Knowledge
from vision.paint import Paint
from vision.profile_table import (
    FILE,
    FORMAT,
    BadProfile,
    LookRow,
    SolidRow,
    Story,
    Table,
    damaged,
    is_profile,
    read_table,
)
from vision.reference import Picture, Reference
from vision.solids_model import SolidModel
from vision.tile_look import FlatModel, Look

#: A page for people, beside the numbers.
REPORT = "report.html"

_PICTURES, _PACK, _PART = "pictures-", "pack", ".part"

#: Taught pixels are kept as a picture this wide.
_SWATCH_WIDTH = 20


def check_target(folder: Path) -> None:
    """Refuse early to write a profile where something else is, or nothing can be written."""
    if folder.exists() and not folder.is_dir():
        raise BadProfile("see.profile.other-file", path=str(folder))
    there = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    if not all(map(_is_ours, there)) and not is_profile(folder):
        raise BadProfile("see.profile.other-folder", path=str(folder))
    home = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not home.is_dir() or not os.access(home, os.W_OK | os.X_OK):
        raise BadProfile("see.profile.cannot-write", path=str(folder))


def _is_ours(name: str) -> bool:
    """Know our own files, also those that an interrupted calibration leaves behind."""
    return name.startswith(_PICTURES) or name.endswith(_PART) or name in (FILE, REPORT)


def save_profile(
    folder: Path, knowledge: Knowledge, pack: Path, game: str, edition: str, story: Story
) -> None:
    """Write a profile as a whole: an old one stays as it was until the new one is complete."""
    check_target(folder)
    pictures = folder / f"{_PICTURES}{secrets.token_hex(4)}"
    try:
        (pictures / _PACK).mkdir(parents=True)
        write_through(pictures / _PACK / PACK_FILE, (pack / PACK_FILE).read_bytes())
        table = Table(
            format=FORMAT,
            companion=__version__,
            game=game,
            edition=edition,
            story=story,
            pictures=pictures.name,
            px_per_mm=knowledge.reference.px_per_mm,
            surfaces=dict(knowledge.reference.sizes_mm),
            reference=dict(_write_reference(pictures, knowledge.reference)),
            standing=dict(_write_standing(pictures, knowledge.solids)),
            lying=tuple(_write_lying(pictures, knowledge.flats)),
            apart=tuple((a, b, round(gap, 4)) for (a, b), gap in knowledge.flats.apart.items()),
            noise=round(knowledge.flats.noise, 3),
            markers={
                surface: {str(n): corners.round(2).tolist() for n, corners in each.items()}
                for surface, each in knowledge.markers.items()
            },
        )
        text = msgspec.json.format(msgspec.json.encode(table), indent=1)
        write_whole(folder / FILE, text)
    except OSError as problem:
        shutil.rmtree(pictures, ignore_errors=True)
        raise BadProfile("see.profile.cannot-write", path=str(folder)) from problem
    _tidy(folder, pictures.name)


def _tidy(folder: Path, keep: str) -> None:
    """Remove what older profiles and interrupted attempts have left."""
    for entry in folder.iterdir():
        if entry.name.startswith(_PICTURES) and entry.name != keep:
            shutil.rmtree(entry, ignore_errors=True)
        elif entry.name.endswith(_PART):
            entry.unlink(missing_ok=True)


def _write_reference(folder: Path, reference: Reference) -> Iterator[tuple[str, str]]:
    for number, (surface, picture) in enumerate(reference.pictures.items()):
        yield surface, _save(folder, f"empty-{number}-{surface}", picture)


def _write_standing(folder: Path, solids: SolidModel) -> Iterator[tuple[str, SolidRow]]:
    for piece, pixels in solids.paint.samples.items():
        file = _save(folder, f"colours-{piece}", _as_swatch(pixels))
        figures = solids.fits[piece], solids.areas.get(piece, 1.0), solids.spills.get(piece, 0.0)
        yield piece, SolidRow(file, len(pixels), *(round(figure, 4) for figure in figures))


def _write_lying(folder: Path, flats: FlatModel) -> Iterator[LookRow]:
    for number, look in enumerate(flats.looks):
        file = _save(folder, f"look-{number:02d}-{look.piece}", look.picture)
        yield LookRow(look.piece, file, look.size_mm, look.round)


def load_profile(folder: Path, plan_of: Callable[[str, Path], Plan]) -> tuple[Table, Knowledge]:
    """Read a profile; ``plan_of`` makes the plan of a game from the pack inside."""
    table = read_table(folder)
    pictures = folder / table.pictures
    if pictures.parent != folder:
        raise damaged(folder / FILE)
    plan = plan_of(table.game, pictures / _PACK)
    named = {*table.standing, *(row.piece for row in table.lying)}
    same = {name: tuple(size) for name, size in plan.surfaces.items()} == dict(table.surfaces)
    if not same or not named <= plan.pieces.keys() or set(table.reference) != set(table.surfaces):
        raise damaged(folder / FILE)
    reference = Reference(table.surfaces, dict(_references(table, pictures)), table.px_per_mm)
    fits = {piece: row.usual_fit for piece, row in table.standing.items()}
    areas = {piece: row.usual_area for piece, row in table.standing.items()}
    spills = {piece: row.spill for piece, row in table.standing.items()}
    solids = SolidModel(Paint(_samples(table, pictures)), fits, areas, spills)
    looks = tuple(
        Look(row.piece, row.size_mm, row.round, _load(pictures, row.picture)) for row in table.lying
    )
    flats = FlatModel(looks, {(a, b): gap for a, b, gap in table.apart}, table.noise)
    markers = {
        surface: {int(n): np.array(corners) for n, corners in each.items()}
        for surface, each in table.markers.items()
    }
    return table, Knowledge(plan, reference, solids, flats, markers)


def _references(table: Table, folder: Path) -> Iterator[tuple[str, Picture]]:
    for surface, size in table.surfaces.items():
        file = table.reference[surface]
        picture = _load(folder, file)
        if picture.shape[1::-1] != tuple(max(1, round(mm * table.px_per_mm)) for mm in size):
            raise BadProfile("see.profile.picture", path=str(folder / file))
        yield surface, picture


def _samples(table: Table, folder: Path) -> Mapping[str, Picture]:
    samples = {}
    for piece, row in table.standing.items():
        pixels = _load(folder, row.picture).reshape(-1, 3)
        if len(pixels) < row.pixels:
            raise BadProfile("see.profile.picture", path=str(folder / row.picture))
        samples[piece] = pixels[: row.pixels]
    return samples


def _as_swatch(pixels: Picture) -> Picture:
    """Lay pixels out as a small picture, the last row filled up with its last colour."""
    rows = max(1, -(-len(pixels) // _SWATCH_WIDTH))
    out = np.zeros((rows * _SWATCH_WIDTH, 3), np.uint8)
    out[: len(pixels)] = pixels
    if len(pixels):
        out[len(pixels) :] = pixels[-1]
    return out.reshape(rows, _SWATCH_WIDTH, 3)


def _save(folder: Path, name: str, picture: Picture) -> str:
    file = re.sub(r"[^\w-]", "-", name) + ".png"
    _, data = cv2.imencode(".png", picture)
    write_through(folder / file, data.tobytes())
    return file


def _load(folder: Path, file: str) -> Picture:
    path = folder / file
    picture = None
    if path.parent == folder:  # profiles are passed on: nothing outside is opened
        with suppress(OSError, cv2.error):
            picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadProfile("see.profile.picture", path=str(path))
    return picture

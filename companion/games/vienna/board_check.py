"""What must hold for a VIENNA board (board packs, format 1), all faults at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.games.vienna.board_file import (
    LETTERS,
    ROOF,
    BuildingPart,
    PackFile,
    Side,
    SquarePart,
)
from companion.games.vienna.board_rough import Rough, rough_pack
from companion.games.vienna.board_spots import spots
from companion.games.vienna.words import Flag, Hue, Info, Seal
from companion.packs.fault import Fault, error, warning
from companion.packs.geometry import spot_faults
from companion.packs.header import FILE, header_faults
from companion.packs.shape import misfits

GAME = "vienna"
#: Our own edition, which keeps to what the others only probably do.
REFERENCE = "reference"

BUILDINGS, SQUARES, SCORE_FIELDS, LAST_AREA = 30, 40, 100, 6
VALUES = (2, 3, 4)
SURFACES = ("board", "intel")
PIECES = ("agent", "investigator", "marker", "info_tile", "flag_tile", "roof_tile", "investigation")
#: Pieces of the expansions, which not every owner has.
EXTRA_PIECES = ("third_man", "feld")


def pack_faults(raw: dict[str, object], folder: Path) -> tuple[Fault, ...]:
    """List everything that is wrong with a pack, as far as it can be understood."""
    rough = rough_pack(raw)
    surfaces = {name: part for name, part in (rough.surfaces or {}).items() if part is not None}
    pieces = {name: part for name, part in (rough.pieces or {}).items() if part is not None}
    return (
        *misfits(raw, PackFile, FILE),
        *header_faults(surfaces, pieces, folder),
        *_identity(rough),
        *_counts(rough),
        *_names(rough),
        *(fault for square in rough.sound_squares() for fault in _streets(square, rough)),
        *_tracks(rough),
        *_roof(rough),
        *_full_side(rough, raw),
        *_six_of_each(rough),
        *spot_faults(spots(rough), surfaces),
    )


def _identity(rough: Rough) -> Iterator[Fault]:
    if rough.game not in (GAME, None):
        yield error("game", "vienna.pack.other-game", got=str(rough.game), wanted=GAME)
    if rough.surfaces is not None:
        for name in SURFACES:
            if name not in rough.surfaces:
                yield error("surfaces", "pack.key-missing", key=name)
    if rough.pieces is not None:
        for name in PIECES:
            if name not in rough.pieces:
                yield error("pieces", "pack.key-missing", key=name)
        known = ", ".join(PIECES + EXTRA_PIECES)
        for name in rough.pieces:
            if name not in PIECES + EXTRA_PIECES:
                yield error("pieces", "pack.key-unknown", key=name, known=known)


def _counts(rough: Rough) -> Iterator[Fault]:
    score_fields = rough.score_track.fields if rough.score_track else None
    for where, parts, count in (
        ("buildings", rough.buildings, BUILDINGS),
        ("squares", rough.squares, SQUARES),
        ("score_track.fields", score_fields, SCORE_FIELDS),
    ):
        if parts is not None and len(parts) != count:
            yield error(where, "vienna.pack.wrong-count", count=count, got=len(parts))


def _names(rough: Rough) -> Iterator[Fault]:
    """Want every name once: the camera calls buildings and squares by nothing else."""
    for name, count in Counter(rough.building_names + rough.square_names).items():
        if count > 1:
            yield error(name, "vienna.pack.id-twice", count=count)


def _streets(square: SquarePart, rough: Rough) -> Iterator[Fault]:
    """Check that a square's number is the number of its streets (rulebook: the board)."""
    ends = square.buildings
    if square.value not in VALUES:
        yield error(square.id, "vienna.pack.square-value", value=square.value)
    elif square.value != len(ends):
        yield error(square.id, "vienna.pack.square-streets", value=square.value, got=len(ends))
    for name, count in Counter(ends).items():
        if name not in rough.building_names:
            yield error(square.id, "vienna.pack.square-unknown-building", building=name)
        if count > 1:
            yield error(square.id, "vienna.pack.square-building-twice", building=name)


def _tracks(rough: Rough) -> Iterator[Fault]:
    tracks = rough.info_tracks.fields if rough.info_tracks else None
    if tracks is None:
        return
    for info in Info:
        if info not in tracks:
            yield error("info_tracks.fields", "pack.key-missing", key=info)
        elif (fields := tracks[info]) is not None:
            yield from area_faults(f"info:{info}", [field.area for field in fields])


def area_faults(track: str, areas: Sequence[int]) -> Iterator[Fault]:
    """Check that areas rise 1..6 (rulebook: end of the game), with a single field of area 6."""
    before = 0
    for index, area in enumerate(areas):
        if area not in ((before, before + 1) if before else (1,)):
            yield error(f"{track}:{index}", "vienna.pack.area-step", area=area, before=before)
        before = area
    last = sum(area == LAST_AREA for area in areas)
    if last != 1 or before != LAST_AREA:
        yield error(track, "vienna.pack.area-last", area=LAST_AREA, got=last)


def _roof(rough: Rough) -> Iterator[Fault]:
    fields = rough.roof.fields if rough.roof else None
    for letter in ROOF if fields is not None else ():
        if letter not in (fields or {}):
            yield error("roof.fields", "pack.key-missing", key=letter)


def _full_side(rough: Rough, raw: dict[str, object]) -> Iterator[Fault]:
    """Check what only the full version needs."""
    if rough.side is not Side.FULL:
        return
    for key in ("oriel", "orders"):
        if raw.get(key) is None:
            yield error(FILE, "pack.key-missing", key=key)
    for building in rough.sound_buildings():
        if building.seal is None:
            yield error(building.id, "vienna.pack.seal-missing")
    yield from _letters(rough)


def _letters(rough: Rough) -> Iterator[Fault]:
    for letter in LETTERS:
        bearers = [part.id for part in rough.sound_buildings() if part.letter == letter]
        if len(bearers) > 1:
            others = ", ".join(bearers)
            yield error(bearers[-1], "vienna.pack.letter-twice", letter=letter, buildings=others)
        elif not bearers and rough.knows_all_buildings():
            yield error("buildings", "vienna.pack.letter-missing", letter=letter)


def _six_of_each(rough: Rough) -> Iterator[Fault]:
    """Want six of each, as there are flag tiles; of a real print we only suppose so."""
    buildings = tuple(rough.sound_buildings())
    if not rough.knows_all_buildings() or len(buildings) != BUILDINGS:
        return
    fault = error if rough.edition == REFERENCE else warning
    for word, got in _tally(buildings, full=rough.side is Side.FULL).items():
        count = BUILDINGS // len(type(word))
        if got != count:
            yield fault("buildings", "vienna.pack.not-six", word=word, count=count, got=got)


def _tally(buildings: Sequence[BuildingPart], *, full: bool) -> dict[Hue | Flag | Seal, int]:
    tally: dict[Hue | Flag | Seal, int] = dict.fromkeys((*Hue, *Flag, *(Seal if full else ())), 0)
    for building in buildings:
        tally[building.colour] += 1
        tally[building.flag] += 1
        if full and building.seal is not None:
            tally[building.seal] += 1
    return tally

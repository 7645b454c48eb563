"""The table in the words of a reading: what a person tells of a photo, what the eye answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.engine import Plan
from companion.games.vienna.words import Colour, Flag, Info, RoofTile
from companion.packs.fault import PackError, error
from companion.packs.shape import misfits

Found = Mapping[str, tuple[str, ...]]


class Token(msgspec.Struct, frozen=True):
    """The investigation token: which side is up, and what sticks out from under it."""

    side: str | None = None
    on: RoofTile | None = None


class Told(msgspec.Struct, frozen=True):
    """What lies on a table, told by a person."""

    agents: Mapping[str, tuple[Colour, ...]] = {}
    third_man: str | None = None
    tiles: Mapping[str, Info | None] = {}
    flags: Mapping[str, Flag] = {}
    markers: Mapping[Info, int | None] = {}
    investigator: str | None = None
    roof_tiles: Mapping[str, tuple[RoofTile, ...]] = {}
    investigation: Token = Token()
    score: Mapping[Colour, int] = {}
    feld: Mapping[Colour, str] = {}
    oriel: tuple[RoofTile, ...] = ()


def read_told(raw: object, plan: Plan, file: Path) -> Told:
    """Check what a person tells against the plan, and name everything that cannot be."""
    faults = misfits(raw, Told, file.name)
    told = msgspec.convert(_sound(raw), Told)
    known = {place.id: place.holds for place in plan.places}
    faults += tuple(
        error(
            place,
            "vienna.told.no-place" if place not in known else "vienna.told.not-there",
            place=place,
            piece=piece,
        )
        for place, piece in _claims(told)
        if piece not in known.get(place, ())
    )
    if faults:
        raise PackError(file, faults)
    return told


def _sound(raw: object) -> dict[str, object]:
    """Return the parts that are well written: one wrong word must not hide a wrong place."""
    parts = raw.items() if isinstance(raw, dict) else ()
    return {key: part for key, part in parts if not misfits({key: part}, Told, key)}


def pieces_of(told: Told) -> dict[str, tuple[str, ...]]:
    """Return what is where, place by place; flat pieces from bottom to top, then who stands."""
    found: dict[str, tuple[str, ...]] = {}
    for place, piece in _claims(told):
        found[place] = (*found.get(place, ()), piece)
    return found


def _claims(told: Told) -> Iterator[tuple[str, str]]:
    yield from ((f"flag:{b}", f"flag:{flag}") for b, flag in told.flags.items())
    yield from ((square, f"tile:{info}") for square, info in told.tiles.items() if info)
    yield from ((f"roof:{x}", str(t)) for x, tiles in told.roof_tiles.items() for t in tiles)
    yield from (("oriel", str(tile)) for tile in told.oriel)
    if told.investigation.on:
        yield "investigation", str(told.investigation.on)
    if told.investigation.side:
        yield "investigation", f"token:{told.investigation.side}"
    yield from ((b, f"agent:{c}") for b, colours in told.agents.items() for c in colours)
    yield from ((b, f"feld:{c}") for c, b in told.feld.items())
    yield from ((f"score:{field}", f"agent:{c}") for c, field in told.score.items())
    for info, number in told.markers.items():
        if number is not None:
            yield f"info:{info}:{number}", f"marker:{info}"
    if told.investigator:
        yield f"roof:{told.investigator}", "investigator"
    if told.third_man:
        yield told.third_man, "third_man"


def reading_of(found: Found) -> dict[str, Any]:
    """Return the fields of a reading that say what is on the table."""
    return {
        "agents": _groups(found, "agent", skip="score"),
        "third_man": next((p for p, pieces in found.items() if "third_man" in pieces), None),
        "tiles": dict(_single(found, "tile")),
        "flags": {p.removeprefix("flag:"): f for p, f in _single(found, "flag")},
        "markers": dict.fromkeys(map(str, Info))
        | {i: _number(p) for p, i in _single(found, "marker")},
        "investigator": next((_tail(p) for p, q in found.items() if "investigator" in q), None),
        "roof_tiles": {
            _tail(p): r for p, t in found.items() if p[:5] == "roof:" and (r := _roof(t))
        },
        "investigation": _token(found.get("investigation", ())),
        "score": {c: _number(p) for p, colours in _stands(found, "score") for c in colours},
        "feld": {c: p for p, c in _single(found, "feld")},
        "oriel": _roof(found.get("oriel", ())),
    }


def _groups(found: Found, kind: str, skip: str) -> dict[str, list[str]]:
    groups = {
        place: [p.partition(":")[2] for p in pieces if p.startswith(f"{kind}:")]
        for place, pieces in found.items()
        if not place.startswith(f"{skip}:")
    }
    return {place: names for place, names in groups.items() if names}


def _stands(found: Found, place_kind: str) -> Iterator[tuple[str, list[str]]]:
    for place, pieces in found.items():
        if place.startswith(f"{place_kind}:"):
            yield place, [p.partition(":")[2] for p in pieces]


def _single(found: Found, kind: str) -> Iterator[tuple[str, str]]:
    for place, pieces in found.items():
        for piece in pieces:
            if piece.startswith(f"{kind}:"):
                yield place, piece.partition(":")[2]


def _roof(pieces: tuple[str, ...]) -> list[str]:
    return [p for p in pieces if p in tuple(RoofTile)]


def _token(pieces: tuple[str, ...]) -> dict[str, str | None]:
    side = next((p.partition(":")[2] for p in pieces if p.startswith("token:")), None)
    return {"side": side, "on": next(iter(_roof(pieces)), None)}


def _number(place: str) -> int:
    return int(place.rpartition(":")[2])


def _tail(place: str) -> str:
    return place.rpartition(":")[2]

"""Turn what was tapped into a board pack of VIENNA."""

from __future__ import annotations

from typing import Any

from companion.games.vienna.blank import PIECES_MM
from companion.games.vienna.board_check import GAME, SURFACES
from companion.games.vienna.board_file import Side
from companion.games.vienna.words import Info
from companion.packs.draft import (
    Draft,
    areas_of,
    beside_of,
    fields_of,
    measured,
    spots_of,
    streets_of,
    surface_size,
)
from companion.packs.draft_blank import Blank, Kind
from companion.packs.header import FORMAT, Point

#: Where a flag lies that nobody has shown yet: in nothing's way.
_NOWHERE = (-9999.0, -9999.0)


def pack_of(draft: Draft, blank: Blank, *, guess: bool = False) -> dict[str, Any]:
    """Return the pack, as far as it is known.

    With ``guess``, what nobody has said yet is filled in somehow, so that everything that *was*
    said can be checked.
    """
    buildings, squares = blank.kinds
    pack: dict[str, Any] = {
        "format": FORMAT,
        "game": GAME,
        "edition": draft.edition or "?",
        "side": blank.side,
        "surfaces": {
            name: {"size_mm": [_plain(side) for side in surface_size(draft, blank, name)]}
            for name in SURFACES
        },
        "buildings": [_building(draft, buildings, n, guess) for n in spots_of(draft, buildings)],
        "squares": [_square(draft, blank, name, guess) for name in spots_of(draft, squares)],
        "score_track": {"surface": "board", "fields": _row(draft, blank, "score")},
        "info_tracks": {"surface": "intel", "fields": _tracks(draft, blank)},
        "roof": {"surface": "intel", "fields": _roof(draft, blank)},
    }
    for name in ("investigation", "oriel"):
        if fields := _row(draft, blank, name):
            pack[name] = {"surface": "intel", "xy": fields[0]}
    if blank.side == Side.FULL:
        piles = {pile: _row(draft, blank, f"order:{pile}") for pile in "AB"}
        if all(len(fields) == 2 for fields in piles.values()):
            pack["orders"] = {"surface": "board", **piles}
    return {**pack, "pieces": _pieces(draft, blank)}


def _building(draft: Draft, kind: Kind, name: str, guess: bool) -> dict[str, Any]:
    spot = draft.spots[name]
    words = {
        fact.id: spot.facts.get(fact.id) or (fact.words[0] if guess and not fact.once else None)
        for fact in kind.facts
    }
    flag = beside_of(draft, kind, name) or (_NOWHERE if guess else None)
    return {
        "id": name,
        "surface": kind.surface,
        "xy": _point(spot.xy),
        "radius": _plain(draft.measures.get(kind.radius, 19.0)),
        **words,
        "flag_xy": None if flag is None else _point(flag),
    }


def _square(draft: Draft, blank: Blank, name: str, guess: bool) -> dict[str, Any]:
    spot, kind = draft.spots[name], blank.kinds[1]
    streets = streets_of(draft, blank, name)
    value = spot.facts.get("value")
    number = int(value) if value else (len(streets) or 2 if guess else None)
    return {
        "id": name,
        "surface": kind.surface,
        "xy": _point(spot.xy),
        "value": number,
        "buildings": list(streets),
    }


def _tracks(draft: Draft, blank: Blank) -> dict[str, list[dict[str, Any]]]:
    tracks = {}
    for info in Info:
        row = blank.row(f"info:{info}")
        fields = fields_of(draft, row) if row else {}
        if row and fields:
            areas = areas_of(draft, row)
            tracks[info.value] = [
                {"xy": _point(xy), "area": areas[index]} for index, xy in fields.items()
            ]
    return tracks


def _roof(draft: Draft, blank: Blank) -> dict[str, list[float]]:
    row = blank.row("roof")
    fields = fields_of(draft, row) if row else {}
    return {row.names[index]: _point(xy) for index, xy in fields.items()} if row else {}


def _row(draft: Draft, blank: Blank, name: str) -> list[list[float]]:
    row = blank.row(name)
    return [_point(xy) for xy in fields_of(draft, row).values()] if row else []


def _pieces(draft: Draft, blank: Blank) -> dict[str, dict[str, Any]]:
    pieces: dict[str, dict[str, Any]] = {}
    for piece, lengths in PIECES_MM.items():
        for length, usual in lengths.items():
            sizes = [
                _plain(measured(draft, blank, f"{piece}.{length}.{n}")) for n in range(len(usual))
            ]
            pieces.setdefault(piece, {})[length] = sizes if length == "size_mm" else sizes[0]
    return pieces


def _point(xy: Point) -> list[float]:
    return [_plain(xy[0]), _plain(xy[1])]


def _plain(number: float) -> float:
    """Write whole millimetres without a point."""
    rounded = round(number, 2)
    return int(rounded) if rounded == int(rounded) else rounded

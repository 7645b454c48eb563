"""What a picture shows, in the words of the label format."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.pack import Point, TablePack
from hardware.simulated.piece import CARDBOARD_MM, Piece
from hardware.simulated.scene import Scene

HIDDEN = 0.35
_FIELD_MM = 17.0


def label_of(scene: Scene, cover: NDArray | None) -> dict[str, Any]:
    """Describe a scene; ``cover`` says how much of each pixel a hand covers."""
    hidden = {} if cover is None else hidden_fractions(scene, cover)
    camera = scene.mount.described()
    camera["surfaces"] = {
        name: {"centre": list(lie.centre_mm), "rot": lie.turn, "thickness_mm": CARDBOARD_MM}
        for name, lie in scene.lies.items()
    }
    return {
        "pack": scene.pack.edition,
        "camera": camera,
        "light": scene.light.name,
        "tags": list(scene.tags),
        **claims_of(scene.pack, scene.pieces),
        "occluded": [place for place, share in hidden.items() if share >= HIDDEN],
        "hidden_fraction": hidden,
        "corners_px": {
            name: scene.mount.project(lie.corners_mm).round(2).tolist()
            for name, lie in scene.lies.items()
        },
        "pieces": [piece.described() for piece in scene.pieces],
    }


def claims_of(pack: TablePack, pieces: tuple[Piece, ...]) -> dict[str, Any]:
    """Say what stands and lies where."""
    at = [(piece, piece.place) for piece in pieces if piece.place is not None]
    agents: dict[str, list[str]] = {}
    flag_tiles: dict[str, str] = {}
    roof: dict[str, list[str]] = {}
    for piece, place in at:
        if piece.kind == "agent" and ":" not in place:
            agents.setdefault(place, []).append(piece.name)
        elif place.startswith("flag:"):
            flag_tiles[place[5:]] = piece.name.partition("_")[2]
        elif place.startswith("roof:") and piece.kind == "tile":
            roof.setdefault(place[5:], []).append(piece.name)
    tiles = {place: piece.name.partition("_")[2] for piece, place in at if _is_info(piece)}
    fields = {piece.name: int(place.split(":")[2]) for piece, place in at if piece.kind == "marker"}
    claims = {
        "agents": dict(sorted(agents.items())),
        "third_man": next((p for piece, p in at if piece.kind == "third_man"), None),
        "tiles": {square.id: tiles.get(square.id) for square in pack.squares},
        "flags": {b.id: flag_tiles.get(b.id, b.flag) for b in pack.buildings},
        "flag_tiles": flag_tiles,
        "markers": {info: fields.get(info) for info in pack.info_tracks.fields},
        "investigator": next((p[5:] for piece, p in at if piece.kind == "investigator"), None),
        "roof_tiles": roof,
        "investigation": _token(at),
        "score": {piece.name: int(place[6:]) for piece, place in at if place.startswith("score:")},
        "orders": {pile: [x.name for x, p in at if p == f"order:{pile}"] for pile in "AB"},
    }
    feld = {piece.name: place for piece, place in at if piece.kind == "feld"}
    oriel = [piece.name for piece, place in at if place == "oriel"]
    return {**claims, **({"feld": feld} if feld else {}), **({"oriel": oriel} if oriel else {})}


def _is_info(piece: Piece) -> bool:
    return piece.kind == "tile" and piece.name.startswith("tile_")


def _token(at: list[tuple[Piece, str]]) -> dict[str, str | None]:
    here = [piece.name for piece, place in at if place == "investigation"]
    sides = [name.partition("_")[2] for name in here if name.startswith("investigation_")]
    others = [name for name in here if not name.startswith("investigation_")]
    return {"side": sides[0] if sides else None, "on": others[0] if others else None}


def spots_of(pack: TablePack) -> Iterator[tuple[str, str, Point, float]]:
    """Give every place of a pack a name, a surface, a middle and a radius."""
    flag, token = pack.piece("flag_tile"), pack.piece("investigation")
    for b in pack.buildings:
        yield b.id, b.surface, b.xy, b.radius
        yield f"flag:{b.id}", b.surface, b.flag_xy, flag.width_mm / 2
    tile = pack.piece("info_tile").width_mm / 2
    for square in pack.squares:
        yield square.id, square.surface, square.xy, tile
    for number, xy in enumerate(pack.score_track.fields):
        yield f"score:{number}", pack.score_track.surface, xy, _FIELD_MM / 2
    for info, fields in pack.info_tracks.fields.items():
        for number, field in enumerate(fields):
            yield f"info:{info}:{number}", pack.info_tracks.surface, field.xy, _FIELD_MM / 2
    for letter, xy in pack.roof.fields.items():
        yield f"roof:{letter}", pack.roof.surface, xy, pack.piece("roof_tile").width_mm / 2
    yield "investigation", pack.investigation.surface, pack.investigation.xy, token.width_mm / 2
    if pack.oriel is not None:
        yield "oriel", pack.oriel.surface, pack.oriel.xy, pack.piece("roof_tile").width_mm / 2


#: Where a place is probed: its middle and three rings, as shares of its radius.
_PROBES = np.array(
    [(0.0, 0.0)]
    + [
        (far * cos(2 * pi * (k + far) / count), far * sin(2 * pi * (k + far) / count))
        for far, count in ((0.35, 6), (0.65, 12), (0.92, 18))
        for k in range(count)
    ]
)


def hidden_fractions(scene: Scene, cover: NDArray) -> dict[str, float]:
    """Return how much of each place is covered, for those that are at all."""
    names, px = _probed(scene)
    height, width = cover.shape
    inside = (px[:, 0] >= 0) & (px[:, 0] < width) & (px[:, 1] >= 0) & (px[:, 1] < height)
    covered = np.zeros(len(px))
    covered[inside] = cover[px[inside, 1], px[inside, 0]] > 0.5
    shares = covered.reshape(len(names), -1).mean(axis=1).round(2)
    return {name: float(share) for name, share in zip(names, shares, strict=True) if share > 0}


def _probed(scene: Scene) -> tuple[list[str], NDArray[np.int64]]:
    """Return the names of all places, and the pixels that look at them."""
    spots = list(spots_of(scene.pack))
    points = np.empty((len(spots), len(_PROBES), 3))
    for surface, lie in scene.lies.items():
        here = [number for number, spot in enumerate(spots) if spot[1] == surface]
        middles = np.array([spots[number][2] for number in here])[:, None, :]
        radii = np.array([spots[number][3] for number in here])[:, None, None]
        points[here] = lie.to_table(middles + _PROBES * radii)
    px = np.round(scene.mount.project(points.reshape(-1, 3))).astype(np.int64)
    return [spot[0] for spot in spots], px

"""Put pieces where a view says they are, as people do: a few millimetres off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from random import Random

from companion.engine import Atom
from hardware.simulated.pack import Point, TablePack
from hardware.simulated.piece import Piece

_TILE_TURN, _TOKEN_PEEK_MM = 5.0, 12.5


def arrange(
    pack: TablePack, atoms: Iterable[Atom], rng: Random, orders: Mapping[str, Sequence[str]]
) -> tuple[Piece, ...]:
    """Turn claims about places into pieces with an exact position."""
    by_place: defaultdict[str, list[str]] = defaultdict(list)
    for atom in sorted(atoms):
        by_place[atom.place].append(atom.piece)
    pieces = [
        *_on_buildings(pack, by_place, rng),
        *_on_squares(pack, by_place, rng),
        *_on_score(pack, by_place, rng),
        *_on_tracks(pack, by_place, rng),
        *_on_roof(pack, by_place, rng),
        *_on_token(pack, by_place.get("investigation", []), rng),
        *_orders(pack, orders, rng),
    ]
    if pack.oriel is not None:
        for tile in by_place.get("oriel", []):
            at = _off(pack.oriel.xy, rng, 1.2)
            turn = rng.gauss(0, _TILE_TURN)
            pieces.append(Piece("tile", tile, pack.oriel.surface, at, turn, 0, "oriel"))
    return tuple(pieces)


def stand(name: str, surface: str, xy_mm: Point, place: str, rng: Random) -> Piece:
    """Stand a figure up; ``name`` as in a view: ``agent:red``, ``third_man``."""
    kind, _, colour = name.partition(":")
    return Piece(kind, colour or kind, surface, xy_mm, rng.uniform(0, 360), 0, place)


def spread(count: int, reach_mm: float, apart_mm: float, rng: Random) -> list[Point]:
    """Find spots inside a circle for figures that do not want to touch."""
    spots: list[Point] = []
    while len(spots) < count:
        spots = []
        for _ in range(60 * count):
            far, way = reach_mm * rng.random() ** 0.5, rng.uniform(0, 2 * pi)
            spot = (far * cos(way), far * sin(way))
            if all(hypot(spot[0] - x, spot[1] - y) >= apart_mm for x, y in spots):
                spots.append(spot)
            if len(spots) == count:
                break
        apart_mm *= 0.93
    return spots


def _on_buildings(
    pack: TablePack, by_place: Mapping[str, list[str]], rng: Random
) -> Iterator[Piece]:
    base = pack.piece("agent").width_mm
    for b in pack.buildings:
        figures = by_place.get(b.id, [])
        reach = max(b.radius - base / 2 - 0.5, 1.0)
        # One figure alone is put near the middle; several make room for each other.
        spots = spread(len(figures), reach * (0.6 if len(figures) == 1 else 1), base * 1.06, rng)
        for name, (x, y) in zip(figures, spots, strict=True):
            yield stand(name, b.surface, (b.xy[0] + x, b.xy[1] + y), b.id, rng)
        for flag in (name.partition(":")[2] for name in by_place.get(f"flag:{b.id}", [])):
            if flag != b.flag:
                at, turn = _off(b.flag_xy, rng, 0.7), rng.gauss(0, 3)
                yield Piece("tile", f"flag_{flag}", b.surface, at, turn, 0, f"flag:{b.id}")


def _on_squares(pack: TablePack, by_place: Mapping[str, list[str]], rng: Random) -> Iterator[Piece]:
    for s in pack.squares:
        for name in by_place.get(s.id, []):
            # Most people lay a tile straight; some do not care which side is up.
            turn = rng.gauss(0, _TILE_TURN)
            if rng.random() < 0.15:
                turn += rng.choice((90, 180, 270, 45, -45))
            yield Piece(
                "tile", name.replace(":", "_"), s.surface, _off(s.xy, rng, 0.9), turn, 0, s.id
            )


def _on_score(pack: TablePack, by_place: Mapping[str, list[str]], rng: Random) -> Iterator[Piece]:
    base = pack.piece("agent").width_mm
    rows = {1: ((0, 0),), 2: ((-0.53, 0), (0.53, 0)), 3: ((-0.55, -0.4), (0.55, -0.4), (0, 0.6))}
    square = ((-0.54, -0.54), (0.54, -0.54), (-0.54, 0.54), (0.54, 0.54))
    for number, xy in enumerate(pack.score_track.fields):
        figures = by_place.get(f"score:{number}", [])
        if not figures:
            continue
        rng.shuffle(figures)
        for name, (x, y) in zip(figures, rows.get(len(figures), square), strict=False):
            at = _off((xy[0] + x * base, xy[1] + y * base), rng, 0.7)
            yield stand(name, pack.score_track.surface, at, f"score:{number}", rng)


def _on_tracks(pack: TablePack, by_place: Mapping[str, list[str]], rng: Random) -> Iterator[Piece]:
    tracks = pack.info_tracks
    for info, fields in tracks.fields.items():
        for number, field in enumerate(fields):
            place = f"info:{info}:{number}"
            for name in by_place.get(place, []):
                at = _off(field.xy, rng, 1.2)
                yield Piece(
                    "marker",
                    name.partition(":")[2],
                    tracks.surface,
                    at,
                    rng.uniform(0, 360),
                    0,
                    place,
                )


def _on_roof(pack: TablePack, by_place: Mapping[str, list[str]], rng: Random) -> Iterator[Piece]:
    thick = pack.piece("roof_tile").height_mm
    for letter, xy in pack.roof.fields.items():
        here = by_place.get(f"roof:{letter}", [])
        z, place, surface = 0.0, f"roof:{letter}", pack.roof.surface
        for tile in (name for name in here if name != "investigator"):
            # The upper tile of a stack is put down so that one sees there are two.
            at = _off(xy, rng, 0.9) if z == 0 else _off((xy[0] + 3, xy[1] - 3.5), rng, 1.2)
            yield Piece("tile", tile, surface, at, rng.gauss(0, _TILE_TURN), z, place)
            z += thick
        if "investigator" in here:
            at = _off(xy, rng, 1.3)
            yield Piece("investigator", "investigator", surface, at, rng.uniform(0, 360), z, place)


def _on_token(pack: TablePack, here: list[str], rng: Random) -> Iterator[Piece]:
    """Lay the token, and under it the tile that sticks out."""
    place, z = pack.investigation, 0.0
    x, y = place.xy
    for tile in (name for name in here if not name.startswith("token:")):
        at = _off((x - _TOKEN_PEEK_MM, y + 5), rng, 1.5)
        yield Piece("tile", tile, place.surface, at, rng.gauss(0, 16), z, "investigation")
        z += pack.piece("roof_tile").height_mm
        x, y = x + 4, y - 2
    for token in (name for name in here if name.startswith("token:")):
        name = "investigation_" + token.partition(":")[2]
        at = _off((x, y), rng, 0.8)
        yield Piece("tile", name, place.surface, at, rng.gauss(0, 14), z, "investigation")


def _orders(pack: TablePack, orders: Mapping[str, Sequence[str]], rng: Random) -> Iterator[Piece]:
    if pack.orders is None:
        return
    for pile, fields in (("A", pack.orders.A), ("B", pack.orders.B)):
        for xy, name in zip(fields, orders.get(pile, ()), strict=False):
            at, turn = _off(xy, rng, 0.8), rng.gauss(0, 1.5)
            yield Piece("tile", name, pack.orders.surface, at, turn, 0, f"order:{pile}")


def _off(xy: Point, rng: Random, spread_mm: float) -> Point:
    """Miss a spot by a little, never by a lot."""
    far = min(abs(rng.gauss(0, spread_mm)), 2.5 * spread_mm)
    way = rng.uniform(0, 2 * pi)
    return xy[0] + far * cos(way), xy[1] + far * sin(way)

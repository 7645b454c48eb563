"""The ground that every place of a VIENNA board covers."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.vienna.board_rough import Rough
from companion.packs.geometry import Spot, disc

#: Figures may overhang a score field, so of a field only its middle must be free.
_SCORE_SHARE = 0.5
#: Of order fields only the middle is known.
_ORDER_RADIUS_MM = 5.0


def spots(rough: Rough) -> Iterator[Spot]:
    """Lay out all places whose position is known."""
    yield from _houses(rough)
    yield from _score(rough)
    yield from _tracks(rough)
    yield from _roof(rough)
    yield from _single_fields(rough)


def _houses(rough: Rough) -> Iterator[Spot]:
    flag_mm, tile_mm = rough.base_mm("flag_tile"), rough.base_mm("info_tile")
    for building in rough.sound_buildings():
        yield disc(building.id, building.surface, building.xy, building.radius)
        yield Spot(f"flag:{building.id}", building.surface, building.flag_xy, flag_mm)
    for square in rough.sound_squares():
        yield Spot(square.id, square.surface, square.xy, tile_mm)


def _score(rough: Rough) -> Iterator[Spot]:
    track = rough.score_track
    if track is not None and track.surface is not None:
        radius_mm = _SCORE_SHARE * rough.base_mm("agent")[0] / 2
        for number, xy in enumerate(track.fields or ()):
            if xy is not None:
                yield disc(f"score:{number}", track.surface, xy, radius_mm)


def _tracks(rough: Rough) -> Iterator[Spot]:
    tracks = rough.info_tracks
    if tracks is not None and tracks.surface is not None:
        radius_mm = rough.base_mm("marker")[0] / 2
        for info, fields in (tracks.fields or {}).items():
            for index, field in enumerate(fields or ()):
                yield disc(f"info:{info}:{index}", tracks.surface, field.xy, radius_mm)


def _roof(rough: Rough) -> Iterator[Spot]:
    roof = rough.roof
    if roof is not None and roof.surface is not None:
        for letter, xy in (roof.fields or {}).items():
            if xy is not None:
                yield Spot(f"roof:{letter}", roof.surface, xy, rough.base_mm("roof_tile"))


def _single_fields(rough: Rough) -> Iterator[Spot]:
    if rough.investigation is not None:
        here = rough.investigation
        yield Spot("investigation", here.surface, here.xy, rough.base_mm("investigation"))
    if rough.oriel is not None:
        yield Spot("oriel", rough.oriel.surface, rough.oriel.xy, rough.base_mm("roof_tile"))
    if rough.orders is not None:
        for pile, fields in (("A", rough.orders.A), ("B", rough.orders.B)):
            for index, xy in enumerate(fields):
                place = f"order:{pile}:{index}"
                yield disc(place, rough.orders.surface, xy, _ORDER_RADIUS_MM)

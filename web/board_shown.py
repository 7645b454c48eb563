"""The board to be pointed at: its places, and what one of them may hold."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from math import hypot
from typing import Any

import msgspec

from companion.drawing.board_view import BoardView
from companion.engine import Place
from companion.session.commands import Sighting
from companion.session.table_correct import shown_at
from web.drawing import drawing_key
from web.look import Look

#: What may hold nothing higher than this holds flat pieces, of which one kind excludes the other.
_FLAT_MM = 12.0
#: So much of the board is shown around a place: a thumb hits what is that large.
_WINDOW_MM = (130.0, 96.0)
_THUMB_MM = 7.5


class Spot(msgspec.Struct, frozen=True):
    """A place to be tapped, in the picture of the board."""

    id: str
    name: str
    x: float
    y: float
    r: float


class Offer(msgspec.Struct, frozen=True):
    """A piece that may be there; ``pieces`` are all that is there once it is tapped."""

    piece: str
    name: str
    pieces: str
    here: bool


class BoardPage(msgspec.Struct, frozen=True):
    """The whole board: its picture, and every place on it."""

    drawing: str
    width: float
    height: float
    spots: tuple[Spot, ...]


class PlacePage(msgspec.Struct, frozen=True, kw_only=True):
    """One place: what the record has there, what the camera sees, and what may be said."""

    id: str
    name: str
    board: BoardPage
    window: str
    record: str
    recorded: str
    agrees: bool
    camera: str
    picture: str
    said: bool
    offers: tuple[Offer, ...]
    empty: bool
    barred: str = ""


def board_page(look: Look, art: BoardView) -> BoardPage:
    """Show the whole board."""
    spots = tuple(_spot(look, art, place) for place in _places(look))
    return BoardPage(drawing_key(look.now), *art.size_mm, spots)


def place_page(look: Look, art: BoardView, name: str, seen: Sighting) -> PlacePage | None:
    """Show one place, with what is around it, if there is such a place."""
    place = next((place for place in _places(look) if place.id == name), None)
    if place is None:
        return None
    board, (x, y) = board_page(look, art), art.where(place.surface, place.xy_mm)
    recorded = shown_at(look.play.game, _record(look), name)
    there = _believed(seen, recorded)
    return PlacePage(
        id=name,
        name=_title(look, name),
        board=msgspec.structs.replace(board, spots=tuple(_around(board, x, y))),
        window="{:.1f} {:.1f} {:g} {:g}".format(*_corner(board, x, y), *_WINDOW_MM),
        record=_list(look, recorded),
        recorded=" ".join(sorted(recorded)),
        agrees=there == recorded,
        camera=_camera(look, seen),
        picture=_data(seen.picture),
        said=seen.said is not None,
        offers=tuple(_offers(look, place, there)),
        empty=not there,
        barred="" if seen.barred is None else look.words.say(seen.barred),
    )


def _places(look: Look) -> tuple[Place, ...]:
    places: tuple[Place, ...] = look.play.game.places(look.snapshot.state)
    return places


def _record(look: Look) -> Any:
    """Return what counts by now; at set-up also what is only proposed."""
    snapshot, layout = look.snapshot, look.snapshot.layout
    return snapshot.state if layout is None else layout.state


def _believed(seen: Sighting, recorded: frozenset[str]) -> frozenset[str]:
    """Return what is taken for true: what was said, else seen, else what is on the record."""
    if seen.said is not None:
        return seen.said
    return recorded if seen.pieces is None else seen.pieces


def _offers(look: Look, place: Place, there: frozenset[str]) -> Iterator[Offer]:
    flat = place.height_mm <= _FLAT_MM
    for piece in dict.fromkeys((*place.holds, *sorted(there))):
        here = piece in there
        rest = {other for other in there if not (flat and _excludes(piece, other))} - {piece}
        pieces = " ".join(sorted(rest if here else rest | {piece}))
        yield Offer(piece, _name(look, piece), pieces, here)


def _excludes(one: str, two: str) -> bool:
    """Tell whether only one of two flat pieces can lie there: two faces, or two tiles of a sort."""
    kind, mark, _ = one.partition(":")
    return bool(mark) and two.partition(":")[0] == kind


def _spot(look: Look, art: BoardView, place: Place) -> Spot:
    x, y = art.where(place.surface, place.xy_mm)
    return Spot(place.id, _name(look, place.id), round(x, 1), round(y, 1), _THUMB_MM)


def _around(board: BoardPage, x: float, y: float) -> Iterator[Spot]:
    """Return the places of the window, the nearest first."""
    width, height = _WINDOW_MM
    left, top = _corner(board, x, y)
    near = (s for s in board.spots if left <= s.x <= left + width and top <= s.y <= top + height)
    yield from sorted(near, key=lambda spot: hypot(spot.x - x, spot.y - y))


def _corner(board: BoardPage, x: float, y: float) -> tuple[float, float]:
    """Return where the window begins, so that it stays on the picture."""
    width, height = _WINDOW_MM
    left = min(max(0.0, x - width / 2), board.width - width)
    return left, min(max(0.0, y - height / 2), board.height - height)


def _camera(look: Look, seen: Sighting) -> str:
    if seen.pieces is not None:
        return _list(look, seen.pieces)
    if seen.likely:
        return look.words("web.place.perhaps", pieces=_list(look, seen.likely))
    return look.words("web.place.unclear")


def _list(look: Look, pieces: frozenset[str]) -> str:
    names = ", ".join(_name(look, piece) for piece in sorted(pieces))
    return names or look.words("web.place.nothing")


def _name(look: Look, thing: str) -> str:
    return look.words.say(look.play.game.name(thing))


def _title(look: Look, place: str) -> str:
    """Call a place as somebody would who points at it."""
    described = look.play.game.describe(place)
    return _name(look, place) if described is None else look.words.say(described)


def _data(jpeg: bytes | None) -> str:
    return "" if jpeg is None else f"data:image/jpeg;base64,{b64encode(jpeg).decode()}"

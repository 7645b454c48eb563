"""Pieces and places of the table by name, as a person would point at them."""

from __future__ import annotations

import re

from companion.engine import Text
from companion.games.vienna.board import Board
from companion.games.vienna.terms import term
from companion.games.vienna.words import Colour, Flag, Info, RoofTile

#: What needs no more than its name.
_PLAIN = {
    "investigator": Text("vienna.screen.investigator"),
    "third_man": Text("vienna.screen.third-man"),
    "token:front": Text("vienna.piece.token-front"),
    "token:x": Text("vienna.piece.token-x"),
    "investigation": Text("vienna.place.investigation"),
    "oriel": Text("vienna.place.oriel"),
    **{str(tile): term(tile) for tile in RoofTile},
    **{f"tile:{info}": term(info) for info in Info},
    **{f"flag:{flag}": term(flag) for flag in Flag},
}


def name(thing: str) -> Text | str:
    """Name a piece or a place; buildings and squares go by what is printed on the board.

    >>> name("roof:C"), name("b07")
    (Text(id='vienna.place.roof', params={'field': 'C'}), 'b07')
    """
    kind, _, rest = thing.partition(":")
    if thing in _PLAIN:
        return _PLAIN[thing]
    if kind == "agent":
        return Text("vienna.piece.agent", {"colour": term(Colour(rest))})
    if kind == "feld":
        return Text("vienna.piece.feld", {"colour": term(Colour(rest))})
    if kind == "marker":
        return Text("vienna.piece.marker", {"info": term(Info(rest))})
    return _place(thing, kind, rest)


def point_at(place: str) -> Text | str:
    """Name a place with a word for what it is.

    >>> point_at("b07").id, point_at("s03").id, point_at("roof:C").id
    ('vienna.place.building', 'vienna.place.one-square', 'vienna.place.roof')
    """
    if re.fullmatch(r"b\d+", place):
        return Text("vienna.place.building", {"building": place})
    if re.fullmatch(r"s\d+", place):
        return Text("vienna.place.one-square", {"square": place})
    return name(place)


def describe(board: Board, place: str) -> Text | None:
    """Say what a building shows, or what a square lies between."""
    if place in board.squares:
        around = ", ".join(board.squares[place].buildings)
        return Text("vienna.place.square", {"square": place, "buildings": around})
    building = board.buildings.get(place)
    if building is None:
        return None
    if building.seal is None:
        return Text("vienna.place.building", {"building": place})
    return Text("vienna.place.building-seal", {"building": place, "seal": term(building.seal)})


def _place(thing: str, kind: str, rest: str) -> Text | str:
    if kind == "score":
        return Text("vienna.place.score", {"field": int(rest)})
    if kind == "roof":
        return Text("vienna.place.roof", {"field": rest})
    if kind == "flag":
        return Text("vienna.place.flag", {"building": rest})
    if kind == "info":
        info, _, field = rest.partition(":")
        return Text("vienna.place.track", {"info": term(Info(info)), "field": int(field)})
    return thing

"""VIENNA from above: the places of the table, and what should stand and lie there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine import Atom, Place, Unknown, View
from companion.games.vienna.box import Box
from companion.games.vienna.changes import without
from companion.games.vienna.state import State
from companion.games.vienna.words import Expansion, Flag, Info, RoofTile
from companion.packs.header import Piece, Point

#: Fields of the score track: the figure laps, the score does not.
LAP = 100


def places(box: Box, state: State) -> tuple[Place, ...]:
    """Return every place of the board and of the intelligence tableau."""
    figures = tuple(f"agent:{seat.colour}" for seat in state.seats)
    guests: tuple[str, ...] = ("third_man",) if state.third_man is not None else ()
    if Expansion.FELD in state.expansions:
        guests += tuple(f"feld:{seat.colour}" for seat in state.seats)
    return (*_board_places(box, figures, guests), *_intel_places(box, state))


def _board_places(box: Box, figures: tuple[str, ...], guests: tuple[str, ...]) -> Iterator[Place]:
    board, pieces = box.board, box.board.pieces
    flags = tuple(f"flag:{flag}" for flag in Flag)
    tiles = tuple(f"tile:{info}" for info in Info)
    agent = pieces["agent"]
    standing = [pieces[name] for name in ("agent", "third_man", "feld") if name in pieces]
    tallest = max(piece.height_mm for piece in standing)
    for b in board.buildings.values():
        size = (2 * b.radius_mm, 2 * b.radius_mm)
        yield Place(b.id, b.surface, b.xy_mm, size, figures + guests, tallest)
        yield _spot(f"flag:{b.id}", b.surface, b.flag_xy_mm, flags, pieces["flag_tile"])
    for s in board.squares.values():
        yield _spot(s.id, s.surface, s.xy_mm, tiles, pieces["info_tile"])
    track = board.pack.score_track
    for field, xy in enumerate(track.fields):
        yield _spot(f"score:{field}", track.surface, xy, figures, agent)


def _intel_places(box: Box, state: State) -> Iterator[Place]:
    pack, pieces = box.board.pack, box.board.pieces
    tiles: tuple[str, ...] = tuple(RoofTile) if state.roof else ()
    for info, fields in pack.info_tracks.fields.items():
        for number, field in enumerate(fields):
            name, surface = f"info:{info}:{number}", pack.info_tracks.surface
            yield _spot(name, surface, field.xy, (f"marker:{info}",), pieces["marker"])
    for letter, xy in pack.roof.fields.items():
        holds = ("investigator", *tiles)
        yield _spot(f"roof:{letter}", pack.roof.surface, xy, holds, pieces["investigator"])
    token = pack.investigation
    sides = ("token:front", "token:x", *tiles)
    if pack.oriel is not None and tiles:
        payday = (RoofTile.PAYDAY,)
        yield _spot("oriel", pack.oriel.surface, pack.oriel.xy, payday, pieces["roof_tile"])
    yield _spot("investigation", token.surface, token.xy, sides, pieces["investigation"])


def _spot(name: str, surface: str, xy: Point, holds: tuple[str, ...], piece: Piece) -> Place:
    return Place(name, surface, xy, (piece.width_mm, piece.depth_mm), holds, piece.height_mm)


def expected_view(box: Box, state: State) -> View:
    """Return what the camera should see; it makes no claim about what nobody knows."""
    atoms = [
        Atom(f"roof:{box.board.roof[state.investigator]}", "investigator"),
        Atom("investigation", "token:x" if state.crossed else "token:front"),
    ]
    twice: set[Atom] = set()
    for seat in state.seats:
        figure = f"agent:{seat.colour}"
        agents = seat.agents if seat.feld is None else without(seat.agents, (seat.feld,))
        atoms += [Atom(b, figure) for b in agents]
        if len(set(agents)) < len(agents):
            twice.update(Atom(b, figure) for b in agents if agents.count(b) > 1)
        if seat.feld is not None:
            atoms.append(Atom(seat.feld, f"feld:{seat.colour}"))
        atoms.append(Atom(f"score:{seat.score % LAP}", figure))
    atoms += _full_atoms(state)
    atoms += [Atom(f"info:{i}:{field}", f"marker:{i}") for i, field in state.markers.items()]
    tiles, flags = _tiles(state), _flags(state)
    silent = tiles.silent | flags.silent
    return View(tiles.atoms.union(flags.atoms, atoms), silent, frozenset(twice))


# Most states share their tiles and all of them their flags: the latest ones are all we need.
_latest: dict[str, tuple[Mapping[str, object], View]] = {}


def _tiles(state: State) -> View:
    """Return the tiles on the squares."""
    return _lying("tile", "", state.squares)


def _flags(state: State) -> View:
    """Return the flags above the buildings."""
    return _lying("flag", "flag:", state.flags)


def _lying(kind: str, where: str, things: Mapping[str, str | Unknown | None]) -> View:
    """Return things that lie on places of one kind; about the unknown ones nothing is claimed."""
    same, view = _latest.get(kind, (None, View(frozenset())))
    if same is not things:
        named = {where + place: thing for place, thing in things.items() if thing is not None}
        silent = frozenset(place for place, thing in named.items() if isinstance(thing, Unknown))
        atoms = (Atom(p, f"{kind}:{thing}") for p, thing in named.items() if p not in silent)
        view = View(frozenset(atoms), silent)
        _latest[kind] = things, view
    return view


def _full_atoms(state: State) -> Iterator[Atom]:
    """Add the third man, and the purchase and payday tiles of the full version."""
    if isinstance(state.third_man, str):
        yield Atom(state.third_man, "third_man")
    for field, tiles in state.roof.items():
        yield from (Atom(f"roof:{field}", tile) for tile in tiles)
    if state.on_token is not None:
        yield Atom("investigation", state.on_token)
    if state.oriel:
        yield Atom("oriel", RoofTile.PAYDAY)

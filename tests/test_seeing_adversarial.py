"""Tables as they should not be: what is no piece on a place is never claimed to be one.

Every picture is made for the purpose, with each thing at a known millimetre.  A reading may name
the piece that is there or be unsure; it must not claim anything that is not so.
"""

from dataclasses import replace
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest
from seeing import COLOURS, PACK, score, studio

from hardware.simulated.piece import Hand, Piece, Thing
from hardware.simulated.positions import MID, underway
from hardware.simulated.scene import scene_from_view

HOUSES = {b.id: b for b in PACK.buildings}
#: Buildings in different corners of the board, and so differently seen.
SOME = tuple(PACK.buildings)[::7][:4]
SQUARES = tuple(PACK.squares)[::9]
FIELDS = PACK.score_track.fields


@cache
def _in_play():
    """Return the pieces of a game: nobody lays coins on an empty board."""
    base, _, _ = studio()
    rng = Random(12)
    return scene_from_view(PACK, underway(PACK, rng, MID), rng, at=base).pieces


def _others(*taken):
    """Return the pieces of a game without those at these places."""
    return tuple(piece for piece in _in_play() if piece.place not in taken)


def _read(pieces, paint=lambda _picture: None, **changes):
    """Return the label and the reading of a scene."""
    base, renderer, table = studio()
    picture, label = renderer.render(base.changed(pieces=tuple(pieces), **changes))
    picture = picture.copy()
    paint(picture)
    return label, table.read(picture)


def _wrong(label, reading):
    return [note for note in score(label, reading).notes if note.endswith("WRONG")]


def _agent(colour, xy_mm, **more):
    return Piece("agent", colour, "board", tuple(map(float, xy_mm)), 20.0, **more)


def _between(one, other):
    """Return the middle of the gap between two buildings, and how wide the gap is."""
    way = np.subtract(other.xy, one.xy)
    far = float(np.hypot(*way))
    gap = far - one.radius - other.radius
    return np.array(one.xy) + way / far * (one.radius + gap / 2), gap


def _painter(kind, surface, spots):
    """Return what paints coins or nuts onto a picture."""
    base, _, _ = studio()
    lie = base.lies[surface]

    def px(xy):
        return base.mount.project(lie.to_table(np.array(xy, float)))

    def paint(picture):
        for x, y in spots:
            corners = np.linspace(0, 2 * np.pi, 6 if kind == "nut" else 48, endpoint=False)
            for radius, colour in RINGS[kind]:
                ring = [px((x + radius * np.cos(t), y + radius * np.sin(t))) for t in corners]
                points = (np.array(ring) * 16).round().astype(np.int32)
                cv2.fillConvexPoly(picture, points, colour, cv2.LINE_AA, 4)

    return paint


#: Coins and nuts: rings from outside in, millimetres and colour (blue, green, red).
RINGS = {
    "two euro": ((11.6, (80, 150, 190)), (8.0, (170, 180, 185)), (6.5, (150, 160, 165))),
    "a cent": ((8.1, (60, 100, 170)), (7.0, (75, 120, 190))),
    "gold": ((11.0, (50, 165, 205)),),
    "nut": ((8.0, (165, 170, 172)), (4.2, (95, 100, 100))),
}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_figure_between_two_buildings_is_on_neither(colour):
    pairs = [("b24", "b25"), ("b14", "b15"), ("b07", "b12"), ("b18", "b19")]
    spots, gaps = zip(*(_between(HOUSES[a], HOUSES[b]) for a, b in pairs), strict=True)
    assert min(gaps) > 8
    label, reading = _read([_agent(colour, spot) for spot in spots])
    assert _wrong(label, reading) == []


def test_the_third_man_between_two_buildings_or_beside_the_board_is_nowhere():
    between, _ = _between(HOUSES["b24"], HOUSES["b25"])
    for spot in (between, (-12.0, 200.0), (HOUSES["b01"].xy[0], -9.0)):
        label, reading = _read([Piece("third_man", "third_man", "board", tuple(spot))])
        assert _wrong(label, reading) == []


@pytest.mark.parametrize("colour", ["black", "grey"])
def test_an_agent_of_a_colour_never_taught_is_nobody_else(colour):
    label, reading = _read([_agent(colour, b.xy) for b in SOME])
    assert _wrong(label, reading) == []


@pytest.mark.parametrize("colour", COLOURS)
def test_two_agents_of_one_colour_are_no_other_colour(colour):
    pieces = [
        _agent(colour, (b.xy[0] + aside, b.xy[1]), place=b.id)
        for b in SOME
        for aside in (-6.6, 6.6)
    ]
    label, reading = _read(pieces)
    assert _wrong(label, reading) == []
    assert {c for there in reading["agents"].values() for c in there} == {colour}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_figure_knocked_over_is_itself_or_unsure(colour):
    label, reading = _read([_agent(colour, b.xy, place=b.id, lying=True) for b in SOME])
    assert _wrong(label, reading) == []


@pytest.mark.parametrize("kind", RINGS)
def test_a_coin_on_a_plaza_is_nobody(kind):
    label, reading = _read([], _painter(kind, "board", [b.xy for b in SOME]))
    assert _wrong(label, reading) == []


@pytest.mark.parametrize("kind", RINGS)
def test_a_coin_on_a_square_or_a_flag_is_no_tile(kind):
    flag = HOUSES["b05"].flag_xy
    spots = [square.xy for square in SQUARES]
    label, reading = _read([], _painter(kind, "board", [*spots, flag]))
    assert _wrong(label, reading) == []


@pytest.mark.parametrize("kind", RINGS)
def test_a_coin_on_the_score_track_moves_nobody(kind):
    taken = {int(p.place[6:]) for p in _in_play() if (p.place or "").startswith("score:")}
    free = [n for n in range(len(FIELDS)) if all(abs(n - t) > 2 for t in taken)]
    label, reading = _read(_in_play(), _painter(kind, "board", [FIELDS[free[0]]]))
    assert _wrong(label, reading) == []


def test_a_coin_beside_the_board_casts_no_doubt_on_a_score():
    width, height = PACK.surfaces["board"].size_mm
    beside = [(150, height + 7.5), (150, -7.5), (-7.5, 150), (width + 7.5, 150)]
    label, reading = _read(_in_play(), _painter("gold", "board", beside))
    assert _wrong(label, reading) == []
    assert "score:yellow" not in reading["unsure"]


@pytest.mark.parametrize("kind", ["two euro", "gold", "nut"])
def test_a_coin_on_a_track_of_markers_moves_no_marker(kind):
    at = {p.name: int(p.place.split(":")[2]) for p in _in_play() if p.kind == "marker"}
    spots = [
        fields[at[info] - 4 if at[info] > 5 else at[info] + 4].xy
        for info, fields in PACK.info_tracks.fields.items()
    ]
    label, reading = _read(_in_play(), _painter(kind, "intel", spots))
    assert _wrong(label, reading) == []


def test_a_tile_upside_down_is_not_named():
    label, reading = _read(
        [Piece("tile", "tile_back", "board", square.xy, 4.0) for square in SQUARES]
    )
    assert _wrong(label, reading) == []
    assert {square.id for square in SQUARES} <= set(reading["unsure"])


@pytest.mark.parametrize("side", ["front", "x"])
@pytest.mark.parametrize("tile", ["purchase", "payday", "tile_back"])
def test_a_tile_that_sticks_out_far_from_under_the_token_is_not_overlooked(tile, side):
    spot, high = PACK.investigation, PACK.piece("roof_tile").height_mm
    for number, (left, down) in enumerate(((12, 5), (13, -6), (15, 0), (-14, 3), (3, 14))):
        (x, y), turn = spot.xy, 23.0 * number - 40
        lower = Piece("tile", tile, spot.surface, (x - left, y + down), turn, 0.0, "investigation")
        token = f"investigation_{side}"
        upper = Piece("tile", token, spot.surface, (x + 4, y - 2), -turn, high, "investigation")
        label, reading = _read([lower, upper])
        assert _wrong(label, reading) == []
        if tile == "tile_back":
            assert "investigation" in reading["unsure"], (left, down)


def test_a_marker_between_two_fields_is_on_neither():
    markers = [
        Piece("marker", info, "intel", tuple(np.add(fields[3].xy, fields[4].xy) / 2))
        for info, fields in PACK.info_tracks.fields.items()
    ]
    label, reading = _read(markers)
    assert _wrong(label, reading) == []
    assert {f"info:{info}" for info in PACK.info_tracks.fields} <= set(reading["unsure"])


def test_a_score_figure_between_two_fields_is_on_neither():
    starts = dict(zip(COLOURS, (3, 17, 40, 66), strict=True))
    figures = [_agent(c, np.add(FIELDS[n], FIELDS[n + 1]) / 2) for c, n in starts.items()]
    label, reading = _read(figures)
    assert _wrong(label, reading) == []
    assert {f"score:{colour}" for colour in COLOURS} <= set(reading["unsure"])


@pytest.mark.parametrize(
    ("sleeve", "short_mm"), [("#31506b", 0.0), ("#7a2f2f", 8.0), ("#d9d4c7", 14.0)]
)
def test_what_a_hand_covers_by_half_is_not_misread(sleeve, short_mm):
    base, _, _ = studio()
    b, other = SOME[2], SOME[1]
    x, y, _ = (float(part) for part in base.lies["board"].to_table(np.array(b.xy)))
    pieces = [
        _agent("red", (b.xy[0] - 6.6, b.xy[1]), place=b.id),
        _agent("green", (b.xy[0] + 6.6, b.xy[1]), place=b.id),
        _agent("blue", other.xy, place=other.id),
    ]
    label, reading = _read(pieces, hands=(Hand((x, y - short_mm), sleeve=sleeve),))
    assert _wrong(label, reading) == []
    assert reading["agents"][other.id] == ["blue"]


@pytest.mark.parametrize("colour", ["#2f5d87", "#e6dfd0", "#44664d", "#a63a32", "#c8b12f"])
def test_a_cup_on_the_board_is_no_piece(colour):
    base, _, _ = studio()
    x, y, _ = (float(part) for part in base.lies["board"].to_table(np.array(SOME[1].xy)))
    cup = Thing("cup", (x, y), 0.0, colour)
    label, reading = _read([], things=(*base.things, cup))
    # Nobody sees what is under a cup; what is printed there is not the question.
    label = {**label, "occluded": [*label["occluded"], SOME[1].id, f"flag:{SOME[1].id}"]}
    assert _wrong(label, reading) == []


def test_a_game_in_play_is_read_in_spite_of_all_this():
    label, reading = _read(_others("b01"))
    assert _wrong(label, reading) == []
    moved = [replace(p, xy_mm=(p.xy_mm[0] + 1.0, p.xy_mm[1] - 1.0)) for p in _others()]
    label, reading = _read(moved)
    assert _wrong(label, reading) == []

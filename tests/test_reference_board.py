"""The board of our own edition: legible, fair, and no street that leads astray."""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from companion.games.vienna import board as vienna
from companion.games.vienna.board import Board
from companion.games.vienna.words import Flag, Hue, Info, Seal
from companion.packs.header import Point

REFERENCE = Path(vienna.__file__).parent / "data" / "reference"
SIDES = ["entry", "full"]
TILE_MM, FLAG_MM = (20.0, 20.0), (14.0, 9.0)
#: A street is drawn so wide and needs so much air.
STREET_MM, AIR_MM = 4.5, 1.5

Street = tuple[str, str, Point, Point]


@cache
def board(side: str = "full") -> Board:
    return vienna.load_board(REFERENCE / side)


def streets() -> list[Street]:
    """List (square, building, from, to) from the middle of a square to that of a building."""
    return [
        (square.id, name, square.xy_mm, board().buildings[name].xy_mm)
        for square in board().squares.values()
        for name in square.buildings
    ]


# -- both sides ----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_a_side_has_no_fault(side: str) -> None:
    assert vienna.check_board(REFERENCE / side) == ()
    assert (board(side).edition, board(side).side) == ("reference", side)


def test_both_sides_show_the_same_town() -> None:
    entry, full = board("entry"), board("full")
    assert entry.squares == full.squares
    assert entry.tracks == full.tracks
    assert entry.pieces == full.pieces
    for one, other in zip(entry.buildings.values(), full.buildings.values(), strict=True):
        town = ("id", "hue", "flag", "squares", "neighbours", "xy_mm", "flag_xy_mm")
        assert [getattr(one, key) for key in town] == [getattr(other, key) for key in town]


def test_only_the_full_side_has_seals_letters_orders_and_an_oriel() -> None:
    entry = board("entry")
    assert {(part.seal, part.letter) for part in entry.buildings.values()} == {(None, None)}
    assert (entry.pack.oriel, entry.pack.orders, entry.lettered) == (None, None, {})
    assert sorted(board("full").lettered) == list("ABCDEFGHKL")


# -- the street map ------------------------------------------------------------------------------


def test_numbers_are_mixed_as_we_say() -> None:
    values = Counter(square.value for square in board().squares.values())
    assert values == {2: 14, 3: 16, 4: 10}


def test_no_building_is_a_dead_corner_and_none_dominates() -> None:
    for building in board().buildings.values():
        assert 2 <= len(building.squares) <= 6, building.id
        assert 2 <= len(building.neighbours) <= 8, building.id


def test_neighbours_share_a_square_and_know_each_other() -> None:
    buildings = board().buildings
    for building in buildings.values():
        for name in building.neighbours:
            assert building.id in buildings[name].neighbours
            assert set(building.squares) & set(buildings[name].squares)


def test_one_can_walk_everywhere() -> None:
    reached, ways = set[str](), ["b01"]
    while ways:
        name = ways.pop()
        if name not in reached:
            reached.add(name)
            ways.extend(board().buildings[name].neighbours)
    assert reached == set(board().buildings)


def test_no_two_squares_ask_for_the_same_buildings() -> None:
    around = Counter(frozenset(square.buildings) for square in board().squares.values())
    assert max(around.values()) == 1


# -- geometry ------------------------------------------------------------------------------------


def test_streets_do_not_cross() -> None:
    for one, other in combinations(streets(), 2):
        if one[0] != other[0] and one[1] != other[1]:
            assert not crosses(one, other), (one[:2], other[:2])


def test_streets_keep_clear_of_other_buildings() -> None:
    for square, name, start, end in streets():
        for building in board().buildings.values():
            if building.id != name:
                gap = to_street(building.xy_mm, start, end) - building.radius_mm
                assert gap >= STREET_MM / 2 + AIR_MM, (square, name, building.id)


def test_streets_keep_clear_of_other_tiles() -> None:
    for square, name, start, end in streets():
        for other in board().squares.values():
            if other.id != square:
                gap = box_to_street(other.xy_mm, TILE_MM, start, end)
                assert gap >= STREET_MM / 2 + AIR_MM, (square, name, other.id)


def test_streets_keep_clear_of_all_flags() -> None:
    for square, name, start, end in streets():
        for building in board().buildings.values():
            gap = box_to_street(building.flag_xy_mm, FLAG_MM, start, end)
            assert gap >= STREET_MM / 2 + AIR_MM, (square, name, building.id)


def test_streets_from_one_building_leave_in_different_directions() -> None:
    for one, other in combinations(streets(), 2):
        if one[1] == other[1]:
            assert angle(one[3], one[2], other[2]) >= 25, (one[:2], other[0])


def test_the_prater_is_free_of_houses_and_streets() -> None:
    left, bottom = 403, 101
    spots = [
        *((part.xy_mm, part.radius_mm) for part in board().buildings.values()),
        *((part.flag_xy_mm, 7) for part in board().buildings.values()),
        *((part.xy_mm, 10) for part in board().squares.values()),
    ]
    for (x, y), reach in spots:
        assert x + reach < left or y - reach > bottom
    for square, name, start, end in streets():
        assert to_street((left, bottom), start, end) > STREET_MM / 2, (square, name)


@pytest.mark.parametrize("places", ["buildings", "squares"])
def test_places_are_numbered_in_reading_order(places: str) -> None:
    """From top to bottom in rows; within a row from left to right."""
    spots = list(getattr(board(), places).values())
    assert [spot.id for spot in spots] == sorted(spot.id for spot in spots)
    for one, other in pairwise(spots):
        lower, right = other.xy_mm[1] > one.xy_mm[1], other.xy_mm[0] > one.xy_mm[0]
        assert lower or right, (one.id, other.id)


# -- what is printed on the houses ---------------------------------------------------------------


def test_six_of_each() -> None:
    buildings = board().buildings.values()
    for words, tally in (
        (Hue, Counter(part.hue for part in buildings)),
        (Flag, Counter(part.flag for part in buildings)),
        (Seal, Counter(part.seal for part in buildings)),
    ):
        assert tally == dict.fromkeys(words, 6)


@pytest.mark.parametrize("kind", ["hue", "flag", "seal"])
def test_neighbours_seldom_match(kind: str) -> None:
    buildings = board().buildings
    pairs = [
        (part, buildings[name])
        for part in buildings.values()
        for name in part.neighbours
        if name > part.id
    ]
    equal = [(a.id, b.id) for a, b in pairs if getattr(a, kind) == getattr(b, kind)]
    assert len(equal) <= 2, equal


@pytest.mark.parametrize("kind", ["hue", "flag", "seal"])
def test_no_square_wants_the_same_twice_in_a_row(kind: str) -> None:
    for square in board().squares.values():
        words = {getattr(board().buildings[name], kind) for name in square.buildings}
        assert len(words) >= max(2, square.value - 1), square.id


@pytest.mark.parametrize("kinds", [("hue", "flag"), ("hue", "seal"), ("flag", "seal")])
def test_pairs_of_words_are_nearly_all_different(kinds: tuple[str, str]) -> None:
    pairs = Counter(
        tuple(getattr(part, kind) for kind in kinds) for part in board().buildings.values()
    )
    assert max(pairs.values()) <= 2
    assert len(pairs) >= 22


@pytest.mark.parametrize("kind", ["hue", "flag", "seal"])
def test_every_word_opens_about_as_many_squares(kind: str) -> None:
    ends: Counter[str] = Counter()
    for part in board().buildings.values():
        ends[getattr(part, kind)] += len(part.squares)
    assert max(ends.values()) - min(ends.values()) <= 4, ends


def test_letters_are_spread_over_town_and_words() -> None:
    bearers = [board().buildings[name] for name in board().lettered.values()]
    for kind in ("hue", "flag", "seal"):
        assert max(Counter(getattr(part, kind) for part in bearers).values()) <= 3, kind


# -- the intelligence board ----------------------------------------------------------------------


def test_tracks_are_of_about_one_length() -> None:
    assert set(board().tracks) == set(Info)
    for areas in board().tracks.values():
        assert 11 <= len(areas) <= 13
        assert areas[-1] == 6
        assert all(areas.count(area) in (1, 2, 3) for area in range(1, 7))


def test_every_fact_says_where_it_comes_from() -> None:
    sources = json.loads((REFERENCE / "sources.json").read_text("utf-8"))["board"]
    for side in SIDES:
        raw = json.loads((REFERENCE / side / "board.json").read_text("utf-8"))
        assert raw.keys() <= sources.keys()
        for group in ("buildings", "squares"):
            assert {key for part in raw[group] for key in part} <= sources[group].keys()
    told = [text for value in sources.values() for text in flat(value)]
    assert all(text.startswith(("ours", "rulebook")) for text in told)


def flat(value: str | dict[str, str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value.values())


# -- a little geometry of our own, so that the board is not judged by the code that made it -------


def to_street(point: Point, start: Point, end: Point) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    share = (point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]
    share = min(1, max(0, share / (along[0] ** 2 + along[1] ** 2)))
    return math.dist(point, (start[0] + share * along[0], start[1] + share * along[1]))


def box_to_street(middle: Point, size: Point, start: Point, end: Point) -> float:
    """Walk along the street in small steps and keep the smallest distance to the box."""
    steps = 400
    best = math.inf
    for step in range(steps + 1):
        x, y = (start[axis] + (end[axis] - start[axis]) * step / steps for axis in (0, 1))
        gap_x = max(abs(x - middle[0]) - size[0] / 2, 0)
        gap_y = max(abs(y - middle[1]) - size[1] / 2, 0)
        best = min(best, math.hypot(gap_x, gap_y))
    return best


def crosses(one: Street, other: Street) -> bool:
    (a, b), (c, d) = one[2:], other[2:]
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def angle(corner: Point, one: Point, other: Point) -> float:
    first = math.atan2(one[1] - corner[1], one[0] - corner[0])
    second = math.atan2(other[1] - corner[1], other[0] - corner[0])
    apart = abs(math.degrees(first - second)) % 360
    return min(apart, 360 - apart)

"""Expansion 1, the third man (V-34): in the entry version and in the full one."""

import pytest
from msgspec.structs import replace
from vienna_full_table import (
    BOARD,
    FELD,
    FULL,
    THIRD_MAN,
    Table,
    acting,
    buildings,
    card,
    fork,
    price,
    table,
)

from companion.games.vienna import Box, Colour, Hue, Info, Options, Tracking, Version
from companion.games.vienna.moves import Advance, Done, Place, Roam, SetThirdMan
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import Finishing, Leading
from companion.games.vienna.state import Source
from companion.games.vienna.third_man import next_buildings

HOUSES = BOARD.buildings


@pytest.mark.parametrize("version", Version)
@pytest.mark.parametrize("start", [0, 2])
def test_the_last_player_sets_the_third_man_on_a_violet_building(version, start):
    laid = table(3, start=start, version=version, expansions=THIRD_MAN, bare=False)
    violet = buildings(Hue.VIOLET)
    assert laid.state.third_man == violet[0]
    game, last = laid.game, (start - 1) % 3
    empty = Table(
        game.setup(Options(tuple(Colour)[:3], start, version=version, expansions=THIRD_MAN))
    )
    (ask,) = [a for a in game.asks(empty.state) if a.kind == "set-third-man"]
    assert ask.seat == last
    assert game.options(empty.state, ask) == tuple(SetThirdMan(last, b) for b in violet)
    pink = buildings(Hue.PINK)[0]
    assert empty.refused(SetThirdMan(last, pink)).rule == Rule.THIRD_MAN_NOT_THERE.id
    assert empty.refused(SetThirdMan(start, violet[0])).rule == Rule.NOT_YOUR_TURN.id


def helped(version: Version = Version.FULL) -> tuple[Table, str]:
    """Let the third man stand on one corner of a 3-square that misses one more agent."""
    at = fork()
    man, *others = [b for b in BOARD.squares[at.three].buildings if b != at.building]
    position = acting(3, version=version, expansions=THIRD_MAN).with_agents(0, *others)
    return position.with_third_man(man).with_no_tiles_but(**{at.three: Info.FLASK}), at.building


@pytest.mark.parametrize("version", Version)
def test_v34_a_square_closed_with_his_help_pays_one_point_less_and_he_walks_on(version):
    position, gate = helped(version)
    after = position.play(Place(0, gate))
    if isinstance(after.state.stage, Leading):
        after = after.play(after.options()[0])
    assert after.seat(0).earned[Source.SQUARES] == 3 - 1
    assert after.seat(0).tiles[Info.FLASK] == 1
    old, new = position.state.third_man, after.state.third_man
    assert new in HOUSES[old].neighbours
    assert HOUSES[new].hue not in (HOUSES[old].hue, Hue.GREY)
    shown = {a.place for a in after.game.expected_view(after.state).atoms if a.piece == "third_man"}
    assert shown == {new}


def test_v34_with_an_agent_of_ones_own_beside_him_the_square_pays_in_full_and_he_stays():
    position, gate = helped()
    man = position.state.third_man
    position = position.with_agents(0, *position.seat(0).agents, man).play(Place(0, gate))
    assert position.seat(0).earned[Source.SQUARES] == 3
    assert position.state.third_man == man


def test_v34_one_agent_he_replaces_and_no_second_one():
    position, gate = helped()
    position = position.with_agents(0).with_agents(1, *position.seat(0).agents)
    after = position.play(Place(0, gate))
    assert after.seat(0).score == 0
    assert after.state.third_man == position.state.third_man


def walk(here: str, *, tiles: dict[str, Info]) -> tuple[str, ...]:
    position = table(2, expansions=THIRD_MAN).with_third_man(here).with_no_tiles_but(**tiles)
    return next_buildings(position.game.box, position.state)


@pytest.mark.parametrize("here", [b for b, h in HOUSES.items() if h.hue is not Hue.GREY])
def test_v34_most_streets_to_tiles_then_violet_brown_pink_orange_and_never_grey(here):
    taste = [Hue.VIOLET, Hue.BROWN, Hue.PINK, Hue.ORANGE]
    near = [b for b in HOUSES[here].neighbours if HOUSES[b].hue not in (HOUSES[here].hue, Hue.GREY)]
    for few in (tuple(BOARD.squares), tuple(BOARD.squares)[::3], ()):
        streets = {b: sum(s in few for s in HOUSES[b].squares) for b in near}
        most = [b for b in near if streets[b] == max(streets.values())]
        liked = min(taste.index(HOUSES[b].hue) for b in most)
        expected = {b for b in most if taste.index(HOUSES[b].hue) == liked}
        assert set(walk(here, tiles=dict.fromkeys(few, Info.SLIDE))) == expected


def test_v34_with_no_building_for_him_next_door_he_goes_to_the_nearest_beyond():
    here = buildings(Hue.VIOLET)[0]
    near = set(HOUSES[here].neighbours)
    grey = {b: replace(h, hue=Hue.GREY) if b in near else h for b, h in HOUSES.items()}
    position = table(2, expansions=THIRD_MAN).with_third_man(here)
    smoky = Box(replace(BOARD, buildings=grey), FULL.box.cards, FULL.box.orders)
    found = next_buildings(smoky, position.state)
    beyond = {n for b in near for n in HOUSES[b].neighbours} - near - {here}
    assert found
    assert set(found) <= beyond


def torn() -> tuple[str, str, str]:
    """Find a building whose 2-square he helps to close and from where two others draw him alike."""
    return next(
        (man, square, gate)
        for man, house in HOUSES.items()
        if house.hue is not Hue.GREY and len(walk(man, tiles={})) > 1
        for square in house.squares
        if BOARD.squares[square].value == 2
        for gate in BOARD.squares[square].buildings
        if gate != man
    )


def test_v34_among_equals_of_one_colour_the_active_player_chooses():
    man, square, gate = torn()
    position = acting(expansions=THIRD_MAN).with_third_man(man)
    position = position.with_no_tiles_but(**{square: Info.FLASK}).play(Place(0, gate))
    assert position.state.stage == Leading(0, walk(man, tiles={}))
    for move in position.options():
        after = position.play(move)
        assert (after.state.third_man, after.state.stage) == (move.building, Finishing(0))
    assert position.refused(SetThirdMan(0, man)).rule == Rule.THIRD_MAN_NOT_THERE.id
    assert position.refused(SetThirdMan(1, move.building)).rule == Rule.NOT_YOUR_TURN.id


def test_v34_seen_from_above_he_is_led_before_anything_else_happens():
    man, square, gate = torn()
    blind = table(2, expansions=THIRD_MAN, tracking=(Tracking.BOARD,) * 2).with_third_man(man)
    blind = blind.with_no_tiles_but(**{square: Info.FLASK}).play(Place(0, gate))
    assert set(blind.options()) == {SetThirdMan(0, b) for b in walk(man, tiles={})}
    assert blind.refused(Advance(0, Info.SLIDE)).rule == Rule.THIRD_MAN_WAITS.id
    after = blind.play(blind.options()[0], Advance(0, Info.SLIDE), Done(0))
    assert after.state.third_man == blind.options()[0].building


def test_v34_seen_from_above_beside_a_feld_figure_who_stays():
    man, square, gate = torn()
    beside = next(
        b
        for b in HOUSES[gate].neighbours
        if b != man and set(HOUSES[b].neighbours) - {gate} and square not in HOUSES[b].squares
    )
    colours = (Colour.YELLOW, Colour.RED)
    blind = table(colours, expansions=(*THIRD_MAN, *FELD), tracking=(Tracking.BOARD,) * 2)
    blind = blind.with_agents(0, feld=beside).with_third_man(man)
    blind = blind.with_no_tiles_but(**{square: Info.FLASK}).play(Place(0, gate))
    kinds = {type(move) for move in blind.options()}
    assert kinds == {Roam, SetThirdMan}  # to lead the third man says that the other one stays
    assert blind.refused(Advance(0, Info.SLIDE)).rule == Rule.THIRD_MAN_WAITS.id
    lead = next(move for move in blind.options() if isinstance(move, SetThirdMan))
    after = blind.play(lead)
    assert (after.seat(0).feld, after.state.third_man) == (beside, lead.building)
    assert after.seat(0).score == 1


def test_the_third_man_is_no_foreign_agent_and_nobody_pays_or_counts_him():
    at = buildings(Hue.VIOLET)[0]
    position = acting(2, expansions=THIRD_MAN).with_third_man(at)
    position = position.with_drawers(0, card("foreign-points"), card("foreign-discount"))
    after = position.play(Place(0, at))
    assert after.seat(0).purse[price(at)] == 4 - 2
    assert after.state.stage == Finishing(0)

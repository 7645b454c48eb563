"""VIENNA's table as an eye must know it."""

from companion.games import kits
from companion.games.vienna.box import DATA
from vision.blind_spots import names_of_pieces, names_on

PLAN = kits()["vienna"].plan(DATA / "reference" / "full")
PLACES = {place.id: place for place in PLAN.places}


def test_every_place_is_there_once_and_holds_known_pieces():
    assert len(PLACES) == len(PLAN.places)
    kinds = [name.partition(":")[0].rstrip("0123456789") for name in PLACES]
    assert kinds.count("b") == kinds.count("flag") == 30
    assert kinds.count("s") == 40
    assert kinds.count("score") == 100
    assert kinds.count("roof") == 12
    assert {piece for place in PLAN.places for piece in place.holds} <= PLAN.pieces.keys()


def test_places_lie_on_their_surfaces():
    for place in PLAN.places:
        width, depth = PLAN.surfaces[place.surface]
        assert 0 < place.xy_mm[0] < width
        assert 0 < place.xy_mm[1] < depth


def test_tracks_run_over_places_that_may_hold_their_pieces():
    for track in PLAN.tracks:
        for place in track.places:
            assert set(track.pieces) <= set(PLACES[place].holds)


def test_one_surface_alone_is_a_plan_of_its_own():
    intel = PLAN.on({"intel"})
    assert set(intel.surfaces) == {"intel"}
    assert {place.surface for place in intel.places} == {"intel"}
    assert intel.printed == {}
    assert {name for track in intel.tracks for name in track.pieces.values()} == {
        "investigator", "info:flask", "info:pistol", "info:briefcase", "info:microfilm",
        "info:slide",
    }  # fmt: skip


def test_names_of_a_surface_out_of_sight():
    assert names_on(PLAN, {"intel"}) == {
        *(f"roof:{letter}" for letter in "ABCDEFGHIJKL"),
        *(f"info:{info}" for info in ("flask", "pistol", "briefcase", "microfilm", "slide")),
        "investigation", "investigator", "oriel",
    }  # fmt: skip
    board = names_on(PLAN, {"board"})
    assert {"b01", "flag:b01", "s01", "score:red", "third_man"} <= board
    assert not any(name.startswith("score:") and name[6:].isdigit() for name in board)
    assert names_on(PLAN, {"board", "intel"}) == board | names_on(PLAN, {"intel"})


def test_pieces_nobody_taught_are_doubted_by_their_track():
    assert names_of_pieces(PLAN, {"third_man", "marker:slide"}) == {"third_man", "info:slide"}
    assert names_of_pieces(PLAN, {"tile:slide"}) == frozenset()


def test_places_of_which_nothing_was_taught_are_doubted_themselves():
    tiles = {piece for piece in PLAN.pieces if piece.startswith("tile:")}
    assert names_of_pieces(PLAN, tiles) == {f"s{number:02d}" for number in range(1, 41)}
    agents = {piece for piece in PLAN.pieces if piece.startswith("agent:")}
    assert {"b01", "b30", "score:red"} <= names_of_pieces(PLAN, agents)
    assert names_of_pieces(PLAN, {"token:front", "token:x"}) == frozenset()

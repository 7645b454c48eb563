"""Hands and other things that are no pieces: what they hide is found, and nothing else."""

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from labelled_tables import (
    FRAMES,
    labelled_photos,
    places_of,
    references_of,
    true_vantage,
)

from companion.app.trial_table import invent
from companion.engine import Atom
from companion.games.vienna.box import DATA
from hardware.simulated.crowd import crowd
from hardware.simulated.light import shine
from hardware.simulated.look import Look
from hardware.simulated.mount import hang
from hardware.simulated.pack import read_table_pack
from hardware.simulated.piece import Hand, Thing
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import empty_table, scene_from_view
from vision.hands import HIDDEN, HandFinder, hidden_places, hidden_shares
from vision.hands_backdrop import SHRINK, hang_backdrop
from vision.health_light import glance_at

PACK = read_table_pack(DATA / "reference" / "full")
WITH_HANDS = ("frames/020", "frames/021", "frames/022", "frames-b/007", "frames-b/010")
WITHOUT = (
    *("frames/006", "frames/008", "frames/012", "frames/016", "frames/019"),
    *("frames-b/002", "frames-b/005", "frames-b/009", "frames-b/011"),
)


def covered(image, vantage, references):
    backdrop = hang_backdrop(vantage, references)
    return HandFinder(backdrop).find(glance_at(image, backdrop))


def hidden_in(photo, share=HIDDEN):
    """Return the places of a photo that are hidden to such a share, and all places."""
    pack = read_table_pack(FRAMES / Path(photo.name).parent / photo.label["pack"])
    cover = covered(photo.image, photo.vantage, photo.references)
    shares = hidden_shares(cover, photo.vantage, places_of(pack))
    return {name for name, part in shares.items() if part >= share}, list(places_of(pack))


def test_every_place_under_a_hand_in_the_photos_is_hidden_and_few_others():
    far = wrong = 0
    for photo in labelled_photos(WITH_HANDS):
        assert set(photo.label["occluded"]) <= hidden_in(photo, 0.2)[0], photo.name
        hidden, places = hidden_in(photo)
        assert len(set(photo.label["occluded"]) - hidden) <= 1, photo.name
        shares = photo.label["hidden_fraction"]
        clear = {place.id for place in places if shares.get(place.id, 0) < 0.05}
        far, wrong = far + len(clear), wrong + len(clear & hidden)
    assert wrong < 0.03 * far


def test_nothing_is_hidden_in_photos_without_hands():
    for photo in labelled_photos(WITHOUT):
        assert hidden_in(photo)[0] == set(), photo.name


@cache
def table(light="window"):
    """Set a table of our own: the renderer, the scene with pieces, its reference and camera."""
    rng = Random(11)
    empty = empty_table(PACK, rng, "window").changed(
        look=Look(1, "wood", "pawn"), table="oak", mount=hang(rng), things=()
    )
    renderer = Renderer(Quality.FAST)
    image, label = renderer.render(empty)
    references = references_of(image, true_vantage(label))
    scene = scene_from_view(PACK, crowd(PACK, rng), rng, at=empty)
    return renderer, scene.changed(light=shine(light)), references


def seen_on(scene, renderer, references):
    image, label = renderer.render(scene)
    vantage = true_vantage(label)
    cover = covered(image, vantage, references)
    return hidden_places(cover, vantage, places_of(PACK)), label


ARMS = (
    Hand((-170.0, 20.0), 80.0, 18.0, 0.6, "#d8a282", "#a63a32"),  # a sleeve like the red agents
    Hand((-250.0, -40.0), 20.0, 10.0, 0.2, "#4a2f22", None),
    Hand((-90.0, 30.0), 100.0, 30.0, 0.9, "#c58c6a", "#2d2d33", 20.0),
)


@pytest.mark.parametrize(("light", "arms"), [("lamp_left", ARMS[:2]), ("dim_evening", ARMS[2:3])])
def test_hands_of_any_colour_are_found_and_their_shadows_are_not(light, arms):
    renderer, scene, references = table(light)
    under = found = clear = wrong = 0
    for arm in arms:
        hidden, label = seen_on(scene.changed(hands=(arm,)), renderer, references)
        shares = label["hidden_fraction"]
        assert label["occluded"]
        under, found = under + len(label["occluded"]), found + len(hidden & {*label["occluded"]})
        free = {place.id for place in places_of(PACK) if place.id not in shares}
        clear, wrong = clear + len(free), wrong + len(free & hidden)
    assert found >= 0.97 * under
    assert wrong <= 0.03 * clear


def test_a_crowd_around_one_building_is_no_hand():
    renderer, scene, references = table()
    middle = PACK.buildings[12]
    near = sorted(PACK.squares, key=lambda s: np.hypot(*np.subtract(s.xy, middle.xy)))[:3]
    atoms = [Atom(middle.id, f"agent:{c}") for c in ("red", "yellow", "blue", "green")]
    atoms += [Atom(middle.id, "third_man"), Atom(f"flag:{middle.id}", "flag:usa")]
    atoms += [Atom(square.id, "tile:flask") for square in near]
    atoms += [Atom("score:40", f"agent:{c}") for c in ("red", "yellow", "blue", "green")]
    for seed in range(2):
        crowded = scene_from_view(PACK, atoms, Random(seed), at=scene)
        assert seen_on(crowded, renderer, references)[0] == frozenset()


def test_a_sheet_and_a_cup_on_the_board_hide_what_is_under_them():
    renderer, scene, references = table()
    lie = scene.lies["board"]
    sheet, cup = (tuple(lie.to_table(np.array(xy))[:2]) for xy in ((160.0, 210.0), (430.0, 250.0)))
    things = (Thing("sheet", sheet, 10.0), Thing("cup", cup, 0.0, "#2f5d87"))
    hidden, _ = seen_on(scene.changed(things=things, pieces=()), renderer, references)
    inside = {
        place.id
        for place in places_of(PACK)
        for middle, reach in (((160.0, 210.0), 60.0), ((430.0, 250.0), 30.0))
        if place.surface == "board" and np.hypot(*np.subtract(place.xy_mm, middle)) < reach
    }
    assert len(inside) >= 8
    assert inside <= hidden


def test_a_cup_of_the_colour_of_the_board_hides_what_is_under_it():
    table, renderer = invent(PACK, Random("pale")), Renderer(Quality.FAST)
    image, label = renderer.render(table.changed(things=()))
    references, lie = references_of(image, true_vantage(label)), table.lies["board"]
    for square in PACK.squares[::5]:
        at = tuple(lie.to_table(np.array(square.xy))[:2])
        cup = table.changed(things=(Thing("cup", at, 0.0, "#d9d2c5"),))
        assert square.id in seen_on(cup, renderer, references)[0]


def test_a_place_is_hidden_also_where_only_its_figures_are():
    _, scene, references = table()
    image, label = table()[0].render(scene)
    vantage = true_vantage(label)
    cover = covered(image, vantage, references)
    place = next(p for p in places_of(PACK) if p.id == "score:55")
    above = vantage.project(place.surface, np.array(place.xy_mm), place.height_mm) / SHRINK
    x, y = (int(v) for v in above)
    cover.mask[y - 2 : y + 3, x - 2 : x + 3] = True
    shares = hidden_shares(cover, vantage, [place])
    flat = hidden_shares(cover, vantage, [_flat(place)])
    assert shares["score:55"] > flat.get("score:55", 0.0)


def _flat(place):
    return type(place)(place.id, place.surface, place.xy_mm, place.size_mm, (), 0.0)

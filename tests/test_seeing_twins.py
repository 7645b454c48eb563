"""Figures of one colour that differ in size, and gloss that looks white: one is never seen as two."""

from __future__ import annotations

from random import Random

import pytest

from companion.app.seating import take_seats
from companion.app.stage_spots import Spots
from companion.app.trial_table import set_table
from companion.engine import Atom
from companion.games import Wish
from companion.games.vienna.table_plan import table_plan
from companion.play.people_words import Thing
from companion.session.texts import Texts
from hardware.simulated.scene import scene_from_view
from vision.evidence import SURE
from vision.eye import Eye
from vision.lookout_firm import LOOKS, Firm
from vision.lookout_report import Words

COLOURS = ("yellow", "red", "blue", "green")


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1105.0", "7.0"])
def test_a_figure_in_glaring_light_is_one_figure(seed):
    """On the first of these tables the yellow figures were taught in different light."""
    seating = take_seats(Texts.load("en"), "vienna", Wish(4, "full", ("feld",), "board"))
    table = set_table(seating, table_plan(seating.game.box.board), seed)
    eye, houses = Eye(table.knowledge), [b.id for b in table.bare.pack.buildings]
    for first, colour in enumerate(COLOURS):
        shown = [Atom(house, f"agent:{colour}") for house in houses[first::3]]
        scene = scene_from_view(table.bare.pack, shown, Random(seed), at=table.bare)
        picture, _ = table.renderer.render(scene)
        reading = eye.find(picture).read(picture, anew=True)
        for atom in shown:
            sworn = [piece for piece in reading.found[atom.place] if piece not in reading.unsure]
            assert sworn == [atom.piece] or atom.place in reading.unsure


@pytest.mark.slow
def test_a_figure_of_open_size_is_there_if_the_outline_of_either_size_fits():
    """Half behind the others, red seems to end where it does not; the other red figure would fit."""
    seating = take_seats(
        Texts.load("en"), "vienna", Wish(4, "full", ("third-man", "feld"), "board")
    )
    table = set_table(seating, table_plan(seating.game.box.board), "crowd23")
    places = {place.id: place for place in table.knowledge.plan.places}
    eye, rng = Eye(table.knowledge), Random(1)
    for _ in range(4):
        things = [
            Thing("b11", f"agent:{colour}", (rng.gauss(0, 4), rng.gauss(0, 4)))
            for colour in rng.sample(COLOURS, 4)
        ]
        spots = Spots(lambda kind: table.bare.pack.piece(kind).width_mm, {})
        scene = table.bare.changed(pieces=tuple(spots.pieces(things, (), places)))
        picture, _ = table.renderer.render(scene)
        reading = eye.find(picture).read(picture, anew=True)
        assert reading.margins["b11"] >= SURE
        assert set(reading.found["b11"]) == {thing.piece for thing in things}


@pytest.mark.slow
def test_two_of_one_colour_at_one_house_are_two_though_nobody_knows_which():
    seating = take_seats(Texts.load("en"), "vienna", Wish(4, "full", ("feld",), "board"))
    table = set_table(seating, table_plan(seating.game.box.board), "1204.0")
    eye, firm = Eye(table.knowledge), Firm(table.knowledge.plan)
    one, other = Atom("b05", "agent:blue"), Atom("b05", "feld:blue")
    scene = scene_from_view(table.bare.pack, (one, one), Random(5), at=table.bare)
    picture, _ = table.renderer.render(scene)
    post = eye.find(picture)
    readings = [firm.add(post.read(picture, anew=True)) for _ in range(LOOKS)]
    seen = Words(table.knowledge, seating.game.places(seating.game.setup(seating.options)))
    last = seen.reading(readings[-1])
    assert one in last.twice
    assert last.alike[other] == one

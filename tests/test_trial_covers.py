"""Cloth over the board is not a flag, nor are fingers a figure, and two figures of one colour are two."""

from __future__ import annotations

from dataclasses import replace

import practice
import pytest

from companion.engine import Atom
from hardware.simulated.piece import Hand
from vision.eye import Post
from vision.lookout_report import Words


@pytest.mark.parametrize("sleeve", ["#8f2f2b", "#31506b"])
@pytest.mark.parametrize(
    ("tip", "heading"), [((-60.0, 40.0), 94.0), ((-190.0, 90.0), 94.0), ((55.9, -75.3), 60.0)]
)
def test_an_arm_is_never_read_as_a_piece(
    sleeve: str, tip: tuple[float, float], heading: float
) -> None:
    arm = Hand(tip, heading, sleeve=sleeve, over_mm=12.0, grip=0.2, cuff_mm=60.0)
    scene = practice.late_scene().changed(hands=(arm,))
    picture, label = practice.table().renderer.render(scene)
    post = practice.eye().find(picture)
    assert isinstance(post, Post)
    knowledge = practice.table().knowledge
    words = Words(knowledge, knowledge.plan.places)
    there = {Atom(place, p) for place, each in practice.truth_of(label).items() for p in each}
    alone = words.reading(post.read(picture, anew=True))
    post.read(practice.table().renderer.render(practice.late_scene())[0])
    for said in (alone, words.reading(post.read(picture))):
        assert said.silent
        assert len(said.atoms) > 40
        assert said.atoms <= there


@pytest.mark.parametrize("tip", [(-60.0, 40.0), (-190.0, 90.0)])
def test_what_has_changed_just_beside_an_arm_is_not_sworn_to(tip: tuple[float, float]) -> None:
    """Part of it may be cloth; a tile taken elsewhere is seen to be gone all the same."""
    scene, renderer = practice.late_scene(), practice.table().renderer
    squares = {p.id for p in practice.table().knowledge.plan.places if p.id[1:].isdecimal()}
    squares = {name for name in squares if name.startswith("s")}
    left = tuple(piece for piece in scene.pieces if piece.place not in squares)
    arm = Hand(tip, 94.0, sleeve="#31506b", over_mm=12.0, grip=0.2, cuff_mm=60.0)
    before, after = renderer.render(scene)[0], renderer.render(scene.changed(pieces=left))[0]
    picture = renderer.render(scene.changed(pieces=left, hands=(arm,)))[0]
    post = practice.eye().find(before)
    assert isinstance(post, Post)
    post.read(before)
    reading = post.read(picture)
    beside = squares & reading.unsure - reading.hidden
    assert 1 <= len(beside) <= 3
    assert not squares & post.read(after).unsure


def test_two_figures_of_one_colour_are_seen_as_two() -> None:
    scene = practice.late_scene()
    crowded = {piece.place for piece in scene.pieces if piece.kind == "agent"}
    houses = [b for b in scene.pack.buildings if b.id not in crowded][:4]
    spare = next(piece for piece in scene.pieces if piece.kind == "agent")
    pairs = [
        replace(spare, name=colour, xy_mm=(b.xy[0] + dx, b.xy[1] - dx / 2), place=b.id)
        for b, colour in zip(houses, ("yellow", "red", "blue", "green"), strict=False)
        for dx in (-7.0, 7.0)
    ]
    picture, _ = practice.table().renderer.render(scene.changed(pieces=(*scene.pieces, *pairs)))
    post = practice.eye().find(picture)
    assert isinstance(post, Post)
    reading = post.read(picture, anew=True)
    assert len(pairs) >= 4
    for piece in pairs:
        assert reading.found[piece.place].count(f"agent:{piece.name}") == 2
        assert piece.place not in reading.unsure

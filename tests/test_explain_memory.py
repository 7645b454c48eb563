"""When a piece came or went: a hand was there, and two pictures differ."""

from __future__ import annotations

from companion.engine import Atom
from companion.session.evidence import Evidence, Reading, Stir
from companion.session.explain_memory import Memory, Pictures

RED, BLUE = Atom("b01", "agent:red"), Atom("b02", "agent:blue")


def between(*readings: Reading) -> Pictures:
    """Look at the table every ten seconds."""
    pictures = Pictures()
    for number, reading in enumerate(readings):
        pictures.add(Evidence(reading), 10.0 * number)
    return pictures


def test_a_piece_came_between_the_last_picture_without_it_and_the_first_that_shows_it():
    table = frozenset[Atom]()
    pictures = between(*map(Reading, (table, table | {RED}, table | {RED, BLUE})))
    assert pictures.turned == {RED: Stir(-1.0, 10.0), BLUE: Stir(9.0, 20.0)}


def test_a_place_that_was_unclear_tells_nothing():
    unclear = Reading(frozenset(), vague=frozenset({RED}))
    covered = Reading(frozenset(), silent=frozenset({RED.place}))
    for reading in (unclear, covered):
        assert between(reading, Reading(frozenset({RED}))).turned == {}


def test_hands_and_pictures_together_say_when():
    stirred = {RED.place: Stir(2.0, 14.0), BLUE.place: Stir(2.0, 4.0)}
    turned = {RED: Stir(9.0, 20.0), BLUE: Stir(9.0, 20.0)}
    memory = Memory(stirred, turned=turned)
    assert memory.when(RED) == Stir(9.0, 14.0)
    assert memory.when(BLUE) == Stir(2.0, 4.0), "two that contradict each other tell nothing new"
    assert memory.when(Atom("b03", "agent:red")) is None

"""A choice says what it brings and where it happens, and a seat's own desk stays in sight."""

from __future__ import annotations

import re
from typing import Any

import pytest
from vienna_full_table import BOARD, CARDS, ORDERS, acting, buildings, table

from companion.engine import Choice, Panel, Text, Unknown
from companion.games import Wish, kits
from companion.games.vienna import Bribe, Flag, Good, Hue, Info, full_box
from companion.games.vienna.ability_words import ability
from companion.games.vienna.box import DATA
from companion.games.vienna.labels import places
from companion.games.vienna.moves import (
    Accept,
    Buy,
    Draw,
    Fulfil,
    LayFlag,
    LayTile,
    Place,
    Plan,
    Relocate,
    Stow,
)
from companion.games.vienna.notes import note
from companion.games.vienna.purchase import PRICES
from companion.games.vienna.terms import term
from companion.session.texts import LANGUAGES, Texts

ENGLISH = Texts.load("en", kits()["vienna"].texts)
USA = buildings(flag=Flag.USA)[0]


def choices(position: Any, kind: str, viewer: int = 0) -> dict[Any, Choice]:
    """Return what a seat may choose, by its moves."""
    prompts = position.game.view(position.state, viewer).prompts
    found = next(p.choices for p in prompts if p.ask.kind == kind and p.ask.seat == viewer)
    return {position.game.moves.decode(bytes(choice.move)): choice for choice in found}


def panels(position: Any, viewer: int | None) -> dict[str, Panel]:
    return {panel.id: panel for panel in position.game.view(position.state, viewer).panels}


def told(panel: Panel) -> dict[str, str]:
    return {ENGLISH(row.label): ENGLISH(row.value) for row in panel.rows}


# Where.


def test_an_agent_goes_where_he_is_placed_and_one_who_moves_leaves_a_place_first():
    position = acting().with_agents(0, "b17").with_purse(0, coffee=3, wine=3)
    offered = choices(position, "act")
    kinds = {type(move) for move in offered}
    assert {Place, Relocate} <= kinds
    for move, choice in offered.items():
        if isinstance(move, Place):
            assert choice.places == (move.building,)
        elif isinstance(move, Relocate):
            assert choice.places == ("b17", move.building)
        else:
            assert choice.places == ()


def test_whatever_a_move_names_on_the_board_is_a_place_that_a_camera_looks_at():
    position = acting()
    known = {place.id for place in position.game.places(position.state)}
    assert places(LayTile("s01", Info.FLASK)) == ("s01",)
    for move in position.options():
        assert set(places(move)) <= known
    assert places(LayFlag("b01", Flag.USA)) == ("flag:b01",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_building_is_told_by_its_colour_and_its_flag_in_a_few_words(language):
    texts, state = Texts.load(language, kits()["vienna"].texts), acting().state
    for name, building in BOARD.buildings.items():
        said = texts(note(full_box(), state, Place(0, name)) or Text(""))
        for word in (f"vienna.hue.{building.hue}", f"vienna.flag.{building.flag}"):
            assert texts(Text(word)) in said
        assert said.startswith(name)
        assert len(said) < 60


# What it brings.


def test_a_plan_says_what_the_card_of_its_drawer_can_do():
    violet = next(n for n, c in CARDS.items() if c.param is Hue.VIOLET)
    position = table(2)
    hand = [violet, *[n for n in CARDS if n != violet][:2]]
    position = position.play(*(Draw(0, card) for card in hand))
    offered = choices(position, "plan")
    assert len(offered) == 6
    for move, choice in offered.items():
        assert choice.note == ability(CARDS[move.drawer])
    said = ENGLISH(offered[Plan(0, violet, hand[1], hand[2])].note)
    assert re.fullmatch(r"Agent on Violet → .+", said)


def test_a_full_desk_says_which_card_leaves_each_drawer():
    position = table(2).with_drawers(0, 1, 11, 75)
    position = position.planned(seat0=(141, Bribe.WINE, Info.SLIDE))
    offered = choices(position, "stow")
    for move, card in zip((Stow(0, 0), Stow(0, 1), Stow(0, 2)), ("001", "011", "075"), strict=True):
        assert f"card {card}: " in ENGLISH(offered[move].note)


def test_an_order_says_what_it_wants_and_pays_with_all_that_adds_to_it():
    number = next(n for n, o in ORDERS.items() if n[0] == "B" and o.flag is Flag.USA and o.points)
    position = acting().with_display(B1=number).with_money(0, 1).play(Place(0, USA))
    plain = ENGLISH(choices(position, "orders")[Accept(0, number)].note)
    order = ORDERS[number]
    assert plain.startswith("Now 2 shillings. Later ")
    assert f"{order.points} points" in plain
    richer = ENGLISH(
        note(full_box(), position.with_goods(0, Good.SIGNET).state, Fulfil(0, number)) or Text("")
    )
    assert f"{order.points + 3} points" in richer


def test_what_can_be_bought_says_its_price():
    state = acting().state
    for good in Good:
        said = ENGLISH(note(full_box(), state, Buy(0, good)) or Text(""))
        assert said.startswith(f"{PRICES[good]} S: ")


def test_of_cards_and_orders_that_nobody_has_read_nothing_is_made_up():
    bought, _ = kits()["vienna"].open(
        Wish(2, "full", board=DATA / "reference" / "full", edition="boxed")
    )
    unread = [card for card in bought.box.cards.values() if isinstance(card.param, Unknown)]
    assert unread
    assert {ability(card) for card in unread} == {None}
    hidden = next(n for n, o in bought.box.orders.items() if isinstance(o.points, Unknown))
    assert note(bought.box, acting().state, Accept(0, hidden)) is None


# One's own desk.


def test_a_plan_stays_in_sight_until_each_card_is_played_and_nobody_else_sees_it():
    cards = (141, 1, 2)
    position = table(2, start=1).planned(seat0=cards)
    own = panels(position, 0)
    tops = ENGLISH(term(CARDS[1].bribe)), ENGLISH(term(CARDS[2].info))
    works = ENGLISH(ability(CARDS[141]))
    assert told(own["plan"]) == {"I · 141": works, "II · 001": tops[0], "IV · 002": tops[1]}
    for viewer in (1, None):
        shown = position.game.view(position.state, viewer).panels
        assert not [panel for panel in shown if panel.id == "plan" and panel.seat == 0]
    begun = table(2).with_drawers(0).planned(seat0=cards)
    assert list(told(panels(begun, 0)["plan"])) == ["IV · 002"]
    assert told(panels(begun, 0)["drawers"]) == {"No. 141": works}


def test_a_hand_shows_all_that_is_printed_on_its_cards():
    position = table(2).play(Draw(0, 1), Draw(0, 20))
    rows = panels(position, 0)["hand"].rows
    assert [ENGLISH(row.label) for row in rows] == ["No. 001"] * 3 + ["No. 020"] * 3
    card, said = CARDS[20], [ENGLISH(row.value) for row in rows[3:]]
    uses = (ability(card), term(card.bribe), term(card.info))
    assert said == [f"{at}: {ENGLISH(d)}" for at, d in zip(("I", "II", "IV"), uses, strict=True)]
    assert "hand" not in panels(position, 1)


def test_orders_on_the_desk_say_what_they_want():
    rows = told(panels(table(2).with_orders(0, "S-01"), 0)["orders"])
    assert re.fullmatch(r".+ → .+", rows["No. S-01"])

"""Answers that happen on the board are rings in its picture, for whoever may give them."""

from __future__ import annotations

import re

import pytest
from web_house import FULL, Browser, House

from companion.session.texts import LANGUAGES


def asked(house: House, phone: Browser, kind: str) -> int:
    """Let the host answer until somebody is asked this, and let a phone sit there."""
    game = house.play.game
    for _ in range(200):
        state = house.session.snapshot.state
        ask = next(ask for ask in game.asks(state) if ask.blocks)
        if ask.kind == kind:
            break
        house.answer(ask, game.options(state, ask)[0])
    assert ask.kind == kind
    relay = phone.app.extensions["companion"].relay
    relay.meet()
    relay.catch_up(house.session.snapshot.version)
    phone.join(ask.seat or 0)
    return ask.seat or 0


def question(phone: Browser, seat: int, kind: str) -> dict:
    questions = phone.get(f"/api/seats/{seat}").json["questions"]
    return next(one for one in questions if f".{kind}" in one["ask"])


def test_every_place_of_an_answer_is_a_ring_and_lies_in_the_window(house, phone):
    house.sit(FULL, 9, eyes=False)
    seat = asked(house, phone, "act")
    one = question(phone, seat, "act")
    board = one["board"]
    left, top, wide, high = map(float, board["window"].split())
    named = {place for button in one["buttons"] for place in button["places"]}
    assert {ring["id"] for ring in board["rings"]} == named
    assert board["taps"]
    assert 0 <= left < left + wide <= board["width"] + 0.1
    assert 0 <= top < top + high <= board["height"] + 0.1
    for ring in board["rings"]:
        assert left < ring["x"] < left + wide
        assert top < ring["y"] < top + high
        assert ring["name"] == ring["id"]
        begins = any(button["places"][:1] == [ring["id"]] for button in one["buttons"])
        assert ring["first"] is begins


def test_what_has_no_place_stays_a_button_and_the_rest_is_a_list_as_well(house, phone):
    house.sit(FULL, 9, eyes=False)
    seat = asked(house, phone, "act")
    one = question(phone, seat, "act")
    page = phone.text(f"/seat/{seat}")
    listed = re.search(rf'<details id="list-{one["ask"]}">(.*?)</details>', page, re.DOTALL)
    assert listed
    placed = [button for button in one["buttons"] if button["places"]]
    assert listed[1].count("data-move=") == len(placed)
    assert listed[1].count("<small>") == len(placed)
    whole = page[page.index(f'id="ask-{one["ask"]}"') :].partition("</section>")[0]
    assert whole.count("data-move=") == len(one["buttons"])


def test_where_the_camera_watches_pointing_waits_behind_a_line(house, phone):
    house.sit(FULL, 9)
    game = house.play.game
    while not [a for a in game.asks(house.session.snapshot.state) if a.kind == "act" and a.blocks]:
        house.go_on()
    seat = asked(house, phone, "act")
    page = phone.text(f"/seat/{seat}")
    assert page.index('<details id="tell-') < page.index('<svg class="map points"')


def test_a_question_about_one_place_only_shows_it(house, phone):
    house.sit(("full", (), 3, "full"), 0, eyes=False)
    relay = phone.app.extensions["companion"].relay
    relay.meet()
    phone.join(0)
    first = next(q for q in phone.get("/api/seats/0").json["questions"] if q["ask"] == "tile.s01")
    assert first["board"]["taps"] is False
    assert [ring["id"] for ring in first["board"]["rings"]] == ["s01"]
    page = phone.text("/seat/0")
    assert "points" not in page[page.index('id="ask-tile.s01"') :][:400]


def test_only_a_seat_points(house, phone):
    house.sit(FULL, 0, eyes=False)
    asked(house, phone, "lay-tile")
    assert all(one["board"] is None for one in phone.get("/api/table").json["questions"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_pointing_is_explained_in_every_language(house, phone, language):
    house.sit(FULL, 9, eyes=False)
    seat = asked(house, phone, "act")
    phone.get(f"/seat/{seat}?language={language}")
    page = phone.text(f"/seat/{seat}")
    hint = re.search(
        r'<p class="quiet hint" data-first="([^"]+)" data-then="([^"]+)">([^<]+)<', page
    )
    assert hint
    assert hint[1] == hint[3] != hint[2]
    assert "«" not in page

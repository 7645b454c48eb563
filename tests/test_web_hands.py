"""At a table with hands of its own a phone can have its turn played; ending it stays one's own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from web_house import BOARD, Browser, House, hold_still, open_app

from companion.engine import Text

TURN = 3
BUTTON = "Play it for me"
HINT = "hands play every seat without a name"


class Hands:
    """Somebody who notes for whom he is to play."""

    def __init__(self) -> None:
        self.there, self.asked = True, []

    def __call__(self, seat: int) -> bool:
        self.asked.append(seat)
        return self.there


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.sit(BOARD, TURN)
    yield house
    house.close()


@pytest.fixture
def hands(house) -> Hands:
    house.hands = Hands()
    house.play = replace(house.play, hands=house.hands)
    return house.hands


def phone(house: House, seat: int) -> Browser:
    browser = Browser(open_app(house))
    browser.join(seat)
    return browser


def test_whoever_is_at_the_move_may_have_it_played(house, hands):
    hold_still(house, seen=(), looking=False)
    mine = phone(house, house.turn)
    assert BUTTON in mine.text(f"/seat/{house.turn}")
    sent = mine.send(f"/api/seats/{house.turn}/hands", {"version": 1})
    assert (sent.status_code, hands.asked) == (200, [house.turn])


def test_nobody_else_is_offered_that(house, hands):
    hold_still(house, seen=(), looking=False)
    other = (house.turn + 1) % 3
    theirs = phone(house, other)
    assert BUTTON not in theirs.text(f"/seat/{other}")
    assert theirs.send(f"/api/seats/{house.turn}/hands", {"version": 1}).status_code == 403
    assert hands.asked == []


def test_a_turn_that_has_begun_is_for_those_who_began_it(house, hands):
    hold_still(house, seen=(Text("core.table.nothing-to-do"),), looking=False)
    assert BUTTON not in phone(house, house.turn).text(f"/seat/{house.turn}")


def test_a_table_with_a_real_camera_has_no_hands(house):
    hold_still(house, seen=(), looking=False)
    mine = phone(house, house.turn)
    assert BUTTON not in mine.text(f"/seat/{house.turn}")
    refused = mine.send(f"/api/seats/{house.turn}/hands", {"version": 1})
    assert (refused.status_code, "refused" in refused.json) == (409, True)


def test_hands_that_are_away_are_not_promised(house, hands):
    hands.there = False
    sent = phone(house, house.turn).send(f"/api/seats/{house.turn}/hands", {"version": 1})
    assert sent.status_code == 409


def test_the_host_reads_which_seats_hands_play(house, hands):
    host = Browser(open_app(house))
    host.lead()
    assert HINT in host.text("/host")
    house.hands = None
    assert HINT not in host.text("/host")


def test_the_host_finds_the_code_as_long_as_a_seat_is_free(house):
    host = Browser(open_app(house))
    host.lead()
    said = "Everybody sits down with the code on this page"
    assert said in host.text("/host")
    for seat in range(3):
        host.join(seat)
    assert said not in host.text("/host")

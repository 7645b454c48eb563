"""Whoever finds the address without a link may watch the table, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from web_house import Browser
from whole_house import WholeHouse

#: All that a stranger may have: the table as everybody sees it, what it is made of, and two doors.
OPEN = {
    "/",
    "/live/table",
    "/api/table",
    "/api/openapi.json",
    "/drawing.svg",
    "/fonts/regular.otf",
    "/static/style.css",
    "/host",  # asks for the PIN
    "/join/CODE",  # whoever reads the code off the table's screen is no stranger
}


@pytest.fixture
def whole(tmp_path) -> Iterator[WholeHouse]:
    whole = WholeHouse(tmp_path)
    yield whole
    whole.close()


def opened(whole: WholeHouse, browser: Browser) -> set[str]:
    """Return what opens for somebody."""
    found = set()
    for address in whole.addresses():
        reply = browser.get(address)
        if reply.status_code == 200:
            found.add(address.replace(whole.host.keys.join, "CODE"))
        reply.close()  # streams have no end
    return found


def test_a_stranger_sees_the_public_table_and_nothing_else(whole):
    assert opened(whole, Browser(whole.app)) == OPEN


def test_a_player_and_a_host_see_more(whole):
    player, host = opened(whole, whole.seat), opened(whole, whole.host)
    game = f"/games/{whole.game}"
    assert {
        "/games",
        game,
        "/cards",
        "/cards/file",
        "/cards/cards/001",
        f"{game}/steps.json",
    } <= player
    assert f"{game}/file/json" not in player  # not before it is over
    assert f"{game}/file/json" in host


def test_a_screen_of_the_table_is_a_guest(whole):
    screen = Browser(whole.app)
    screen.get(f"/screen/{screen.keys.screen}")
    assert "/games" in opened(whole, screen)


def test_a_player_stays_a_guest_when_the_game_is_put_away(whole):
    whole.host.send("/api/host/end", {"game": whole.game})
    assert whole.seat.get("/games").status_code == 200
    assert Browser(whole.app).get("/games").status_code == 403


def test_a_stranger_is_told_how_to_join_and_is_not_shown_the_way_to_closed_doors(whole):
    stranger = Browser(whole.app)
    reply = stranger.get("/games")
    assert reply.status_code == 403
    assert "Point your phone’s camera at the code" in reply.text
    assert 'href="/games"' not in stranger.text("/")
    assert 'href="/games"' in whole.seat.text("/")

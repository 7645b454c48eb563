"""What stands on a phone when something is the matter: everybody can read and tap it."""

from __future__ import annotations

import pytest
from browsers import NEEDS_CHROMIUM, PHONE, SMALL, obstacles
from web_house import JPEG, Browser, HouseSite, hold_still

from companion.engine import Cue, CueKind, Text
from companion.session.snapshot import Doubt, Mode, Wrong
from companion.session.todo import Deed, Todo

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.usefixtures("seated")]
TODO = (Todo(Deed.TAKE, "agent:red", "b01"), Todo(Deed.PUT, "tile:flask", to="s03"))
RULE = Text("core.refused.not-your-ask")
#: What is the matter, and a word on the page that says so.
STATES = {
    "wrong": (
        {"wrong": Wrong(RULE, "x", "vienna.section.tracking", 0, None, ("b01",), TODO, JPEG)},
        ".wrong .crop",
    ),
    "doubt": (
        {"doubt": Doubt((None, None), ((RULE,), ()), ("b01",), JPEG)},
        ".doubt .crop",
    ),
    "looking": ({"looking": True, "unseen": ("b01", "b02")}, ".looking"),
    "overdue": ({"overdue": TODO, "owing": 0}, ".overdue"),
    "compare": ({"mode": Mode.COMPARE, "todo": TODO}, ".overdue .todo"),
    "paused": ({"mode": Mode.PAUSED}, ".now"),
    "last round": ({"cues": (Cue(CueKind.TURN, 0), Cue(CueKind.LAST_ROUND))}, ".reminder"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_in_the_way_when_something_is_the_matter(house, chromium, scheme):
    site = HouseSite(house, chromium)
    seat, host = site.join(0, color_scheme=scheme), site.lead(color_scheme=scheme)
    play = house.play
    for name, (changes, sign) in STATES.items():
        house.play = play
        hold_still(house, **changes)
        site.app.extensions["companion"].relay.ring()
        for page, path in ((seat, "/seat/0"), (host, "/host")):
            page.goto(site.address + path)
            page.locator(sign).first.wait_for()
            assert obstacles(page) == [], (name, path)
            assert page.evaluate(SMALL) == [], (name, path)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    house.play = play
    site.close()
    assert site.errors == []


def asked_about_places(site: HouseSite) -> tuple[int, str]:
    """Go on until somebody has to choose between a few places; return the seat and the picture."""
    phones = {seat: Browser(site.app) for seat in range(3)}
    for seat, phone in phones.items():
        phone.join(seat)
    relay = site.app.extensions["companion"].relay
    for _ in range(900):
        relay.catch_up(site.house.session.snapshot.version)
        for seat, phone in phones.items():
            asked = phone.get(f"/api/seats/{seat}").json["questions"]
            if pictures := [one["picture"] for one in asked if one["picture"]]:
                return seat, pictures[0]
        site.house.go_on()
    raise AssertionError("nobody was ever asked about places")


def test_a_question_about_places_shows_them_as_the_camera_last_saw_them(house, chromium):
    site = HouseSite(house, chromium)
    seat, picture = asked_about_places(site)
    for scheme in ("light", "dark"):
        page = site.browser(color_scheme=scheme)
        page.goto(f"{site.address}/seat/link/{site.keys.seats[seat].secret}")
        crop = page.locator(".question .crop").first
        crop.wait_for()
        assert crop.get_attribute("src") == picture
        assert page.request.get(site.address + picture).body() == JPEG
        assert obstacles(page) == []
        assert page.evaluate(SMALL) == []
    assert site.browser().request.get(site.address + picture).status == 403
    site.close()
    assert site.errors == []

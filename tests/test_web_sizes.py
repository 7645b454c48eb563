"""The pages on small phones and large screens: nothing is cut off, and nobody scrolls sideways."""

from __future__ import annotations

from typing import Any

import pytest
from browsers import NEEDS_CHROMIUM
from web_house import HouseSite

from companion.session.texts import LANGUAGES

pytestmark = NEEDS_CHROMIUM
FOUR = ("full", (), 4, "full")
NAMES = ("Anna", "Bernhard-Maximilian von", "Wilhelminapolderdijkweg", "Dorothea")
SCREENS = ((1280, 720), (1366, 768), (1280, 800), (1024, 768), (1920, 1080), (3840, 2160))
WIDE = "document.documentElement.scrollWidth"


@pytest.fixture
def house(house):
    house.sit(FOUR, 9)
    return house


def seat_all(site: HouseSite, but: int | None = None) -> None:
    """Let everybody sit, perhaps but for one."""
    for seat, name in enumerate(NAMES):
        if seat != but:
            site.keys.sit(seat, name)
    site.app.extensions["companion"].relay.ring()


def too_wide(page: Any, site: HouseSite, path: str) -> list[tuple[str, int, str]]:
    """Return the languages and widths in which a page is wider than the phone."""
    found = []
    for language in LANGUAGES:
        page.goto(f"{site.address}{path}?language={language}")
        page.wait_for_selector(f"html[lang={language}]")
        page.evaluate(
            "for (const one of document.querySelectorAll('main details')) one.open = true"
        )
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 700})
            if page.evaluate(WIDE) > width:
                found.append((language, width, path))
    return found


def test_no_phone_has_to_be_scrolled_sideways(site):
    seat_all(site, but=0)
    phone = site.browser()
    for seat in (1, 2):
        phone.goto(f"{site.address}/seat/link/{site.keys.seats[seat].secret}")
    for path in (f"/join/{site.keys.join}", "/seat/1", "/"):
        assert too_wide(phone, site, path) == []
    site.keys.sit(0, "Anna")
    assert too_wide(phone, site, f"/join/{site.keys.join}") == []  # everybody sits
    host = site.lead()
    assert too_wide(host, site, "/host") == []


def within(page: Any, selector: str, size: dict[str, int]) -> bool:
    """Tell whether all of something can be seen."""
    box = page.locator(selector).first.bounding_box()
    right, low = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] >= 0 and right <= size["width"] and box["y"] >= 0 and low <= size["height"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_television_shows_the_code_the_points_and_the_log(site, language):
    seat_all(site)
    for _ in range(300):  # a turn of which much has been seen makes the page fullest
        site.house.go_on()
        if len(site.house.session.snapshot.seen) >= 3:
            break
    letters = {}
    for width, height in SCREENS:
        size = {"width": width, "height": height}
        page = site.screen(size)
        page.goto(f"{site.address}/?language={language}")
        page.locator(".seen").wait_for()
        for part in (".qr", ".join p", ".log h2", ".seen h2", ".drawing"):
            assert within(page, part, size), (size, part)
        news = "document.querySelector('.news')"
        assert page.evaluate(f"{news}.scrollHeight <= {news}.clientHeight"), size
        assert page.evaluate(WIDE) <= width
        rem = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
        letters[height] = page.evaluate(rem)
        page.context.close()
        site._contexts.remove(page.context)
    assert letters[2160] >= 1.9 * letters[1080]  # as large from the sofa

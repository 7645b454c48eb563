"""Kept games and cards in a real browser: scrubbing, a film on its way, and a card in three taps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from boxed_table import PIN, BoxedTable
from browsers import NEEDS_CHROMIUM, PHONE, Site, obstacles, until
from browsers import TELEVISION as TABLE
from kept_game import keep
from patience import comes_true

from companion.app.people_file import PeopleFile
from companion.games import Wish

pytestmark = NEEDS_CHROMIUM


class BoxedSite(Site):
    """A table with a bought box that is served."""

    def __init__(self, table: BoxedTable, chromium: Any) -> None:
        super().__init__(table.app, chromium, pin=PIN, patience_ms=60_000)
        self.table = table


@pytest.fixture
def site(tmp_path, chromium) -> Iterator[BoxedSite]:
    table = BoxedTable(tmp_path)
    site = BoxedSite(table, chromium)
    yield site
    site.close()
    table.close()
    assert site.errors == []


@pytest.fixture
def game(tmp_path) -> str:
    return keep(tmp_path, Wish(3, "entry"))


@pytest.fixture
def named(game, tmp_path) -> None:
    """Let the players of the game have told their names, before the table is opened."""
    names = {0: "Anna", 1: "Christopher-Alexander", 2: "Ben"}
    PeopleFile(tmp_path / "people.json").note(game, names)


def test_a_game_is_scrubbed_by_slider_keys_and_chart(site, game):
    page = site.screen(TABLE)
    page.goto(f"{site.address}/games")
    page.click(f"a[href='/games/{game}']")
    page.wait_for_selector("#replay[data-ready]")
    last = int(page.get_attribute("#slider", "max"))
    final = page.locator("#stand .points").all_inner_texts()
    page.locator("#slider").evaluate(
        "(s) => { s.value = 60; s.dispatchEvent(new Event('input')); }"
    )
    assert page.inner_text("#count") == "60"
    sixty = page.inner_text("#told")
    assert page.locator("#stand .points").all_inner_texts() != final
    page.wait_for_selector("#pieces[src$='/pieces/60.svg']")
    page.locator("#slider").blur()
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#count") == "61"
    assert page.inner_text("#told") != sixty or last == 60
    page.keyboard.press("Shift+ArrowRight")
    assert int(page.inner_text("#count")) > 61
    before = page.get_attribute("#cursor", "x1")
    page.click("#chart", position={"x": 60, "y": 60})
    assert page.get_attribute("#cursor", "x1") != before
    assert page.url.endswith(f"?at={page.inner_text('#count')}")
    page.reload()
    assert page.inner_text("#count") in page.url


def test_a_thumb_leafs_through_a_game_on_a_phone(site, game):
    page = site.screen(has_touch=True)
    page.goto(f"{site.address}/games/{game}?at=10")
    page.wait_for_selector("#replay[data-ready]")
    page.tap("#forward")
    assert page.inner_text("#count") == "11"
    page.tap("#turn-forward")
    assert int(page.inner_text("#count")) > 11
    slider = page.locator("#slider").bounding_box()
    page.touchscreen.tap(slider["x"] + slider["width"] / 2, slider["y"] + slider["height"] / 2)
    last = int(page.get_attribute("#slider", "max"))
    assert abs(int(page.inner_text("#count")) - last / 2) < last / 20
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]


def test_a_film_shows_its_progress_and_then_comes_while_the_replay_stays(site, game):
    page = site.screen()
    page.goto(f"{site.address}/games/{game}")
    page.wait_for_selector("#replay[data-ready]")
    with page.expect_download(timeout=120_000) as coming:
        page.click("a[href$='/file/gif']")
        page.wait_for_selector("#bar:not([hidden])")
        assert page.inner_text("#making") == "Your file is being made: Time-lapse (GIF)"
    film = coming.value
    assert film.suggested_filename.endswith(".gif")
    assert Path(film.path()).read_bytes().startswith(b"GIF8")
    assert page.inner_text("#making") == "Ready, and being saved: Time-lapse (GIF)"
    assert not page.is_visible("#bar")
    assert page.url.startswith(f"{site.address}/games/{game}")
    with page.expect_download() as second:  # and the next file can be had at once
        page.click("a[href$='/file/csv']")
    assert second.value.suggested_filename.endswith(".csv")


def test_a_link_to_a_film_asks_until_it_is_there(site, game):
    page = site.screen(java_script_enabled=False)
    page.goto(f"{site.address}/games/{game}")
    with page.expect_download(timeout=120_000) as coming:
        page.click("a[href$='/file/gif']")
        page.wait_for_selector("progress")
    assert coming.value.suggested_filename.endswith(".gif")
    assert page.locator(f"main a[href='/games/{game}']").is_visible()


def test_nothing_jumps_on_a_phone_however_much_a_step_tells(site, game):
    page = site.screen()
    page.goto(f"{site.address}/games/{game}")
    page.wait_for_selector("#replay[data-ready]")
    steps = page.evaluate("fetch(location.pathname + '/steps.json').then((all) => all.json())")
    lengths = [len(step["told"]) for step in steps]
    longest, shortest = lengths.index(max(lengths)), lengths.index(min(lengths))
    pictured = next(step["number"] for step in steps if step["picture"])
    places = set()
    for number in (0, shortest, longest, pictured):
        page.locator("#slider").evaluate(
            f"(s) => {{ s.value = {number}; s.dispatchEvent(new Event('input')); }}"
        )
        assert page.inner_text("#count") == str(number)
        places.add(page.evaluate("document.querySelector('#chart').getBoundingClientRect().top"))
    assert len(places) == 1
    assert page.locator("#said").bounding_box()["height"] < 130


def test_no_figure_is_cut_off_on_a_phone(named, site):
    page = site.screen()
    for language in ("de", "en", "fr", "nl"):
        page.set_extra_http_headers({"Accept-Language": language})
        page.goto(f"{site.address}/games")
        figures = page.locator(".counted:not(ol) .figures dd")
        assert figures.count() == 3 * 5
        wide = page.evaluate(
            "Math.max(...[...document.querySelectorAll('.figures > div')]"
            ".map((one) => one.getBoundingClientRect().right))"
        )
        assert wide <= PHONE["width"]
        cut = page.evaluate(
            "[...document.querySelectorAll('main *')].filter((one) => one.clientWidth"
            " && getComputedStyle(one).display !== 'inline'"
            " && one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 80))"
        )
        assert cut == [], language


def test_the_cards_of_a_box_fit_a_phone(site):
    page = site.lead()
    page.goto(f"{site.address}/cards")
    assert page.evaluate("document.documentElement.scrollHeight") < 2400
    top = page.evaluate("document.querySelector('#take-in').getBoundingClientRect().bottom")
    assert top < PHONE["height"] * 1.2
    page.click("text=Only what is unknown")
    page.wait_for_url("**/cards?show=unknown")
    page.click("#next")
    page.wait_for_selector("#pick")


def test_a_card_is_learned_during_play_by_three_taps_and_known_in_the_next_game(site):
    table = site.table
    table.begin()
    relay = table.app.extensions["companion"].relay
    assert comes_true(lambda: bool(relay.now.seats))
    page = site.join(0, has_touch=True)
    ask = table.play_until_reading()
    assert ask.reads == "cards.001"
    page.click("a[href^='/cards/cards/001']")
    page.wait_for_selector("#pick")
    taps = 0
    for part, word in (("bribe", "wine"), ("info", "slide"), ("param", "coffee")):
        page.tap(f"label:has(input[name={part}][value={word}])")
        taps += 1
    page.wait_for_url("**/seat/0")
    assert taps == 3
    assert getattr(table.state.stage, "card", None) != 1  # the game has gone on
    site.log_in(page)
    page.goto(f"{site.address}/host")
    page.click("#new-game summary")
    page.check("input[name=players][value='2']", force=True)
    page.click("#new-game button.go")
    page.wait_for_load_state()
    assert comes_true(lambda: table.house.play is not None)
    page.goto(f"{site.address}/cards/cards/001")
    for part, word in (("bribe", "wine"), ("info", "slide"), ("param", "coffee")):
        assert page.is_checked(f"input[name={part}][value={word}]")
    page.goto(f"{site.address}/cards?show=unknown")
    assert page.locator("a[href='/cards/cards/001']").count() == 0


def test_an_order_is_told_by_tapping_its_signs(site):
    page = site.lead(has_touch=True)
    page.goto(f"{site.address}/cards/orders/A-02")
    page.wait_for_selector(".tapped:not([hidden])")
    page.tap("label:has(input[name=flag][value=usa])")
    page.tap("[data-word=wine]")
    page.tap("[data-word=coffee]")
    page.tap("[data-word=wine]")
    page.tap(".tray .chip >> nth=1")
    page.tap("label:has(input[name=money][value='2'])")
    page.tap("label:has(input[name=points][value='3'])")
    page.tap("#pick button.go")
    page.wait_for_url("**/cards")
    told = next(
        one for one in site.table.house.kit.things([site.table.file]) if one.number == "A-02"
    )
    assert [part.known for part in told.parts] == [("usa",), ("wine", "wine"), ("2",), ("3",)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, TABLE], ids=["phone", "table"])
def test_everybody_can_read_and_reach_these_pages(site, game, scheme, size):
    page = site.screen(size, color_scheme=scheme)
    for path in (
        "/games",
        f"/games/{game}?at=70",
        "/cards",
        "/cards/cards/001",
        "/cards/orders/A-02",
    ):
        page.goto(site.address + path)
        page.wait_for_load_state()
        assert obstacles(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path


def test_a_file_of_cards_goes_to_another_home_and_disputes_are_settled_there(
    site, tmp_path, chromium
):
    tell(site, "001", bribe="wine", info="slide", param="coffee")
    tell(site, "007", bribe="chocolate")
    sent = export(site, tmp_path / "friend.json")
    there = BoxedTable(tmp_path / "other-home")
    other = BoxedSite(there, chromium)
    try:
        # In the other home one card says the same, one something else, and one only they know.
        tell(other, "001", bribe="coffee", info="slide")
        tell(other, "007", bribe="wine")
        tell(other, "009", bribe="tobacco")
        page = other.lead()
        page.goto(f"{other.address}/cards")
        page.set_input_files("#file", sent)
        page.wait_for_selector(
            "text=Parts that were new: 1. Everything you knew before is still there."
        )
        disputes = page.locator("#disputes li")
        assert disputes.count() == 2
        assert page.locator("#disputes > p").inner_text().startswith("Yours stands until")
        said = disputes.nth(0).inner_text()
        assert "Card 001, bribe" in said
        assert cards_of(there) == {
            "001": {"bribe": "coffee", "info": "slide", "param": "coffee"},
            "007": {"bribe": "wine"},
            "009": {"bribe": "tobacco"},
        }
        assert obstacles(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

        # One is settled each way; the other dispute waits meanwhile, also for a page opened anew.
        disputes.nth(0).locator("button:text-is('Take theirs: Wine')").click()
        until(page, "document.querySelectorAll('#disputes li').length === 1")
        page.reload()
        page.locator("#disputes button:text-is('Keep yours: Wine')").click()
        page.wait_for_selector("#disputes", state="detached")
        assert cards_of(there)["001"]["bribe"] == "wine"
        assert cards_of(there)["007"]["bribe"] == "wine"
        assert other.errors == []
    finally:
        other.close()
        there.close()


def tell(site: BoxedSite, number: str, **parts: str) -> None:
    """Tap what is printed on a card."""
    page = site.lead()
    page.goto(f"{site.address}/cards/cards/{number}")
    for part, word in parts.items():
        page.click(f"label:has(input[name='{part}'][value='{word}'])")
    if len(parts) < 3:  # otherwise the last tap has sent it
        page.click("button:text-is('That is printed there')")
    page.wait_for_url("**/cards")
    page.close()


def export(site: BoxedSite, path: Path) -> Path:
    """Save the owner's file on a phone."""
    page = site.lead()
    page.goto(f"{site.address}/cards")
    with page.expect_download() as download:
        page.click("a[href='/cards/file']")
    assert download.value.suggested_filename == "cards.json"
    download.value.save_as(path)
    return path


def cards_of(table: BoxedTable) -> dict[str, dict[str, str]]:
    return json.loads(table.file.read_text(encoding="utf-8"))["cards"]

"""The screens in a real browser: joining, playing, stale taps, sleep and languages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from web_house import BOARD, FULL, PIN, House, open_app

from web.serve import Server

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
AXE = (Path(__file__).parent / "data" / "axe.min.js").read_text(encoding="utf-8")
PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1920, "height": 1080}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM: the screens are not tested"),
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Site:
    """A house that is served, and browsers that look at it."""

    def __init__(self, house: House, chromium: Any) -> None:
        self.house, self._chromium = house, chromium
        self.app = open_app(house)
        self.server = Server(self.app, "127.0.0.1", 0)
        house.address = f"http://127.0.0.1:{self.server.port}"
        self._thread = Thread(target=self.server.run, daemon=True)
        self._thread.start()
        self.keys = self.app.extensions["companion"].keys
        self.errors: list[str] = []
        self._contexts: list[Any] = []

    def browser(self, size: dict[str, int] | None = None, **more: Any) -> Any:
        context = self._chromium.new_context(viewport=size or PHONE, locale="en-GB", **more)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def join(self, seat: int, name: str = "Anna", **more: Any) -> Any:
        page = self.browser(**more)
        page.goto(f"{self.house.address}/join/{self.keys.join}")
        page.fill("#name", name)
        page.check(f"input[name=seat][value='{seat}']")
        page.click("main form button")
        page.wait_for_url(f"**/seat/{seat}")
        return page

    def lead(self, **more: Any) -> Any:
        page = self.browser(**more)
        page.goto(f"{self.house.address}/host")
        page.fill("#pin", PIN)
        page.click("main form button")
        page.wait_for_selector("#new-game")
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self.server.stop()
        self._thread.join()


@pytest.fixture
def site(tmp_path, chromium):
    house = House(tmp_path)
    house.sit(FULL, 9)
    site = Site(house, chromium)
    yield site
    site.close()
    house.close()
    assert site.errors == []


def asked(site: Site) -> int:
    """Return a seat that is asked something it can answer on the phone."""
    snapshot = site.house.session.snapshot
    asks = site.house.play.game.asks(snapshot.state)
    return next(ask.seat for ask in asks if ask.blocks and ask.seat is not None)


def until(page: Any, condition: str) -> None:
    """Wait for something to become true; our own policy forbids pages to evaluate strings."""
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    raise AssertionError(condition)


def version_is(version: int) -> str:
    return f"JSON.parse(document.querySelector('.thumb button').dataset.body).version == {version}"


def test_a_person_joins_and_everybody_sees_it(site):
    table = site.browser(TELEVISION)
    table.goto(f"{site.house.address}/screen/{site.keys.screen}")
    assert table.locator(".qr svg").count() == 1
    site.join(1, "Clementine")
    table.get_by_text("Clementine").first.wait_for()


def test_a_few_turns_are_played_and_taken_back(site):
    seat = asked(site)
    page = site.join(seat)
    before = site.house.session.snapshot.version
    site.house.go_on(30)
    after = site.house.session.snapshot.version
    assert after > before
    until(page, version_is(after))
    host = site.lead()
    host.click("#back summary")
    count = host.locator("#back li").count()
    buttons = host.locator("#back li button")
    buttons.nth(2).click()
    buttons.nth(2).click()  # really
    until(host, f"document.querySelectorAll('#back li').length == {count - 3}")


def test_a_stale_tap_is_told_so(site):
    page = site.join(0)
    version = site.house.session.snapshot.version
    site.house.go_on(40)
    stale = f"b => {{ b.dataset.body = '{{\"version\": {version}}}'; b.click(); }}"
    page.locator(".thumb button").first.evaluate(stale)
    page.locator("#toast").wait_for()
    assert "moved on" in page.locator("#toast").inner_text()


def test_a_card_is_typed_on_the_keypad(tmp_path, chromium):
    house = House(tmp_path)
    house.sit(FULL, 1, eyes=False)
    site = Site(house, chromium)
    try:
        play_until(house, "draw")
        seat = asked(site)
        page = site.join(seat)
        page.locator(".keypad").wait_for()
        version = house.session.snapshot.version
        card = next(iter(drawable(house)))
        for digit in f"{card:03d}":
            page.click(f".keypad [data-digit='{digit}']")
        assert page.locator(".digits").inner_text() == f"{card:03d}"
        page.click(".keypad .go")
        until(page, f"document.querySelector('.digits')?.textContent != '{card:03d}'")
        assert house.session.snapshot.version > version
        page.keyboard.press("9")
        page.keyboard.press("9")
        page.keyboard.press("9")
        page.keyboard.press("Enter")
        page.locator("#toast").wait_for()
        assert "no 999" in page.locator("#toast").inner_text()
    finally:
        site.close()
        house.close()


def play_until(house: House, kind: str) -> None:
    """Answer whatever is asked until a question of this kind is the first."""
    game = house.play.game
    for _ in range(80):
        state = house.session.snapshot.state
        ask = next(ask for ask in game.asks(state) if ask.blocks)
        if ask.kind == kind:
            return
        house.answer(ask, game.options(state, ask)[0])
    raise AssertionError(f"nobody is ever asked to {kind}")


def drawable(house: House) -> list[int]:
    game, state = house.play.game, house.session.snapshot.state
    ask = next(ask for ask in game.asks(state) if ask.kind == "draw")
    return [move.card for move in game.options(state, ask)]


def test_an_answer_is_one_tap(tmp_path, chromium):
    house = House(tmp_path)
    house.sit(FULL, 9, eyes=False)
    site = Site(house, chromium)
    try:
        play_until(house, "act")
        page = site.join(asked(site))
        version = house.session.snapshot.version
        page.locator(".question .choice").first.click()
        until(page, f"!({version_is(version)})")
        assert house.session.snapshot.version > version
        page.get_by_role("button", name="Undo").click()
        until(page, "document.querySelector('.question .choice') !== null")
    finally:
        site.close()
        house.close()


#: Let the first answer become the second one under a thumb that is on its way.
SWAP = """() => {
  const [one, two] = document.querySelectorAll(".question .choice");
  const html = byId("live").innerHTML;
  const quoted = (button) => button.outerHTML.match(/data-move="[^"]*"/)[0];
  show(html.replace(quoted(one), quoted(two)));
  one.click();
}"""


def test_an_answer_that_has_just_changed_is_not_taken(tmp_path, chromium):
    house = House(tmp_path)
    house.sit(FULL, 9, eyes=False)
    site = Site(house, chromium)
    try:
        play_until(house, "act")
        page = site.join(asked(site))
        version = house.session.snapshot.version
        page.evaluate(SWAP)
        page.wait_for_timeout(600)
        assert house.session.snapshot.version == version
        page.locator(".question .choice").first.click()
        until(page, f"!({version_is(version)})")
    finally:
        site.close()
        house.close()


def test_the_language_changes_at_a_tap(site):
    page = site.join(0)
    page.click("#menu summary")
    page.get_by_role("link", name="Deutsch").click()
    page.wait_for_selector("html[lang=de]")
    page.click("#menu summary")
    page.get_by_role("link", name="Dunkel").click()
    page.wait_for_selector("html[data-theme=dark]")


def test_a_phone_that_lost_the_table_is_right_again(site):
    page = site.join(0)
    page.context.set_offline(True)
    site.house.go_on(25)
    version = site.house.session.snapshot.version
    page.context.set_offline(False)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, version_is(version))
    assert page.locator("#offline").is_hidden()


def test_a_seat_taken_over_closes_on_the_old_phone(site):
    page = site.join(0)
    host = site.lead()
    host.locator(".seats button").first.click()
    host.locator("dialog .address").wait_for()
    link = host.locator("dialog .address").inner_text()
    page.get_by_text("not on this phone").wait_for()
    spare = site.browser()
    spare.goto(link)
    spare.wait_for_url("**/seat/0")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_in_the_way_of_anybody(site, scheme):
    """Let axe look for what people with other eyes, hands or ears would stumble over."""
    seat = site.join(0, color_scheme=scheme)
    host = site.lead(color_scheme=scheme)
    for page, path in (
        (seat, "/seat/0"),
        (seat, "/"),
        (seat, f"/join/{site.keys.join}"),
        (seat, "/host"),
        (host, "/host"),
        (host, "/"),
    ):
        page.goto(site.house.address + path)
        page.locator("main").first.wait_for()
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        page.evaluate(AXE)
        found = page.evaluate("axe.run(document)")
        faults = [(v["id"], [n["html"] for n in v["nodes"]][:3]) for v in found["violations"]]
        assert faults == [], path
        small = page.evaluate(SMALL)
        assert small == [], path


#: Everything to tap that is smaller than a thumb.
SMALL = """[...document.querySelectorAll("button, summary, a.go, .pick a, select, input[type=text]")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 80))"""


def test_an_open_stream_takes_no_thread(site, chromium):
    """Many screens listen, and pages still come."""
    page = site.browser()
    page.goto(site.house.address)
    page.evaluate(
        "window.many = [...Array(5)].map(() => new EventSource('/live/table?seen='));"
        "window.got = 0; for (const one of many) one.addEventListener('show', () => got++)"
    )
    until(page, "got >= 5")


def test_a_board_only_seat_ends_its_turn_with_one_tap(tmp_path, chromium):
    house = House(tmp_path)
    house.sit(BOARD, 9)
    site = Site(house, chromium)
    try:
        for _ in range(200):
            seat = house.turn
            if seat is not None and house.moment.settled:
                break
            house.go_on()
        page = site.join(seat)
        page.locator("#done").click()
        until(page, "!document.querySelector('#done')")
    finally:
        site.close()
        house.close()

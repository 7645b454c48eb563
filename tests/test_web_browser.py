"""The screens in a real browser: joining, playing, stale taps, sleep and languages."""

from __future__ import annotations

from contextlib import closing

import pytest
from browsers import NEEDS_CHROMIUM, PHONE, SMALL, TELEVISION, obstacles, until
from web_house import BOARD, FULL, House, HouseSite

from companion.engine import Atom

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.usefixtures("seated")]
ENTRY = ("entry", (), 2, "board")


def asked(site: HouseSite) -> int:
    """Return a seat that is asked something it can answer on the phone."""
    snapshot = site.house.session.snapshot
    asks = site.house.play.game.asks(snapshot.state)
    return next(ask.seat for ask in asks if ask.blocks and ask.seat is not None)


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


def test_a_card_is_typed_on_the_keypad(house, chromium):
    house.sit(FULL, 1, eyes=False)
    with closing(HouseSite(house, chromium)) as site:
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


def test_an_answer_is_one_tap(house, chromium):
    house.sit(FULL, 9, eyes=False)
    with closing(HouseSite(house, chromium)) as site:
        play_until(house, "act")
        page = site.join(asked(site))
        version = house.session.snapshot.version
        page.locator(".question .choice").first.click()
        until(page, f"!({version_is(version)})")
        assert house.session.snapshot.version > version
        page.get_by_role("button", name="Undo").click()
        until(page, "document.querySelector('.question .choice') !== null")


#: Let the first answer become the second one under a thumb that is on its way.
SWAP = """() => {
  const [one, two] = document.querySelectorAll(".question .choice");
  const html = byId("live").innerHTML;
  const quoted = (button) => button.outerHTML.match(/data-move="[^"]*"/)[0];
  show(html.replace(quoted(one), quoted(two)));
  one.click();
}"""


def test_an_answer_that_has_just_changed_is_not_taken(house, chromium):
    house.sit(FULL, 9, eyes=False)
    with closing(HouseSite(house, chromium)) as site:
        play_until(house, "act")
        page = site.join(asked(site))
        version = house.session.snapshot.version
        page.evaluate(SWAP)
        page.wait_for_timeout(600)
        assert house.session.snapshot.version == version
        page.locator(".question .choice").first.click()
        until(page, f"!({version_is(version)})")


def test_a_button_that_asks_twice_waits_through_what_happens_meanwhile(site):
    site.join(0)
    host = site.lead()
    free = host.locator("[data-post='/api/host/free']").first
    free.click()
    version = host.locator("[data-post='/api/host/undo']").first.get_attribute("data-body")
    site.house.go_on(30)
    body = "document.querySelector('[data-post=\"/api/host/undo\"]').dataset.body"
    until(host, f"{body} != '{version}'")
    assert free.inner_text() == "Really? Tap again."
    assert free.get_attribute("data-armed")
    free.click()
    until(host, "!document.querySelector('[data-post=\"/api/host/free\"]')")
    assert site.keys.seats == {}


def test_a_button_forgets_the_first_tap_when_it_comes_to_mean_something_else(site):
    site.join(0)
    host = site.lead()
    free = host.locator("[data-post='/api/host/free']").first
    host.evaluate("window.before = byId('live').innerHTML")
    free.click()
    host.evaluate("show(before.replaceAll(/(seat&quot;|\"seat\"): 0/g, '$1: 1'))")
    assert free.get_attribute("data-armed") is None
    assert free.inner_text() == "Free the seat"


def test_a_new_code_is_told_and_the_button_can_be_used_again(site):
    host = site.lead()
    old = site.keys.join
    button = host.locator("[data-post='/api/host/new-join-link']")
    button.click()
    button.click()
    host.get_by_text("The old code is worthless").wait_for()
    assert site.keys.join != old
    assert button.inner_text() == "New code for joining"


def test_choosing_a_language_loses_neither_name_nor_colour(site):
    page = site.browser()
    page.goto(f"{site.address}/join/{site.keys.join}")
    page.fill("#name", "Hedwig")
    page.check("input[name=seat][value='2']")
    page.locator("main .pick").get_by_text("Deutsch").click()
    page.wait_for_selector("html[lang=de]")
    assert page.input_value("#name") == "Hedwig"
    assert page.is_checked("input[name=seat][value='2']")


def test_the_open_menu_shows_no_sign_beside_its_own_and_offers_only_what_the_phone_can(site):
    page = site.browser()
    page.add_init_script("delete Navigator.prototype.vibrate")
    page.goto(site.address)
    tall = "document.querySelector('.bar').offsetHeight"
    before = page.evaluate(tall)
    page.click("#menu summary")
    sign = "getComputedStyle(document.querySelector('#menu summary'), '::after').content"
    assert page.evaluate(sign) == "none"
    assert page.evaluate(tall) == before
    assert page.locator("[data-setting=buzz]").is_hidden()
    assert page.locator("[data-setting=sound]").is_visible()


def test_the_language_changes_at_a_tap(site):
    page = site.join(0)
    page.click("#menu summary")
    page.get_by_role("link", name="Deutsch").click()
    page.wait_for_selector("html[lang=de]")
    page.click("#menu summary")
    page.get_by_role("link", name="Dunkel").click()
    page.wait_for_selector("html[data-theme=dark]")


#: Wake up, and return after how many milliseconds the page shows a version.
WAKE = """(version) => new Promise((right) => {
  const began = performance.now();
  const shown = () => JSON.parse(document.querySelector(".thumb button").dataset.body).version;
  const look = () => {
    if (shown() === version && byId("offline").hidden) right(performance.now() - began);
    else requestAnimationFrame(look);
  };
  document.dispatchEvent(new Event("visibilitychange"));
  look();
})"""


def test_a_phone_that_lost_the_table_is_right_again_within_a_second(site):
    page = site.join(0)
    slept = []
    for _ in range(3):  # the best of three: other programs may have the computer for a moment
        page.context.set_offline(True)
        site.house.go_on(25)
        version = site.house.session.snapshot.version
        page.context.set_offline(False)
        slept.append(page.evaluate(WAKE, version))
    assert min(slept) < 1000, slept


def test_a_seat_taken_over_closes_on_the_old_phone(site):
    page = site.join(0)
    host = site.lead()
    host.locator(".seats button").first.click()
    host.locator(".seats button").first.click()  # really: the old phone loses the seat
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
        assert obstacles(page) == [], path
        assert page.evaluate(SMALL) == [], path


def test_an_open_stream_takes_no_thread(site, chromium):
    """Many screens listen, and pages still come."""
    page = site.browser()
    page.goto(site.house.address)
    page.evaluate(
        "window.many = [...Array(5)].map(() => new EventSource('/live/table?seen='));"
        "window.got = 0; for (const one of many) one.addEventListener('show', () => got++)"
    )
    until(page, "got >= 5")


def test_a_board_only_seat_ends_its_turn_with_one_tap(house, chromium):
    house.sit(BOARD, 9)
    with closing(HouseSite(house, chromium)) as site:
        for _ in range(200):
            seat = house.turn
            if seat is not None and house.moment.settled:
                break
            house.go_on()
        page = site.join(seat)
        page.locator("#done").click()
        until(page, "!document.querySelector('#done')")


def misread(house: House) -> None:
    """Lay a table out in front of a camera that takes one tile for another."""
    atoms = {atom for atom in house.moments[30].seen.atoms if atom.place not in ("s03", "s04")}
    house.look(atoms=frozenset(atoms | {Atom("s03", "tile:flask")}))


@pytest.fixture
def laying(house):
    house.sit(ENTRY, 0)
    misread(house)


@pytest.fixture
def laid(laying, site):
    return site


def test_a_thumb_on_the_drawing_finds_the_place_and_one_tap_sets_it(laid):
    page = laid.lead(has_touch=True)
    board = page.locator("a.whole img")
    until(page, "document.querySelector('a.whole img').naturalWidth > 0")
    board.scroll_into_view_if_needed()
    spots = page.request.get(f"{laid.address}/host/board.json").json()
    spot = next(one for one in spots["spots"] if one["id"] == "s03")
    box = board.bounding_box()
    x, y = (spot["x"] / spots["width"], spot["y"] / spots["height"])
    page.touchscreen.tap(box["x"] + x * box["width"] + 1, box["y"] + y * box["height"] - 1)
    page.wait_for_url("**/host/place/s03")
    assert page.locator(".offer[aria-pressed=true]").inner_text().startswith("Flask")
    page.get_by_role("button", name="Microfilm").tap()
    page.get_by_role("status").get_by_text("Noted.").wait_for()
    assert laid.house.session.snapshot.settled.squares["s03"] == "microfilm"
    box = page.locator("svg.map").bounding_box()
    page.touchscreen.tap(box["x"] + 180, box["y"] + 10)  # beside it: another place nearby
    page.wait_for_url(lambda url: "/host/place/" in url and not url.endswith("s03?done"))


def test_the_board_is_put_right_by_keyboard_alone(laid):
    page = laid.lead()
    page.locator("a.whole").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/host/board")
    page.locator("#place").focus()
    page.keyboard.type("s03")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/host/place/s03")
    page.get_by_role("button", name="Slide").focus()
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("Noted.").wait_for()
    assert laid.house.session.snapshot.settled.squares["s03"] == "slide"


def test_without_a_script_the_links_in_the_drawing_do(laid):
    page = laid.lead(java_script_enabled=False)
    page.locator("a.whole").click()
    page.wait_for_url("**/host/board")
    page.locator("svg.map a[href='/host/place/s03'] circle").click()
    page.wait_for_url("**/host/place/s03")
    page.get_by_role("button", name="Pistol").click()
    page.wait_for_url("**/host/place/s03?done")
    assert laid.house.session.snapshot.settled.squares["s03"] == "pistol"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, TELEVISION], ids=["phone", "table"])
def test_everybody_can_point_at_the_board(laid, scheme, size):
    page = laid.lead(size, color_scheme=scheme)
    for path in (
        "/host",
        "/host/board",
        "/host/place/s03",
        "/host/place/b01",
        "/host/place/roof:C",
    ):
        page.goto(laid.address + path)
        page.wait_for_load_state()
        assert obstacles(page) == [], path
        assert page.evaluate(SMALL) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path

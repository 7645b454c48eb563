"""A thumb on the board of a seat's page: one tap chooses, one sends."""

from __future__ import annotations

import pytest
from browsers import NEEDS_CHROMIUM, PHONE, SMALL, obstacles, until
from web_house import FULL, House, HouseSite

from companion.games.vienna.moves import Place, Relocate

pytestmark = NEEDS_CHROMIUM
CHOSEN = "document.querySelectorAll('.chosen button').length"


@pytest.fixture
def site(tmp_path, chromium):
    house = House(tmp_path)
    house.sit(FULL, 9, eyes=False)
    site = HouseSite(house, chromium)
    yield site
    site.close()
    house.close()
    assert site.errors == []


def acting(house: House, kind: type) -> tuple[int, object]:
    """Play on until somebody may make such a move; return the seat and the move."""
    game = house.play.game
    for _ in range(400):
        state = house.session.snapshot.state
        ask = next(ask for ask in game.asks(state) if ask.blocks)
        options = game.options(state, ask)
        found = next((move for move in options if isinstance(move, kind)), None)
        if found is not None:
            return ask.seat, found
        house.answer(ask, max(options, key=lambda move: game.worth(state, move)))
    raise AssertionError(kind)


def tap(page, place: str) -> None:
    page.locator(f"svg.points .ring[data-place={place}]").click()


def send(page) -> None:
    """Tap the sentence, no sooner than a thumb gets there."""
    page.wait_for_timeout(500)
    page.locator(".chosen button").click()


def agents(site: HouseSite, seat: int) -> tuple[str, ...]:
    return site.house.session.snapshot.state.seats[seat].agents


@pytest.mark.parametrize("width", [PHONE["width"], 320])
def test_an_agent_is_placed_with_a_tap_on_the_board_and_one_on_the_sentence(site, width):
    seat, move = acting(site.house, Place)
    page = site.join(seat, size={"width": width, "height": 844}, has_touch=True)
    before = agents(site, seat)
    version = site.house.session.snapshot.version
    tap(page, move.building)
    until(page, f"{CHOSEN} == 1")
    assert move.building in page.locator(".chosen button").inner_text()
    assert obstacles(page) == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert site.house.session.snapshot.version == version  # nothing is sent by pointing
    send(page)
    until(page, "document.querySelector('svg.points') === null")
    assert agents(site, seat) == tuple(sorted((*before, move.building)))


def test_an_agent_is_moved_with_two_taps_and_a_sentence(site):
    seat, move = acting(site.house, Relocate)
    page = site.join(seat)
    tap(page, move.origin)
    until(page, f"{CHOSEN} == 0 && document.querySelectorAll('.ring.on').length == 1")
    hint = page.locator(".hint")
    assert hint.inner_text() == hint.get_attribute("data-then")
    tap(page, move.building)
    until(page, f"{CHOSEN} == 1")
    tap(page, move.building)  # once more takes it back
    until(page, f"{CHOSEN} == 0 && document.querySelectorAll('.ring.on').length == 0")
    tap(page, move.origin)
    tap(page, move.building)
    send(page)
    until(page, "document.querySelector('svg.points') === null")
    assert move.building in agents(site, seat)
    assert move.origin not in agents(site, seat)


#: Tap a ring, and at once what appears below it.
HASTE = """(place) => {
  const tap = { bubbles: true, clientX: 0, clientY: 0 };
  const ring = document.querySelector(`svg.points .ring[data-place=${place}] circle`);
  const { x, y, width, height } = ring.getBoundingClientRect();
  ring.dispatchEvent(new MouseEvent("click", { ...tap, clientX: x + width / 2, clientY: y + height / 2 }));
  document.querySelector(".chosen button").click();
}"""


def test_a_double_tap_on_a_ring_sends_nothing(site):
    seat, move = acting(site.house, Place)
    page = site.join(seat)
    before = site.house.session.snapshot.version
    page.evaluate(HASTE, move.building)
    page.wait_for_timeout(600)
    assert site.house.session.snapshot.version == before
    assert page.evaluate(CHOSEN) == 1


def test_what_has_been_chosen_stays_while_the_page_goes_on(site):
    seat, move = acting(site.house, Place)
    page = site.join(seat)
    tap(page, move.building)
    until(page, f"{CHOSEN} == 1")
    site.join((seat + 1) % 3, "Ben")  # everybody else's pages are told anew
    page.get_by_text("Ben").first.wait_for(state="attached")
    assert page.evaluate(CHOSEN) == 1
    assert page.evaluate("document.querySelectorAll('.ring.on').length") == 1

"""A card of a bought box is learned while pixels are played, and known when the next game begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from boxed_table import BOARD, PIN, BoxedTable
from browsers import NEEDS_CHROMIUM, Site, until
from patience import comes_true
from web_person import ME, TELL, Person

from companion.app.house import TableHouse
from companion.app.simulated_eyes import SimulatedEyes
from companion.session.snapshot import Snapshot
from companion.session.store_entry import How
from hardware.simulated.pack import read_table_pack

pytestmark = NEEDS_CHROMIUM
#: Every game is dealt the same, so that what turns up in one turns up in the next.
DEALT = 5
#: What is printed on the card, as it happens; ``name`` is how the pages call it.
PRINTED = {"bribe": "wine", "info": "slide"}


class PixelSite(Site):
    """A simulated table with a bought box, a real eye above it, and phones."""

    def __init__(self, table: BoxedTable, chromium: Any) -> None:
        super().__init__(table.app, chromium, pin=PIN, patience_ms=90_000)
        self.table = table

    @property
    def house(self) -> TableHouse:
        return self.table.house

    def reads(self, snapshot: Snapshot) -> str:
        """Return which thing the person is asked to read, if any."""
        asks = self.house.play.game.asks(snapshot.state)
        return next((ask.reads for ask in asks if ask.reads and ask.seat == ME), "")

    def seen(self) -> int:
        """Count the moves that nobody told."""
        past = self.app.extensions["companion"].relay.now.story.past
        return sum(one.entry.by.how is How.CAMERA for one in past)


@pytest.fixture
def site(tmp_path, chromium) -> Iterator[PixelSite]:
    seats: list[PixelSite] = []
    eyes = SimulatedEyes(lambda: seats[0].keys.seats if seats else (), read_table_pack(BOARD), 3)
    eyes.dealt = DEALT
    table = BoxedTable(tmp_path, eyes=eyes)
    site = PixelSite(table, chromium)
    seats.append(site)
    yield site
    site.close()
    table.close()
    assert site.errors == []


def begin(site: PixelSite) -> None:
    """Begin a game of two in which everything is told."""
    before = site.house.play
    site.table.begin()
    relay = site.app.extensions["companion"].relay
    assert comes_true(lambda: relay.now.play not in (None, before) and bool(relay.now.seats), 60)


def learn(site: PixelSite, page: Any, thing: str) -> str:
    """Follow the way from the seat to the card, tap one sign in each row, and come back."""
    kind, _, number = thing.partition(".")
    page.click(f"a[href^='/cards/{kind}/{number}']")
    page.wait_for_selector("#pick")
    for row in page.locator("#pick fieldset").all():
        part = row.get_attribute("data-part")
        word = PRINTED.get(part)
        row.locator(f"label:has(input[value={word}])" if word else "label").first.click()
    page.wait_for_url(f"**/seat/{ME}")
    assert comes_true(lambda: site.reads(site.house.play.session.snapshot) != thing)
    return number


def holds(site: PixelSite, snapshot: Snapshot, number: int) -> bool:
    """Tell whether the person is to plan a round with this card in his hand."""
    state = snapshot.state
    asks = site.house.play.game.asks(state)
    plans = any(ask.kind == "plan" and ask.seat == ME for ask in asks)
    return plans and number in state.seats[ME].hand


def test_a_card_is_learned_from_pixels_and_known_on_the_pages_of_the_next_game(site):
    begin(site)
    person = Person(site)
    person.play(lambda now: bool(site.reads(now)))
    thing = site.reads(person.snapshot)
    assert site.seen() > 30  # the eye has read how the table was laid out
    number = learn(site, person.page, thing)

    begin(site)
    page = person.page
    page.goto(f"{site.address}/cards")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    chip = page.locator(f"a[href='/cards/cards/{number}']")
    assert "known" in chip.get_attribute("class").split()
    page.goto(f"{site.address}/seat/{ME}")
    person.play(lambda now: holds(site, now, int(number)))
    until(page, "document.querySelectorAll('[data-move]').length > 1", 60)
    page.evaluate(TELL)
    planned = page.locator(f"[data-move*='\"bribe\":{int(number)},']").first.inner_text()
    assert "Wine" in planned, planned
    assert number not in planned

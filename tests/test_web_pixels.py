"""An evening from pixels in real browsers: the simulated camera, the real eye, and a phone."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browsers import NEEDS_CHROMIUM, SMALL, obstacles
from web_house import KIT, PIN, HouseSite
from web_person import Person

from companion.app.house import Sign, TableHouse
from companion.app.settings import Settings
from companion.app.simulated_eyes import SimulatedEyes
from companion.app.wiring import open_devices
from companion.games.vienna.box import DATA
from companion.session.store_entry import How, Kind
from hardware.simulated.pack import read_table_pack
from web.keys import Keys

pytestmark = NEEDS_CHROMIUM
PACK = DATA / "reference" / "entry"
#: Learning a table by heart takes a while, on two cores that others use as well.
PATIENCE_MS = 240_000


class Parlour(TableHouse):
    """What ``companion serve`` opens where there is no camera; hands play the free seats."""

    address = "http://table.test"

    def __init__(self, folder: Path) -> None:
        self.keys: Keys | None = None
        self.eyes = SimulatedEyes(self._taken, read_table_pack(PACK), 3)
        devices = open_devices(Settings(), lambda _text: None, lambda: None)
        sign = Sign(self.address, PIN, "en")
        super().__init__(KIT, folder / "games.sqlite", sign, devices, self.eyes, lambda: None)

    def _taken(self) -> Collection[int]:
        return () if self.keys is None else self.keys.seats

    def truth(self) -> dict[str, Any]:
        """Return what really lies on the table, as only the simulated camera knows."""
        return self.eyes.renderer.render(self.eyes.camera.scene)[1]


@pytest.fixture
def site(tmp_path, chromium):
    with (
        closing(Parlour(tmp_path)) as house,
        closing(HouseSite(house, chromium, PATIENCE_MS)) as site,
    ):
        house.keys = site.keys
        yield site
        assert site.errors == []


def begin(site: HouseSite) -> Any:
    """Begin a short game on the host's page; return the page."""
    host = site.lead()
    host.select_option("#version", "entry")
    host.check("input[name=players][value='2']", force=True)
    for seat in range(2):
        host.select_option(f"[name=tracking-{seat}]", "board")
    host.click("#new-game form .go")
    host.get_by_role("button", name="The set-up is right").click()
    return host


def camera_entries(site: HouseSite) -> tuple[int, int]:
    """Count the moves on the disk, and those of them that nobody told."""
    entries = [one.entry for one in site.app.extensions["companion"].relay.now.story.past]
    moves = [entry for entry in entries if entry.kind is Kind.MOVE]
    return len(moves), sum(entry.by.how is How.CAMERA for entry in moves)


def test_a_phone_and_a_hand_play_a_game_of_pixels_to_its_score_sheet(site):
    began_s = time.monotonic()
    begin(site)
    person = Person(site)
    person.play()
    took_s = time.monotonic() - began_s
    snapshot, page = person.snapshot, person.page
    moves, seen = camera_entries(site)
    totals = [sheet.total for sheet in snapshot.outcome.sheets]
    sys.stdout.write(
        f"\n{took_s:.0f} s, {person.taps} taps on the phone, {moves} moves on the disk, "
        f"{seen} of them seen, {totals} points, {dict(person.noticed)}\n"
    )
    page.get_by_role("link", name="Score sheet").click()
    page.wait_for_url("**/sheet")
    for sheet in snapshot.outcome.sheets:
        total = page.locator(f"#single-{sheet.seat} .total .points")
        assert total.inner_text() == str(sheet.total)
    there = {(b, str(seat.colour)) for seat in snapshot.settled.seats for b in seat.agents}
    truth = site.house.truth()["agents"]
    assert there == {(b, colour) for b, colours in truth.items() for colour in colours}
    assert person.taps < moves
    assert seen > 40
    assert person.noticed["wrong"] == 0
    assert obstacles(page) == []
    assert page.evaluate(SMALL) == []

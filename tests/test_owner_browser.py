"""An owner with one phone begins a game on his own board, names everybody, and sits down himself."""

from __future__ import annotations

import pytest
from boxed_table import PIN, BoxedTable
from browsers import NEEDS_CHROMIUM, PHONE, Site
from test_own_box import put_pack

pytestmark = NEEDS_CHROMIUM


@pytest.fixture
def site(tmp_path, chromium):
    put_pack(tmp_path, side="full")
    table = BoxedTable(tmp_path, "reference")
    site = Site(table.app, chromium, pin=PIN)
    yield site
    site.close()
    table.close()
    assert site.errors == []


def test_the_board_chooses_the_version_and_another_one_is_not_passed_over(site):
    page = site.lead(PHONE)
    box, version, note = (page.locator(f"#{name}") for name in ("box", "version", "other-side"))
    assert (box.input_value(), version.input_value(), note.is_hidden()) == ("my-copy", "full", True)
    version.select_option("entry")
    note.get_by_text("described as the side for another version").wait_for()
    box.select_option("ours")
    assert (version.input_value(), note.is_hidden()) == ("entry", True)
    box.select_option("my-copy")
    assert (version.input_value(), note.is_hidden()) == ("full", True)


def test_the_host_names_everybody_and_sits_down_on_his_own_phone(site):
    page = site.lead(PHONE, has_touch=True, is_mobile=True)
    page.locator("label:has([name=players][value='2'])").tap()
    page.fill("[name=name-0]", "Anna")
    page.fill("[name=name-1]", "Ben")
    page.tap("#new-game form .go")
    page.locator(".seats").get_by_text("Ben").wait_for()
    page.goto(site.address)
    page.get_by_role("link", name="Or sit down on this device").tap()
    name = page.locator("#name")
    assert name.input_value() == "Anna"
    page.locator("label:has([name=seat][value='1'])").tap()
    assert name.input_value() == "Ben"
    page.fill("#name", "Benedikt")
    page.locator("label:has([name=seat][value='0'])").tap()
    assert name.input_value() == "Benedikt"
    page.tap("#join button.go")
    page.wait_for_url("**/seat/0")
    assert site.keys.names == {0: "Benedikt", 1: "Ben"}

"""The README's way for a new owner in one piece: from ``make run`` to a turn that takes one tap.

The table is the one that ``make run`` opens where there is no camera. *Lay it for me* and *Play it
for me* do there what hands do at a real one, and the camera has to see it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from browsers import NEEDS_CHROMIUM, PHONE, SMALL, obstacles
from patience import comes_true
from test_serve import MAIN, environ

pytestmark = NEEDS_CHROMIUM
#: Learning takes a while, on two cores that others use as well.
PATIENCE_MS = 120_000
#: A folder for pictures of every step, for people to look at.
SHOTS = os.environ.get("COMPANION_OWNER_SHOTS")


class Table:
    """The program that ``make run`` starts, and what it has printed."""

    def __init__(self, log: Path) -> None:
        self._log = log

    def _said(self, pattern: str) -> str:
        found: list[str] = []
        assert comes_true(lambda: bool(found) or bool(self._look(pattern, found)), 60)
        return found[0]

    def _look(self, pattern: str, found: list[str]) -> list[str]:
        found += re.findall(pattern, self._log.read_text("utf-8"))
        return found

    @property
    def address(self) -> str:
        return self._said(r"(http://localhost:\d+) ")

    @property
    def screen(self) -> str:
        return self._said(r"(http://localhost:\S+/screen/\S+)")

    @property
    def pin(self) -> str:
        return self._said(r"PIN is (\d+)")


@contextmanager
def make_run(folder: Path) -> Iterator[Table]:
    """Open the table as ``make run`` does, where nobody has been before."""
    log = folder / "log"
    command = [*MAIN, "--port", "0"]
    with log.open("w") as out:
        process = subprocess.Popen(command, env=environ(folder), stderr=out, cwd=folder)
        try:
            yield Table(log)
        finally:
            process.terminate()
            process.wait(60)


class Owner:
    """Somebody with a phone who taps what he reads."""

    def __init__(self, chromium: Any, table: Table) -> None:
        self._chromium, self._table = chromium, table
        self.taps, self._number, self.errors = 0, 0, []
        self.page = self.phone()

    def phone(self) -> Any:
        """Take another phone."""
        size = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        page = self._chromium.new_context(locale="en-GB", **size).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def tap(self, name: str) -> None:
        """Tap what is called so: a button, a link or the head of something that opens."""
        kinds = "button:visible:not([disabled]), a:visible, summary:visible"
        self.page.locator(kinds).filter(has_text=re.compile(f"^{re.escape(name)}$")).first.tap()
        self.taps += 1

    def sees(self, sentence: str) -> None:
        self.page.get_by_text(sentence).first.wait_for()

    def goes_to(self, link: str) -> None:
        """Open the menu, and follow a link of it."""
        self.page.tap("#menu summary")
        with self.page.expect_navigation():
            self.page.locator("#menu").get_by_role("link", name=link, exact=True).tap()
        self.taps += 2

    def is_well(self, name: str) -> None:
        """See that nothing sticks out of the phone or is too small for a thumb."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert self.page.evaluate(SMALL) == []
        assert obstacles(self.page, opened=False) == []
        if SHOTS is not None:
            self._number += 1
            self.page.screenshot(path=Path(SHOTS) / f"{self._number:02d}-{name}.png")


def test_from_make_run_to_a_turn_that_takes_one_tap(tmp_path, chromium, capsys):
    with make_run(tmp_path) as table:
        owner = Owner(chromium, table)
        open_it(owner, table)
        teach(owner)
        begin(owner)
        guest = sit_down(owner, table)
        play_a_turn_each(owner, guest)
        keep(owner, tmp_path)
        assert owner.errors == []
    with capsys.disabled():
        click.echo(f"\nFrom the PIN to two turns and a kept game: {owner.taps} taps.")


def open_it(owner: Owner, table: Table) -> None:
    """Step 3: open it on a phone; the menu, *Host*, and the PIN that the terminal shows."""
    owner.page.goto(table.address)
    owner.goes_to("Host")
    owner.page.fill("#pin", table.pin)
    owner.page.tap("main form button")
    owner.page.wait_for_selector("#new-game")
    owner.is_well("host")


def teach(owner: Owner) -> None:
    """Step 5: teach it the table; ours, printed, has needed nothing more."""
    owner.tap("Teach it your table")
    owner.page.locator("label:has(input[type=radio])", has_text="Full version").tap()
    owner.tap("Begin")
    owner.tap("Lay it for me")
    owner.sees("The light is good, too.")
    owner.is_well("camera")
    owner.tap("Next")
    owner.tap("Take the photo")
    owner.sees("Do the corners fit?")
    owner.tap("The corners fit")
    for number in (1, 2):
        owner.sees(f"Teaching photo {number} of 2")
        owner.is_well(f"lesson-{number}")
        owner.tap("Lay it for me")
    owner.sees("Your table is learned")
    owner.is_well("learned")
    owner.tap("Host")


def begin(owner: Owner) -> None:
    """Step 6: a new game, *Camera only* for everybody; it lies there, and the owner agrees."""
    page = owner.page
    page.locator("#new-game > summary").tap()
    page.select_option("#version", "full")
    page.locator("label:has([name=players][value='2'])").tap()
    for seat, name in enumerate(("Anna", "Ben")):
        page.fill(f"[name=name-{seat}]", name)
        page.select_option(f"[name=tracking-{seat}]", "board")
    owner.is_well("new-game")
    owner.taps += 6
    owner.tap("Begin the game")
    agree = page.get_by_role("button", name="The set-up is right")
    agree.wait_for()
    page.wait_for_timeout(5000)  # nobody else agrees
    assert "being learned" not in page.inner_text("main")  # it was taught, by its owner
    owner.is_well("set-up")
    owner.tap("The set-up is right")
    owner.sees("Anna plays")


def sit_down(owner: Owner, table: Table) -> Any:
    """Everybody takes a seat: with the code, or on the device that shows it."""
    owner.goes_to("The table")
    owner.is_well("table")
    owner.tap("Or sit down on this device")
    assert owner.page.input_value("#name") == "Anna"
    owner.tap("Sit down")
    owner.sees("Your turn")
    screen = owner.phone()
    screen.goto(table.screen)  # the link of its code is in the picture and beside it
    link = screen.get_by_role("link", name="Or sit down on this device").get_attribute("href")
    guest = owner.phone()
    guest.goto(f"{table.address}{link}")
    guest.tap("#join button.go")
    guest.get_by_text("Anna plays").first.wait_for()
    return guest


def play_a_turn_each(owner: Owner, guest: Any) -> None:
    """From then on it takes one tap a turn."""
    me = owner.page
    for page, name, then in ((me, "Anna", "Ben plays"), (guest, "Ben", "")):
        owner.page = page
        owner.sees("Your turn")
        owner.is_well(f"turn-{name}")
        owner.tap("Play it for me")
        page.locator(".card.seen").get_by_text(f"{name} places an agent").wait_for()
        page.wait_for_timeout(4000)  # hands go on if there is more to do
        owner.is_well(f"seen-{name}")
        owner.tap("Done")
        page.get_by_text(then or "Anna plays").or_(page.get_by_text("Round 2")).first.wait_for()
    owner.page = me
    guest.wait_for_timeout(5000)
    assert guest.locator(".card.seen").count() == 0  # hands play no more than was asked for


def keep(owner: Owner, folder: Path) -> None:
    """Find the evening among the kept games, and take it away as a file."""
    owner.goes_to("Kept games")
    owner.sees("Anna")
    owner.is_well("games")
    owner.page.locator("main a[href^='/games/']").first.tap()
    owner.taps += 1
    owner.page.locator("input[type=range]").wait_for()
    owner.is_well("replay")
    with owner.page.expect_download() as given:
        owner.tap("Everything for programs (JSON)")
    told = json.loads(Path(given.value.path()).read_text("utf-8"))
    assert told["players"] == ["Anna", "Ben"]
    assert (folder / "simulated-table" / "profile.json").exists()

"""Real browsers that look at our pages: what all tests with Chromium share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from web.serve import Server

CHROMIUM = shutil.which("chromium")
AXE = (Path(__file__).parent / "data" / "axe.min.js").read_text(encoding="utf-8")
PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1920, "height": 1080}
NEEDS_CHROMIUM = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM: the pages are not tested"),
]
#: Everything to tap that is smaller than a thumb.
SMALL = """[...document.querySelectorAll("button, summary, a.go, .pick a, select, input[type=text]")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 80))"""


@contextmanager
def open_chromium() -> Iterator[Any]:
    """Open Debian's Chromium, without windows."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Site:
    """An app that is served, and browsers that look at it; what goes wrong in them is noted."""

    def __init__(self, app: Any, chromium: Any, *, pin: str, patience_ms: int = 20_000) -> None:
        self.app, self._chromium, self._pin = app, chromium, pin
        self._patience_ms = patience_ms
        self.server = Server(app, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.server.port}"
        self._thread = Thread(target=self.server.run, daemon=True)
        self._thread.start()
        self.keys = app.extensions["companion"].keys
        self.errors: list[str] = []
        self._contexts: list[Any] = []

    def browser(self, size: dict[str, int] | None = None, **more: Any) -> Any:
        """Open a browser of its own."""
        context = self._chromium.new_context(viewport=size or PHONE, locale="en-GB", **more)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(self._patience_ms)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def screen(self, size: dict[str, int] | None = None, **more: Any) -> Any:
        """Open a screen at the table, which shows how to join."""
        page = self.browser(size, **more)
        page.goto(f"{self.address}/screen/{self.keys.screen}")
        return page

    def join(self, seat: int, name: str = "Anna", **more: Any) -> Any:
        """Sit down with a phone."""
        page = self.browser(**more)
        page.goto(f"{self.address}/join/{self.keys.join}")
        page.fill("#name", name)
        page.check(f"input[name=seat][value='{seat}']")
        page.click("main form button")
        page.wait_for_url(f"**/seat/{seat}")
        return page

    def lead(self, size: dict[str, int] | None = None, **more: Any) -> Any:
        """Be the host, on a phone of one's own."""
        return self.log_in(self.browser(size, **more))

    def log_in(self, page: Any) -> Any:
        """Show the PIN."""
        page.goto(f"{self.address}/host")
        page.fill("#pin", self._pin)
        page.click("main form button")
        page.wait_for_selector("#new-game")
        return page

    def close(self) -> None:
        """Close the browsers and the server."""
        for context in self._contexts:
            context.close()
        self.server.stop()
        self._thread.join()


def until(page: Any, condition: str, at_most_s: float = 20.0) -> None:
    """Wait for something to become true; our own policy forbids pages to evaluate strings."""
    for _ in range(round(at_most_s * 10)):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    raise AssertionError(condition)


def obstacles(page: Any, *, opened: bool = True) -> list[Any]:
    """Let axe find what people with other eyes, hands or ears would stumble over."""
    if opened:
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]

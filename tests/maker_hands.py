"""Hands that make a pack in a real browser: with a mouse, or with one finger of a phone."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

from browsers import Site
from maker_person import Point
from web_house import KIT, PIN, House

from companion.app.maker import PackBench
from web.app import create_app
from web.keys import Keys
from web.limits import Limits
from web.maker import maker_room
from web.maker_port import Work


class MakerSite(Site):
    """A house with the room where packs are made, and the host's browser in it."""

    def __init__(self, folder: Path, chromium: Any) -> None:
        self.house = House(folder)
        self.bench = PackBench(KIT, folder / "boards")
        quick = Limits(commands=(10_000, 1.0))
        app = create_app(self.house, Keys(), quick, rooms=[maker_room(self.bench)])
        super().__init__(app, chromium, pin=PIN, patience_ms=120_000)

    def enter(self, size: dict[str, int], **more: Any) -> Any:
        """Go to the room as the host does."""
        page = self.lead(size, **more)
        page.get_by_role("link", name="Make a pack").click()
        page.wait_for_url("**/maker")
        return page

    def begin(self, page: Any, photo: Path) -> str:
        page.set_input_files("[data-upload^='/api/maker/begin']", photo)
        page.wait_for_url("**/maker/draft-*?tool=corners.board")
        return page.url.split("/")[-1].split("?")[0]

    def close(self) -> None:
        super().close()
        self.house.close()


class BrowserHands:
    """Do everything with mouse and keyboard."""

    def __init__(self, site: MakerSite, page: Any, name: str) -> None:
        self._site, self.page, self._name = site, page, name
        self._square: Point | None = None

    def work(self) -> Work:
        return self._site.bench.open(self._name)

    def tool(self, name: str) -> None:
        self.page.click(f"#rail a[href='?tool={name}']")
        self._arrived(name)

    def _arrived(self, name: str) -> None:
        self.page.wait_for_url(f"**/maker/{self._name}?tool={name}", wait_until="domcontentloaded")
        self.page.locator(f"#maker[data-tool='{name}'] #board").wait_for()
        self._square = None

    def at(self, xy: Point) -> Point:
        a, e, f = self.page.evaluate(
            "(() => { const m = document.getElementById('board').getScreenCTM(); return [m.a, m.e, m.f] })()"
        )
        return e + xy[0] * a, f + xy[1] * a

    def _version(self) -> int:
        return int(self.page.get_attribute("#maker", "data-version"))

    def _changes(self, before: int) -> None:
        for _ in range(6000):
            if self._version() > before:
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(self.page.locator("#toast").inner_text())

    def tap(self, xy: Point) -> None:
        before = self._version()
        self.page.mouse.click(*self.at(xy))
        self._changes(before)

    def drag(self, start: Point, end: Point, _place: str) -> None:
        before = self._version()
        if math.dist(self.at(start), self.at(end)) < 1:
            return  # nobody sees that anything is wrong
        self.page.mouse.move(*self.at(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(end), steps=4)
        self.page.mouse.up()
        self._changes(before)

    def icon(self, word: str) -> None:
        self.page.click(f"#panel button[data-word='{word}']")

    def look(self) -> bool:
        self.press("[data-look]")
        self.page.locator("[data-act], #toast:not([hidden])").first.wait_for()
        return self.page.locator("[data-act]").count() > 0

    def accept(self) -> None:
        self._press("[data-act]")

    def _press(self, selector: str) -> None:
        before = self._version()
        self.press(selector)
        self._changes(before)

    def press(self, selector: str) -> None:
        self.page.click(selector)

    def hit(self, xy: Point) -> None:
        """Point at something that need not be met exactly."""
        self.page.mouse.click(*self.at(xy))

    def mark(self, xy: Point) -> None:
        before = self._version()
        self.hit(xy)
        self._changes(before)

    def remove(self, xy: Point) -> None:
        self.hit(xy)
        self._press("[data-drop]")

    def streets(self, square: Point, building: Point) -> None:
        if self._square != square:
            self.hit(square)
            self.page.locator(".spot.chosen").wait_for()
            self._square = square
        self.mark(building)

    def _type(self, selector: str, value: object) -> None:
        before = self._version()
        self.page.fill(selector, str(value))
        self.page.press(selector, "Tab")
        self._changes(before)

    def measure(self, name: str, mm: float) -> None:
        self._type(f"[data-measure='{name}']", mm)

    def number(self, _row: str, _index: int, to: int) -> None:
        self._type("#number", to)

    def count(self, _row: str, count: int) -> None:
        self._type("#count", count)

    def call(self, name: str) -> None:
        self._type("#edition", name)


class FingerHands(BrowserHands):
    """Do everything with one finger of a phone, and look through the loupe where it points."""

    #: A finger lands so far beside what it wants (px); what moves less at once creeps.
    COARSE_PX, CREEP_PX = 14.0, 8.0
    #: What only has to be hit, it hits about as well.
    BESIDE_PX = 5.0
    #: So many pixels a finger rolls when it is lifted.
    ROLL_PX = 1.0

    def __init__(self, site: MakerSite, page: Any, name: str, chance: Random) -> None:
        super().__init__(site, page, name)
        self._finger = page.context.new_cdp_session(page)
        self._chance = chance

    def _touch(self, kind: str, *points: Point) -> None:
        where = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self._finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    def _loupe(self) -> Point:
        """Return what the hair cross of the loupe lies on, once the page has heard of the finger."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        box = self.page.locator("#loupe svg").get_attribute("viewBox")
        x, y, width, height = map(float, box.split())
        return x + width / 2, y + height / 2

    def _aim(self, finger: Point, target: Point, unit: float) -> None:
        """Creep until the hair cross lies on it, as far as anybody sees that, and let go."""
        for _ in range(80):
            seen = self._loupe()
            off = ((target[0] - seen[0]) / unit, (target[1] - seen[1]) / unit)
            far = math.hypot(*off)
            if far * unit < self._seen():
                break
            step = far if far > self.CREEP_PX else math.sqrt(self.CREEP_PX * far) * 0.99
            step /= far
            finger = finger[0] + step * off[0], finger[1] + step * off[1]
            self._touch("touchMove", finger)
        rolled = self._chance.uniform(-1, 1) * self.ROLL_PX, self._chance.uniform(-1, 1)
        self._touch("touchMove", (finger[0] + rolled[0], finger[1] + rolled[1]))
        self._touch("touchEnd")

    def _seen(self) -> float:
        """Return how far beside the hair cross something is before anybody sees it in the loupe."""
        box = self.page.locator("#loupe svg").get_attribute("viewBox")
        return (
            2 * float(box.split()[2]) / self.page.locator("#loupe").evaluate("x => x.clientWidth")
        )

    def _unit(self) -> float:
        """Return how much of the picture lies under a pixel."""
        return 1 / self.page.evaluate("document.getElementById('board').getScreenCTM().a")

    def tool(self, name: str) -> None:
        """Go on by the button under the thumb where it leads there, and by the rail elsewhere."""
        onward = self.page.locator(f"#panel .foot a[href='?tool={name}']")
        (onward if onward.count() else self.page.locator(f"#rail a[href='?tool={name}']")).tap()
        self._arrived(name)

    def tap(self, xy: Point) -> None:
        before, there = self._version(), self.at(xy)
        beside = [self._chance.choice((-1, 1)) * self.COARSE_PX for _ in "xy"]
        self._touch("touchStart", there)
        finger = there[0] + beside[0], there[1] + beside[1]
        self._touch("touchMove", finger)
        self._aim(finger, xy, self._unit())
        self._changes(before)

    def hit(self, xy: Point) -> None:
        x, y = self.at(xy)
        beside = [self._chance.uniform(-1, 1) * self.BESIDE_PX for _ in "xy"]
        self._touch("touchStart", (x + beside[0], y + beside[1]))
        self._touch("touchEnd")

    def icon(self, word: str) -> None:
        self.page.tap(f"#panel button[data-word='{word}']")

    def press(self, selector: str) -> None:
        self.page.tap(selector)

    def drag(self, start: Point, end: Point, _place: str) -> None:
        before, finger = self._version(), self.at(start)
        self._touch("touchStart", finger)
        finger = finger[0] + self.COARSE_PX, finger[1]
        self._touch("touchMove", finger)
        self._aim(finger, end, self._unit())
        self._changes(before)

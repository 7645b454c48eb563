"""A pack is made in a real browser: from a photo of the simulated table to a file that plays."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random
from typing import Any

import click
import cv2
import pytest
from browsers import NEEDS_CHROMIUM, PHONE, Site, obstacles
from command_line import companion
from labelled_tables import true_vantage
from maker_person import Person, Point, differences
from taught_table import FOLDER, table
from web_house import KIT, PIN, House

from companion.app.maker import PackBench
from companion.packs.draft import fields_of
from hardware.simulated.renderer import Quality, Renderer
from web.app import create_app
from web.keys import Keys
from web.limits import Limits
from web.maker import maker_room
from web.maker_port import Work

#: A desk with room: as large as a finger sees it through the loupe.
LARGE = {"width": 2400, "height": 1700}
#: Where our own edition prints things, seen from the middle of their place.
PRINTED = {"colour": (0, -10), "seal": (15, -20), "letter": (17.5, -7.5), "value": (0, 0)}
PACK = json.loads((FOLDER / "board.json").read_text("utf-8"))
ROOF = KIT.blank("full").row("roof")
pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def photo(tmp_path_factory) -> tuple[Path, Any]:
    image, label = Renderer(Quality.FAST).render(table())
    path = tmp_path_factory.mktemp("photo") / "empty.jpg"
    cv2.imwrite(str(path), image)
    return path, true_vantage(label)


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


@pytest.fixture
def site(tmp_path, chromium):
    site = MakerSite(tmp_path, chromium)
    yield site
    site.close()
    assert site.errors == []


class BrowserHands:
    """Do everything with mouse and keyboard."""

    def __init__(self, site: MakerSite, page: Any, name: str) -> None:
        self._site, self.page, self._name = site, page, name
        self._square: Point | None = None

    def work(self) -> Work:
        return self._site.bench.open(self._name)

    def tool(self, name: str) -> None:
        self.page.click(f"#rail a[href='?tool={name}']")
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
        self.page.click("[data-look]")
        self.page.locator("[data-act], #toast:not([hidden])").first.wait_for()
        return self.page.locator("[data-act]").count() > 0

    def accept(self) -> None:
        self._press("[data-act]")

    def _press(self, selector: str) -> None:
        before = self._version()
        self.page.click(selector)
        self._changes(before)

    def remove(self, xy: Point) -> None:
        self.page.mouse.click(*self.at(xy))
        self._press("[data-drop]")

    def streets(self, square: Point, building: Point) -> None:
        if self._square != square:
            self.page.mouse.click(*self.at(square))
            self.page.locator(".spot.chosen").wait_for()
            self._square = square
        self.tap(building)

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

    def _is_there(self, xy: Point) -> bool:
        spots = "x => x.map(({dataset}) => [Number(dataset.x), Number(dataset.y)])"
        there = self.page.locator("#board .spot.mine").evaluate_all(spots)
        return any(math.dist(spot, xy) < 6 for spot in there)

    def _seen(self) -> float:
        """Return how far beside the hair cross something is before anybody sees it in the loupe."""
        box = self.page.locator("#loupe svg").get_attribute("viewBox")
        return (
            2 * float(box.split()[2]) / self.page.locator("#loupe").evaluate("x => x.clientWidth")
        )

    def _unit(self) -> float:
        """Return how much of the picture lies under a pixel."""
        return 1 / self.page.evaluate("document.getElementById('board').getScreenCTM().a")

    def tap(self, xy: Point) -> None:
        before, there = self._version(), self.at(xy)
        if self._is_there(xy):  # nobody aims long at what only has to be hit
            self._touch("touchStart", there)
            self._touch("touchEnd")
            return self._changes(before)
        beside = [self._chance.choice((-1, 1)) * self.COARSE_PX for _ in "xy"]
        self._touch("touchStart", there)
        finger = there[0] + beside[0], there[1] + beside[1]
        self._touch("touchMove", finger)
        self._aim(finger, xy, self._unit())
        return self._changes(before)

    def drag(self, start: Point, end: Point, _place: str) -> None:
        before, finger = self._version(), self.at(start)
        self._touch("touchStart", finger)
        finger = finger[0] + self.COARSE_PX, finger[1]
        self._touch("touchMove", finger)
        self._aim(finger, end, self._unit())
        self._changes(before)


def test_a_pack_is_made_from_a_photo(site, photo, tmp_path, capsys):
    page = site.enter(LARGE)
    name = site.begin(page, photo[0])
    person = Person(BrowserHands(site, page, name), PACK, photo[1], PRINTED)
    person.describe("My copy")
    page.get_by_text("Nothing is missing and nothing is wrong.").wait_for()
    page.click("[data-command$='/save']")
    page.wait_for_url("**/maker#packs")
    with page.expect_download() as download:
        page.click("a[download]")
    made = json.loads(Path(download.value.path()).read_text("utf-8"))
    far, wrong = differences(made, PACK)
    taps = site.bench.open(name).journal.taps
    with capsys.disabled():
        click.echo(
            f"\n{taps} taps, {dict(person.did)}, about {person.minutes:.0f} minutes; {far:.2f} mm"
        )
    assert wrong == []
    assert far < 2
    assert person.minutes < 40
    # The page counts everything that hands do, also what only chooses a tool or a picture.
    assert taps >= sum(person.did[what] for what in ("tap", "drag", "icon", "press", "tool"))
    checked = companion("pack", "check", tmp_path / "boards" / "packs" / "my-copy")
    assert checked.exit_code == 0, checked.output


def test_a_finger_aims_with_the_loupe_and_pinches(site, photo):
    page = site.enter(PHONE, has_touch=True, is_mobile=True)
    name = site.begin(page, photo[0])
    hands = BrowserHands(site, page, name)
    hands.tool("put.building")
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Point) -> None:
        where = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    before = hands.at((100, 100))
    touch("touchStart", hands.at((120, 120)), hands.at((220, 120)))
    touch("touchMove", hands.at((70, 120)), hands.at((270, 120)))
    touch("touchEnd")
    assert hands.work().draft.spots == {}
    assert hands.at((100, 100)) != before  # the picture has grown
    target = hands.at((150, 120))
    touch("touchStart", (target[0] - 30, target[1] - 20))
    page.locator("#loupe").wait_for(state="visible")
    touch("touchMove", target)
    assert page.locator("#loupe circle").count() == 1
    touch("touchEnd")
    hands._changes(1)
    assert hands.work().draft.spots["b01"].xy == pytest.approx((150, 120), abs=0.6)
    assert page.locator("#loupe").is_hidden()


def test_a_finger_on_a_phone_is_as_exact_as_a_mouse(site, photo, capsys):
    page = site.enter(PHONE, has_touch=True, is_mobile=True)
    name = site.begin(page, photo[0])
    hands = FingerHands(site, page, name, Random(5))
    person = Person(hands, PACK, photo[1], PRINTED)
    person.corners()
    person.kind("building", "b", PACK["buildings"])
    person.rows()
    draft = hands.work().draft
    roof = {ROOF.place(n): xy for n, xy in fields_of(draft, ROOF).items()}
    true = {f"roof:{letter}": xy for letter, xy in PACK["roof"]["fields"].items()}
    far = [math.dist(xy, true[name]) for name, xy in roof.items()]
    spots = [spot.xy for spot in draft.spots.values()]
    far += (min(math.dist(xy, part["xy"]) for xy in spots) for part in PACK["buildings"])
    with capsys.disabled():
        click.echo(f"\nWith a finger on a phone: {dict(person.did)}, {max(far):.2f} mm")
    assert len(far) == 12 + 30
    assert max(far) < 2


def test_a_draft_survives_a_reload_and_every_tap_can_be_taken_back(site, photo):
    page = site.enter(LARGE)
    hands = BrowserHands(site, page, site.begin(page, photo[0]))
    hands.tool("put.square")
    for x in (100, 200, 300):
        hands.tap((x, 200))
    page.reload()
    assert page.locator(".spot.mine").count() == 3
    hands.drag((100, 200), (100, 260), "s01")
    assert hands.work().draft.spots["s01"].xy == pytest.approx((100, 260), abs=0.4)
    page.mouse.click(*hands.at((100, 260)))
    before = hands._version()
    page.keyboard.press("ArrowRight")
    hands._changes(before)
    assert hands.work().draft.spots["s01"].xy[0] == pytest.approx(100.5, abs=0.4)
    for _ in range(4):
        hands._press("[data-undo]")
    assert list(hands.work().draft.spots) == ["s01"]
    # The tool, three taps, a drag, one that chose, and all that was taken back.
    assert hands.work().journal.taps == 10


@pytest.mark.parametrize("size", [PHONE, {"width": 1180, "height": 820}], ids=["phone", "tablet"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_in_the_way_of_anybody(site, photo, size, scheme):
    page = site.enter(size, color_scheme=scheme)
    _look_for_trouble(page)
    name = site.begin(page, photo[0])
    for tool in ("corners.board", "put.building", "fact.building.seal", "row.score", "check"):
        page.goto(f"{site.address}/maker/{name}?tool={tool}")
        _look_for_trouble(page)


def _look_for_trouble(page: Any) -> None:
    assert obstacles(page, opened=False) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url

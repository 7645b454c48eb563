"""A pack is made in a real browser: from a photo of the simulated table to a file that plays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import cv2
import pytest
from browsers import NEEDS_CHROMIUM, PHONE, obstacles
from command_line import companion
from labelled_tables import true_vantage
from maker_hands import BrowserHands, MakerSite
from maker_person import Person, Point, differences
from taught_table import FOLDER, table

from hardware.simulated.renderer import Quality, Renderer

#: A desk with room: as large as a finger sees it through the loupe.
LARGE = {"width": 2400, "height": 1700}
#: Where our own edition prints things, seen from the middle of their place.
PRINTED = {"colour": (0, -10), "seal": (15, -20), "letter": (17.5, -7.5), "value": (0, 0)}
PACK = json.loads((FOLDER / "board.json").read_text("utf-8"))
pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def photo(tmp_path_factory) -> tuple[Path, Any]:
    image, label = Renderer(Quality.FAST).render(table())
    path = tmp_path_factory.mktemp("photo") / "empty.jpg"
    cv2.imwrite(str(path), image)
    return path, true_vantage(label)


@pytest.fixture
def site(tmp_path, chromium):
    site = MakerSite(tmp_path, chromium)
    yield site
    site.close()
    assert site.errors == []


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

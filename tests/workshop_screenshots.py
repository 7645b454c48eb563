"""Take pictures of teaching and of making a pack: ``python tests/workshop_screenshots.py docs/screenshots``."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
from browsers import PHONE, open_chromium
from maker_hands import BrowserHands, MakerSite
from taught_table import table
from test_maker_browser import PACK
from test_teach_browser import Hand, Workplace

from companion.packs import draft_actions as a
from hardware.simulated.renderer import Quality, Renderer
from web.house import NewGame, Wish

TABLET = {"width": 1180, "height": 820}
#: So many buildings are tapped before the rest is looked for; the seals one of each kind.
_FIRST, _SEALS = 4, 5


def shoot(page: Any, folder: Path, name: str) -> None:
    page.wait_for_timeout(900)
    page.screenshot(path=folder / f"{name}.png")


def teaching(browser: Any, scratch: Path, out: Path) -> None:
    """Hang the camera, check the corners, and come to the lessons."""
    with closing(Workplace(scratch, browser)) as place:
        hand = Hand(place.site)
        place.house.new_game(NewGame(Wish(2, "entry", (), "board"), (), ("board", "board")))
        hand.page.goto(f"{place.site.address}/teach")
        hand.tap("Begin")
        hand.tap("Lay it for me")
        hand.page.locator("canvas[data-shown]").wait_for()
        hand.page.get_by_text("The light is good, too").wait_for()
        shoot(hand.page, out, "teach-camera-phone")
        hand.tap("Next")
        hand.sees("Photo of the empty boards")
        hand.tap("Take the photo")
        hand.sees("Do the corners fit?")
        box = hand.page.locator("#corners").bounding_box()
        x, y = place.teacher.course.notes.corners["board"][0]
        start = box["x"] + x * box["width"], box["y"] + y * box["height"]
        hand.page.mouse.move(*start)
        hand.page.mouse.down()
        hand.page.mouse.move(start[0] + 2, start[1] + 1, steps=3)
        shoot(hand.page, out, "teach-corners-phone")
        hand.page.mouse.move(*start, steps=3)
        hand.page.mouse.up()
        hand.tap("The corners fit")
        hand.sees("Teaching photo 1 of 2")
        hand.page.locator("img.drawing").first.wait_for()
        shoot(hand.page, out, "teach-lesson-phone")
        hand.tap("Lay it for me")
        hand.sees("Teaching photo 2 of 2")
        hand.page.locator("img.drawing[src*='of=2-lesson']").first.wait_for()
        shoot(hand.page, out, "teach-moves-phone")


def making(browser: Any, scratch: Path, out: Path) -> None:
    """Begin a pack, look for the other buildings, and say which seals they have."""
    image, _ = Renderer(Quality.FAST).render(table())
    photo = scratch / "empty.jpg"
    cv2.imwrite(str(photo), image)
    with closing(MakerSite(scratch, browser)) as site:
        page = site.enter(TABLET)
        name = site.begin(page, photo)
        hands = BrowserHands(site, page, name)
        where = [tuple(one["xy"]) for one in PACK["buildings"]]
        _do(site, name, a.Put("building", tuple(where[:_FIRST])))
        hands.tool("put.building")
        hands.look()
        shoot(page, out, "maker-buildings-tablet")
        _do(site, name, a.Put("building", tuple(where[_FIRST:])))
        spots = site.bench.open(name).draft.spots
        known = {tuple(one["xy"]): one.get("seal") for one in PACK["buildings"]}
        kinds: dict[str, str] = {}
        for place, spot in spots.items():
            seal = known.get(tuple(spot.xy))
            if seal and seal not in kinds.values() and len(kinds) < _SEALS:
                kinds[place] = seal
        _do(site, name, a.Say("seal", kinds))
        phone = site.log_in(site.browser(PHONE, color_scheme="dark"))
        phone.goto(f"{site.address}/maker/{name}")
        hands = BrowserHands(site, phone, name)
        hands.tool("fact.building.seal")
        hands.look()
        shoot(phone, out, "maker-seals-phone")


def _do(site: MakerSite, name: str, action: a.Action) -> None:
    site.bench.do(name, site.bench.open(name).journal.version, action)


def main(out: Path) -> None:
    """Take all pictures."""
    with open_chromium() as browser, TemporaryDirectory() as scratch:
        only = set(sys.argv[2:])
        for scene in (teaching, making):
            if only and scene.__name__ not in only:
                continue
            folder = Path(scratch) / scene.__name__
            folder.mkdir()
            scene(browser, folder, out)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""The workshop in a real browser: from nothing to a first correct reading."""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from browsers import NEEDS_CHROMIUM, PHONE, Site, obstacles
from msgspec.structs import replace
from patience import comes_true
from test_teach import FILLED, Bare, pieces_laid
from web_house import PIN, House

from companion.app.eyes import NOT_TAUGHT
from companion.app.house import Sign, TableHouse
from companion.app.see import plan_of
from companion.app.settings import Settings
from companion.app.simulated_eyes import SimulatedEyes
from companion.app.teach import Teacher
from companion.app.wiring import open_devices
from companion.engine import Text
from companion.games import Wish, kits
from companion.games.vienna.box import DATA
from hardware.simulated.pack import read_table_pack
from vision.profile import load_profile
from web.app import create_app
from web.house import NewGame
from web.teach import teach_room
from web.teach_port import Step

pytestmark = NEEDS_CHROMIUM
PACK = DATA / "reference" / "entry"
TABLET = {"width": 1024, "height": 768}
#: A folder for pictures of every step, for people to look at.
SHOTS = os.environ.get("COMPANION_TEACH_SHOTS")
#: Pictures of what one phone shows at once; the others show the whole page.
WHILE_HELD = ("corners-drag", "lesson-1", "lesson-2", "lesson-ready")
#: How long hands take to lay a piece where a drawing shows it, and for a tap.
LAY_S, TAP_S = 2.0, 2.0
#: So long may all of it take, hands and whatever people wait for.
WHOLE_S = 120.0
#: Learning takes a while, on two cores that others use as well.
PATIENCE_MS = 240_000


class Workplace:
    """A simulated table that nobody has taught, and the pages around it."""

    def __init__(self, folder: Path, chromium: Any) -> None:
        self.profile = folder / "table"
        self.eyes = SimulatedEyes(lambda: (), read_table_pack(PACK), 1, by_heart=False)
        devices = open_devices(Settings(), lambda _text: None, lambda: None)
        sign = Sign("http://table.test", PIN, "en")
        self.house = TableHouse(
            kits()["vienna"], folder / "games.sqlite", sign, devices, self.eyes, lambda: None
        )
        self.teacher = Teacher(
            {"entry": PACK}, self.profile, self.eyes, lambda: self.house.play, "en"
        )
        app = create_app(self.house, rooms=[teach_room(self.teacher)])
        self.site = Site(app, chromium, pin=PIN, patience_ms=PATIENCE_MS)

    def truth(self) -> dict[str, Any]:
        """Return what really lies on the table, as the simulated camera knows it."""
        return self.eyes.renderer.render(self.eyes.camera.scene)[1]

    def notices(self) -> tuple[Text, ...]:
        return self.house.play.session.snapshot.notices

    def close(self) -> None:
        self.site.close()
        self.house.close()


@pytest.fixture
def workplace(tmp_path, chromium):
    with closing(Workplace(tmp_path, chromium)) as place:
        yield place


class Hand:
    """A person with a phone."""

    def __init__(self, site: Site) -> None:
        self.taps, self.laid, self.waited_s = 0, 0, 0.0
        self._number = 0
        self.page = site.lead()

    def tap(self, name: str) -> None:
        self.page.locator(f"button:not([disabled]):text-is('{name}')").click()
        self.taps += name != "Lay it for me"  # which hands do at a real table

    @property
    def seconds(self) -> float:
        """Return how long all of that takes somebody at a real table."""
        return LAY_S * self.laid + TAP_S * self.taps + self.waited_s

    def waits_for(self, title: str) -> None:
        """See the next step, and note how long it took since hands had nothing more to do."""
        self.waits_to_see(self.page.locator(f"h1:text-is('{title}')"))

    def waits_to_see(self, wanted: Any) -> None:
        """See something, and note how long it took since hands had nothing more to do."""
        began_s = time.monotonic()
        wanted.wait_for()
        self.waited_s += time.monotonic() - began_s

    def sees(self, title: str) -> None:
        self.page.locator(f"h1:text-is('{title}')").wait_for()

    def shoot(self, name: str) -> None:
        if SHOTS is None:
            return
        self._number += 1
        for kind, size in (("phone", PHONE), ("tablet", TABLET)):
            self.page.set_viewport_size(size)
            self.page.wait_for_timeout(900)
            path = Path(SHOTS) / f"{self._number:02d}-{name}-{kind}.png"
            self.page.screenshot(path=path, full_page=name not in WHILE_HELD)
        self.page.set_viewport_size(PHONE)

    def is_sound(self) -> None:
        """See that everybody can use the page, and that nothing sticks out of a phone."""
        assert obstacles(self.page, opened=False) == []
        assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def claims(reading: dict[str, Any]) -> dict[str, Any]:
    """Return what is said about pieces, in an order of its own."""
    kinds = ("agents", "third_man", "tiles", "flags", "markers", "investigator", "score")
    plain = {}
    for kind in (*kinds, "roof_tiles", "investigation"):
        said = reading[kind]
        if isinstance(said, dict):
            said = {k: sorted(v) if isinstance(v, list) else v for k, v in said.items() if v}
        plain[kind] = said
    return plain


def test_from_nothing_to_a_first_correct_reading(workplace, capsys):
    hand = Hand(workplace.site)
    hang_the_camera(hand, workplace)
    show_the_pieces(hand)
    hand.laid += pieces_laid(workplace.teacher.course.board.plan)
    notes = workplace.teacher.course.notes
    assert hand.page.locator("#took").inner_text().startswith("Ready after ")
    assert 0 < notes.worked_s < notes.took_s
    with capsys.disabled():
        click.echo(
            f"\nTaught with {hand.taps} taps, {hand.laid} pieces laid and {hand.waited_s:.0f} s of"
            f" waiting: {hand.seconds:.0f} s. For the computer alone: {notes.worked_s:.0f} s."
        )
    assert hand.taps == 6  # two of which undo what was done wrong on purpose
    assert hand.seconds < WHOLE_S
    table, _ = load_profile(workplace.profile, plan_of)
    assert table.game == "vienna"
    assert len(table.story.taught) == 25
    assert not workplace.eyes.blind
    assert comes_true(lambda: NOT_TAUGHT not in workplace.notices())

    hand.tap("Try it: what does it see?")
    hand.sees("What does it see?")
    hand.tap("Lay it for me")
    hand.tap("Read the table")
    hand.page.locator("#seen").wait_for()
    hand.shoot("try")
    check_the_reading(workplace)
    teach_one_piece_in_the_middle_of_a_game(hand, workplace)
    assert workplace.site.errors == []


def test_a_new_lesson_brings_its_own_drawing(chromium, tmp_path):
    workshop = Bare()
    workshop.shown = replace(FILLED, step=Step.LESSON, work=None, marks=())
    app = create_app(House(tmp_path), rooms=[teach_room(workshop)])
    with closing(Site(app, chromium, pin=PIN)) as site:
        page = site.lead()
        page.goto(f"{site.address}/teach")
        page.locator("img.drawing[src*='of=1-lesson']").wait_for()
        workshop.shown = replace(workshop.shown, version=8, lesson=2)
        page.locator("img.drawing[src*='of=2-lesson']").wait_for()


def test_whoever_is_not_ready_holds_the_photo_back(chromium, tmp_path):
    workshop = Bare()
    workshop.shown = replace(FILLED, step=Step.LESSON, work=None, marks=(), problem=None)
    app = create_app(House(tmp_path), rooms=[teach_room(workshop)])
    with closing(Site(app, chromium, pin=PIN)) as site:
        hand = Hand(site)
        hand.page.goto(f"{site.address}/teach")
        hand.page.locator("#ready").wait_for()
        hand.shoot("lesson-ready")
        hand.is_sound()
        buttons = hand.page.locator(".thumb button").all()
        boxes = [button.bounding_box() for button in buttons]
        assert max(box["x"] + box["width"] for box in boxes) <= PHONE["width"]
        hand.tap("Not yet")
        assert comes_true(lambda: workshop.heard == [("hold",)])


def hang_the_camera(hand: Hand, workplace: Workplace) -> None:
    """Come from the host's page to a photo of the empty boards."""
    workplace.house.new_game(NewGame(Wish(2, "entry", (), "board"), (), ("board", "board")))
    assert comes_true(lambda: NOT_TAUGHT in workplace.notices())
    hand.page.click("a.go[href='/teach']")
    hand.sees("Teach it your table")
    hand.shoot("home")
    hand.is_sound()
    hand.tap("Begin")

    hand.sees("Place the camera")
    hand.tap("Lay it for me")
    hand.page.locator("canvas[data-shown]").wait_for()
    hand.waits_to_see(hand.page.get_by_text("The height is right"))
    hand.waits_to_see(hand.page.get_by_text("The light is good, too"))
    hand.shoot("camera")
    hand.is_sound()
    hand.tap("Next")  # past the light, with which all is well
    hand.sees("Photo of the empty boards")
    hand.shoot("empty")
    hand.tap("Take the photo")

    hand.waits_for("Do the corners fit?")
    drag_a_corner(hand, workplace)
    hand.tap("The corners fit")


def show_the_pieces(hand: Hand) -> None:
    """Let the teaching photos be taken, ask for one too early, and wait until all is learned."""
    hand.waits_for("Teaching photo 1 of 2")
    hand.page.locator("#watched").wait_for()
    hand.is_sound()
    hand.tap("Take the photo")  # of a table with nothing on it
    hand.page.get_by_text("Hardly any piece is where the drawing shows it").wait_for()
    hand.shoot("again")
    hand.shoot("lesson-1")
    hand.tap("Lay it for me")
    hand.waits_for("Teaching photo 2 of 2")
    hand.page.locator("img.drawing[src*='of=2-lesson']").first.wait_for()
    hand.shoot("lesson-2")
    hand.tap("Lay it for me")
    hand.waits_for("Your table is learned")
    hand.shoot("done")
    hand.is_sound()


def drag_a_corner(hand: Hand, workplace: Workplace) -> None:
    """Pull a corner away, see that it is refused, and put it right again."""
    box = hand.page.locator("#corners").bounding_box()
    x, y = workplace.teacher.course.notes.corners["board"][0]
    start = box["x"] + x * box["width"], box["y"] + y * box["height"]
    mouse = hand.page.mouse
    hand.shoot("corners")
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 40, start[1] + 30, steps=4)
    hand.shoot("corners-drag")
    mouse.up()
    hand.tap("The corners fit")
    hand.page.get_by_text("The print does not fit these corners").wait_for()
    hand.page.wait_for_timeout(600)  # the sentence pushes the picture down
    box = hand.page.locator("#corners").bounding_box()
    mouse.move(box["x"] + x * box["width"] + 40, box["y"] + y * box["height"] + 30)
    mouse.down()
    mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=4)
    mouse.up()


def lay_and_take(hand: Hand, name: str) -> None:
    hand.tap("Lay it for me")
    hand.page.locator("img.drawing").first.wait_for()
    hand.shoot(name)
    hand.tap("Take the photo")


def check_the_reading(workplace: Workplace) -> None:
    """Compare what was read with what lies there; what is called unsure is no claim."""
    notes, kit = workplace.teacher.course.notes, workplace.teacher.course.board.kit
    seen, truth = claims(kit.reading(notes.reading.found)), claims(workplace.truth())
    unsure = set(notes.seen.unsure)
    assert len(unsure) <= 4
    assert notes.seen.count > 40
    wrong = [
        (kind, key, seen[kind].get(key), truth[kind].get(key))
        for kind in ("agents", "tiles", "flags", "markers", "score", "roof_tiles")
        for key in seen[kind].keys() | truth[kind].keys()
        if seen[kind].get(key) != truth[kind].get(key)
        and not unsure & {key, f"flag:{key}", f"info:{key}", f"score:{key}", f"roof:{key}"}
    ]
    assert wrong == []
    assert workplace.teacher.bench().step is Step.TRY


def teach_one_piece_in_the_middle_of_a_game(hand: Hand, workplace: Workplace) -> None:
    """Find the boards with one tap, show one piece again, and go on with the game."""
    hand.tap("Back")
    hand.sees("Teach it your table")
    hand.page.click("#menu summary")
    hand.page.click("#menu a[href='/host']")
    playing, game = workplace.house.play, workplace.house.play.session.snapshot.game
    taps = hand.taps
    hand.tap("Find the boards again")
    hand.page.get_by_text("Both boards are found where they were. The game goes on.").wait_for()
    assert hand.taps == taps + 1
    assert hand.page.locator("#eye polygon.found").count() == 2
    assert hand.page.locator("#eye polygon.aim").count() == 2
    assert workplace.house.play is playing
    assert workplace.house.play.session.snapshot.game == game
    hand.is_sound()
    hand.shoot("found-again")
    before = workplace.profile.joinpath("profile.json").read_bytes()
    hand.page.click("#eye-pieces summary")
    hand.page.get_by_role("button", name="red agent", exact=True).click()
    hand.sees("Teaching photo 1 of 1")
    lay_and_take(hand, "one-piece")
    hand.sees("Your table is learned")
    assert workplace.profile.joinpath("profile.json").read_bytes() != before
    assert (workplace.profile / "photos" / "agent-red.json").exists()
    said = [text.id for text in workplace.teacher.course.notes.warnings]
    assert "see.slip" not in said
    hand.page.click("main a[href='/host']")
    hand.page.locator("#eye button").first.wait_for()
    assert workplace.house.play is playing
    assert comes_true(lambda: not workplace.notices())

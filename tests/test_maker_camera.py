"""Photos for a pack from the table's own camera, and corners that are honest about themselves."""

from __future__ import annotations

from itertools import count

import cv2
import numpy as np
import pytest
from test_maker_web import BOARD, KIT, photo
from web_house import Browser, House

from companion.app.maker import PackBench
from companion.app.maker_camera import TableCamera
from companion.app.maker_edges import is_guess
from companion.app.maker_straight import read_photo
from companion.session.ports import Frame
from web.app import create_app
from web.keys import Keys
from web.limits import Limits
from web.maker import maker_room


class Above:
    """A camera that hangs still above a table, and may be unplugged."""

    def __init__(self) -> None:
        self.image = read_photo(photo())
        self._numbers = count()

    def newest(self) -> Frame | None:
        return None if self.image is None else Frame(self.image, 0.0, next(self._numbers))


@pytest.fixture
def above():
    return Above()


@pytest.fixture
def host(tmp_path, above):
    house = House(tmp_path)
    bench = PackBench(KIT, tmp_path / "boards", TableCamera(above.newest))
    quick = Limits(commands=(10_000, 1.0), joins=(10_000, 1.0))
    app = create_app(house, Keys(), quick, rooms=[maker_room(bench)])
    browser = Browser(app)
    browser.lead()
    browser.bench = bench
    yield browser
    app.extensions["companion"].relay.stop()
    house.close()


def begin(host: Browser) -> str:
    answer = host.send("/api/maker/begin-with-camera/full")
    return answer.json["go"].split("/")[2].split("?")[0]


def dim(image, share: float):
    """Return a photo in which a lamp leaves the right side of the board in the dark."""
    fall = np.ones(image.shape[1], np.float32)
    right = int(BOARD[1][0])
    fall[right - 220 : right - 20] = np.linspace(1, share, 200)
    fall[right - 20 :] = share
    noise = np.random.default_rng(2).normal(0, 3, image.shape)
    return np.clip(image * fall[None, :, None] + noise, 0, 255).astype(np.uint8)


# --- the camera ----------------------------------------------------------------------------------


def test_a_pack_begins_with_a_photo_of_the_tables_own_camera(host, above):
    assert 'data-live="/maker/live.jpg"' in host.text("/maker")
    assert host.get("/maker/live.jpg").data.startswith(b"\xff\xd8")
    name = begin(host)
    kept = read_photo(host.get(f"/maker/{name}/photo/board.jpg").data)
    assert kept.shape == above.image.shape
    assert float(np.abs(kept.astype(int) - above.image).mean()) < 3
    assert host.bench.open(name).draft.side == "full"


def test_one_surface_can_be_photographed_again(host):
    name = begin(host)
    before = host.bench.open(name).draft.photos
    again = host.send(f"/api/maker/{name}/camera/intel").json["go"]
    assert again == f"/maker/{name}?tool=corners.intel"
    now = host.bench.open(name).draft.photos
    assert now["board"] == before["board"]
    assert now["intel"] != before["intel"]
    assert f"/api/maker/{name}/camera/intel" in host.text(again)


def test_a_camera_without_a_picture_says_so(host, above):
    above.image = None
    assert host.get("/maker/live.jpg").status_code == 404
    answer = host.send("/api/maker/begin-with-camera/full")
    assert answer.status_code == 409
    assert "gives no picture" in answer.json["refused"]
    assert host.bench.drafts() == ()


def test_without_a_camera_nobody_is_sent_to_one(tmp_path):
    house = House(tmp_path)
    app = create_app(house, rooms=[maker_room(PackBench(KIT, tmp_path / "boards"))])
    browser = Browser(app)
    browser.lead()
    assert "/maker/live.jpg" not in browser.text("/maker")
    assert browser.send("/api/maker/begin-with-camera/full").status_code == 409
    app.extensions["companion"].relay.stop()
    house.close()


# --- corners that are only a guess ---------------------------------------------------------------


def test_clear_edges_are_no_guess_and_a_line_through_the_print_is_one():
    image = read_photo(photo())
    assert not is_guess(image, BOARD)
    inside = tuple((x * 0.7 + 100, y * 0.7 + 90) for x, y in BOARD)
    assert is_guess(image, inside)
    one_off = (BOARD[0], (BOARD[1][0] - 45, BOARD[1][1] + 30), *BOARD[2:])
    assert is_guess(image, one_off)


def test_a_side_in_the_dark_makes_it_a_guess():
    image = read_photo(photo())
    assert not is_guess(dim(image, 0.7), BOARD)
    assert is_guess(dim(image, 0.03), BOARD)


def test_a_shadow_beside_the_board_makes_it_a_guess():
    image = read_photo(photo())
    shadow = np.round((np.array(BOARD) + np.array([8, 0])) * 16).astype(np.int32)
    shaded = image.copy()
    cv2.fillConvexPoly(shaded, shadow, (16, 22, 28), cv2.LINE_AA, 4)
    board = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(board, np.round(np.array(BOARD)).astype(np.int32), 1)
    assert is_guess(np.where(board[..., None] > 0, image, shaded), BOARD)


def test_a_guess_is_shown_as_one_until_somebody_has_looked(host, above):
    above.image = dim(above.image, 0.03)
    name = begin(host)
    assert "board" in host.bench.open(name).draft.guesses
    page = host.text(f"/maker/{name}?tool=corners.board")
    assert "only a guess" in page
    assert 'class="outline guess"' in page
    work = host.bench.open(name)
    px = [list(corner) for corner in work.draft.corners["board"]]
    px[1] = [px[1][0] + 2.0, px[1][1]]
    action = {"do": "corners", "surface": "board", "px": px}
    body = {"version": work.journal.version, "tool": "corners.board", "action": action}
    shown = host.send(f"/api/maker/{name}/do", body).json
    assert "guess" not in shown["overlay"]
    assert "only a guess" not in shown["panel"]
    assert "board" not in host.bench.open(name).draft.guesses


def test_a_guess_that_is_right_takes_one_tap(host, above):
    above.image = dim(above.image, 0.03)
    name = begin(host)
    work = host.bench.open(name)
    assert "I looked: all four corners fit" in host.text(f"/maker/{name}?tool=corners.board")
    px = [list(corner) for corner in work.draft.corners["board"]]
    action = {"do": "corners", "surface": "board", "px": px}
    body = {"version": work.journal.version, "tool": "corners.board", "action": action}
    assert host.send(f"/api/maker/{name}/do", body).status_code == 200
    assert "board" not in host.bench.open(name).draft.guesses

"""A camera that gives no picture: everybody who waits for one is told which, and what to check."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from patience import comes_true
from test_camera_watch import SHORT
from test_serve import service
from web_house import PIN, House

from companion.app.eyes import CameraEyes
from companion.app.teach import Teacher
from companion.games.vienna.box import DATA
from hardware.camera import watch_camera
from web.app import create_app
from web.teach import teach_room
from web.teach_port import Step


@pytest.fixture
def folder(tmp_path):
    """Return where pictures will lie, sooner or later."""
    return tmp_path / "pictures"


@pytest.fixture
def teacher(tmp_path, folder):
    """Return somebody who teaches with a camera that has nothing to show yet."""
    camera = watch_camera(f"folder:{folder}", lambda _news: None, SHORT)
    assert camera is not None
    eyes = CameraEyes(camera, None)
    assert comes_true(lambda: eyes.trouble.id == "core.camera.folder-missing")
    yield Teacher(
        {"full": DATA / "reference" / "full"}, tmp_path / "table", eyes, lambda: None, "en"
    )
    camera.close()


@pytest.fixture
def client(tmp_path, teacher):
    """Return the browser of the host."""
    app = create_app(House(tmp_path), rooms=[teach_room(teacher)])
    client = app.test_client()
    client.get("/host")
    with client.session_transaction() as session:
        token = session["token"]
    client.post("/host/login", data={"token": token, "pin": PIN})
    yield client
    app.extensions["companion"].relay.stop()


def plug_in(folder):
    """Let the camera have something to show."""
    folder.mkdir()
    for number in range(400):
        grey = np.full((60, 80, 3), number % 200, np.uint8)
        cv2.imwrite(str(folder / f"{number:03d}.png"), grey)


def html(client):
    return client.get("/teach/bench").json["html"]


def test_the_page_says_what_to_check_and_goes_on_with_the_first_picture(client, teacher, folder):
    teacher.begin("full", guests=False)
    for step in (Step.CAMERA, Step.LIGHT, Step.EMPTY):
        teacher.go(step)
        assert f"The folder {folder} does not exist. Check the path." in html(client)
        go_on = "/api/teach/take" if step is Step.EMPTY else "/api/teach/go"
        button = html(client).split(go_on)[1].split("</button>")[0]
        assert " disabled>" in button
    version = teacher.bench().version
    plug_in(folder)
    assert comes_true(lambda: teacher.bench().dark is None)
    assert teacher.bench().version > version
    assert "does not exist" not in html(client)
    assert " disabled>" not in html(client)


def test_the_host_is_told_before_anybody_begins_to_teach(client, teacher, folder):
    page = client.get("/host").data.decode()
    assert "The camera gives no picture, so it cannot be shown this table yet." in page
    assert f"The folder {folder} does not exist. Check the path." in page
    plug_in(folder)
    assert comes_true(lambda: teacher.bench().dark is None)
    page = client.get("/host").data.decode()
    assert "gives no picture" not in page
    assert "It takes less than two minutes." in page


def test_a_photo_that_cannot_be_taken_says_why(teacher, folder, caplog):
    teacher.begin("full", guests=False)
    teacher.go(Step.EMPTY)
    teacher.take()
    teacher.wait()
    assert teacher.bench().problem.id == "core.camera.folder-missing"
    assert not caplog.records  # nothing has stumbled: it was foreseen


def test_whoever_starts_the_table_reads_it_in_the_terminal(tmp_path):
    with service(tmp_path, "--camera", "usb:/dev/no-such-camera") as (_process, _manager, log):
        assert comes_true(lambda: "No picture from the camera" in log.read_text("utf-8"))
        said = log.read_text("utf-8")
    assert "“usb:/dev/no-such-camera”: There is no camera at /dev/no-such-camera." in said

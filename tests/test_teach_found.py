"""Boards that are looked for anew in the middle of a game: what came of it is shown and said."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace
from test_teach import FILLED, SIZES, SQUARE, app, client, looking, token, workshop

from companion.app.teach_bench import clock
from companion.app.teach_course import Notes, timed
from companion.app.teach_found import moved_mm
from vision.geometry import Lens, Pose, Vantage
from web.teach_port import Mark, Step, Text

__all__ = ["app", "client", "token", "workshop"]
MOVED = ((0.12, 0.1), (0.92, 0.1), (0.92, 0.9), (0.12, 0.9))


def pushed(vantage: Vantage, name: str, dx_mm: float) -> Vantage:
    """Return what a camera sees after somebody has pushed a surface to the right."""
    pose = vantage.poses[name]
    there = Pose(pose.turn, pose.shift + pose.turn @ np.array([dx_mm, 0.0, 0.0]))
    return Vantage(vantage.lens, {**vantage.poses, name: there})


@pytest.mark.parametrize("dx_mm", [0.0, 1.0, 12.0, 80.0])
def test_a_push_is_measured_in_millimetres(dx_mm):
    before = looking()
    moved = moved_mm(before, pushed(before, "board", dx_mm), SIZES)
    assert moved["board"] == pytest.approx(dx_mm, rel=0.1, abs=0.01)
    assert moved["intel"] == pytest.approx(0.0, abs=0.01)


def test_what_another_camera_saw_is_not_compared():
    now = looking()
    width, height = now.lens.size
    other = Vantage(Lens((width * 2, height * 2), now.lens.f_px * 2), now.poses)
    assert moved_mm(other, now, SIZES) == {}
    assert moved_mm(None, now, SIZES) == {}


def test_the_page_shows_where_the_boards_were_and_are(client, token, workshop):
    mark = Mark("found", "ok", Text("teach.found.same"))
    found = {"before": {"board": SQUARE}, "outlines": {"board": MOVED}, "sighted": "9"}
    workshop.shown = replace(FILLED, step=Step.HOME, marks=(mark,), problem=None, **found)
    html = client.get("/teach/bench").json["html"]
    assert html.count("<polygon") == 2
    assert html.index('class="aim"') < html.index('class="found"')
    assert "/teach/photo/found.jpg?of=9" in html
    assert "found where they were" in html
    workshop.shown = replace(workshop.shown, sighted="", version=8)
    assert "<polygon" not in client.get("/teach/bench").json["html"]


def test_the_host_finds_the_boards_and_teaches_a_piece_from_the_page_of_the_game(
    client, token, workshop
):
    workshop.shown = replace(FILLED, known=False, work=None, marks=(), problem=None)
    assert 'id="eye"' not in client.get("/host").text
    workshop.shown = replace(workshop.shown, known=True)
    page = client.get("/host").text
    assert 'data-eye="/api/teach/find"' in page
    assert "red agent" in page
    assert "<polygon" not in page
    same = Text("teach.found.playing", {"found": Text("teach.found.same")})
    mark = Mark("found", "ok", same)
    found = {"before": {"board": SQUARE}, "outlines": {"board": MOVED}, "sighted": "9"}
    workshop.shown = replace(workshop.shown, marks=(mark,), **found)
    said = client.get("/teach/host").json
    assert (said["busy"], said["step"]) == (False, "home")
    assert "found where they were. The game goes on." in said["html"]
    assert said["html"].count("<polygon") == 2


@pytest.mark.parametrize("step", [Step.CAMERA, Step.LESSON, Step.LEARNING])
def test_whoever_is_teaching_is_not_disturbed_from_the_page_of_the_game(
    client, token, workshop, step
):
    workshop.shown = replace(FILLED, step=step)
    page = client.get("/host").text
    assert "data-eye" not in page
    assert "Go on teaching" in page


def test_what_is_being_done_is_for_the_host_alone(client):
    assert client.get("/teach/host").status_code == 403


def test_the_time_that_it_took_is_shown_at_the_end(client, token, workshop):
    workshop.shown = replace(FILLED, step=Step.DONE, took=clock(107.6), worked=clock(31))
    html = client.get("/teach/bench").json["html"]
    assert "Ready after 1:48; of that you waited 0:31 for the computer." in html


def test_the_time_of_the_computer_counts_also_where_it_stumbled():
    course = SimpleNamespace(notes=Notes())

    def stumbles(_course, _tell):
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            timed(stumbles, course, lambda _text, _share: None)
    assert course.notes.worked_s > 0

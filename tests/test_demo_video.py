"""A video of the simulated table."""

from __future__ import annotations

from collections import defaultdict
from math import hypot
from pathlib import Path

import cv2
import pytest
from test_replay_film import no_room

from companion.app import demo_video
from companion.app.demo_video import FRAMES_PER_S, SIZE, act_out, film, shoot, stage_of
from companion.app.seating import Seating, take_seats
from companion.app.wrong import Wrong
from companion.games import Wish
from companion.session.texts import Texts

BOTH = ("third-man", "feld")


def seat(players: int = 3, version: str = "full", expansions: tuple[str, ...] = ()) -> Seating:
    """Take seats for a game in English."""
    return take_seats(Texts.load("en"), "vienna", Wish(players, version, expansions))


def test_a_short_video_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_video, "USUAL_S", 2.0)
    file = tmp_path / "table.mp4"
    film(seat(), 1, None, file)
    video = cv2.VideoCapture(str(file))
    assert video.get(cv2.CAP_PROP_FPS) == FRAMES_PER_S
    frames = []
    while (read := video.read())[0]:
        frames.append(read[1])
    assert len(frames) == 2 * FRAMES_PER_S
    assert {frame.shape for frame in frames} == {(SIZE[1], SIZE[0], 3)}
    # A picture with something in it, and a hand that is more than the camera's noise.
    assert frames[0].std() > 15
    assert max(cv2.absdiff(frames[0], frame).mean() for frame in frames) > 2


def test_a_file_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(Wrong):
        film(seat(), 1, None, tmp_path / "nowhere" / "table.mp4")


def test_a_video_that_did_not_fit_on_the_disk_is_no_video(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_video, "USUAL_S", 1.0)
    with no_room(40_000), pytest.raises(Wrong):
        film(seat(2, "entry"), 1, None, tmp_path / "table.mp4")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", "utf-8")
    with pytest.raises(Wrong):
        film(seat(), 1, None, file)
    assert file.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("players", "version", "expansions"), [(2, "entry", ()), (4, "full", BOTH)]
)
def test_nothing_jumps(players: int, version: str, expansions: tuple[str, ...]) -> None:
    """A piece stays where it is, and makes room at most for one that comes to its place."""
    seating = seat(players, version, expansions)
    shots = [shot for shot in shoot(seating, 3, 2) if shot[0].turn < 30]
    before: dict[tuple[str, str], set[tuple[float, float]]] = {}
    for scene in act_out(stage_of(seating, 3), shots):
        now = defaultdict(set)
        for piece in scene.pieces:
            if piece.place is not None:
                now[piece.place, piece.name].add(piece.xy_mm)
        crowd = {place: sum(p == place for p, _ in now) for place, _ in now}
        earlier = {place: sum(p == place for p, _ in before) for place, _ in before}
        for key, spots in now.items():
            if len(spots) == len(before.get(key, ())) == 1:
                comes = crowd[key[0]] > earlier[key[0]]
                (x, y), (x_before, y_before) = *spots, *before[key]
                assert hypot(x - x_before, y - y_before) <= (20 if comes else 0), key
        before = now


def test_rounds_decide_how_long_it_is() -> None:
    one, two = (sum(frames for _, frames in shoot(seat(2), 1, rounds)) for rounds in (1, 2))
    assert 0 < one < two
    assert sum(frames for _, frames in shoot(seat(2), 1, None)) == 60 * FRAMES_PER_S

"""Cameras that show pictures from files: all of them, in order, at their time, and to the end."""

import os
import threading
from pathlib import Path

import numpy as np
import pytest
from camera_sources import SIZE, fill, film, number_of, picture, read_all

from hardware.camera_fault import CameraEnded, CameraFault
from hardware.camera_files import FolderCamera, VideoCamera


def all_frames(camera):
    frames = []
    with pytest.raises(CameraEnded) as end:
        read_all(camera, frames)
    return frames, end.value.text


def fault_of(work):
    with pytest.raises(CameraFault) as fault:
        work()
    return fault.value.text


class Wall:
    """A clock that moves only when somebody looks at it."""

    def __init__(self, step_s):
        self.now_s, self._step_s = 0.0, step_s

    def __call__(self):
        self.now_s += self._step_s
        return self.now_s


def test_a_folder_is_shown_in_the_order_of_counting(tmp_path):
    folder = fill(tmp_path / "photos", ["p1.png", "p2.PNG", "p10.jpg"])
    (folder / "notes.txt").write_text("no picture")
    frames, end = all_frames(FolderCamera(folder, hurry=True))
    assert [number_of(frame.image) for frame in frames] == [0, 1, 2]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert end.id == "core.camera.ended"
    assert end.params == {"path": str(folder)}


def test_pictures_keep_their_colours(tmp_path):
    folder = fill(tmp_path / "photos", ["one.png"])
    image = FolderCamera(folder).read().image
    assert np.array_equal(image, picture(0))


def test_in_a_hurry_pictures_carry_the_time_at_which_they_were_due(tmp_path):
    folder = fill(tmp_path / "photos", ["1.png", "2.png", "3.png"])
    clock = Wall(100.0)
    frames, _ = all_frames(FolderCamera(folder, picture_s=0.5, hurry=True, clock=clock))
    assert [frame.taken_at_s for frame in frames] == [100.0, 100.5, 101.0]


def test_without_hurry_pictures_come_no_earlier_than_due(tmp_path):
    folder = fill(tmp_path / "photos", ["1.png", "2.png", "3.png"])
    frames, _ = all_frames(FolderCamera(folder, picture_s=0.05))
    first, *_, last = (frame.taken_at_s for frame in frames)
    assert last - first >= 2 * 0.05


def test_closing_wakes_whoever_waits_for_a_picture(tmp_path):
    camera = FolderCamera(fill(tmp_path / "photos", ["1.png", "2.png"]), picture_s=3600)
    camera.read()
    said = []
    waiting = threading.Thread(target=lambda: said.append(fault_of(camera.read).id))
    waiting.start()
    camera.close()
    camera.close()
    waiting.join(10)
    assert said == ["core.camera.closed"]


def test_what_is_wrong_with_a_folder_is_said(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    file = tmp_path / "file"
    file.touch()
    assert fault_of(lambda: FolderCamera(tmp_path / "no")).id == "core.camera.folder-missing"
    assert fault_of(lambda: FolderCamera(file)).id == "core.camera.folder-missing"
    assert fault_of(lambda: FolderCamera(empty)).id == "core.camera.folder-empty"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_folder_that_may_not_be_read(tmp_path):
    folder = fill(tmp_path / "photos", ["1.png"])
    folder.chmod(0)
    assert fault_of(lambda: FolderCamera(folder)).id == "core.camera.folder-closed"


def test_a_bad_picture_is_named_and_passed_over(tmp_path):
    folder = fill(tmp_path / "photos", ["1.png", "2.png", "3.png", "4.png", "5.png"])
    camera = FolderCamera(folder, hurry=True)
    (folder / "1.png").unlink()
    (folder / "2.png").write_bytes(b"no picture")
    (folder / "3.png").write_bytes(b"")
    assert fault_of(camera.read).id == "core.camera.picture-gone"
    said = fault_of(camera.read)
    assert (said.id, Path(said.params["path"]).name) == ("core.camera.picture-unreadable", "2.png")
    assert fault_of(camera.read).id == "core.camera.picture-unreadable"
    assert [number_of(frame.image) for frame in all_frames(camera)[0]] == [3, 4]


def test_a_video_is_shown_from_beginning_to_end(tmp_path):
    camera = VideoCamera(film(tmp_path / "table.avi", 6), hurry=True)
    frames, end = all_frames(camera)
    assert [number_of(frame.image) for frame in frames] == list(range(6))
    assert frames[0].image.shape == (SIZE[1], SIZE[0], 3)
    assert end.params == {"path": str(tmp_path / "table.avi")}
    assert np.diff([frame.taken_at_s for frame in frames]) == pytest.approx(1 / 20)


def test_a_video_is_paced_by_its_own_time(tmp_path):
    frames, _ = all_frames(VideoCamera(film(tmp_path / "table.avi", 3, fps=25.0)))
    assert frames[-1].taken_at_s - frames[0].taken_at_s >= 2 / 25


def test_what_is_wrong_with_a_video_is_said(tmp_path):
    text = tmp_path / "text.avi"
    text.write_text("no video at all")
    cut = tmp_path / "cut.avi"
    cut.write_bytes(film(tmp_path / "table.avi", 6).read_bytes()[:200])
    assert fault_of(lambda: VideoCamera(tmp_path / "no.avi")).id == "core.camera.video-missing"
    assert fault_of(lambda: VideoCamera(tmp_path)).id == "core.camera.video-missing"
    assert fault_of(lambda: VideoCamera(text)).id == "core.camera.video-unreadable"
    assert fault_of(lambda: VideoCamera(cut).read()).id == "core.camera.video-unreadable"


def test_a_closed_video_shows_nothing(tmp_path):
    camera = VideoCamera(film(tmp_path / "table.avi", 3))
    camera.read()
    camera.close()
    camera.close()
    assert fault_of(camera.read).id == "core.camera.closed"

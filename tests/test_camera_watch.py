"""A camera that is looked after: it hangs, vanishes, freezes, and comes back."""

import os
import signal
import subprocess
import sys
import threading
import tracemalloc
from dataclasses import replace
from math import inf
from queue import Queue

import numpy as np
import pytest
from camera_sources import PipeCamera, fill, film, number_of, read_all

from companion.session.ports import Frame
from hardware.camera import watch_camera
from hardware.camera_fault import CameraEnded, CameraFault
from hardware.camera_files import FolderCamera, VideoCamera
from hardware.camera_watch import Recovered, Trouble, WatchedCamera
from hardware.camera_watch_reader import Patience

#: Nobody wants to wait for real cables.
SHORT = Patience(
    opening_s=20.0,
    silent_s=0.5,
    frozen_s=0.2,
    frozen_frames=5,
    first_pause_s=0.02,
    longest_pause_s=0.1,
    steady_s=0.5,
    grace_s=0.1,
)
#: So long a test waits for what must come.
AT_LAST_S = 30


@pytest.fixture
def news():
    return Queue()


@pytest.fixture
def watch(news):
    """Return a function that looks after a camera; all are closed in the end."""
    opened = []

    def start(open_source, patience=SHORT):
        opened.append(WatchedCamera(open_source, news.put, patience))
        return opened[-1]

    yield start
    for camera in opened:
        camera.close()


def trouble(news):
    heard = news.get(timeout=AT_LAST_S)
    assert isinstance(heard, Trouble), heard
    return heard.text.id


def recovered(news):
    heard = news.get(timeout=AT_LAST_S)
    assert isinstance(heard, Recovered), heard
    return heard.after_s


class Pipes:
    """Opens one program after the other, and remembers the last."""

    def __init__(self, folder):
        self.mood = folder / "mood"
        self.mood.write_text("well")
        self.opened = []

    def __call__(self):
        self.opened.append(PipeCamera(self.mood))
        return self.opened[-1]

    @property
    def pid(self):
        return self.opened[-1].program.pid


def test_pictures_are_numbered_through_and_never_given_twice(watch, tmp_path):
    pipes = Pipes(tmp_path)
    camera = watch(pipes)
    before = [camera.read().number for _ in range(5)]
    os.kill(pipes.pid, signal.SIGKILL)
    after = [camera.read().number for _ in range(5)]
    assert sorted({*before, *after}) == [*before, *after]
    assert len(pipes.opened) == 2


def test_a_camera_that_vanishes_is_opened_again(watch, news, tmp_path):
    pipes = Pipes(tmp_path)
    camera = watch(pipes)
    camera.read()
    os.kill(pipes.pid, signal.SIGKILL)
    assert trouble(news) == "core.camera.usb-gone"
    assert recovered(news) >= 0
    assert camera.read().image.any()


def test_a_camera_that_hangs_is_closed_and_opened_again(watch, news, tmp_path):
    pipes = Pipes(tmp_path)
    camera = watch(pipes)
    camera.read()
    os.kill(pipes.pid, signal.SIGSTOP)
    assert trouble(news) == "core.camera.silent"
    recovered(news)
    assert camera.read().image.any()
    assert pipes.opened[0].program.poll() is not None  # the stopped program is gone


def test_a_frozen_camera_is_opened_again_until_it_moves(watch, news, tmp_path):
    pipes = Pipes(tmp_path)
    camera = watch(pipes)
    camera.read()
    pipes.mood.write_text("frozen")
    assert trouble(news) == "core.camera.frozen"
    pipes.mood.write_text("well")
    recovered(news)
    assert not np.array_equal(camera.read().image, camera.read().image)


def test_a_camera_can_be_opened_anew_without_any_trouble(watch, news, tmp_path):
    pipes = Pipes(tmp_path)
    camera = watch(pipes)
    camera.read()
    camera.refresh()
    while len(pipes.opened) < 2:
        camera.read()
    assert camera.read().image.any()
    assert pipes.opened[0].program.poll() is not None
    assert news.empty()


class StillCamera:
    """Shows one and the same picture for ever, with its number on nothing but the frame."""

    def __init__(self, image):
        self._image, self._number = image, 0
        self._closed = threading.Event()

    def read(self):
        if self._closed.wait(0.005):
            raise CameraFault("core.camera.closed")
        self._number += 1
        return Frame(self._image.copy(), float(self._number), self._number)

    def close(self):
        self._closed.set()


def test_a_frozen_camera_is_reported_once_however_often_it_is_opened(watch, news):
    image = np.arange(48 * 64 * 3, dtype=np.uint8).reshape(48, 64, 3)
    opened = Queue()

    def open_source():
        opened.put(True)
        return StillCamera(image)

    camera = watch(open_source)
    assert trouble(news) == "core.camera.frozen"
    last = camera.newest()
    for _ in range(4):
        opened.get(timeout=AT_LAST_S)
    assert news.empty()
    assert camera.newest() is last  # what is frozen is not passed on


def test_in_the_dark_all_pictures_are_alike(watch, news):
    camera = watch(lambda: StillCamera(np.full((48, 64, 3), 3, np.uint8)))
    while camera.read().number < 3 * SHORT.frozen_frames:
        pass
    started = camera.read().taken_at_s
    while camera.read().taken_at_s < started + 100:
        pass
    assert news.empty()


def test_pictures_in_files_may_repeat(news, tmp_path):
    folder = fill(tmp_path / "photos", ["1.png"])
    data = (folder / "1.png").read_bytes()
    for number in range(2, 10):
        (folder / f"{number}.png").write_bytes(data)
    patience = replace(SHORT, frozen_frames=3)
    camera = watch_camera(f"folder:{folder}", news.put, patience)
    with pytest.raises(CameraEnded):
        read_all(camera, [])
    camera.close()
    assert news.empty()


def test_a_folder_that_vanishes_and_comes_back(watch, news, tmp_path):
    folder = fill(tmp_path / "photos", [f"{n}.png" for n in range(100)])
    patience = Patience(first_pause_s=0.02, longest_pause_s=0.05, frozen_s=inf)
    camera = watch(lambda: FolderCamera(folder, picture_s=0.02), patience)
    camera.read()
    folder.rename(tmp_path / "away")
    assert trouble(news) == "core.camera.picture-gone"
    assert trouble(news) == "core.camera.folder-missing"
    (tmp_path / "away").rename(folder)
    assert recovered(news) >= 0
    assert camera.read().image.any()


def test_the_end_of_a_film_is_no_trouble(watch, news, tmp_path):
    video = film(tmp_path / "table.avi", 4)
    camera = watch(lambda: VideoCamera(video))
    frames = []
    with pytest.raises(CameraEnded):
        read_all(camera, frames)
    numbers = [number_of(frame.image) for frame in frames]
    assert numbers[-1] == 3
    assert numbers == sorted(numbers)
    with pytest.raises(CameraEnded):
        camera.read()
    assert news.empty()


_FEEDER = """
import sys, time
data = open(sys.argv[1], "rb").read()
with open(sys.argv[2], "wb") as pipe:
    pipe.write(data[: int(sys.argv[3])])
    pipe.flush()
    time.sleep(60)
"""


def feed(film_file, pipe, count):
    """Write the beginning of a film into a pipe, and then nothing more."""
    return subprocess.Popen(
        [sys.executable, "-c", _FEEDER, str(film_file), str(pipe), str(count)],
        stderr=subprocess.DEVNULL,
    )


def test_a_film_that_stops_in_the_middle(watch, news, tmp_path):
    whole = film(tmp_path / "table.avi", 200)
    pipe = tmp_path / "pipe.avi"
    os.mkfifo(pipe)
    feeder = feed(whole, pipe, whole.stat().st_size // 2)
    try:
        camera = watch(lambda: VideoCamera(pipe, hurry=True), Patience(silent_s=1.0, grace_s=0.1))
        camera.read()
        assert trouble(news) == "core.camera.silent"
        feeder.kill()
        feeder.wait()
        feeder = feed(whole, pipe, whole.stat().st_size)
        recovered(news)
    finally:
        feeder.kill()
        feeder.wait()


def test_a_camera_that_cannot_be_opened_is_tried_until_it_can(watch, news, tmp_path):
    folder = tmp_path / "photos"
    camera = watch(lambda: FolderCamera(folder, picture_s=0.01))
    assert trouble(news) == "core.camera.folder-missing"
    fill(tmp_path / "other", ["1.png"]).rename(folder)
    recovered(news)
    assert camera.read().image.any()


class Moody:
    """A driver that raises what it likes, when it is read and when it is closed."""

    def read(self):
        raise ZeroDivisionError("a driver's own mistake")

    def close(self):
        raise OSError("and another")


def test_a_driver_may_raise_anything(watch, news):
    camera = watch(Moody)
    heard = news.get(timeout=AT_LAST_S)
    assert heard == Trouble(CameraFault("core.camera.broken", detail="a driver's own mistake").text)
    camera.close()


def test_who_is_told_may_stumble(tmp_path):
    pipes = Pipes(tmp_path)

    def stumble(_news):
        raise ValueError("not now")

    camera = WatchedCamera(pipes, stumble, SHORT)
    camera.read()
    os.kill(pipes.pid, signal.SIGKILL)
    seen = camera.read().number
    while len(pipes.opened) < 2 or camera.read().number < seen + 3:
        pass
    camera.close()


class Deaf:
    """A camera that never answers and cannot be closed either."""

    def __init__(self, opened, release):
        opened.put(True)
        self._release = release

    def read(self):
        self._release.wait()
        raise CameraFault("core.camera.closed")

    def close(self):
        self._release.wait()


def test_only_so_many_readers_are_left_hanging(watch, news):
    opened, release = Queue(), threading.Event()
    patience = Patience(
        opening_s=0.02, first_pause_s=0.01, longest_pause_s=0.01, grace_s=0.01, left=2
    )
    watch(lambda: Deaf(opened, release), patience)
    for _ in range(2):
        opened.get(timeout=AT_LAST_S)
    assert trouble(news) == "core.camera.silent"
    before = {thread for thread in threading.enumerate() if thread.name == "camera-reader"}
    assert len(before) <= 2
    release.set()
    opened.get(timeout=AT_LAST_S)  # there is room again


def test_closing_wakes_whoever_waits(watch, tmp_path):
    camera = watch(Moody)
    said = Queue()

    def wait():
        try:
            camera.read()
        except CameraFault as fault:
            said.put(fault.text.id)

    threading.Thread(target=wait, daemon=True).start()
    camera.close()
    camera.close()
    assert said.get(timeout=AT_LAST_S) == "core.camera.closed"
    assert camera.newest() is None


def test_closing_ends_the_program_behind_the_camera(watch, tmp_path):
    pipes = Pipes(tmp_path)
    camera = watch(pipes)
    camera.read()
    camera.close()
    assert pipes.opened[-1].program.poll() is not None


class Noise:
    """Gives a large new picture every time, as fast as it can."""

    def __init__(self):
        self._number = 0

    def read(self):
        self._number += 1
        image = np.full((480, 640, 3), self._number % 251, np.uint8)
        image[0, 0] = 99
        return Frame(image, float(self._number), self._number)

    def close(self):
        pass


def test_memory_does_not_grow_when_nobody_reads(watch):
    tracemalloc.start()
    try:
        camera = watch(Noise)
        while camera.read().number < 300:
            pass
        held, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 8 * 480 * 640 * 3


def test_the_picture_itself_is_passed_on_without_a_copy(watch):
    images = []

    class Kept(Noise):
        def read(self):
            frame = super().read()
            images.append(frame.image)
            if len(images) > 50:
                raise CameraEnded("core.camera.ended", path="")
            return frame

    image = watch(Kept).read().image
    assert any(image is one for one in images)

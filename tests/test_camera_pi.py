"""The Raspberry Pi's camera, with a stand-in that has the face of picamera2.

The real library is tried on a real kernel by `make test-hardware`.
"""

import threading
import time
from concurrent.futures import CancelledError

import cv2
import numpy as np
import pytest
from camera_sources import picture

from hardware.camera_colour import to_bgr
from hardware.camera_fault import CameraFault
from hardware.camera_pi import SIZE, PiCamera

BGR = (200, 60, 20)
MS = 1_000_000


class Shot:
    """A picture on its way through the library."""

    def __init__(self, desk, facts, number):
        self._desk, self._facts, self.number = desk, facts, number
        desk.out += 1

    def get_metadata(self):
        return self._facts

    def make_array(self, stream):
        if stream == "lores":
            wide = np.zeros((312, 448, 3), np.uint8)
            wide[:] = BGR
            return cv2.cvtColor(wide, cv2.COLOR_BGR2YUV_I420)
        image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
        image[:] = (self.number, 0, 0)
        return image

    def release(self):
        self._desk.out -= 1


class Job:
    def __init__(self, result):
        self._result = result

    def get_result(self, timeout=None):
        return self._result(timeout)


class Desk:
    """Stands in for a camera with a lens: what was asked of it can be looked up.

    ``underway_ms`` says how long ago the next exposures began, counted from when they are asked for.
    """

    infos = ({"Id": "/base/soc/i2c0mux/imx708@1a", "Num": 0},)
    most_buffers = 4
    has_lores = True
    focuses = True
    stamped = True
    controls = (
        "AeEnable",
        "AwbEnable",
        "AfMode",
        "LensPosition",
        "ExposureTime",
        "AnalogueGain",
        "ColourGains",
        "FrameDurationLimits",
    )
    last = None

    def __init__(self, number):
        type(self).last = self
        self.number, self.closed, self.out, self.taken = number, 0, 0, 0
        self.held, self.asked = {}, []
        self.underway_ms = []
        self.hanging = threading.Event()
        self.gone = threading.Event()
        self.camera_controls = dict.fromkeys(self.controls, (0, 1, 0))

    @classmethod
    def global_camera_info(cls):
        return list(cls.infos)

    def create_video_configuration(self, **wish):
        return wish

    def configure(self, wish):
        self.asked.append((wish["buffer_count"], wish["lores"] is not None))
        if wish["buffer_count"] > self.most_buffers:
            raise OSError(12, "Cannot allocate memory")
        if wish["lores"] and not self.has_lores:
            raise RuntimeError("Invalid camera configuration")
        self.wish = wish

    def camera_configuration(self):
        return self.wish

    def start(self):
        pass

    def capture_request(self, wait):
        assert wait is False
        began_ms = self.underway_ms.pop(0) if self.underway_ms else -1
        began_ns = time.monotonic_ns() - began_ms * MS

        def result(timeout):
            if self.hanging.is_set():
                if self.gone.wait(timeout):
                    raise CancelledError
                raise TimeoutError
            facts = {"AnalogueGain": 2.5, "ColourGains": (1.5, 2.0), "LensPosition": 1.2}
            facts |= {"ExposureTime": 9000, "AeLocked": True}
            if self.stamped:
                facts["SensorTimestamp"] = began_ns + 9000 * 1000
            self.taken += 1
            return Shot(self, facts, self.taken)

        return Job(result)

    def autofocus_cycle(self, wait):
        assert wait is False

        def result(timeout):
            if self.focuses is None:
                raise TimeoutError
            return self.focuses

        return Job(result)

    def set_controls(self, controls):
        self.held |= controls

    def cancel_all_and_flush(self):
        self.gone.set()

    def close(self):
        self.closed += 1


def opened(device=Desk, **more):
    return PiCamera(device=device, settle_s=0.0, **more), device.last


def fault_of(work):
    with pytest.raises(CameraFault) as fault:
        work()
    return fault.value.text


def test_a_picture_was_begun_after_it_was_asked_for():
    camera, desk = opened()
    before = desk.taken
    desk.underway_ms = [150, 50, -1]
    image = camera.read().image
    assert image[0, 0, 0] == before + 3
    assert desk.out == 0  # every picture went back to the camera


def test_without_time_stamps_what_was_underway_is_passed_over():
    class Unstamped(Desk):
        stamped = False

    camera, desk = opened(Unstamped)
    before = desk.taken
    assert camera.read().image[0, 0, 0] > before + 3
    assert desk.out == 0


def test_pictures_are_large_numbered_and_come_with_a_small_one():
    camera, _ = opened()
    first, second = camera.read(), camera.read()
    assert first.image.shape == (1232, 1640, 3)
    assert (first.number, second.number) == (0, 1)
    assert second.taken_at_s >= first.taken_at_s
    assert first.small.shape == (312, 416, 3)
    assert np.abs(first.small.astype(int) - BGR).max() <= 3


def test_light_colours_and_focus_are_held():
    _, desk = opened()
    assert desk.held == {
        "AfMode": 0,
        "LensPosition": 1.2,
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 9000,
        "AnalogueGain": 2.5,
        "ColourGains": (1.5, 2.0),
    }
    assert desk.wish["main"] == {"size": (1640, 1232), "format": "RGB888"}
    assert desk.wish["raw"] is None


@pytest.mark.parametrize("outcome", [False, None])
def test_a_lens_that_finds_nothing_is_set_to_the_table(outcome):
    class Hunting(Desk):
        focuses = outcome

    _, desk = opened(Hunting)
    assert (desk.held["AfMode"], desk.held["LensPosition"]) == (0, 1.4)


def test_a_camera_without_a_lens_to_move_is_left_alone():
    class Fixed(Desk):
        controls = ("ExposureTime", "AnalogueGain", "AeEnable")

    _, desk = opened(Fixed)
    assert desk.held == {"AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.5}


def test_little_memory_means_fewer_pictures_at_a_time():
    class Small(Desk):
        most_buffers = 2

    camera, desk = opened(Small)
    assert desk.asked == [(3, True), (2, True)]
    assert camera.read().small is not None


def test_a_camera_that_makes_no_small_pictures():
    class Plain(Desk):
        has_lores = False

    camera, desk = opened(Plain)
    assert desk.asked[-1] == (2, False)
    assert camera.read().small is None


def test_too_little_memory_is_said_and_the_camera_let_go():
    class Tiny(Desk):
        most_buffers = 1

    assert fault_of(lambda: opened(Tiny)).id == "core.camera.no-memory"
    assert Tiny.last.closed == 1


def test_a_camera_that_hangs_is_not_waited_for():
    camera, desk = opened(silence_s=0.05)
    desk.hanging.set()
    assert fault_of(camera.read).id == "core.camera.silent"


def test_closing_ends_a_read_that_hangs():
    camera, desk = opened(silence_s=3600)
    desk.hanging.set()
    said = []
    reading = threading.Thread(target=lambda: said.append(fault_of(camera.read).id))
    reading.start()
    camera.close()
    camera.close()
    reading.join(10)
    assert said == ["core.camera.closed"]
    assert desk.closed == 1
    assert fault_of(camera.read).id == "core.camera.closed"


def test_no_camera_or_too_few():
    class Empty(Desk):
        infos = ()

    class OnUsb(Desk):
        infos = ({"Id": "/base/usb@1/video"},)

    assert fault_of(lambda: opened(Empty)).id == "core.camera.pi-none"
    assert fault_of(lambda: opened(OnUsb)).id == "core.camera.pi-none"
    said = fault_of(lambda: PiCamera(1, device=Desk))
    assert said.params == {"number": 1, "count": 1}


def test_usb_cameras_do_not_count():
    class Both(Desk):
        infos = ({"Id": "/base/usb@1/video"}, *Desk.infos)

    _, desk = opened(Both)
    assert desk.number == 1


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (OSError(16, "Device or resource busy"), "core.camera.busy"),
        (RuntimeError("Failed to acquire camera"), "core.camera.busy"),
        (RuntimeError("the cable has fallen out"), "core.camera.pi-fails"),
    ],
)
def test_a_camera_that_does_not_open(problem, said):
    class Broken(Desk):
        def __init__(self, number):
            try:
                raise problem
            except (OSError, RuntimeError) as cause:
                raise RuntimeError("Camera __init__ sequence did not complete.") from cause

    assert fault_of(lambda: opened(Broken)).id == said


BACK = {
    "RGB888": None,
    "BGR888": cv2.COLOR_BGR2RGB,
    "XRGB8888": cv2.COLOR_BGR2BGRA,
    "XBGR8888": cv2.COLOR_BGR2RGBA,
    "YUV420": cv2.COLOR_BGR2YUV_I420,
    "YVU420": cv2.COLOR_BGR2YUV_YV12,
}


@pytest.mark.parametrize("form", BACK)
def test_red_stays_red_whatever_the_camera_calls_it(form):
    image = picture(3)
    sent = image if BACK[form] is None else cv2.cvtColor(image, BACK[form])
    got = to_bgr(sent, form, image.shape[1])
    assert np.abs(got.astype(int) - image).max() <= 3


def test_two_planes_make_a_picture_too():
    y, u, v = 90, 180, 70
    nv12 = np.full((72, 64), y, np.uint8)
    nv12[48:, 0::2], nv12[48:, 1::2] = u, v
    i420 = np.full((72, 64), y, np.uint8)
    i420[48:60], i420[60:] = u, v
    assert np.array_equal(to_bgr(nv12, "NV12", 64), to_bgr(i420, "YUV420", 64))


def test_a_format_nobody_knows():
    assert fault_of(lambda: to_bgr(picture(0), "SRGGB10", 64)).params == {"form": "SRGGB10"}

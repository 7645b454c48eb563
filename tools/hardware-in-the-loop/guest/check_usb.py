"""Our USB camera on a V4L2 device of the kernel, which shows bars or what we send into it."""

import subprocess
import time
from contextlib import closing
from pathlib import Path
from queue import Queue

import cv2
import numpy as np
from film import Film, differ, nodes

from hardware.camera import open_camera
from hardware.camera_usb import UsbCamera
from hardware.camera_watch import CameraNews, Recovered, Trouble, WatchedCamera
from hardware.camera_watch_reader import Patience

VIVID = Path("/sys/bus/platform/drivers/vivid")


def a_usb_camera_gives_fresh_pictures() -> str:
    """Open the kernel's camera by its number; pictures are new ones, at a size it has."""
    capture, _ = nodes()
    subprocess.run(["v4l2-ctl", "-d", str(capture), "-i", "0"], check=True, capture_output=True)
    camera = open_camera(f"usb:{capture.name.removeprefix('video')}")
    assert isinstance(camera, UsbCamera)
    with closing(camera):
        assert camera.size[0] >= 640, camera.size
        start = time.monotonic()
        frames = [camera.read() for _ in range(5)]
        pace_s = (time.monotonic() - start) / 5
        # What waits in the driver while nobody asks must not be taken for now.
        time.sleep(1.5)
        asked_at_s = time.monotonic()
        late = camera.read()
        stamp_s = camera._capture.use(lambda device: device.get(cv2.CAP_PROP_POS_MSEC)) / 1000
    height, width = late.image.shape[:2]
    assert (width, height) == camera.size
    assert stamp_s >= asked_at_s, f"a picture {asked_at_s - stamp_s:.2f} s old"
    assert not np.array_equal(frames[0].image, frames[-1].image)
    return f"{width}x{height}, {1000 * pace_s:.0f} ms a picture, none older than its question"


def a_usb_camera_keeps_the_colours() -> str:
    """Send a picture of the table through the kernel, and compare what comes back."""
    sent = cv2.imread("/share/frames/0.jpg")
    with Film() as film:
        film.show(sent)
        with closing(UsbCamera(film.capture, size=film.size, settle_s=0.0)) as camera:
            got = film.wait_for(camera, sent)
    wrong, swapped = differ(got, film.fit(sent)), differ(got[..., ::-1], film.fit(sent))
    assert wrong < 4 < swapped, (wrong, swapped)
    return f"{got.shape[1]}x{got.shape[0]}, {wrong:.2f} of 255 off on average"


def a_usb_camera_that_is_taken_away_is_noticed() -> str:
    """Take the driver away from a running camera, and give it back."""
    news: Queue[CameraNews] = Queue()
    patience = Patience(first_pause_s=0.2, longest_pause_s=1.0)
    capture, _ = nodes()
    camera = WatchedCamera(lambda: UsbCamera(nodes()[0], settle_s=0.0), news.put, patience)
    with closing(camera):
        camera.read()
        (VIVID / "unbind").write_text("vivid.0")
        trouble = news.get(timeout=30)
        assert isinstance(trouble, Trouble), trouble
        (VIVID / "bind").write_text("vivid.0")
        while not isinstance(back := news.get(timeout=30), Recovered):
            pass
        camera.read()
    return f"{capture}: {trouble.text.id}, back after {back.after_s:.1f} s"

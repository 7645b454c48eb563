"""Cameras for tests: pictures in files, and a program that sends pictures through a pipe."""

import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from companion.session.ports import Frame
from hardware.camera_fault import CameraFault

SIZE = (64, 48)


def picture(number, size=SIZE):
    """Return a picture that tells its number, up to 20, by its colour in blue, green, red."""
    image = np.zeros((size[1], size[0], 3), np.uint8)
    image[:] = (200, 20 + 10 * (number % 20), 40)
    image[: size[1] // 2] //= 2  # a picture without any drawing could have been taken in the dark
    return image


def number_of(image):
    """Read the number back."""
    return round((float(image[-4:, :, 1].mean()) - 20) / 10)


def read_all(camera, frames):
    """Read until the camera raises something."""
    while True:
        frames.append(camera.read())


def fill(folder, names):
    folder.mkdir(exist_ok=True)
    for number, name in enumerate(names):
        cv2.imwrite(str(folder / name), picture(number))
    return folder


def film(path, count, fps=20.0):
    """Write a video of numbered pictures."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, SIZE)
    assert writer.isOpened()
    for number in range(count):
        writer.write(picture(number))
    writer.release()
    return path


#: Sends noisy pictures, or the same one if its file says so, until it is stopped.
_SENDER = """
import sys, time
from pathlib import Path
import numpy as np
mood, rng = Path(sys.argv[1]), np.random.default_rng()
image = rng.integers(0, 255, (48, 64, 3), np.uint8)
while True:
    if mood.read_text() != "frozen":
        image = rng.integers(0, 255, (48, 64, 3), np.uint8)
    sys.stdout.buffer.write(image.tobytes())
    sys.stdout.buffer.flush()
    time.sleep(0.01)
"""


class PipeCamera:
    """A camera that is another program; what happens to the program happens to the camera."""

    def __init__(self, mood: Path):
        self.program = subprocess.Popen(
            [sys.executable, "-c", _SENDER, str(mood)], stdout=subprocess.PIPE
        )
        self._number = 0

    def read(self):
        data = self.program.stdout.read(SIZE[0] * SIZE[1] * 3)
        if len(data) < SIZE[0] * SIZE[1] * 3:
            raise CameraFault("core.camera.usb-gone", device="pipe")
        image = np.frombuffer(data, np.uint8).reshape(SIZE[1], SIZE[0], 3)
        frame = Frame(image, time.monotonic(), self._number)
        self._number += 1
        return frame

    def close(self):
        self.program.kill()
        self.program.wait()
        self.program.stdout.close()

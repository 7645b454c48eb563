"""Our Pi camera through picamera2 and libcamera, whose virtual camera shows pictures of a table."""

import json
import time
from contextlib import closing
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from libcamera import FrameBuffer
from numpy.typing import NDArray
from picamera2 import Picamera2
from picamera2.allocators import DmaAllocator

from hardware.camera_pi import PiCamera

SEEN = Path("/share/seen")


class TwoPlanes(DmaAllocator):
    """Hands out memory as the virtual camera wants it: brightness and colour apart."""

    def allocate(self, config, use_case):
        super().allocate(config, use_case)
        for part in config:
            whole = self.frame_buffers[part.stream]
            bright = part.stride * part.size.height
            self.frame_buffers[part.stream] = [self._split(one, bright) for one in whole]

    def _split(self, whole, bright):
        planes = [FrameBuffer.Plane(), FrameBuffer.Plane()]
        for plane, start, length in zip(planes, (0, bright), (bright, bright // 2), strict=True):
            plane.fd, plane.offset, plane.length = whole.planes[0].fd, start, length
        split = FrameBuffer(planes)
        self.mapped_buffers[split] = self.mapped_buffers.pop(whole)
        for fd in (planes[0].fd, split.planes[0].fd):
            self.libcamera_fds.append(fd)
            self.mapped_buffers_used[fd] = False
        return split


class VirtualCamera(Picamera2):
    """picamera2 itself, told that this camera has no raw pictures."""

    def __init__(self, number: int) -> None:
        super().__init__(number, allocator=TwoPlanes())

    def _get_raw_modes(self):
        return [{"format": "NV12", "size": (1640, 1232)}]


@cache
def frames() -> list[NDArray[np.uint8]]:
    """Return the pictures that the camera shows."""
    files = sorted(Path("/share/frames").glob("*.jpg"), key=lambda file: int(file.stem))
    return [cv2.imread(str(file)) for file in files]


def which(image: NDArray[np.uint8]) -> tuple[int, float]:
    """Return the picture that this one is, and how far it is off on average."""
    off = [float(cv2.absdiff(image[::4, ::4], frame[::4, ::4]).mean()) for frame in frames()]
    best = int(np.argmin(off))
    return best, off[best]


def the_pi_camera_shows_the_table() -> str:
    """Read pictures; each is one of those shown, and its colours are right."""
    with closing(PiCamera(device=VirtualCamera, settle_s=0.5)) as camera:
        start = time.monotonic()
        got = [camera.read() for _ in range(6)]
        pace_s = (time.monotonic() - start) / 6
    seen = [which(frame.image) for frame in got]
    swapped = which(got[0].image[..., ::-1].copy())[1]
    assert {frame.image.shape for frame in got} == {(1232, 1640, 3)}
    # libcamera's NV12 uses all 256 steps, OpenCV takes it for video with fewer: a little off.
    worst = max(off for _, off in seen)
    assert worst < 8 < swapped / 2, (seen, swapped)
    assert [frame.number for frame in got] == list(range(6))
    small = "none" if got[0].small is None else got[0].small.shape[1::-1]
    return (
        f"1640x1232, {1000 * pace_s:.0f} ms a picture, {seen[0][1]:.2f} of 255 off, small {small}"
    )


def the_pi_camera_can_be_opened_again_and_again() -> str:
    """Close and open; the library gives everything back each time."""
    for _ in range(3):
        with closing(PiCamera(device=VirtualCamera, settle_s=0.0)) as camera:
            camera.read()
    return "three times"


def the_table_is_photographed_by_the_pi_camera() -> str:
    """Keep one picture of the table for our eyes, on the host, and say which one it is."""
    with closing(PiCamera(device=VirtualCamera, settle_s=0.0)) as camera:
        image = camera.read().image
    position, _ = which(image)
    SEEN.mkdir()
    np.save(SEEN / "pi.npy", image)
    part = SEEN / "pi.part"
    part.write_text(json.dumps(position), encoding="utf-8")
    part.rename(SEEN / "pi.json")  # from now on the host reads it
    return f"position {position}"

"""Show pictures to the kernel's camera: what goes into its output comes out of its input."""

import re
import subprocess
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.session.ports import Camera

_DEVICES = Path("/sys/class/video4linux")
_TRIES = 200
#: Two pictures of the same table after one move differ by more than this, if only where it was.
_LIKE = 0.5
#: Thirty large pictures a second are more than an emulated machine can copy.
_DROPPED = 85
#: A sensor never gives the same picture twice: so many take turns that differ by next to nothing.
_GRAINS = 3


def differ(one: NDArray[np.uint8], two: NDArray[np.uint8]) -> float:
    """Return by how much two pictures differ on average; a slow guest looks at every other pixel."""
    return float(cv2.absdiff(one[::2, ::2], two[::2, ::2]).mean())


def nodes() -> tuple[Path, Path]:
    """Return the devices that give pictures, and that take them."""
    names = {entry.name: (entry / "name").read_text() for entry in sorted(_DEVICES.glob("video*"))}
    capture = next(name for name, says in names.items() if "vid-cap" in says)
    output = next(name for name, says in names.items() if "vid-out" in says)
    return Path("/dev") / capture, Path("/dev") / output


class Film:
    """A picture that the camera sees until another one is shown."""

    size = (960, 720)

    def __init__(self) -> None:
        self.capture, self._output = nodes()
        self._file = Path("/tmp/film.bgr")
        self._player: subprocess.Popen[bytes] | None = None
        self._connect()

    def __enter__(self) -> "Film":
        return self

    def __exit__(self, *_problem: object) -> None:
        self._stop()

    def fit(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a picture as large as it can be shown, with black beside it."""
        width, height = self.size
        scale = min(width / image.shape[1], height / image.shape[0])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        sheet = np.zeros((height, width, 3), np.uint8)
        sheet[: small.shape[0], : small.shape[1]] = small
        return sheet

    def show(self, image: NDArray[np.uint8]) -> None:
        """Show another picture from now on; the film that runs is painted over."""
        picture = self.fit(image)
        running = self._player is not None
        with self._file.open("r+b" if running else "wb") as film:
            for grain in range(_GRAINS):
                film.write(_grainy(picture, grain))
        if not running:
            self._start()

    def _start(self) -> None:
        self._player = subprocess.Popen(
            [
                *("v4l2-ctl", "-d", str(self._output), "--stream-out-mmap", "--stream-loop"),
                f"--stream-from={self._file}",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait_for(self, camera: Camera, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Read until the camera shows this picture: the kernel takes a moment to connect."""
        wanted = self.fit(image)
        for _ in range(_TRIES):
            got: NDArray[np.uint8] = camera.read().image
            if got.shape == wanted.shape and differ(got, wanted) < _LIKE:
                return got
            time.sleep(0.05)
        raise TimeoutError("the picture never arrived")

    def _stop(self) -> None:
        if self._player is not None:
            self._player.kill()
            self._player.wait()
            self._player = None

    def _connect(self) -> None:
        """Plug the output into the HDMI input; that must come before any picture flows."""
        width, height = self.size
        form = f"width={width},height={height},pixelformat=BGR3"
        socket, plug = self._socket()
        self._tell(self.capture, "-i", "1")
        self._tell(self.capture, "-c", "osd_text_mode=2")  # no writing on the picture
        self._tell(self.capture, "-c", f"percentage_of_dropped_buffers={_DROPPED}")
        self._tell(self.capture, "-c", f"{socket}={plug}")
        timings = f"cvt,width={width},height={height},fps=30"
        for device, way in ((self._output, "-x"), (self.capture, "-v")):
            self._tell(device, "--set-dv-bt-timings", timings)
            self._tell(device, way, form)

    def _socket(self) -> tuple[str, str]:
        """Return the control that connects the input, and its setting for our output."""
        menu = self._tell(self.capture, "--list-ctrls-menus")
        found = re.search(r"(\S*hdmi\S*is_connected_to\S*)(?:.*\n)+?\s+(\d+): .*HDMI", menu)
        if found is None:
            raise LookupError(menu)
        return found[1], found[2]

    @staticmethod
    def _tell(device: Path, *words: str) -> str:
        done = subprocess.run(
            ["v4l2-ctl", "-d", str(device), *words], check=True, capture_output=True, text=True
        )
        return done.stdout


def _grainy(picture: NDArray[np.uint8], grain: int) -> bytes:
    changed = picture.copy()
    changed[:, grain::64] ^= 1
    return changed.tobytes()

"""Pictures of a game, taken by our drivers and kept for our eyes, which the host has time for."""

import json
from contextlib import closing
from pathlib import Path

import numpy as np
from check_pi import VirtualCamera, frames, which
from film import Film

from companion.session.ports import Frame
from hardware.camera_pi import PiCamera
from hardware.camera_usb import UsbCamera

SEEN = Path("/share/seen")
#: So many pictures of each position show that the table has come to rest.
LOOKS = 8


def keep(name: str, position: int, taken: list[Frame]) -> None:
    """Write pictures down with their times, and which position of the game they show."""
    SEEN.mkdir(exist_ok=True)
    times = [frame.taken_at_s for frame in taken]
    (SEEN / f"{name}.json").write_text(json.dumps({"position": position, "times_s": times}))
    np.save(SEEN / f"{name}.npy", np.stack([frame.image for frame in taken]))


def the_table_is_photographed_by_the_pi_camera() -> str:
    """Keep one picture of the virtual camera."""
    with closing(PiCamera(device=VirtualCamera, settle_s=0.0)) as camera:
        frame = camera.read()
    position, _ = which(frame.image)
    keep("pi", position, [frame])
    return f"position {position}"


def a_game_is_filmed_by_the_usb_camera() -> str:
    """Show one move after the other, and keep what the camera sees of each."""
    with Film() as film:
        film.show(frames()[0])
        with closing(UsbCamera(film.capture, size=film.size, settle_s=0.0)) as camera:
            for position, image in enumerate(frames()):
                if position:
                    film.show(image)
                film.wait_for(camera, image)
                keep(f"usb-{position}", position, [camera.read() for _ in range(LOOKS)])
    return f"{len(frames())} positions"

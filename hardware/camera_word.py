"""The words that name a camera, told apart before any camera is opened.

auto           on a Raspberry Pi its own camera, or else one on USB; elsewhere none
none           a table without a camera
simulated      a table in the computer, with a camera above it
pi, pi:1       the camera on the ribbon cable, or the second one
usb, usb:2     the first camera on USB, or /dev/video2
usb:/dev/...   a camera by the name of its device
folder:PATH    the pictures of a folder, in order
video:PATH     a video
"""

from __future__ import annotations

from typing import NamedTuple

from hardware.camera_fault import CameraFault

_ALONE = ("auto", "none", "simulated", "pi", "usb")


class CameraWord(NamedTuple):
    """What kind of camera is meant, and which one of that kind; empty means the first."""

    kind: str
    which: str


def read_camera_word(word: str) -> CameraWord:
    """Take a word apart, or say that it names no camera.

    >>> read_camera_word("usb:2")
    CameraWord(kind='usb', which='2')
    >>> read_camera_word("folder:a:b").which
    'a:b'
    """
    kind, colon, which = word.partition(":")
    match kind:
        case _ if not colon and kind in _ALONE:
            return CameraWord(kind, "")
        case "pi" if which.isdecimal():
            return CameraWord(kind, which)
        case "usb" | "folder" | "video" if which:
            return CameraWord(kind, which)
    raise CameraFault("core.camera.spec-unknown", spec=word)

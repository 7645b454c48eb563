"""The colours of pictures as libcamera names them, turned into those we work with."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera_fault import CameraFault

Picture = NDArray[np.uint8]

#: How to come from a libcamera format to blue, green, red. The names speak of words, lowest byte
#: last: what is called RGB lies in memory as blue, green, red, and needs nothing done to it.
_TO_BGR = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "MJPEG": cv2.COLOR_RGB2BGR,  # unpacked by picamera2
}


def to_bgr(array: Picture, form: str, width: int) -> Picture:
    """Return a picture in blue, green, red; padding at the right is cut off."""
    if form not in _TO_BGR:
        raise CameraFault("core.camera.format-unknown", form=form)
    turn = _TO_BGR[form]
    image = array if turn is None else np.asarray(cv2.cvtColor(array, turn), np.uint8)
    return image[:, :width] if image.shape[1] > width else image

"""Examine the camera: take two pictures and judge them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.doctor_finding import Finding, Patient
from companion.app.settings import Settings
from companion.app.wiring import open_camera
from companion.engine import Text
from companion.session.ports import Camera
from hardware.camera_fault import CameraFault
from hardware.pins import CannotOpen

#: A picture that varies less than this in brightness shows a lens cap or a wall.
_PLAIN = 6.0
#: Fine detail of a sharp picture, scaled to the same width; a blurred one has hardly any.
_BLURRED = 12.0
_WIDTH_PX = 640
_BURNT = 252


def examine_camera(
    settings: Settings, open_: Callable[[Settings], Camera | None] = open_camera
) -> Finding:
    """Take two pictures and say what is wrong with them, if anything."""
    patient = Patient("camera", Text("doctor.camera"))
    try:
        camera = open_(settings)
    except CannotOpen as problem:
        return patient.failed(problem.text)
    if camera is None:
        return patient.skipped(Text("doctor.camera.none"))
    try:
        first, second = camera.read().image, camera.read().image
    except CameraFault as fault:
        return patient.failed(fault.text)
    except OSError:
        return patient.failed(Text("doctor.camera.no-picture"), Text("doctor.camera.advice"))
    finally:
        camera.close()
    trouble = _trouble(first, second)
    if trouble is not None:
        return patient.failed(*trouble)
    height, width = first.shape[:2]
    return patient.passed(Text("doctor.camera.passed", {"width": width, "height": height}))


def _trouble(first: Any, second: Any) -> tuple[Text, Text] | None:
    """Return what is wrong with the pictures, and what helps."""
    import cv2  # noqa: PLC0415 - only who looks at pictures loads it
    import numpy as np  # noqa: PLC0415

    from vision.health import Verdict, judge  # noqa: PLC0415

    height, width = first.shape[:2]
    size = (_WIDTH_PX, max(round(_WIDTH_PX * height / width), 1))
    grey = cv2.cvtColor(cv2.resize(first, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    if judge("dark", float(np.median(grey))).verdict is Verdict.BAD:
        return Text("check.dark"), Text("advice.dark")
    if judge("burnt", float((grey >= _BURNT).mean())).verdict is Verdict.BAD:
        return Text("check.burnt"), Text("advice.burnt")
    if float(grey.std()) < _PLAIN:
        return Text("doctor.camera.plain"), Text("doctor.camera.plain.advice")
    if np.array_equal(first, second):
        return Text("doctor.camera.frozen"), Text("doctor.camera.advice")
    if float(cv2.Laplacian(grey, cv2.CV_64F).var()) < _BLURRED:
        return Text("check.blurred"), Text("advice.blurred")
    return None

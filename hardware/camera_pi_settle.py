"""Let a camera get used to the light once, and then hold on to it.

A camera that goes on adapting changes the whole picture when a hand comes in, and a lens that
hunts for focus blurs the very moment a piece is put down.
"""

from __future__ import annotations

import logging
import time
from typing import Any

_log = logging.getLogger(__name__)

#: Exposure and colours have found themselves after so long, as a rule; then they are held.
SETTLE_S, _MOST_S = 2.0, 6.0
#: How far away a table is that no focus was found for, in dioptres: 70 centimetres.
_TABLE_DIOPTRES = 1.4
_FOCUS_S = 8.0
#: libcamera's number for a lens that only we move.
_BY_HAND = 0
#: What is held at the value it has found.
_HELD = ("ExposureTime", "AnalogueGain", "ColourGains")


def settle(camera: Any, silence_s: float, settle_s: float) -> None:
    """Wait until the picture is steady, then fix exposure, colours and focus."""
    can = camera.camera_controls
    if "ExposureTime" in can:
        _wait_until_steady(camera, silence_s, settle_s)
    if "AfMode" in can:
        _focus(camera, silence_s)
    facts = _facts(camera, silence_s)
    held = {name: facts[name] for name in _HELD if name in facts and name in can}
    held |= {switch: False for switch in ("AeEnable", "AwbEnable") if held and switch in can}
    if held:
        camera.set_controls(held)
    _log.info("the camera holds %s", held)


def _wait_until_steady(camera: Any, silence_s: float, settle_s: float) -> None:
    began_at_s = time.monotonic()
    for_s = 0.0
    while for_s < _MOST_S:
        facts = _facts(camera, silence_s)
        for_s = time.monotonic() - began_at_s
        if for_s >= settle_s and facts.get("AeLocked", True):
            return


def _focus(camera: Any, silence_s: float) -> None:
    """Look for the sharpest picture once; after that the lens stays where it is."""
    try:
        found = camera.autofocus_cycle(wait=False).get_result(timeout=_FOCUS_S)
    except (TimeoutError, KeyError):
        found = False
        camera.cancel_all_and_flush()
    at = _facts(camera, silence_s).get("LensPosition") if found else None
    if at is None:
        _log.warning("no focus was found; the lens is set to the distance of a table")
    position = _TABLE_DIOPTRES if at is None else at
    camera.set_controls({"AfMode": _BY_HAND, "LensPosition": position})


def _facts(camera: Any, silence_s: float) -> dict[str, Any]:
    """Return what the camera says about its next picture."""
    request = camera.capture_request(wait=False).get_result(timeout=silence_s)
    try:
        facts: dict[str, Any] = request.get_metadata()
    finally:
        request.release()
    return facts

"""Get hold of picamera2, which comes with a Raspberry Pi's system, and say why it is not there."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from hardware.camera_fault import CameraFault


def load_picamera2() -> Any:
    """Return the class that drives a camera; it is imported here and nowhere else."""
    try:
        return importlib.import_module("picamera2").Picamera2
    except ModuleNotFoundError as problem:
        raise _missing(problem.name or "") from problem
    except ValueError as problem:  # what compiled code says that was built for another NumPy
        raise _unfit(problem) from problem
    except (ImportError, OSError, AttributeError) as problem:
        if "numpy" in str(problem).lower():
            raise _unfit(problem) from problem
        raise CameraFault("core.camera.picamera2-broken", detail=str(problem)) from problem


def _missing(module: str) -> CameraFault:
    top = module.partition(".")[0]
    if top not in {"picamera2", "libcamera"}:
        return CameraFault("core.camera.picamera2-broken", detail=module)
    if is_closed(Path(sys.prefix)):
        return CameraFault("core.camera.environment-closed", folder=sys.prefix)
    return CameraFault("core.camera.picamera2-missing", module=top)


def _unfit(problem: Exception) -> CameraFault:
    if "numpy" in str(problem).lower():
        return CameraFault("core.camera.numpy-unfit")
    return CameraFault("core.camera.picamera2-broken", detail=str(problem))


def is_closed(prefix: Path) -> bool:
    """Return whether Python runs in a virtual environment that hides the system's packages."""
    try:
        lines = (prefix / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    pairs = (line.partition("=") for line in lines)
    settings = {key.strip().lower(): value.strip().lower() for key, _, value in pairs}
    return settings.get("include-system-site-packages", "false") != "true"

"""What a label says of the camera: the truth to measure registration by."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.geometry import Lens, Pose, Vantage
from vision.landmarks import Landmarks, flatten

SIZES_MM = {"board": (560.0, 420.0), "intel": (320.0, 240.0)}
SHARED = Path(os.environ.get("COMPANION_FRAMES", Path(__file__).parent.parent / "../shared"))
#: How thick boards are where a label does not say.
_CARDBOARD_MM = 2.0
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


def true_vantage(label):
    """Make a vantage of a label's camera; surfaces lie on the table with y away from the near side."""
    camera = label["camera"]
    turn, eye = np.array(camera["R"]), np.array(camera["C_mm"])
    poses = {}
    for name, lie in camera["surfaces"].items():
        a, (w, h) = np.radians(lie["rot"]), SIZES_MM[name]
        axes = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        axes = axes @ np.diag([1.0, -1.0, -1.0])
        corner = np.array([*lie["centre"], lie.get("thickness_mm", _CARDBOARD_MM)]) + axes @ [
            -w / 2,
            -h / 2,
            0,
        ]
        poses[name] = Pose(turn @ axes, turn @ (corner - eye))
    return Vantage(Lens(tuple(camera["size"]), camera["f_px"], camera["k1"]), poses)


def learn(image, vantage):
    return {
        name: Landmarks.learn([flatten(image, vantage, name, size)], size)
        for name, size in SIZES_MM.items()
    }


def errors_px(vantage, truth, surface, height_mm=0.0):
    """Return how far the corners of a surface, or points above them, are off."""
    mm = _CORNERS * SIZES_MM[surface]
    off = vantage.project(surface, mm, height_mm) - truth.project(surface, mm, height_mm)
    return np.linalg.norm(off, axis=1)


def shared_frame(name):
    """Return a labelled frame, its label and its true vantage; skip loudly where there is none."""
    path = SHARED / f"{name}.jpg"
    if not path.exists():
        pytest.skip(f"NO LABELLED FRAMES in {SHARED}: set COMPANION_FRAMES to measure with them")
    label = json.loads(path.with_suffix(".json").read_text())
    return cv2.imread(str(path)), label, true_vantage(label)

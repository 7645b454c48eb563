"""Pictures whose camera is known: labelled frames, and tables of our own, for tests of sight."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.engine import Place
from hardware.simulated.label import spots_of
from vision.geometry import Lens, Pose, Vantage

FRAMES = Path(os.environ.get("COMPANION_FRAMES", Path(__file__).parent.parent / "../shared"))
SIZES = {"board": (560.0, 420.0), "intel": (320.0, 240.0)}
#: How tall what stands at a place may be; the rest lies flat.
HEIGHTS_MM = {"b": 26.0, "score": 26.0, "roof": 28.0, "info": 6.0}


@dataclass(frozen=True, eq=False)
class Photo:
    name: str
    image: np.ndarray
    label: dict
    vantage: Vantage
    references: dict[str, np.ndarray]


def true_vantage(label):
    """Return the camera of a label; how thick its boards are, their corners tell."""
    camera = label["camera"]
    lens = Lens(tuple(camera["size"]), camera["f_px"], camera["k1"])
    poses = {}
    for name, lie in camera["surfaces"].items():
        told = np.array(label["corners_px"][name])
        guesses = [pose_of(camera, lie, SIZES[name], thick) for thick in (0.0, 2.0, 2.2)]

        def miss(pose, name=name, told=told):
            return float(
                np.abs(Vantage(lens, {name: pose}).corners(name, SIZES[name]) - told).max()
            )

        poses[name] = min(guesses, key=miss)
        assert miss(poses[name]) < 0.1
    return Vantage(lens, poses)


def pose_of(camera, lie, size_mm, thick_mm):
    turn = np.radians(lie["rot"])
    c, s = np.cos(turn), np.sin(turn)
    to_table = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.diag([1.0, -1.0, -1.0])
    corner = np.array([*lie["centre"], thick_mm])
    corner = corner - to_table @ np.array([size_mm[0] / 2, size_mm[1] / 2, 0])
    rotation = np.array(camera["R"])
    return Pose(rotation @ to_table, rotation @ (corner - camera["C_mm"]))


def rectified(image, vantage, surface, px_per_mm=2.0):
    width, depth = SIZES[surface]
    x = np.arange(0.5 / px_per_mm, width, 1 / px_per_mm)
    y = np.arange(0.5 / px_per_mm, depth, 1 / px_per_mm)
    px = vantage.project(surface, np.stack(np.meshgrid(x, y), -1)).astype(np.float32)
    return cv2.remap(image, px, None, cv2.INTER_LINEAR)


def references_of(image, vantage):
    return {surface: rectified(image, vantage, surface) for surface in vantage.poses}


def read_photo(name, references=None):
    label = json.loads((FRAMES / f"{name}.json").read_text())
    image = cv2.imread(str(FRAMES / f"{name}.jpg"))
    vantage = true_vantage(label)
    return Photo(name, image, label, vantage, references or references_of(image, vantage))


def labelled_photos(names):
    """Return labelled frames, each with the empty table of its copy as reference."""
    if not (FRAMES / "frames" / "000.jpg").exists():
        pytest.skip(f"NO LABELLED FRAMES in {FRAMES}: set COMPANION_FRAMES to test with them")
    empty = {folder: read_photo(f"{folder}/000").references for folder in ("frames", "frames-b")}
    return [read_photo(name, empty[name.partition("/")[0]]) for name in names]


def places_of(pack):
    """Return every place a label can call hidden."""
    for name, surface, xy, radius in spots_of(pack):
        kind = "b" if name[0] == "b" else name.partition(":")[0]
        height = HEIGHTS_MM.get(kind, 2.0)
        yield Place(name, surface, tuple(xy), (2 * radius, 2 * radius), (), height)

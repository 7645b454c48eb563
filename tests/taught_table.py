"""A table of our own, photographed as an owner would: empty, and with pieces to learn from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2

from companion.engine import Atom
from companion.games.vienna.box import DATA
from hardware.simulated.crowd import COLOURS, FLAGS
from hardware.simulated.look import Look
from hardware.simulated.mount import hang
from hardware.simulated.pack import read_table_pack
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import Scene, empty_table, scene_from_view

FOLDER = DATA / "reference" / "full"
PACK = read_table_pack(FOLDER)
INFOS = tuple(PACK.info_tracks.fields)

#: What a person tells of a photo.
TOLD = (
    "agents",
    "third_man",
    "tiles",
    "flags",
    "markers",
    "investigator",
    "roof_tiles",
    "investigation",
    "score",
)


@dataclass(frozen=True)
class Photos:
    """Files on the disk: photos, and beside each lesson what a person tells of it."""

    folder: Path
    labels: Mapping[str, Mapping[str, Any]]

    def photo(self, name: str) -> Path:
        return self.folder / f"{name}.jpg"

    def told(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    @property
    def taps(self) -> Path:
        return self.folder / "taps.json"

    def arguments(self, out: Path) -> tuple[object, ...]:
        """Return the words of a whole calibration."""
        lessons = [f"{self.photo(name)}={self.told(name)}" for name in ("one", "two")]
        return (
            *("calibrate", "--pack", FOLDER, "--corners", self.taps),
            *("--empty", self.photo("empty"), "--teach", lessons[0], "--teach", lessons[1]),
            *("--out", out),
        )


def lesson(number: int) -> Iterator[Atom]:
    """Show every piece once, well apart from the others."""
    for n, colour in enumerate(COLOURS):
        yield Atom(f"b{7 * n + 1 + number:02d}", f"agent:{colour}")
        yield Atom(f"score:{20 * n + 7 * number + 5}", f"agent:{colour}")
    yield Atom(f"b{4 + number:02d}", "third_man")
    for n, info in enumerate(INFOS):
        yield Atom(f"s{6 * n + 2 + number:02d}", f"tile:{info}")
        yield Atom(f"info:{info}:{2 * n + number + 1}", f"marker:{info}")
    changed = {PACK.buildings[5 * n + 2 + number].id: flag for n, flag in enumerate(FLAGS)}
    for b in PACK.buildings:
        yield Atom(f"flag:{b.id}", f"flag:{changed.get(b.id, b.flag)}")
    yield Atom(f"roof:{'CK'[number]}", "investigator")
    yield Atom(f"roof:{'EF'[number]}", "purchase")
    yield Atom(f"roof:{'HI'[number]}", "payday")
    yield Atom("investigation", ("token:front", "token:x")[number])


@cache
def table() -> Scene:
    scene = empty_table(PACK, Random(3), "window")
    mount = replace(hang(Random(3)), size=(1230, 924), f_px=1024.0)
    look = Look(1, "wood", "pawn", painted=("third_man",))
    return scene.changed(mount=mount, look=look, table="oak", things=())


def photograph(folder: Path, renderer: Renderer | None = None) -> Photos:
    """Take all photos that a calibration needs, and one of a game."""
    renderer = renderer or Renderer(Quality.FAST)
    scenes = {
        "empty": table(),
        "one": scene_from_view(PACK, lesson(0), Random(1), at=table()),
        "two": scene_from_view(PACK, lesson(1), Random(2), at=table()),
        "game": scene_from_view(
            PACK, [*lesson(0), Atom("b20", "agent:red")], Random(4), at=table()
        ),
    }
    labels = {}
    for name, scene in scenes.items():
        image, label = renderer.render(scene)
        cv2.imwrite(str(folder / f"{name}.jpg"), image)
        told = {key: label[key] for key in TOLD}
        (folder / f"{name}.json").write_text(json.dumps(told), "utf-8")
        labels[name] = label
    (folder / "taps.json").write_text(json.dumps(labels["empty"]["corners_px"]), "utf-8")
    return Photos(folder, labels)

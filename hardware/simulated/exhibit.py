"""Folders of labelled photos: numbered pictures, what they show, an index and the board pack.

    python -m hardware.simulated.exhibit OUT --pack DIR --material acrylic --frames 12 --seed 3

Without ``--pack`` our own edition is photographed. ``--art drawn`` prints the pack as our drawing
has it, ``--art print`` as a copy of the game might look. ``--lights`` are taken in turn; all that
is said about the camera (``--height`` and ``--lens`` in millimetres and pixels, ``--tilt-x``,
``--tilt-y``, ``--roll``, ``--bend``) holds for each of ``--cameras``, what is not said is chance.
``--hands`` and ``--bumps`` are shares of the photos in play.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import cv2

from companion.games.vienna.box import DATA
from hardware.simulated.drawn_art import drawn_art
from hardware.simulated.figures import MATERIALS, SHAPES
from hardware.simulated.light import LIGHTS
from hardware.simulated.look import Look
from hardware.simulated.pack import read_table_pack
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import NO_ART
from hardware.simulated.shoot import Shoot, scenes
from hardware.simulated.tabletop import TOPS

JPEG_QUALITY = 92
ARTS = {"drawn": drawn_art, "print": lambda _pack: NO_ART}
#: Options that fix a field of the mount.
MOUNT = {
    "height": "height_mm",
    "tilt_x": "tilt_x",
    "tilt_y": "tilt_y",
    "roll": "roll",
    "lens": "f_px",
    "bend": "k1",
}


def exhibit(
    shoot: Shoot, pack: Path, out: Path, quality: Quality = Quality.FINE
) -> Iterator[dict[str, Any]]:
    """Fill a new folder photo by photo, and tell what each is; ``pack`` is copied into it."""
    shutil.copytree(pack, out / shoot.pack.edition)
    renderer = Renderer(quality, jpeg_quality=None)
    index = []
    for number, scene in enumerate(scenes(shoot)):
        image, label = renderer.render(scene)
        name = f"{number:03d}"
        wanted = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        (out / f"{name}.jpg").write_bytes(cv2.imencode(".jpg", image, wanted)[1].tobytes())
        _write(out / f"{name}.json", label)
        index.append({"frame": name, **{key: label[key] for key in ("pack", "light", "tags")}})
        yield index[-1]
    _write(out / "index.json", index)


def _write(path: Path, what: object) -> None:
    path.write_text(json.dumps(what, indent=1) + "\n", encoding="utf-8")


def main(words: Sequence[str] | None = None) -> None:
    """Read the command line, and tell on the other stream how far we are."""
    asked = _parser().parse_args(words)
    for made in exhibit(_shoot(asked), asked.pack, asked.out, Quality(asked.quality)):
        sys.stderr.write(f"{made['frame']} {made['light']} {' '.join(made['tags'])}\n")


def _shoot(asked: argparse.Namespace) -> Shoot:
    pack = read_table_pack(asked.pack)
    given = {name: getattr(asked, option) for option, name in MOUNT.items()}
    return Shoot(
        pack,
        art=ARTS[asked.art](pack),
        look=Look(Random(f"{asked.seed} look").randrange(10**6), asked.material, asked.shape),
        lights=asked.lights,
        mount={name: value for name, value in given.items() if value is not None},
        cameras=asked.cameras,
        upside_down=asked.upside_down,
        table=asked.table,
        stacked=asked.stacked,
        clutter=asked.clutter,
        empty=asked.empty,
        teach=asked.teach,
        play=asked.frames,
        hands=asked.hands,
        bumps=asked.bumps,
        seed=asked.seed,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="exhibit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("out", type=Path)
    add("--pack", type=Path, default=DATA / "reference" / "full")
    add("--art", choices=ARTS, default="drawn")
    add("--material", choices=MATERIALS, default="wood")
    add("--shape", choices=SHAPES, default="pawn")
    add("--lights", choices=LIGHTS, nargs="+", default=["window", "lamp_left"])
    add("--table", choices=TOPS, default="oak")
    add("--quality", choices=[quality.value for quality in Quality], default="fine")
    for option in MOUNT:
        add(f"--{option.replace('_', '-')}", type=float)
    for option in ("upside-down", "stacked"):
        add(f"--{option}", action="store_true")
    counts = {"cameras": 1, "clutter": 9, "empty": 2, "teach": 2, "frames": 8, "seed": 0}
    for option, number in counts.items():
        add(f"--{option}", type=int, default=number)
    for option, share in (("hands", 0.25), ("bumps", 0.125)):
        add(f"--{option}", type=float, default=share)
    return parser


if __name__ == "__main__":
    main()

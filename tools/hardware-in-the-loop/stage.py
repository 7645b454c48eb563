"""Photograph a table for the guest: calibrate on it, and take pictures of a game with the truth.

stage.py SHARE
    SHARE/frames/0.jpg     pictures of a game, one move after the other
    SHARE/truth.json       for each of them, what stands where
    SHARE/frames.ready     is there once they are
    SHARE/profile          what a companion has learned about this table
    SHARE/taught.pickle    the same, worked out to the last number, for a guest that is slow at that
    SHARE/game             a few rounds of a game, written down
    SHARE/game.ready       is there once all is
"""

import json
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2

CHECKOUT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "tests")]

import taught_table  # noqa: E402 - found only now
from screenplay import write_game  # noqa: E402

from companion.app.see import open_profile  # noqa: E402
from companion.engine import Atom  # noqa: E402
from hardware.simulated.renderer import Quality, Renderer  # noqa: E402
from hardware.simulated.scene import Scene, scene_from_view  # noqa: E402
from vision.eye import Eye, Post  # noqa: E402

SIZE, F_PX = (1640, 1232), 1365.0
#: The game is seen by a smaller camera: a slow guest has less to copy and to read.
GAME_SIZE = (960, 720)
#: What is put on the board, move after move.
MOVES = (("b20", "agent:red"), ("b11", "agent:blue"), ("b25", "agent:green"))


def table(size: tuple[int, int] = SIZE) -> Scene:
    """Return the empty table as a camera with so many pixels sees it."""
    bare = taught_table.table()
    f_px = F_PX * size[0] / SIZE[0]
    return bare.changed(mount=replace(bare.mount, size=size, f_px=f_px))


def photograph(scene: Scene, renderer: Renderer, path: Path) -> dict[str, object]:
    """Take a picture, and return what a person would tell of it."""
    image, label = renderer.render(scene)
    cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    told = {key: label[key] for key in taught_table.TOLD}
    path.with_suffix(".json").write_text(json.dumps(told), encoding="utf-8")
    return label


def calibrate(photos: Path, renderer: Renderer, profile: Path) -> None:
    """Learn the table from an empty one and two lessons, by the command that everybody uses."""
    label = photograph(table(), renderer, photos / "empty.jpg")
    (photos / "taps.json").write_text(json.dumps(label["corners_px"]), encoding="utf-8")
    for number, name in enumerate(("one", "two")):
        scene = scene_from_view(
            taught_table.PACK, taught_table.lesson(number), Random(number), at=table()
        )
        photograph(scene, renderer, photos / f"{name}.jpg")
    lessons = [f"{photos / name}.jpg={photos / name}.json" for name in ("one", "two")]
    subprocess.run(
        [
            *(sys.executable, "-c", "from companion.app.cli import main; main()", "calibrate"),
            *("--pack", taught_table.FOLDER, "--corners", photos / "taps.json"),
            *("--empty", photos / "empty.jpg", "--out", profile),
            *("--teach", lessons[0], "--teach", lessons[1]),
        ],
        check=True,
        cwd=CHECKOUT,
        stdout=subprocess.DEVNULL,
    )


def work_out(profile: Path, photo: Path, path: Path) -> None:
    """Read a photo with what was learned, and keep it with all that it takes to read one."""
    eye, image = Eye(open_profile(profile, print)[1].knowledge), cv2.imread(str(photo))
    found = eye.find(image)
    assert isinstance(found, Post), found.missing
    found.read(image)
    path.write_bytes(pickle.dumps(eye.knowledge))


def play(frames: Path, renderer: Renderer) -> list[dict[str, object]]:
    """Take a picture before the first move and after each."""
    atoms, truth = list(taught_table.lesson(0)), []
    for number in range(len(MOVES) + 1):
        scene = scene_from_view(taught_table.PACK, atoms, Random(9), at=table())
        label = photograph(
            scene.changed(seed=scene.seed + number), renderer, frames / f"{number}.jpg"
        )
        truth.append({key: label[key] for key in taught_table.TOLD})
        atoms += [Atom(*move) for move in MOVES[number : number + 1]]
    for file in frames.glob("*.json"):
        file.unlink()  # libcamera wants pictures and nothing else
    return truth


def main() -> None:
    """Stage everything."""
    share = Path(sys.argv[1])
    renderer = Renderer(Quality.FAST)
    for name in ("photos", "frames", "game"):
        (share / name).mkdir()
    truth = play(share / "frames", renderer)
    (share / "truth.json").write_text(json.dumps(truth), encoding="utf-8")
    (share / "frames.ready").touch()
    calibrate(share / "photos", renderer, share / "profile")
    work_out(share / "profile", share / "photos/one.jpg", share / "taught.pickle")
    write_game(share / "game", table(GAME_SIZE), renderer)
    (share / "game.ready").touch()


main()

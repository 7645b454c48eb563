"""``companion bench vision``: how much work reading a table is, on a table in the computer.

The unit is what anybody's eye has to do with a frame: turn it to other colours once, and lay the
board straight once.  Both sides are measured in turns, in CPU time and on one core, so that a
slow or a busy machine is slow and busy for both.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from statistics import median

import cv2
import msgspec
import numpy as np

from calibration.learn import learn
from calibration.shot import Shot, Taught
from companion.app.bench_alone import alone
from companion.app.see import kit_of
from companion.engine import Atom, Plan
from companion.games.vienna.box import DATA
from hardware.simulated.crowd import COLOURS, crowd
from hardware.simulated.pack import TablePack, read_table_pack
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import Scene, empty_table, scene_from_view
from vision.eye import Eye, Knowledge, Post
from vision.gate import Gate
from vision.geometry import Vantage
from vision.reference import Picture
from vision.register import find

PACK = DATA / "reference" / "full"
#: Pictures to be read, and how often everything is measured.
FRAMES, ROUNDS = 4, 9
#: What we want to stay below, in units.
MOST_RATIO, MOST_GATE, MOST_FIND = 3.0, 0.15, 80.0
#: The unit lays the board straight at this resolution.
_PX_PER_MM = 2
BOARD_MM = (560.0, 420.0)

Progress = Callable[[str], None]


class VisionBench(msgspec.Struct, frozen=True):
    """The JSON object of ``companion bench vision --json``, in units.

    ``ratio`` is a check that nothing moved and a reading of every place, ``gate`` a look at a
    table where nothing happens, ``find`` a search for the table from nothing.
    """

    ratio: float
    gate: float
    find: float

    @property
    def reached(self) -> bool:
        """Tell whether all three are as fast as we want them."""
        return self.ratio <= MOST_RATIO and self.gate <= MOST_GATE and self.find <= MOST_FIND


@dataclass(frozen=True, eq=False)
class PracticeTable:
    """A table in the computer that was learned from pictures of it."""

    knowledge: Knowledge
    empty: Scene
    renderer: Renderer


def learn_practice_table(seed: int = 11) -> PracticeTable:
    """Set up a table nobody has met and learn it, as an owner does: from photos and taps."""
    rng = Random(seed)
    empty = empty_table(read_table_pack(PACK), rng, "window").changed(things=())
    renderer = Renderer(Quality.FAST)
    kit, _ = kit_of(PACK)
    plan = kit.plan(PACK)
    photo, label = renderer.render(empty)
    taps = {name: np.array(corners) for name, corners in label["corners_px"].items()}
    taught: list[Taught] = []
    left = [piece for piece in plan.pieces if piece not in plan.optional]
    while left:
        shown = list(_one_of_each(plan, left, rng))
        left = [piece for piece in left if all(piece != atom.piece for atom in shown)]
        scene = scene_from_view(empty.pack, shown, rng, at=empty.changed(seed=len(left)))
        told = {atom.place: (atom.piece,) for atom in shown}
        taught.append(Taught(str(len(taught)), renderer.render(scene)[0], told))
    learned = learn(plan, [Shot("empty", photo)], taught, taps)
    return PracticeTable(learned.knowledge, empty, renderer)


def _one_of_each(plan: Plan, wanted: Sequence[str], rng: Random) -> Iterator[Atom]:
    """Put pieces on places of their own: those of which there is no photo yet, then figures."""
    taken: set[str] = set()
    extra = {*wanted, *plan.optional}
    others = (n for n, shape in plan.pieces.items() if shape.stands and n not in extra)
    for piece in (*wanted, *others):
        free = [
            place.id
            for place in plan.places
            if piece in place.holds
            and place.id not in taken
            and plan.printed.get(place.id) != piece
        ]
        if free:
            taken.add(place := rng.choice(free))
            yield Atom(place, piece)


def late_position(pack: TablePack, rng: Random) -> Iterator[Atom]:
    """Claim what a late game of four shows: a tile on nearly every square, twenty agents."""
    infos = tuple(pack.info_tracks.fields)
    yield from (Atom(s.id, f"tile:{rng.choice(infos)}") for s in rng.sample(pack.squares, 36))
    for colour in COLOURS:
        yield from (Atom(b.id, f"agent:{colour}") for b in rng.sample(pack.buildings, 5))
    yield Atom(rng.choice(pack.buildings).id, "third_man")
    town = {b.id for b in pack.buildings} | {s.id for s in pack.squares}
    yield from (atom for atom in crowd(pack, rng) if atom.place not in town)


def late_frames(table: PracticeTable, count: int) -> list[Picture]:
    """Take pictures of a late position, each with its own noise and with another agent moved."""
    rng = Random(5)
    scene = scene_from_view(
        table.empty.pack, late_position(table.empty.pack, rng), rng, at=table.empty
    )
    agents = [n for n, piece in enumerate(scene.pieces) if piece.kind == "agent"]
    frames = []
    for number in range(count):
        at, pieces = agents[number], list(scene.pieces)
        house = rng.choice(scene.pack.buildings)
        pieces[at] = replace(pieces[at], xy_mm=house.xy, place=house.id)
        scene = scene.changed(pieces=tuple(pieces), seed=100 + number)
        frames.append(table.renderer.render(scene)[0])
    return frames


def measure_vision(progress: Progress = lambda _: None) -> VisionBench:
    """Measure in a process of its own: how many cores numpy uses is settled when it starts."""
    command = [sys.executable, "-m", "companion.app.bench_vision"]
    with subprocess.Popen(command, env=alone(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        last = ""
        for line in process.stdout:
            if last:
                progress(last.strip())
            last = line
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return msgspec.json.decode(last, type=VisionBench)


def main() -> None:
    """Learn a table and measure; write each step to standard output, and the figures last."""
    with one_core():
        _say("learn")
        table = learn_practice_table()
        _say("measure")
        result = measure_on(table, late_frames(table, FRAMES), ROUNDS)
    _say(msgspec.json.encode(result).decode())


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def measure_on(table: PracticeTable, frames: Sequence[Picture], rounds: int) -> VisionBench:
    """Measure on these frames of a late position; the median of all rounds counts."""
    eye = Eye(table.knowledge)
    post = eye.find(frames[0])
    assert isinstance(post, Post)
    gate, idle = Gate(), [table.renderer.render(table.empty.changed(seed=n))[0] for n in (1, 2)]
    straight = straightening(post.vantage)
    # What a post draws once, when it is first used, is no part of reading.
    _check_and_read(post, frames[-1])
    ratios = []
    for lap in range(rounds):
        unit_s = read_s = gate_s = 0.0
        for number, frame in enumerate(frames):
            unit_s += _time(unit_of_work, frame, straight)
            read_s += _time(_check_and_read, post, frame)
            now_s = 0.2 * (lap * len(frames) + number)
            gate_s += _time(gate.look, idle[number % 2], now_s)
        find_s = len(frames) * _time(find, frames[0], eye.landmarks)
        ratios.append((read_s / unit_s, gate_s / unit_s, find_s / unit_s))
    return VisionBench(*(round(median(column), 3) for column in zip(*ratios, strict=True)))


def _time(work: Callable[..., object], *args: object) -> float:
    """Return the CPU time of a piece of work."""
    start_s = time.process_time()
    work(*args)
    return time.process_time() - start_s


def _check_and_read(post: Post, frame: Picture) -> None:
    post.watch.check(frame)
    post.read(frame)


def straightening(vantage: Vantage) -> Picture:
    """Return the matrix that lays the board straight."""
    width, height = BOARD_MM
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    corners = vantage.corners("board", BOARD_MM).astype(np.float32)
    return cv2.getPerspectiveTransform(corners, target * _PX_PER_MM)


def unit_of_work(frame: Picture, straight: Picture) -> None:
    """Do what anybody's eye has to do with a frame."""
    width, height = BOARD_MM
    cv2.cvtColor(frame, cv2.COLOR_BGR2HSV)
    cv2.warpPerspective(frame, straight, (int(width * _PX_PER_MM), int(height * _PX_PER_MM)))


@contextmanager
def one_core() -> Iterator[None]:
    """Keep OpenCV to one core for a while."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


if __name__ == "__main__":
    main()

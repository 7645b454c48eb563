"""``companion bench table``: how many pictures a second the simulated camera takes."""

from __future__ import annotations

import time
from dataclasses import replace
from math import cos, sin
from random import Random

import msgspec

from companion.games.vienna.box import DATA
from hardware.simulated.crowd import crowd
from hardware.simulated.pack import read_table_pack
from hardware.simulated.piece import Hand
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import Scene, scene_from_view

#: Pictures before the watch starts (the first one draws everything), and how long it then runs.
WARM_UP, RUN_S = 6, 6.0


class TableBench(msgspec.Struct, frozen=True):
    """The JSON object of ``companion bench table --json``."""

    frames_per_s: float


def measure_table(run_s: float = RUN_S) -> TableBench:
    """Take full pictures while a hand moves and a piece changes in every one of them."""
    scene, renderer = _busy_table(), Renderer(Quality.FAST)
    for number in range(WARM_UP):
        renderer.render(_moment(scene, number))
    start_s, number = time.monotonic(), WARM_UP
    while time.monotonic() - start_s < run_s:
        renderer.render(_moment(scene, number))
        number += 1
    return TableBench(round((number - WARM_UP) / (time.monotonic() - start_s), 2))


def _busy_table() -> Scene:
    rng = Random(4)
    pack = read_table_pack(DATA / "reference" / "full")
    return scene_from_view(pack, crowd(pack, rng), rng)


def _moment(scene: Scene, number: int) -> Scene:
    """Return the scene at a picture: the hand goes round, one figure after the other is moved."""
    way = number * 0.13
    hand = Hand((-120 + 150 * cos(way), 30 + 110 * sin(way)))
    figures = [at for at, piece in enumerate(scene.pieces) if piece.kind == "agent"]
    at = figures[number % len(figures)]
    piece = scene.pieces[at]
    moved = replace(piece, xy_mm=(piece.xy_mm[0] + 2 + number % 5, piece.xy_mm[1] - 1))
    pieces = (*scene.pieces[:at], moved, *scene.pieces[at + 1 :])
    return scene.changed(pieces=pieces, hands=(hand,), seed=number)

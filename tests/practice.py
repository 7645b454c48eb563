"""A table in the computer, learned once, and how it differs from what somebody read there."""

from functools import cache
from random import Random

from companion.app.bench_vision import PACK, late_position, learn_practice_table
from companion.app.see import kit_of
from hardware.simulated.scene import scene_from_view
from vision.eye import Eye

TOLD = (
    "agents", "third_man", "tiles", "flags", "markers", "investigator", "roof_tiles",
    "investigation", "score",
)  # fmt: skip


@cache
def table():
    return learn_practice_table()


@cache
def eye():
    return Eye(table().knowledge)


def late_scene(seed=5):
    empty, rng = table().empty, Random(seed)
    return scene_from_view(empty.pack, late_position(empty.pack, rng), rng, at=empty)


def truth_of(label):
    kit, _ = kit_of(PACK)
    return kit.told({key: label[key] for key in TOLD}, table().knowledge.plan, PACK)


def wrong(reading, truth):
    """Return what a reading claims and is not so, and what it fails to claim without a doubt."""
    names = {
        (place, piece): name
        for track in table().knowledge.plan.tracks
        for place in track.places
        for piece, name in track.pieces.items()
    }
    found = {(place, piece) for place, pieces in reading.found.items() for piece in pieces}
    there = {(place, piece) for place, pieces in truth.items() for piece in pieces}
    doubted = reading.unsure | reading.hidden
    missed = {pair for pair in there - found if names.get(pair, pair[0]) not in doubted}
    return sorted(found - there), sorted(missed)

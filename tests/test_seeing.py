"""The whole way of a picture: learned from photos, found, read, and compared with the truth."""

from random import Random

import pytest
from seeing import OWN, PACK, Tally, read_folder, shared_folder, table_of

from hardware.simulated.drawn_art import drawn_art
from hardware.simulated.exhibit import exhibit
from hardware.simulated.look import Look
from hardware.simulated.renderer import Quality
from hardware.simulated.scene import NO_ART
from hardware.simulated.shoot import Shoot

WORST_CORNER_PX = 2.5
MOST_UNSURE = 0.01

#: Copies, lights and cameras as different as homes are.
TABLES = {
    "wood by a window": ("print", Look(11, "wood", "pawn"), ("window", "mixed"), "oak", {}),
    "acrylic under lamps": (
        "print",
        Look(23, "acrylic", "cone"),
        ("two_lamps", "lamp_left"),
        "slate",
        {"tilt_x": 5.0, "tilt_y": -4.0},
    ),
    "our own print": ("drawn", Look(5, "painted", "peg"), ("lamp_right", "window"), "walnut", {}),
}


def check(tally, title, most_unsure=MOST_UNSURE):
    tally.show(title)
    wrong = [note for note in tally.notes if note.endswith("WRONG")]
    assert wrong == []
    assert tally.unsure_share <= most_unsure, tally.notes
    assert max(tally.errors_px) <= WORST_CORNER_PX


def test_a_copy_never_met_is_read_without_a_mistake():
    check(read_folder(shared_folder("frames-b")), "one owner's copy")


@pytest.mark.slow
def test_another_copy_is_read_without_a_mistake_from_each_of_its_cameras():
    check(read_folder(shared_folder("frames")), "another owner's copy")


@pytest.mark.slow
def test_both_copies_together_give_the_figures_we_publish():
    """Print the tables of docs/confusion.md."""
    both = Tally()
    for name in ("frames", "frames-b"):
        both += read_folder(shared_folder(name))
    check(both, "two owners' copies")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["frames", "frames-b"])
def test_nobody_has_to_tap_corners(name):
    folder = shared_folder(name)
    check(read_folder(folder, tapped=False), f"{name}, corners found without a tap")


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_tables_of_other_homes_are_read_without_a_mistake(name, tmp_path):
    art, look, lights, top, mount = TABLES[name]
    shoot = Shoot(
        PACK,
        art=drawn_art(PACK) if art == "drawn" else NO_ART,
        look=look,
        lights=lights,
        mount=mount,
        table=top,
        clutter=7,
        empty=1,
        play=5,
        hands=0.2,
        bumps=0.2,
        seed=Random(name).randrange(10**6),
    )
    folder = tmp_path / "frames"
    list(exhibit(shoot, OWN, folder, Quality.FINE))
    tally = read_folder(folder)
    table_of.cache_clear()
    tally.show(name)
    assert [note for note in tally.notes if note.endswith("WRONG")] == []
    assert tally.unsure_share <= 0.03
    assert max(tally.errors_px) <= WORST_CORNER_PX

"""Make the packs of the labelled copies anew, from a photo of each, as their owners would."""

import json
import os
from pathlib import Path

import click
import pytest
from command_line import companion
from labelled_tables import true_vantage
from maker_person import BenchHands, Person, differences

from companion.app.maker import PackBench
from companion.games import kits

SHARED = Path(os.environ.get("COMPANION_FRAMES", Path(__file__).parent.parent / "../shared"))
#: Where things are printed on these copies, seen from the middle of their place.
PRINTED = {"colour": (0, -9), "seal": (9.5, -25), "letter": (17, -19), "value": (0, 0)}
ENOUGH_MM, ENOUGH_MINUTES = 2.0, 40


@pytest.mark.parametrize(
    ("photo", "copy"),
    [("frames/000", "frames/copy-1"), ("frames-b/000", "frames-b/copy-3")],
    ids=["copy-1", "copy-3"],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_an_owner_makes_the_pack_of_his_copy(photo, copy, seed, tmp_path, capsys):
    if not (SHARED / f"{photo}.jpg").is_file():
        pytest.skip(f"NO LABELLED FRAMES in {SHARED}: set COMPANION_FRAMES to make their packs")
    given = json.loads((SHARED / copy / "board.json").read_text("utf-8"))
    label = json.loads((SHARED / f"{photo}.json").read_text("utf-8"))
    bench = PackBench(kits()["vienna"], tmp_path)
    name = bench.begin((SHARED / f"{photo}.jpg").read_bytes(), "full")
    person = Person(BenchHands(bench, name), given, true_vantage(label), PRINTED, seed)
    person.describe("My copy")
    kept = bench.save(name)
    made = json.loads(bench.pack(kept.name))
    far, wrong = differences(made, given)
    taps = bench.open(name).journal.taps
    with capsys.disabled():
        click.echo(
            f"\n{copy}, person {seed}: {taps} actions in the draft, {dict(person.did)}, "
            f"about {person.minutes:.0f} minutes; farthest place {far:.2f} mm"
        )
    assert wrong == []
    assert far < ENOUGH_MM
    assert person.minutes < ENOUGH_MINUTES
    checked = companion("pack", "check", tmp_path / "packs" / kept.name)
    assert checked.exit_code == 0, checked.output

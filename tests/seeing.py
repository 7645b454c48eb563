"""Learn a table from a folder of labelled photos, read the others, and count what came of it.

The rules of counting: places that a label calls occluded are left out; what a reading lists as
unsure or hidden is unsure, whatever value stands beside it; a photo whose table is not found has
all its places unsure, because the reading says so.
"""

import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from calibration.learn import learn
from calibration.shot import Shot, Taught
from companion.app.see import kit_of
from companion.games.vienna.box import DATA
from companion.games.vienna.readings import Told
from hardware.simulated.look import Look
from hardware.simulated.pack import read_table_pack
from hardware.simulated.positions import teaching
from hardware.simulated.print_tiles import card_back
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import Art, empty_table, scene_from_view
from vision.eye import Eye
from vision.photo import open_photo
from vision.register import NotFound

FRAMES = Path(os.environ.get("COMPANION_FRAMES", Path(__file__).parent.parent.parent / "shared"))
COLOURS = ("yellow", "red", "blue", "green")
ROOF = "ABCDEFGHIJKL"
OWN = DATA / "reference" / "full"
PACK = read_table_pack(OWN)
#: So far may a finger miss a corner.
FINGER_PX = 3.0


@dataclass(eq=False)
class Tally:
    """How often each kind of piece was read right, wrongly or not at all.

    ``confused`` counts what was taken for what: kind, truth, reading and whether it was unsure.
    """

    total: Counter = field(default_factory=Counter)
    wrong: Counter = field(default_factory=Counter)
    unsure: Counter = field(default_factory=Counter)
    confused: Counter = field(default_factory=Counter)
    errors_px: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __iadd__(self, other):
        for name in ("total", "wrong", "unsure", "confused", "errors_px", "notes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    @property
    def unsure_share(self):
        return sum(self.unsure.values()) / max(sum(self.total.values()), 1)

    def lines(self):
        """Return the figures as a person wants to read them."""
        yield f"{'kind':14s} {'right':>6s} {'wrong':>6s} {'unsure':>6s}"
        for kind in sorted(self.total):
            total, wrong, unsure = self.total[kind], self.wrong[kind], self.unsure[kind]
            yield f"{kind:14s} {total - wrong - unsure:6d} {wrong:6d} {unsure:6d}"
        total, wrong, unsure = (sum(c.values()) for c in (self.total, self.wrong, self.unsure))
        yield f"{'all':14s} {total - wrong - unsure:6d} {wrong:6d} {unsure:6d}"
        if self.errors_px:
            mean, worst = np.mean(self.errors_px), max(self.errors_px)
            yield f"corners: mean {mean:.2f} px, worst {worst:.2f} px"
        for (kind, truth, read, doubted), count in sorted(self.confused.items()):
            how = "unsure" if doubted else "WRONG"
            yield f"{how}: {kind} {truth} read as {read}, {count} times"

    def show(self, title):
        sys.stdout.write(f"\n{title}\n" + "".join(f"  {line}\n" for line in self.lines()))


class Table:
    """A table as a companion knows it after calibration."""

    def __init__(self, learned, kit):
        self.learned, self.kit = learned, kit
        self.plan = learned.knowledge.plan
        self.eye = Eye(learned.knowledge)

    def read(self, picture, *, anew=True):
        """Return the reading of a picture, in the words of the game."""
        post = self.eye.find(picture)
        if isinstance(post, NotFound):
            return {"registered": False, "error": "not found"}
        return self.worded(post.read(picture, anew=anew), post.vantage)

    def worded(self, reading, vantage):
        return {
            "registered": True,
            "corners_px": {
                name: vantage.corners(name, self.plan.surfaces[name]) for name in vantage.poses
            },
            **self.kit.reading(reading.found),
            "unsure": sorted(reading.unsure),
            "hidden": sorted(reading.hidden),
        }


def learn_table(pack, empty, taught, taps=None):
    """Learn a table from pictures in memory; ``taught`` are pairs of picture and label."""
    kit, _ = kit_of(pack)
    plan = kit.plan(pack)
    lessons = [
        Taught(f"lesson {number}", picture, kit.told(told_of(label), plan, Path("told.json")))
        for number, (picture, label) in enumerate(taught)
    ]
    photos = [Shot(f"empty {number}", picture) for number, picture in enumerate(empty)]
    return Table(learn(plan, photos, lessons, taps), kit)


@cache
def studio():
    """Return a simulated table with nothing on it, its renderer, and what was learned of it.

    A tile called ``tile_back`` can be laid there: nobody was taught what it looks like.
    """
    rng = Random(3)
    back = Art(tiles={"tile_back": card_back("#8a7f6b", (20, 20))})
    base = empty_table(PACK, rng, "window").changed(look=Look(11, "wood", "pawn"), art=back)
    renderer = Renderer(Quality.FAST)
    empty, label = renderer.render(base)
    taught = []
    for side in ("front", "x"):
        lesson = scene_from_view(PACK, teaching(PACK, rng, side), rng, at=base)
        taught.append(renderer.render(lesson.changed(seed=rng.randrange(10**6))))
    return base, renderer, learn_table(OWN, [empty], taught, taps_of(label))


def told_of(label):
    """Return what a person would tell of a photo, nothing more."""
    return {key: label[key] for key in Told.__struct_fields__ if key in label}


def taps_of(label, seed=7):
    """Return the corners as a finger would give them."""
    hand = Random(seed)
    return {
        name: np.array([
            [x + hand.uniform(-FINGER_PX, FINGER_PX), y + hand.uniform(-FINGER_PX, FINGER_PX)]
            for x, y in corners
        ])
        for name, corners in label["corners_px"].items()
    }  # fmt: skip


def labels_in(folder):
    """Return the labels of a folder by the names of their photos."""
    paths = sorted(folder.glob("[0-9]*.json"))
    return {path.stem: json.loads(path.read_text()) for path in paths}


def shared_folder(name):
    """Return a folder of labelled photos, or say loudly that it is not here."""
    folder = FRAMES / name
    if not (folder / "000.jpg").exists():
        pytest.skip(f"NO LABELLED FRAMES in {folder}: set COMPANION_FRAMES to read them")
    return folder


@cache
def table_of(folder, tapped=True):
    """Learn the table of a folder once in a run of tests."""
    labels = labels_in(folder)
    # Further photos of the empty table only confirm where it is; learning does without them.
    empty = [name for name, label in labels.items() if "empty" in label["tags"]][:1]
    taught = [name for name, label in labels.items() if "teach" in label["tags"]]
    first = labels[empty[0]]
    return learn_table(
        folder / first["pack"],
        [_photo(folder, name) for name in empty],
        [(_photo(folder, name), labels[name]) for name in taught],
        taps_of(first) if tapped else None,
    )


def read_folder(folder, *, tapped=True, names=None):
    """Read the photos in play of a folder, or some of them, and count."""
    table, tally = table_of(folder, tapped), Tally()
    for name, label in labels_in(folder).items():
        playing = not {"empty", "teach"} & set(label["tags"])
        if playing and (names is None or name in names):
            tally += score(label, table.read(_photo(folder, name)), f"{folder.name}/{name}")
    return tally


def _photo(folder, name):
    return open_photo(folder / f"{name}.jpg").picture


def score(label, reading, name=""):
    """Count one reading against its label."""
    tally = Tally()
    found = bool(reading.get("registered"))
    doubt = {*reading.get("unsure", ()), *reading.get("hidden", ())}
    truth, read = claims(label, label), claims(reading, label)
    for surface, corners in reading.get("corners_px", {}).items():
        off = np.hypot(*(np.asarray(label["corners_px"][surface]) - corners).T)
        tally.errors_px += off.tolist()
    for claim, value in truth.items():
        names = names_of(claim, value)
        if names & set(label.get("occluded", ())):
            continue
        kind, answer = claim[0], read[claim]
        tally.total[kind] += 1
        doubted = not found or bool((names | names_of(claim, answer)) & doubt)
        if not doubted and answer == value:
            continue
        (tally.unsure if doubted else tally.wrong)[kind] += 1
        tally.confused[kind, *_told_apart(claim, value, answer), doubted] += 1
        how = "unsure" if doubted else "WRONG"
        tally.notes.append(f"{name} {kind} {claim[1]}: is {value}, read {answer}: {how}")
    return tally


def _told_apart(claim, value, answer):
    """Return truth and reading as a table of confusions lists them: what, not where."""
    kind, place = claim
    if kind == "agents":
        colour = place.split()[1]
        return tuple(colour if there else "nobody" for there in (value, answer))
    if kind in ("tiles", "flags", "investigation"):
        return str(value or "nothing"), str(answer or "nothing")
    if kind == "roof tiles":
        return " + ".join(value) or "nothing", " + ".join(answer) or "nothing"
    moved = "right place" if value == answer else "another place"
    return ("nowhere" if value is None else "somewhere"), "nowhere" if answer is None else moved


def claims(reading, label):
    """Flatten a reading into {(kind, place): value} over the places that the label has."""
    out = {("tiles", s): reading.get("tiles", {}).get(s) for s in label["tiles"]}
    for building in label["flags"]:
        out["flags", building] = reading.get("flags", {}).get(building)
        there = reading.get("agents", {}).get(building, ())
        out.update({("agents", f"{building} {c}"): c in there for c in COLOURS})
    markers, points = reading.get("markers", {}), reading.get("score", {})
    out.update({("markers", track): markers.get(track) for track in label["markers"]})
    out.update({("score", colour): points.get(colour) for colour in COLOURS})
    roof = reading.get("roof_tiles", {})
    out.update({("roof tiles", x): tuple(map(str, roof.get(x, ()))) for x in ROOF})
    token = reading.get("investigation") or {}
    out.update({("investigation", part): token.get(part) for part in ("side", "on")})
    out["investigator", "investigator"] = reading.get("investigator")
    out["third man", "third_man"] = reading.get("third_man")
    return out


def names_of(claim, value):
    """Return the names under which occluded, unsure and hidden places speak of a claim."""
    kind, what = claim
    special = {
        "flags": {f"flag:{what}"},
        "markers": {f"info:{what}", f"info:{what}:{value}"},
        "score": {f"score:{what}", f"score:{value}"},
        "roof tiles": {f"roof:{what}"},
        "investigator": {"investigator", f"roof:{value}"},
        "third man": {"third_man", str(value)},
        "investigation": {"investigation"},
    }
    return special.get(kind) or {what.split()[0]}

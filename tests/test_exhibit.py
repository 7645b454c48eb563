"""Folders of labelled photos: complete, true to their pieces, and the same again tomorrow."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from math import dist
from random import Random

import cv2
import numpy as np
import pytest

from companion.games.vienna.box import DATA
from hardware.simulated.exhibit import exhibit, main
from hardware.simulated.look import Look
from hardware.simulated.pack import read_table_pack
from hardware.simulated.positions import LATE, MID, underway
from hardware.simulated.renderer import Quality
from hardware.simulated.scene import Art
from hardware.simulated.shoot import Shoot, scenes

FOLDER = DATA / "reference" / "full"
PACK = read_table_pack(FOLDER)
COLOURS = {"yellow", "red", "blue", "green"}
#: A sensor with a quarter of the pixels: here one only asks what is where.
SMALL = {"size": (820, 616), "height_mm": 860.0, "f_px": 670.0}
#: Plain cardboard: nobody reads these boards, and they need not be printed.
PLAIN = Art({name: np.full((420, 560, 3), 170, np.uint8) for name in PACK.surfaces})
SHOOT = Shoot(
    PACK,
    art=PLAIN,
    look=Look(1, "acrylic", "cone"),
    mount=SMALL,
    cameras=2,
    table="slate",
    clutter=3,
    play=5,
    hands=0.2,
    bumps=0.2,
    seed=4,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("exhibits") / "frames"
    assert len(list(exhibit(SHOOT, FOLDER, out, Quality.FAST))) == 9
    return out


@pytest.fixture(scope="module")
def labels(folder):
    return [json.loads(file.read_text()) for file in sorted(folder.glob("[0-9]*.json"))]


def tagged(labels, tag):
    return [label for label in labels if tag in label["tags"]]


def test_a_folder_has_pictures_labels_an_index_and_the_pack(folder, labels):
    index = json.loads((folder / "index.json").read_text())
    names = [f"{number:03d}" for number in range(9)]
    assert [entry["frame"] for entry in index] == names
    assert sorted(path.name for path in folder.glob("*.*")) == sorted(
        [*(f"{name}.jpg" for name in names), *(f"{name}.json" for name in names), "index.json"]
    )
    for entry, label in zip(index, labels, strict=True):
        assert cv2.imread(str(folder / f"{entry['frame']}.jpg")).shape == (616, 820, 3)
        assert {key: label[key] for key in ("pack", "light", "tags")} == {
            key: entry[key] for key in ("pack", "light", "tags")
        }
        copied = folder / label["pack"] / "board.json"
        assert copied.read_bytes() == (FOLDER / "board.json").read_bytes()


def test_a_series_goes_from_the_empty_table_to_what_disturbs_a_reader(labels):
    kinds = [label["tags"][0] for label in labels]
    assert kinds[:7] == ["empty", "empty", "teach", "teach", "start", "mid", "mid"]
    assert ["hands" in label["tags"] for label in labels] == [False] * 7 + [True, False]
    assert ["bump" in label["tags"] for label in labels] == [False] * 8 + [True]
    assert {label["light"] for label in labels} == {"window", "lamp_left"}
    assert {label["tags"][1] for label in labels} == {"cam-A", "cam-B"}
    assert all(label["tags"][2] == "slate" for label in labels)
    assert all(label["tags"][-1] == "acrylic" for label in labels)


def nearest(places, xy):
    return min(places, key=lambda name: dist(places[name], xy))


HOUSES = {b.id: b.xy for b in PACK.buildings}
RADII = {b.id: b.radius for b in PACK.buildings}
FLAG_SPOTS = {b.id: b.flag_xy for b in PACK.buildings}
SQUARES = {s.id: s.xy for s in PACK.squares}
SCORE = dict(enumerate(PACK.score_track.fields))
STEPS = {(k, n): f.xy for k, row in PACK.info_tracks.fields.items() for n, f in enumerate(row)}
ROOF = dict(PACK.roof.fields)


def figure_claim(piece):
    house = nearest(HOUSES, piece["xy"])
    match piece["kind"]:
        case "agent" if dist(HOUSES[house], piece["xy"]) < RADII[house]:
            return "agent", house, piece["name"]
        case "agent":
            return "score", nearest(SCORE, piece["xy"]), piece["name"]
        case "third_man":
            return "third man", house
        case "investigator":
            return "investigator", nearest(ROOF, piece["xy"])
        case "marker":
            return "marker", *nearest(STEPS, piece["xy"]), piece["name"]


def tile_claim(piece):
    kind, _, name = piece["name"].partition("_")
    match kind:
        case "tile":
            return "tile", nearest(SQUARES, piece["xy"]), name
        case "flag":
            return "flag", nearest(FLAG_SPOTS, piece["xy"]), name
        case "investigation":
            return "token", name
        case "order":
            return None
        case _ if dist(PACK.investigation.xy, piece["xy"]) < 20:
            return "under", kind
        case _:
            return "roof", nearest(ROOF, piece["xy"]), piece["z"] > 0, kind


def seen_claims(label):
    """Work out what lies where from the exact millimetres alone."""
    pieces = label["pieces"]
    claims = [tile_claim(p) if p["kind"] == "tile" else figure_claim(p) for p in pieces]
    return Counter(claim for claim in claims if claim)


def told_claims(label):
    """Take a label's claims in the same words."""
    roof = label["roof_tiles"].items()
    told = [
        *(("agent", b, colour) for b, there in label["agents"].items() for colour in there),
        *(("score", number, colour) for colour, number in label["score"].items()),
        *(("marker", k, n, k) for k, n in label["markers"].items() if n is not None),
        *(("tile", s, tile) for s, tile in label["tiles"].items() if tile),
        *(("flag", b, flag) for b, flag in label["flag_tiles"].items()),
        *(("roof", k, z > 0, tile) for k, pile in roof for z, tile in enumerate(pile)),
        *(("third man", b) for b in [label["third_man"]] if b),
        *(("investigator", k) for k in [label["investigator"]] if k),
        *(("token", side) for side in [label["investigation"]["side"]] if side),
        *(("under", tile) for tile in [label["investigation"]["on"]] if tile),
    ]
    return Counter(told)


def test_labels_agree_with_the_millimetres_of_the_pieces(labels):
    for label in labels:
        assert told_claims(label) == seen_claims(label)
        printed = {b.id: b.flag for b in PACK.buildings}
        assert label["flags"] == {**printed, **label["flag_tiles"]}
        assert set(label["tiles"]) == {square.id for square in PACK.squares}
    assert not any(label["pieces"] for label in tagged(labels, "empty"))


def test_teaching_photos_show_one_of_everything_on_places_of_their_own(labels):
    infos = set(PACK.info_tracks.fields)
    for label in tagged(labels, "teach"):
        assert sorted(map(len, label["agents"].values())) == [1] * 4
        assert {colour for there in label["agents"].values() for colour in there} == COLOURS
        assert label["third_man"] not in {None, *label["agents"]}
        assert set(label["score"]) == COLOURS
        assert len(set(label["score"].values())) == 4
        assert sorted(tile for tile in label["tiles"].values() if tile) == sorted(infos)
        assert len(set(label["flag_tiles"].values())) == len(label["flag_tiles"]) == 5
        assert None not in label["markers"].values()
        assert sorted(label["roof_tiles"].values()) == [["payday"], ["purchase"]]
        assert label["investigator"] not in {None, *label["roof_tiles"]}
    sides = [label["investigation"]["side"] for label in tagged(labels, "teach")]
    assert sides == ["front", "x"]


def test_a_game_starts_with_all_figures_on_the_first_field(labels):
    (label,) = tagged(labels, "start")
    assert label["score"] == dict.fromkeys(COLOURS, 0)
    assert None not in label["tiles"].values()
    assert set(label["markers"].values()) == {0}


def test_hands_hide_places_and_a_bump_moves_the_corners_within_the_picture(labels):
    assert all(bool(label["hidden_fraction"]) == ("hands" in label["tags"]) for label in labels)
    (bump,) = tagged(labels, "bump")
    same = [label for label in tagged(labels, bump["tags"][1]) if label is not bump]
    assert len({json.dumps(label["corners_px"]) for label in same}) == 1
    assert bump["corners_px"] != same[0]["corners_px"]
    for label in labels:
        for x, y in (corner for corners in label["corners_px"].values() for corner in corners):
            assert 0 < x < 819
            assert 0 < y < 615


def test_the_same_shoot_is_the_same_folder_and_another_seed_is_not(tmp_path):
    def digest(name, seed):
        out = tmp_path / name
        shoot = replace(SHOOT, empty=0, teach=0, play=1, hands=1, bumps=0, cameras=1, seed=seed)
        list(exhibit(shoot, FOLDER, out, Quality.FAST))
        return [hashlib.sha256((out / f"000.{end}").read_bytes()) for end in ("jpg", "json")]

    once, again, other = digest("once", 1), digest("again", 1), digest("other", 2)
    assert [part.digest() for part in once] == [part.digest() for part in again]
    assert {part.digest() for part in once}.isdisjoint(part.digest() for part in other)


def test_cameras_hang_as_told_and_must_see_the_whole_table():
    told = replace(SHOOT, mount={**SMALL, "tilt_x": 2.5}, upside_down=True, stacked=True)
    for scene in scenes(replace(told, play=0)):
        assert scene.mount.tilt_x == 2.5
        assert 170 < scene.mount.roll < 190
        board, intel = scene.lies["board"], scene.lies["intel"]
        assert board.corners_mm[:, 1].max() < intel.corners_mm[:, 1].min()
    with pytest.raises(ValueError, match="whole table"):
        next(scenes(replace(SHOOT, mount={**SMALL, "height_mm": 400.0})))


def test_play_reaches_every_crowd_a_reader_has_to_tell_apart():
    met = set()
    for seed in range(40):
        shoot = replace(SHOOT, play=3, empty=0, teach=0, hands=0, bumps=0, seed=seed)
        for scene in scenes(shoot):
            figures = Counter(p.place for p in scene.pieces if p.kind in ("agent", "third_man"))
            met |= {("figures", number) for place, number in figures.items() if ":" not in place}
            met |= {("score", n) for place, n in figures.items() if place.startswith("score:")}
            roof = [p for p in scene.pieces if p.kind == "tile" and p.place.startswith("roof:")]
            for place in {p.place for p in roof}:
                pile = sorted((p for p in roof if p.place == place), key=lambda p: p.z_mm)
                met.add(("roof", *(p.name for p in pile)))
                if len(pile) == 2:
                    assert 3 <= dist(pile[0].xy_mm, pile[1].xy_mm) <= 6
            met |= {("under", p.name) for p in scene.pieces if p.place == "investigation"}
    tiles = ("purchase", "payday")
    assert {("figures", number) for number in range(1, 6)} <= met
    assert {("score", number) for number in range(1, 5)} <= met
    assert {("roof", low, high) for low in tiles for high in tiles} <= met
    assert {("under", tile) for tile in tiles} <= met


def test_late_tables_are_emptier_of_tiles_and_fuller_of_agents_than_earlier_ones():
    def count(stage, word):
        rngs = (Random(seed) for seed in range(20))
        return sum(a.piece.startswith(word) for r in rngs for a in underway(PACK, r, stage))

    assert count(MID, "tile:") > count(LATE, "tile:")
    assert count(MID, "agent:") < count(LATE, "agent:")
    assert count(MID, "flag:") < count(LATE, "flag:")


def test_the_command_line_fills_a_folder_and_says_how_far_it_is(tmp_path, capsys):
    words = "--quality fast --art print --empty 1 --teach 0 --frames 0 --lights mixed --seed 6"
    main([str(tmp_path / "out"), *words.split(), "--material", "painted"])
    assert capsys.readouterr().err.split() == ["000", "mixed", "empty", "cam-A", "oak", "painted"]
    label = json.loads((tmp_path / "out" / "000.json").read_text())
    assert label["camera"]["size"] == [1640, 1232]

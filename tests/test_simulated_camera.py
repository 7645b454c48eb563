"""The simulated camera: what it shows is where the label says, and looks like a photo."""

import hashlib
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from companion.engine import Atom
from companion.games.vienna.box import DATA
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.crowd import crowd
from hardware.simulated.hand_body import bodies_of
from hardware.simulated.label import spots_of
from hardware.simulated.light import LIGHTS, Lamp, shine, switch_on
from hardware.simulated.look import Look
from hardware.simulated.mount import Mount, hang
from hardware.simulated.pack import read_table_pack
from hardware.simulated.piece import CARDBOARD_MM, Hand, Piece
from hardware.simulated.renderer import Quality, Renderer, render
from hardware.simulated.scene import Art, empty_table, scene_from_view

PACK = read_table_pack(DATA / "reference" / "full")
#: A sensor with a quarter of the pixels, for tests that only ask what is where.
SMALL = {"size": (820, 616), "f_px": 670.0}


def small_table(seed=3, light="window", *, upside_down=False):
    rng = Random(seed)
    scene = empty_table(PACK, rng, light)
    mount = replace(hang(rng, upside_down=upside_down), **SMALL)
    return scene.changed(mount=mount, look=Look(1, "wood", "pawn"), table="oak")


def project(camera, points_mm):
    """Project by the label alone, in the words of the label format."""
    seen = (np.asarray(points_mm, float) - camera["C_mm"]) @ np.array(camera["R"]).T
    flat = seen[..., :2] / seen[..., 2:]
    bent = flat * (1 + camera["k1"] * (flat**2).sum(-1, keepdims=True))
    return bent * camera["f_px"] + [camera["cx"], camera["cy"]]


def on_table(camera, surface, xy_mm, z_mm=0.0):
    """Place a point of a surface on the table, by the label alone."""
    lie, (w, h) = camera["surfaces"][surface], PACK.surfaces[surface].size_mm
    turn = np.radians(lie["rot"])
    x, y = np.asarray(xy_mm, float)[..., 0] - w / 2, h / 2 - np.asarray(xy_mm, float)[..., 1]
    right = lie["centre"][0] + np.cos(turn) * x - np.sin(turn) * y
    away = lie["centre"][1] + np.sin(turn) * x + np.cos(turn) * y
    return np.stack([right, away, np.full_like(right, lie["thickness_mm"] + z_mm)], -1)


def dotted(surface):
    """Print a surface in grey with a black disc on every place that is far from all others."""
    image = np.full(
        (round(surface_size(surface)[1] * 4), round(surface_size(surface)[0] * 4), 3), 190, np.uint8
    )
    spots = [np.array(xy) for _, on, xy, _ in spots_of(PACK) if on == surface]
    for xy in spots:
        at = tuple(int(v) for v in np.round((xy * 4 - 0.5) * 16))
        cv2.circle(image, at, 4 * 4 * 16, (20, 20, 20), -1, cv2.LINE_AA, 4)
    return image


def surface_size(surface):
    return PACK.surfaces[surface].size_mm


@pytest.mark.parametrize("quality", list(Quality))
@pytest.mark.parametrize("upside_down", [False, True])
def test_every_place_is_where_the_label_says_to_a_pixel(quality, upside_down):
    scene = small_table(upside_down=upside_down)
    scene = scene.changed(art=Art({name: dotted(name) for name in PACK.surfaces}), things=())
    image, label = Renderer(quality).render(scene)
    dark = 255.0 - cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    errors = []
    for name, surface, xy, _ in spots_of(PACK):
        x, y = project(label["camera"], on_table(label["camera"], surface, xy))
        box = dark[round(y) - 6 : round(y) + 7, round(x) - 6 : round(x) + 7]
        rows, columns = np.mgrid[round(y) - 6 : round(y) + 7, round(x) - 6 : round(x) + 7]
        weight = np.clip(box - (box.min() + box.max()) / 2, 0, None)
        found = (columns * weight).sum() / weight.sum(), (rows * weight).sum() / weight.sum()
        errors.append((float(np.hypot(found[0] - x, found[1] - y)), name))
    assert max(errors)[0] < 1.0, max(errors)
    assert float(np.mean([error for error, _ in errors])) < 0.35


@pytest.mark.parametrize("upside_down", [False, True])
def test_corners_are_those_of_the_camera_in_the_label_and_in_the_picture(upside_down):
    white = Art({n: np.full((1680, 2240, 3), 235, np.uint8) for n in PACK.surfaces})
    scene = small_table(upside_down=upside_down).changed(table="slate", art=white, things=())
    image, label = render(scene)
    for name, corners in label["corners_px"].items():
        w, h = surface_size(name)
        told = on_table(label["camera"], name, [[0, 0], [w, 0], [w, h], [0, h]])
        assert np.abs(project(label["camera"], told) - corners).max() < 0.02
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        bright = (cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) > 128).astype(np.uint8)
        near = cv2.dilate(mask, np.ones((15, 15), np.uint8))
        wrong = int(((bright != mask) & (near > 0)).sum())
        # Half a pixel along the whole outline is the most that may differ.
        assert wrong < 0.75 * cv2.arcLength(np.float32(corners), True)
    first, second = label["corners_px"]["board"][:2]
    assert (first[0] > second[0]) == upside_down


def test_the_top_of_a_tile_is_seen_where_its_height_puts_it():
    scene = small_table().changed(things=())
    tile = Piece("tile", "tile_pistol", "board", (140.0, 300.0), 30.0, 0.0, "s01")
    white = np.full((160, 160, 4), 255, np.uint8)
    white[..., :3] = 150
    art = Art({n: np.full((420, 560, 3), 30, np.uint8) for n in PACK.surfaces}, {tile.name: white})
    image, label = render(scene.changed(pieces=(tile,), art=art))
    turn = np.radians(30)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = np.array([[-10, -10], [10, -10], [10, 10], [-10, 10]]) @ axes + [140, 300]
    told = project(label["camera"], on_table(label["camera"], "board", square, 2.0))
    left, top = (int(v) for v in told.min(0) - 8)
    right, low = (int(v) for v in told.max(0) + 8)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32) ** 2.2  # light, not bytes
    part = grey[top:low, left:right]
    bright = np.zeros(grey.shape, np.uint8)
    bright[grey > (np.percentile(part, 5) + np.percentile(part, 95)) / 2] = 1
    outlines, _ = cv2.findContours(
        bright[top:low, left:right], cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    found = cv2.boxPoints(cv2.minAreaRect(max(outlines, key=len))) + np.array([left, top])
    for corner in told:
        assert np.hypot(*(found - corner).T).min() < 1.2


def test_the_same_seed_is_the_same_picture_and_another_is_not():
    def picture(seed):
        rng = Random(seed)
        scene = small_table(seed)
        scene = scene_from_view(PACK, crowd(PACK, rng), rng, at=scene)
        return hashlib.sha256(Renderer(Quality.FAST).render(scene)[0].tobytes()).hexdigest()

    assert picture(5) == picture(5)
    assert picture(5) != picture(6)


def test_what_changed_is_redrawn_and_nothing_else():
    """A renderer that remembers gives the picture that a fresh one gives."""
    rng = Random(8)
    before = scene_from_view(PACK, crowd(PACK, rng), rng, at=small_table(8))
    after = before.changed(pieces=before.pieces[3:-2])
    used = Renderer(Quality.FAST)
    used.render(before)
    assert np.array_equal(used.render(after)[0], Renderer(Quality.FAST).render(after)[0])


def test_labels_speak_the_format():
    rng = Random(2)
    atoms = crowd(PACK, rng, feld=True)
    orders = {"A": ["order_1"], "B": ["order_2", "order_3"]}
    scene = scene_from_view(PACK, atoms, rng, at=small_table(), orders=orders)
    label = json.loads(json.dumps(Renderer(Quality.FAST).render(scene)[1]))
    claimed = {(atom.place, atom.piece) for atom in atoms}
    assert {(b, f"agent:{c}") for b, cs in label["agents"].items() for c in cs} == {
        (place, piece) for place, piece in claimed if piece[:6] == "agent:" and ":" not in place
    }
    assert {(s, f"tile:{t}") for s, t in label["tiles"].items() if t} == {
        pair for pair in claimed if pair[1].startswith("tile:")
    }
    assert {(f"flag:{b}", f"flag:{f}") for b, f in label["flags"].items()} == {
        pair for pair in claimed if pair[0].startswith("flag:")
    }
    assert {(f"info:{i}:{n}", f"marker:{i}") for i, n in label["markers"].items()} <= claimed
    assert {(f"score:{n}", f"agent:{c}") for c, n in label["score"].items()} <= claimed
    assert (f"roof:{label['investigator']}", "investigator") in claimed
    assert (label["third_man"], "third_man") in claimed
    assert {(b, f"feld:{c}") for c, b in label["feld"].items()} <= claimed
    assert ("investigation", f"token:{label['investigation']['side']}") in claimed
    assert label["orders"] == orders
    assert set(label) >= {"pack", "light", "tags", "flag_tiles", "roof_tiles", "hidden_fraction"}
    assert label["occluded"] == []
    assert {"kind", "name", "surface", "xy", "rot", "z"} == set(label["pieces"][0])


def test_labels_carry_what_the_scorer_reads():
    """The reading scorer flattens a label; every claim it makes must be there."""
    label = Renderer(Quality.FAST).render(small_table())[1]
    assert len(label["tiles"]) == 40
    assert len(label["flags"]) == 30
    assert label["markers"] == dict.fromkeys(PACK.info_tracks.fields)
    assert label["investigation"] == {"side": None, "on": None}
    assert label["score"] == {}
    assert [len(corners) for corners in label["corners_px"].values()] == [4, 4]
    assert "empty" in label["tags"]


def rod_mask(hand, camera, thicker_mm):
    """Draw a hand from its rods alone: balls along each, projected by the label's camera."""
    width, height = camera["size"]
    mask = np.zeros((height, width), np.uint8)
    eye = np.array(camera["C_mm"])
    for body in bodies_of(hand):
        for a, b, ra, rb in body.solid.rods:
            for share in np.linspace(0, 1, 60):
                middle = (1 - share) * np.array(a) + share * np.array(b)
                at = middle @ body.axes.astype(float) + body.foot_mm
                thick = (1 - share) * ra + share * rb + thicker_mm
                radius = thick * camera["f_px"] / np.linalg.norm(at - eye)
                x, y = (float(v) for v in project(camera, at))
                cv2.circle(mask, (round(x), round(y)), round(radius), 1, -1)
    return mask


@pytest.mark.parametrize("quality", list(Quality))
def test_hidden_places_agree_with_a_mask_made_another_way(quality):
    # Fast pictures push a cut-out about: there the hand is where it was cut out.
    tip = (0.0, 0.0) if quality is Quality.FAST else (-150.0, 60.0)
    hand = Hand(tip, 30, sleeve=None)
    _, label = Renderer(quality).render(small_table().changed(hands=(hand,), things=()))
    # Flesh between the rods makes a hand a little thicker than they are.
    bare, fleshy = (rod_mask(hand, label["camera"], thicker) for thicker in (-0.5, 4.0))
    ring = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    circle = np.stack([np.cos(ring), np.sin(ring)], 1)
    disc = np.concatenate([circle * far for far in (0.2, 0.45, 0.63, 0.77, 0.9)])
    told, partly = label["hidden_fraction"], 0
    for name, surface, xy, radius in spots_of(PACK):
        points = on_table(label["camera"], surface, np.array(xy) + disc * radius)
        px = np.round(project(label["camera"], points)).astype(int)
        least, most = (float(mask[px[:, 1], px[:, 0]].mean()) for mask in (bare, fleshy))
        assert least - 0.15 <= told.get(name, 0.0) <= most + 0.15, name
        partly += 0 < least < 1
    assert partly >= 4
    assert set(label["occluded"]) == {name for name, share in told.items() if share >= 0.35}
    assert label["occluded"]


def test_a_figure_leans_away_from_the_middle_of_the_picture():
    scene = small_table().changed(things=(), look=Look(1, "painted", "pawn"))
    red = Piece("agent", "red", "board", (60.0, 60.0), 0, 0, "b01")
    grey = Art({name: np.full((420, 560, 3), 150, np.uint8) for name in PACK.surfaces})
    image, label = render(scene.changed(pieces=(red,), art=grey))
    foot = project(label["camera"], on_table(label["camera"], "board", red.xy_mm))
    head = project(label["camera"], on_table(label["camera"], "board", red.xy_mm, 21.0))
    reds = image[..., 2].astype(int) - image[..., 1] > 60
    for x, y in (foot, head):
        assert reds[round(y), round(x)]
    rows, columns = np.nonzero(reds)
    lean = np.array([columns.mean(), rows.mean()]) - foot
    assert float(lean @ (head - foot)) > 0


def test_a_light_a_bump_and_a_push_change_the_picture_but_not_the_claims():
    rng = Random(4)
    scene = scene_from_view(PACK, crowd(PACK, rng), rng, at=small_table(4, "dim_evening"))
    camera = Renderer(Quality.FAST)
    before, told = camera.render(scene)
    lamp = Lamp((-500.0, 200.0, 900.0), (0.8, 0.95, 1.0), 1.2, 50)
    lit, same = camera.render(scene.changed(light=switch_on(scene.light, lamp)))
    assert np.abs(lit.astype(int) - before).mean() > 5
    assert same["corners_px"] == told["corners_px"]
    _, bumped = camera.render(scene.changed(mount=scene.mount.bumped(rng)))
    assert bumped["corners_px"] != told["corners_px"]
    _, pushed = camera.render(scene.pushed("intel", 25, -8, 3))
    assert pushed["corners_px"]["board"] == told["corners_px"]["board"]
    assert pushed["corners_px"]["intel"] != told["corners_px"]["intel"]
    assert bumped["agents"] == pushed["agents"] == told["agents"]


def test_the_camera_takes_pictures_until_it_is_closed():
    ticks = iter(range(100))
    scene = small_table()
    camera = SimulatedCamera(lambda: scene, clock=lambda: next(ticks))
    first, second = camera.read(), camera.read()
    assert first.image.shape == (616, 820, 3)
    assert first.image.dtype == np.uint8
    assert (first.number, second.number) == (0, 1)
    assert first.taken_at_s < second.taken_at_s
    assert not np.array_equal(first.image, second.image)
    camera.close()
    camera.close()
    with pytest.raises(ValueError, match="closed"):
        camera.read()


def test_pieces_stand_near_their_places_and_not_inside_each_other():
    atoms = [Atom("b05", f"agent:{c}") for c in ("red", "blue", "green", "yellow")]
    atoms.append(Atom("b05", "third_man"))
    pieces = scene_from_view(PACK, atoms, Random(1), at=small_table()).pieces
    (house,) = (b for b in PACK.buildings if b.id == "b05")
    for number, piece in enumerate(pieces):
        assert np.hypot(*(np.array(piece.xy_mm) - house.xy)) < house.radius
        for other in pieces[:number]:
            assert np.hypot(*(np.array(piece.xy_mm) - other.xy_mm)) > 9


def test_rays_and_projection_are_inverse():
    mount = Mount(tilt_x=5, tilt_y=-7, roll=178, k1=-0.06, f_px=1300)
    x, y = np.meshgrid(np.linspace(0, 1639, 9), np.linspace(0, 1231, 7))
    gx, gy = mount.ground(x, y, CARDBOARD_MM)
    back = mount.project(np.stack([gx, gy, np.full_like(gx, CARDBOARD_MM)], -1))
    assert np.abs(back - np.stack([x, y], -1)).max() < 0.1


def statistics(image):
    """Measure what a reader of pictures meets: colour, contrast, noise, sharpness."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rest = grey - cv2.GaussianBlur(grey, (0, 0), 2)
    height, width = (side // 8 * 8 for side in grey.shape)
    blocks = rest[:height, :width].reshape(height // 8, 8, width // 8, 8).std((1, 3))
    edges = np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)) / 8
    return {
        "mean": float(image.mean()),
        "warmth": float(image[..., 2].mean() / image[..., 0].mean()),
        "spread": float(image.std()),
        "saturation": float(cv2.cvtColor(image, cv2.COLOR_BGR2HSV)[..., 1].mean()),
        "noise": float(np.percentile(blocks, 15)),
        "sharpness": float(np.percentile(edges, 99)),
    }


#: How far a simulated picture may lie from the range of the photos, as a factor.
LEEWAY = {
    "mean": 1.2, "warmth": 1.25, "spread": 1.5, "saturation": 1.5, "noise": 1.5, "sharpness": 1.5
}  # fmt: skip


@pytest.mark.parametrize(
    "quality", [Quality.FAST, pytest.param(Quality.FINE, marks=pytest.mark.slow)]
)
def test_pictures_are_like_those_of_the_labelled_frames(quality):
    shared = Path(os.environ.get("COMPANION_FRAMES", Path(__file__).parent.parent / "../shared"))
    files = sorted(shared.glob("frames*/[0-9]*.jpg"))
    if not files:
        pytest.skip(f"NO LABELLED FRAMES in {shared}: set COMPANION_FRAMES to compare with them")
    theirs = [statistics(cv2.imread(str(file))) for file in files[::4]]
    ours = []
    for number, light in enumerate(("window", "two_lamps", "dim_evening")):
        rng = Random(number)
        scene = empty_table(PACK, rng, light)
        table = ("oak", "green_cloth", "walnut")[number]
        scene = scene.changed(table=table, look=Look(1))
        scene = scene_from_view(PACK, crowd(PACK, rng), rng, at=scene)
        ours.append(statistics(Renderer(quality).render(scene)[0]))
    for name, leeway in LEEWAY.items():
        low, high = min(t[name] for t in theirs), max(t[name] for t in theirs)
        mine = [o[name] for o in ours]
        figures = " ".join(f"{figure:7.2f}" for figure in mine)
        sys.stdout.write(f"{name:11s} photos {low:7.2f} .. {high:7.2f}  ours {figures}\n")
        assert low / leeway <= min(mine), name
        assert max(mine) <= high * leeway, name


def test_every_light_gives_a_picture_that_is_neither_black_nor_burnt():
    scene = small_table()
    for name in LIGHTS:
        image, label = Renderer(Quality.FAST).render(scene.changed(light=shine(name)))
        assert label["light"] == name
        assert 60 < image.mean() < 170
        assert (image.max(axis=2) >= 253).mean() < 0.12


def test_an_owner_paints_just_the_piece_that_is_hard_to_see() -> None:
    plain, painted = Look(1), Look(1, painted=("third_man", "marker:briefcase"))
    for kind, name in (("third_man", "third_man"), ("marker", "briefcase")):
        assert painted.finish(kind, name).colour != plain.finish(kind, name).colour
    assert painted.finish("marker", "slide") == plain.finish("marker", "slide")
    assert (
        len({painted.finish(*of).colour for of in (("third_man", ""), ("marker", "briefcase"))})
        == 2
    )

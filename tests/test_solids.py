"""Standing pieces: looking only where something changed finds what looking everywhere does."""

from dataclasses import replace
from functools import cache, partial
from random import Random

import cv2
import numpy as np
import pytest
from seeing import COLOURS, PACK, score, studio

from companion.engine import Atom
from hardware.simulated.arrange import stand
from hardware.simulated.positions import MID, underway
from hardware.simulated.scene import scene_from_view
from vision.footing import apart_mm as apart_between
from vision.footing import locate
from vision.footing_pair import pair
from vision.glimpse import Glimpse
from vision.light import LightMeter
from vision.memory import Memory
from vision.paint import Paint
from vision.reading import gather
from vision.solids import SolidReader
from vision.solids_model import faint_pieces
from vision.solids_twins import Here, Twin, settle, tell_apart
from vision.stands_site import CELL_MM

HOUSES = {b.id: b for b in PACK.buildings}


@cache
def _sequence():
    """Return pictures and labels of a game in which one figure after the other moves."""
    base, renderer, _ = studio()
    rng = Random(21)
    pieces = list(scene_from_view(PACK, underway(PACK, rng, MID), rng, at=base).pieces)
    shots = []
    for step in range(7):
        if step:
            _move(pieces, rng)
        scene = base.changed(pieces=tuple(pieces), seed=100 + step)
        picture, label = renderer.render(scene)
        shots.append((picture.copy(), label))
    return shots


def _move(pieces, rng):
    """Let one agent walk, one come or go, and one score."""
    walkers = [n for n, p in enumerate(pieces) if p.kind == "agent" and p.place in HOUSES]
    number = rng.choice(walkers)
    free = sorted(HOUSES.keys() - {p.place for p in pieces})
    b = HOUSES[rng.choice(free)]
    pieces[number] = replace(pieces[number], place=b.id, xy_mm=b.xy)
    b = HOUSES[rng.choice([name for name in free if name != b.id])]
    pieces.append(stand(f"agent:{rng.choice(COLOURS)}", "board", b.xy, b.id, rng))
    scorers = [n for n, p in enumerate(pieces) if (p.place or "").startswith("score:")]
    taken = {pieces[n].place for n in scorers}
    fields = [n for n in range(len(PACK.score_track.fields)) if f"score:{n}" not in taken]
    number, field = rng.choice(scorers), rng.choice(fields)
    at = PACK.score_track.fields[field]
    pieces[number] = replace(pieces[number], place=f"score:{field}", xy_mm=at)


@cache
def _readers():
    """Return two readers with the same knowledge, a meter and the vantage of all pictures."""
    _, _, table = studio()
    know = table.learned.knowledge
    vantage = table.eye.find(_sequence()[0][0]).vantage
    readers = [SolidReader(know.plan, know.reference, know.solids, vantage) for _ in range(2)]
    return readers, LightMeter(know.reference, vantage), Memory(know.plan.places, vantage)


def _told(finding):
    return finding.pieces, finding.place, finding.sure


def test_a_partial_reading_equals_a_full_one_move_by_move():
    (one, other), meter, memory = _readers()
    for step, (picture, _) in enumerate(_sequence()):
        glimpse = Glimpse(picture, meter)
        changed = memory.changed(glimpse.quarter) if step else None
        partial = one.read(glimpse.level_half, None, changed)
        full = other.read(glimpse.level_half)
        memory.remember(glimpse.quarter, changed or memory.changed(glimpse.quarter))
        assert {n: _told(f) for n, f in partial.items()} == {n: _told(f) for n, f in full.items()}
        if step:
            assert 0 < len(changed) < 0.3 * len(studio()[2].plan.places)
        assert full


def test_reading_a_game_as_it_goes_makes_no_mistake():
    _, _, table = studio()
    for step, (picture, label) in enumerate(_sequence()):
        reading = table.read(picture, anew=step == 0)
        assert [note for note in score(label, reading).notes if note.endswith("WRONG")] == []


@pytest.mark.parametrize("aside_mm", [0.0, 3.0])
def test_feet_are_found_to_a_millimetre_or_two(aside_mm):
    base, renderer, _ = studio()
    (reader, _), meter, _ = _readers()
    rng = Random(2)
    houses = [HOUSES[name] for name in ("b03", "b11", "b20", "b29")]
    pieces = [
        stand(f"agent:{colour}", "board", (b.xy[0] + aside_mm, b.xy[1] - aside_mm), b.id, rng)
        for colour, b in zip(COLOURS, houses, strict=True)
    ]
    picture, _ = renderer.render(base.changed(pieces=tuple(pieces)))
    found = reader.read(Glimpse(picture, meter).level_half)
    for piece in pieces:
        finding = found[piece.place]
        assert finding.pieces == (f"agent:{piece.name}",)
        assert finding.sure
        off = np.hypot(*np.subtract(finding.spots[f"agent:{piece.name}"], piece.xy_mm))
        assert off < 2.0


def test_a_hand_blinds_but_does_not_deceive():
    """Under a mask nobody is found; what was beside it is found as before."""
    (reader, _), meter, _ = _readers()
    picture, label = _sequence()[0]
    level = Glimpse(picture, meter).level_half
    everything = np.full(level.shape[:2], 255, np.uint8)
    assert all(not finding.pieces for finding in reader.read(level, everything).values())
    nothing = np.zeros_like(everything)
    seen = reader.read(level, nothing)
    assert {b: sorted(seen[b].pieces) for b in label["agents"] if b != label["third_man"]} == {
        b: sorted(f"agent:{c}" for c in colours)
        for b, colours in label["agents"].items()
        if b != label["third_man"]
    }


def test_a_piece_that_hardly_stands_out_is_doubted_and_never_sworn_to_be_nowhere():
    base, renderer, table = studio()
    know = table.learned.knowledge
    models = [
        replace(know.solids, fits={**know.solids.fits, "third_man": fit}) for fit in (0.6, 0.15)
    ]
    assert list(map(faint_pieces, models)) == [(), ("third_man",)]
    picture, _ = renderer.render(base.changed(pieces=()))
    vantage, half = table.eye.find(picture).vantage, picture[::2, ::2]
    for model, is_sure in zip(models, (True, False), strict=True):
        found = SolidReader(know.plan, know.reference, model, vantage).read(half)["third_man"]
        assert found.pieces == ()
        assert (found.margin >= 1) == is_sure


@cache
def _one_red(kind, at="b10"):
    """Return a picture of a single red figure, and where it stands."""
    base, renderer, table = studio()
    house = HOUSES[at]
    figure = stand(f"{kind}:red", "board", house.xy, house.id, Random(3))
    picture, _ = renderer.render(base.changed(pieces=(figure,)))
    return house.id, table.eye.find(picture).vantage, picture[::2, ::2].copy()


def _with_feld(solids, filled):
    """Return a model that knows a figure of the same red, which fills so much of its outline."""
    return replace(
        solids,
        paint=Paint({**solids.paint.samples, "feld:red": solids.paint.samples["agent:red"]}),
        fits={**solids.fits, "feld:red": solids.fits["agent:red"]},
        areas={**solids.areas, "feld:red": solids.areas["agent:red"] * filled},
    )


@pytest.mark.parametrize("kind", ["agent", "feld"])
def test_figures_of_one_colour_are_told_apart_by_their_size_or_may_be_either(kind):
    know = studio()[2].learned.knowledge
    house, vantage, half = _one_red(kind, "b25")
    told = {}
    for filled in (0.75, 1.0):
        model = _with_feld(know.solids, filled)
        found = SolidReader(know.plan, know.reference, model, vantage).read(half)
        reading = gather(know.plan, found, {}, frozenset())
        told[filled] = reading.found, reading.either, {house, "feld:red"} & reading.unsure
    either = {Atom(house, "agent:red"): Atom(house, "feld:red")}
    assert told[0.75] == ({house: ("agent:red",)}, either, {house, "feld:red"})
    assert told[1.0] == ({house: (f"{kind}:red",)}, {}, set())


@pytest.mark.parametrize(
    ("strength", "blurred", "sure"), [(1.0, 0.0, True), (0.7, 0.0, False), (1.0, 0.6, False)]
)
def test_a_figure_that_may_seem_small_is_not_sworn_to_be_the_small_one(strength, blurred, sure):
    know, (house, vantage, half) = studio()[2].learned.knowledge, _one_red("agent", "b25")
    model = _with_feld(know.solids, 1.0)
    reader = SolidReader(know.plan, know.reference, model, vantage)
    reader.read(half)
    at = next(each for each in reader.stands if house in [place.id for place in each.places])
    window = [place.id for place in at.places].index(house)
    names = ("agent:red", "feld:red")
    found = {p: one for p, one in reader.candidates(half) if one.place.id == house and p in names}
    mm2 = {piece: model.areas[piece] * at.area_mm2(window, piece) for piece in names}
    small, big = (found[piece] for piece in names)
    here = {
        "agent:red": replace(small, fit=strength * model.fits["agent:red"]),
        "feld:red": replace(
            big,
            area=mm2["agent:red"] / at.area_mm2(window, "feld:red"),
            blurred_mm2=blurred * mm2["agent:red"],
        ),
    }
    (told,) = tell_apart(at, window, Here(here), model, {"feld:red"})
    assert told == Twin("agent:red", "feld:red", sure=sure)


def test_a_figure_that_is_there_once_is_not_seen_twice():
    agent, guest = ("agent:red", "feld:red"), ("feld:red", "agent:red")
    big, small, unclear = Twin(*guest, sure=True), Twin(*agent, sure=True), Twin(*agent, sure=False)
    alone = {1: (big,), 2: (small,), 3: (unclear,)}
    assert settle(alone, {"feld:red"}) == alone
    assert settle({1: (big,), 2: (big,)}, {"feld:red"}) == {1: (unclear,), 2: (unclear,)}
    assert settle({1: (small,), 2: (small,)}, {"feld:red"}) == {1: (small,), 2: (small,)}


def _red_in_the_middle():
    """Return a stand, a window of it, the outline of a red figure there, and where its foot is."""
    know, (house, vantage, _) = studio()[2].learned.knowledge, _one_red("agent")
    reader = SolidReader(know.plan, know.reference, know.solids, vantage)
    stand = next(s for s in reader.stands if house in {place.id for place in s.places})
    window = [place.id for place in stand.places].index(house)
    figure = stand.silhouette(window, "agent:red", 1 / CELL_MM)
    off = stand.off_middle(window)
    foot = np.unravel_index(np.hypot(*np.moveaxis(off, -1, 0)).argmin(), off.shape[:2])
    return stand, window, partial(figure.stamp, off.shape[:2]), foot


def _red_beside_others():
    """Return a stand, a window of it, a red figure in its middle, and others all along its left."""
    stand, window, stamp, (row, column) = _red_in_the_middle()
    own = stamp(row, column).astype(np.float32)
    behind = np.zeros_like(own)
    behind[:, :column] = 1 - own[:, :column]
    return stand, window, own, behind


def test_of_two_feet_that_fit_as_well_the_one_that_is_hidden_less_counts():
    stand, window, own, behind = _red_beside_others()
    found = locate(stand, window, "agent:red", own, behind)
    assert found.visible > 0.9
    assert found.off_mm < CELL_MM


def test_no_figure_stands_behind_another_while_half_of_it_shows_beside_it():
    stand, window, own, behind = _red_beside_others()
    columns = np.flatnonzero(own.any(axis=0))
    dull = own.copy()  # lit from the left: its right half is not quite of its colour
    dull[:, int(columns.mean()) :] *= 0.92
    found = locate(stand, window, "agent:red", dull, behind)
    assert found.visible > 0.9
    assert found.halo < 0.05
    assert found.off_mm < CELL_MM


@pytest.mark.parametrize(("apart_mm", "are_two"), [(8, False), (16, True)])
def test_feet_of_two_figures_are_a_width_apart_or_it_is_a_bigger_one(apart_mm, are_two):
    stand, window, stamp, (row, column) = _red_in_the_middle()
    assert stand.shapes["agent:red"].size_mm[0] == 12
    step = round(apart_mm / CELL_MM / 2)
    both = stamp(row, column - step) | stamp(row, column + step)
    usual = 0.8
    own, nothing = usual * both.astype(np.float32), np.zeros(both.shape, np.float32)
    first = locate(stand, window, "agent:red", own, nothing)
    found = pair(stand, "agent:red", own, nothing, first, usual)
    assert (found is not None) == are_two
    if found:
        assert apart_mm - 2 <= apart_between(*found) <= apart_mm + 2


@pytest.mark.parametrize(("taught", "is_sure"), [(0.0, False), (0.08, True)])
def test_light_through_a_figure_is_no_doubt_where_it_was_taught(taught, is_sure):
    know = studio()[2].learned.knowledge
    house, vantage, half = _one_red("agent")
    both_sides = np.add(PACK.buildings[9].xy, [(-11, 0), (11, 0)])
    red = tuple(map(int, know.solids.paint.samples["agent:red"].mean(axis=0)))
    tinted = half.copy()
    for spot in (vantage.project("board", both_sides) / 2).astype(int).tolist():
        cv2.circle(tinted, spot, 3, red, -1)
    model = replace(know.solids, spills={"agent:red": taught})
    found = SolidReader(know.plan, know.reference, model, vantage).read(tinted)[house]
    assert found.pieces == ("agent:red",)
    assert (found.margin >= 1) == is_sure


@pytest.mark.parametrize(("part", "is_between"), [(0.1, False), (0.48, True)])
def test_a_marker_between_two_fields_is_on_either(part, is_between):
    base, renderer, table = studio()
    know = table.learned.knowledge
    here, there = (np.array(PACK.score_track.fields[n]) for n in (3, 4))
    red = stand("agent:red", "board", tuple(here + part * (there - here)), "score:3", Random(3))
    picture, _ = renderer.render(base.changed(pieces=(red,)))
    vantage, half = table.eye.find(picture).vantage, picture[::2, ::2]
    found = SolidReader(know.plan, know.reference, know.solids, vantage).read(half)["score:red"]
    fields = {Atom(f"score:{n}", "agent:red") for n in (3, 4)}
    assert found.sure
    assert {atom for pair in found.either.items() for atom in pair} == (
        fields if is_between else set()
    )

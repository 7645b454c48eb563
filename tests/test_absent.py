"""A marker that is hard to see: it is on none of the fields where it would be plain to see."""

from dataclasses import replace
from functools import cache
from random import Random

import cv2
import numpy as np
from seeing import PACK, studio

from companion.engine import Atom
from hardware.simulated.scene import scene_from_view
from vision.glimpse import Glimpse
from vision.light import LightMeter
from vision.paint import Paint
from vision.solids import SolidReader
from vision.stands_site import SHRINK

FLASK = "marker:flask"
FIELDS = tuple(f"info:flask:{n}" for n in range(len(PACK.info_tracks.fields["flask"])))
FOURTH, SEVENTH, LAST = FIELDS[4], FIELDS[7], FIELDS[-1]


@cache
def vantage():
    base, renderer, table = studio()
    return table.eye.find(renderer.render(base)[0]).vantage


@cache
def picture(*fields):
    """Return a picture of markers on these fields, in the light of the reference."""
    base, renderer, table = studio()
    scene = scene_from_view(PACK, [Atom(field, FLASK) for field in fields], Random(1), at=base)
    meter = LightMeter(table.learned.knowledge.reference, vantage())
    return Glimpse(renderer.render(scene)[0], meter).level_half


def reader(fit, samples=None):
    """Return one that was taught a marker that fits so well, and maybe has other colours."""
    know = studio()[2].learned.knowledge
    model = know.solids
    colours = model.paint.samples[FLASK] if samples is None else samples
    paint = Paint({**model.paint.samples, FLASK: colours})
    model = replace(model, paint=paint, fits={**model.fits, FLASK: fit * model.fits[FLASK]})
    return SolidReader(know.plan, know.reference, model, vantage())


def print_on(field):
    """Return the colours of the board in the middle of a field."""
    stand = next(stand for stand in reader(1).stands if FLASK in stand.pieces)
    number = [place.id for place in stand.places].index(field)
    points = stand.windows.points_mm.reshape(*stand.windows.shape, 2)[number]
    off = np.linalg.norm(points - stand.centres_mm[number], axis=-1)
    return stand.windows.empty[number][off < 6]


def unsure(finding):
    assert not finding.sure
    return finding


def test_a_marker_of_which_little_is_seen_is_on_no_empty_field():
    found = unsure(reader(fit=4).read(picture(FOURTH))["info:flask"])
    assert found.place == FOURTH
    assert found.absent == {*FIELDS} - {FOURTH}


def test_a_marker_that_is_sure_needs_no_such_words():
    assert reader(fit=1).read(picture(FOURTH))["info:flask"].absent == frozenset()


def test_a_marker_that_nobody_sees_is_on_the_field_of_its_colour():
    found = unsure(reader(0.1, print_on(LAST)).read(picture())["info:flask"])
    assert found.absent == {*FIELDS} - {LAST}


def test_a_marker_that_is_plain_elsewhere_is_not_sworn_to_be_nowhere_while_one_field_may_hide_it():
    found = unsure(reader(1, print_on(LAST)).read(picture())["info:flask"])
    assert found.absent == {*FIELDS} - {LAST}


def test_a_marker_that_no_field_can_hide_is_nowhere():
    found = reader(1).read(picture())["info:flask"]
    assert found.sure
    assert not found.pieces


def test_if_it_would_be_seen_on_every_field_nothing_is_sworn():
    assert unsure(reader(fit=0.1).read(picture())["info:flask"]).absent == frozenset()


def test_while_a_hand_is_on_the_track_nothing_is_sworn():
    hands = np.zeros(picture(FOURTH).shape[:2], np.uint8)
    seventh = next(p for p in studio()[2].plan.places if p.id == SEVENTH)
    at = vantage().shrunk(SHRINK).project(seventh.surface, np.array(seventh.xy_mm, float))
    cv2.circle(hands, [int(n) for n in at.ravel()], 4, 255, -1)
    eye = reader(fit=4)
    assert unsure(eye.read(picture(FOURTH), hands)["info:flask"]).absent == frozenset()
    assert unsure(eye.read(picture(FOURTH))["info:flask"]).absent == {*FIELDS} - {FOURTH}


def test_a_look_at_some_fields_remembers_the_others():
    eye = reader(fit=4)
    eye.read(picture(FOURTH))
    found = eye.read(picture(FOURTH, SEVENTH), None, {SEVENTH})["info:flask"]
    assert unsure(found).absent == {*FIELDS} - {FOURTH, SEVENTH}

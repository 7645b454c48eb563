"""Learning photo by photo, while hands are busy, comes to the same as learning all at once."""

from __future__ import annotations

import json
from threading import Thread

import numpy as np
import pytest
from taught_table import FOLDER

from calibration.learn import Pupil, learn
from calibration.shot import CannotLearn, Refusal, Shot, Taught
from companion.app.see import kit_of
from vision.photo import open_photo

KIT = kit_of(FOLDER)[0]
PLAN = KIT.plan(FOLDER)
#: Enough of everything to see a difference: figures, markers, round and cornered pieces.
SOME = ("agent:red", "agent:blue", "marker:flask", "tile:flask", "tile:pistol", "flag:usa")


def told(photos, name):
    raw = json.loads(photos.told(name).read_bytes())
    laid = KIT.told(raw, PLAN, photos.told(name))
    return {place: pieces for place, pieces in laid.items() if set(pieces) <= {*SOME, "token:x"}}


@pytest.fixture(scope="module")
def taking(photos):
    """Return an empty photo, two lessons and the corners."""
    taught = [
        Taught(n, open_photo(photos.photo(n)).picture, told(photos, n)) for n in ("one", "two")
    ]
    corners = json.loads(photos.taps.read_bytes())
    taps = {name: np.array(each, float) for name, each in corners.items()}
    return Shot("empty", open_photo(photos.photo("empty")).picture), taught, taps


@pytest.fixture(scope="module")
def at_once(taking):
    empty, taught, taps = taking
    return learn(PLAN, [empty], taught, taps)


def test_photo_by_photo_is_learned_what_all_at_once_teach(taking, at_once):
    empty, taught, taps = taking
    pupil = Pupil(PLAN, empty, taps)
    pupil.prepare()
    wrong = {**taught[0].told, "b03": ("agent:red",)}  # which somebody corrects later
    pupil.prepare(Taught("one", taught[0].photo, wrong))
    alike(pupil.learn(taught), at_once)


def test_whoever_looks_on_meanwhile_changes_nothing(taking, at_once):
    empty, taught, taps = taking
    pupil = Pupil(PLAN, empty, taps)
    ahead = [Thread(target=pupil.prepare, args=(each,)) for each in taught]
    for thread in ahead:
        thread.start()
    pupil.look(taught[1].photo)
    alike(pupil.learn(taught), at_once)
    for thread in ahead:
        thread.join()


def alike(one, other):
    """Compare everything that an eye sees with, and all that was said about it, to the last bit."""
    ours, theirs = one.knowledge, other.knowledge
    for name, picture in theirs.reference.pictures.items():
        assert np.array_equal(ours.reference.pictures[name], picture)
    assert ours.solids.paint.names == theirs.solids.paint.names
    for name, samples in theirs.solids.paint.samples.items():
        assert np.array_equal(ours.solids.paint.samples[name], samples)
    for part in ("fits", "areas", "spills"):
        assert getattr(ours.solids, part) == getattr(theirs.solids, part)
    assert [look.piece for look in ours.flats.looks] == [look.piece for look in theirs.flats.looks]
    for look, known in zip(ours.flats.looks, theirs.flats.looks, strict=True):
        assert np.array_equal(look.picture, known.picture)
        assert look.round == known.round
    assert ours.flats.apart == theirs.flats.apart
    assert ours.flats.noise == theirs.flats.noise
    assert one.troubles == other.troubles
    assert one.taught == other.taught
    for proof, known in zip(one.proofs, other.proofs, strict=True):
        assert vars(proof.reading) == vars(known.reading)
        assert (proof.slips, proof.doubts) == (known.slips, known.doubts)
        assert proof.troubles == known.troubles


def test_a_camera_that_stays_is_not_looked_for_again(taking):
    empty, taught, taps = taking
    pupil = Pupil(PLAN, empty, taps)
    first, second = (pupil.look(each.photo) for each in taught)
    assert first is second
    turned = np.ascontiguousarray(taught[0].photo[::-1, ::-1])
    assert pupil.look(turned) is not first
    assert pupil.look(turned) is pupil.look(turned)


def test_a_photo_without_the_table_is_refused_whenever_somebody_asks(taking):
    empty, taught, taps = taking
    pupil, dark = Pupil(PLAN, empty, taps), np.full_like(empty.photo, 90)
    assert isinstance(pupil.look(dark), Refusal)
    nothing = Taught("nothing", dark, {})
    for ask in (lambda: pupil.prepare(nothing), lambda: pupil.learn([*taught, nothing])):
        with pytest.raises(CannotLearn) as problem:
            ask()
        assert [(each.photo, each.reason) for each in problem.value.refusals] == [
            ("nothing", "not-found")
        ]

"""A confirmed reading teaches a little more; it can be undone, and a wrong one teaches nothing."""

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import practice
import pytest

from calibration.more_lessons import KEPT, SHARE, Confirmed, PlayLesson, PlayLessons, take_lesson
from calibration.more_lessons_doubt import alike
from calibration.more_lessons_file import FOLDER, drop_lesson, load_lessons, save_lesson
from companion.engine import Atom
from hardware.simulated.crowd import COLOURS
from hardware.simulated.light import Lamp, switch_on
from hardware.simulated.scene import scene_from_view
from vision.eye import Eye, Post
from vision.reading import Reading
from vision.register import find

#: A low green lamp: it colours the figures much more than the board they stand on.
LAMP = Lamp((900, 0, 220), (0.17, 1.0, 0.17), 12.0, 60)


@cache
def evening():
    """Return two frames of sixteen agents, each alone in its house, in the new light; the truth."""
    empty = practice.table().empty
    houses = [house.id for house in empty.pack.buildings[:16]]
    told = {house: (f"agent:{COLOURS[n % 4]}",) for n, house in enumerate(houses)}
    atoms = [Atom(house, piece) for house, (piece,) in told.items()]
    scene = scene_from_view(empty.pack, atoms, Random(1), at=empty)
    scene = scene.changed(light=switch_on(scene.light, LAMP))
    frames = [practice.table().renderer.render(scene.changed(seed=n))[0] for n in (1, 2)]
    return frames, told


@cache
def vantage():
    return find(evening()[0][0], practice.eye().landmarks).vantage


def read(knowledge, frame):
    return Post(Eye(knowledge), vantage()).read(frame)


@cache
def first_reading():
    return read(practice.table().knowledge, evening()[0][0])


def confirmed(**told):
    return Confirmed(evening()[0][0], vantage(), first_reading(), told or evening()[1])


def test_one_confirmed_reading_makes_a_piece_sure_and_undo_makes_it_as_it_was():
    knowledge, (frames, told) = practice.table().knowledge, evening()
    unsure = first_reading().unsure & told.keys()
    assert len(unsure) >= 2

    lesson = take_lesson(knowledge, confirmed())
    lessons = PlayLessons(knowledge).and_also(lesson)
    after = read(lessons.knowledge, frames[1])
    assert not after.unsure & told.keys()
    assert {place: after.found[place] for place in unsure} == {p: told[p] for p in unsure}

    undone = lessons.without(lesson).knowledge
    again = read(undone, frames[0])
    assert again.margins == first_reading().margins
    assert (again.found, again.unsure) == (first_reading().found, first_reading().unsure)


def test_what_was_clear_or_hidden_teaches_nothing():
    knowledge, (frames, told) = practice.table().knowledge, evening()
    reading = first_reading()
    clear = replace(reading, margins=dict.fromkeys(reading.margins, 3.0), unsure=frozenset())
    assert take_lesson(knowledge, Confirmed(frames[0], vantage(), clear, told)) is None
    hidden = replace(reading, hidden=frozenset(reading.margins))
    assert take_lesson(knowledge, Confirmed(frames[0], vantage(), hidden, told)) is None


@pytest.mark.parametrize("lie", ["agent:red", "agent:blue", "agent:green", "third_man"])
def test_a_piece_told_by_a_wrong_name_is_not_learned(lie):
    knowledge = practice.table().knowledge
    doubtful = sorted(first_reading().unsure & evening()[1].keys())
    learned = [
        house for house in doubtful if take_lesson(knowledge, confirmed(**{house: told(house)}))
    ]
    assert learned
    for house in learned:
        if told(house) != (lie,):
            assert take_lesson(knowledge, confirmed(**{house: (lie,)})) is None


def told(house):
    return evening()[1][house]


def test_where_nothing_stands_nothing_is_learned():
    knowledge, (frames, _) = practice.table().knowledge, evening()
    free = practice.table().empty.pack.buildings[20].id
    reading = Reading({}, frozenset({free}), frozenset(), {free: 0.2})
    told = Confirmed(frames[0], vantage(), reading, {free: ("agent:yellow",)})
    assert take_lesson(knowledge, told) is None


def test_play_never_outweighs_what_was_taught():
    knowledge = practice.table().knowledge
    lessons = PlayLessons(knowledge)
    for shade in range(12):
        pixels = np.full((200, 3), shade, np.uint8)
        lessons = lessons.and_also(PlayLesson({"agent:red": pixels}, ()))
    taught = knowledge.solids.paint.samples["agent:red"]
    known = lessons.knowledge.solids.paint.samples["agent:red"]
    assert np.array_equal(known[: len(taught)], taught)
    assert len(taught) < len(known) <= len(taught) / (1 - SHARE)
    # The newest lessons speak, the oldest made room.
    shades = known[len(taught) :, 0].tolist()
    assert shades[0] == 11
    assert set(shades) <= {9, 10, 11}


def test_a_tile_is_learned_as_itself_and_not_by_a_wrong_name():
    knowledge, scene = practice.table().knowledge, practice.late_scene()
    frame, label = practice.table().renderer.render(scene)
    square, info = next((s, i) for s, i in label["tiles"].items() if i)
    doubt = Reading({}, frozenset({square}), frozenset(), {square: 0.5})
    for name in label["markers"]:
        told = Confirmed(frame, vantage(), doubt, {square: (f"tile:{name}",)})
        lesson = take_lesson(knowledge, told)
        if name != info:
            assert lesson is None
        else:
            known = PlayLessons(knowledge).and_also(lesson).knowledge
            assert [look.piece for look in known.flats.looks[-1:]] == [f"tile:{info}"]
            assert read(known, frame).found[square] == (f"tile:{info}",)


def test_a_look_must_resemble_its_own_piece_more_than_any_other():
    looks = practice.table().knowledge.flats.looks
    flask = next(look for look in looks if look.piece == "tile:flask")
    dimmed = np.clip(flask.picture * 0.8 + 5, 0, 255).astype(np.uint8)
    turned = np.rot90(dimmed).copy()
    assert alike(looks, replace(flask, picture=turned))
    assert not alike(looks, replace(flask, piece="tile:pistol", picture=turned))
    assert not alike(looks, replace(flask, picture=np.full_like(flask.picture, 90)))


def test_lessons_are_kept_in_the_profile_and_dropped_from_it(tmp_path):
    knowledge = practice.table().knowledge
    look = replace(knowledge.flats.looks[-1])
    first = PlayLesson({"agent:red": np.arange(60, dtype=np.uint8).reshape(-1, 3)}, ())
    second = PlayLesson({}, (look,))
    names = [save_lesson(tmp_path, lesson) for lesson in (first, second)]
    assert names == ["0001", "0002"]
    loaded = load_lessons(tmp_path)
    assert np.array_equal(loaded["0001"].pixels["agent:red"], first.pixels["agent:red"])
    assert np.array_equal(loaded["0002"].looks[0].picture, look.picture)
    kept = PlayLessons(knowledge, tuple(loaded.values())).knowledge
    assert len(kept.flats.looks) == len(knowledge.flats.looks) + 1

    drop_lesson(tmp_path, "0001")
    drop_lesson(tmp_path, "0001")
    assert list(load_lessons(tmp_path)) == ["0002"]
    for _ in range(KEPT):
        last = save_lesson(tmp_path, second)
    assert len(load_lessons(tmp_path)) == KEPT
    assert last in load_lessons(tmp_path)
    (tmp_path / FOLDER / last / "lesson.json").write_text("{")
    assert last not in load_lessons(tmp_path)

"""What takes a while when a table is taught: find it, look at photos, learn, read."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial

import numpy as np

from calibration.learn import Pupil
from calibration.shot import CannotLearn, Shot, Taught
from companion.app.calibrate import refused
from companion.app.notebook import Notebook, lessons_folder
from companion.app.teach_course import Course, Notes, on_table
from companion.app.teach_found import say_lost
from companion.app.teach_hints import aim, as_pixels, outlines
from companion.app.teach_job import in_the_meantime
from companion.app.teach_layout import with_piece
from companion.app.teach_learn import SHARES, Taking, learn_and_keep
from companion.app.teach_look import Ground
from companion.app.teach_photos import (
    EMPTY,
    Photos,
    keep_photos,
    kept_photos,
    lesson_name,
    lesson_of,
)
from companion.engine import Plan, Text
from companion.session.texts import Texts
from vision.eye import Eye
from vision.reference import Picture
from vision.register import NotFound
from web.house import Play
from web.teach_port import Corners, Mark, Seen, Step

Tell = Callable[[Text, float], None]
#: What a photo is taken again for, whatever else speaks for it.
REPEAT = ("lost", "hand", "missing", "left")
#: So many times it looks if a hand is in the way, and so long it gives it to go.
_LOOKS, _HAND_S = 5, 0.7
#: The corners are only a guess.
DRAG = Text("teach.problem.drag")


def find_boards(course: Course, tell: Tell) -> None:
    """Take the photo of the empty table, and propose where its corners are."""
    photo, plan = course.fresh(), course.board.plan
    tell(Text("teach.work.find"), 0.2)
    pupil = _meet(plan, Shot(EMPTY, photo), course.notes.scouted)
    with course.lock:
        notes = course.notes
        notes.empty, notes.pupil = photo, pupil
        if pupil is None:
            notes.corners, notes.problem = aim(plan.surfaces, _size(photo)), DRAG
        else:
            notes.corners = outlines(pupil.meet().vantage, plan.surfaces)
        course.to(Step.CORNERS)


def _meet(plan: Plan, shot: Shot, scouted: Mapping[str, Corners]) -> Pupil | None:
    """Look for the boards where they were a moment ago, which is quick, or else everywhere."""
    here = _pixels(scouted, shot.photo) if scouted.keys() == plan.surfaces.keys() else None
    for taps in (None,) if here is None else (here, None):
        pupil = Pupil(plan, shot, taps)
        with suppress(CannotLearn):
            pupil.meet()
            return pupil
    return None


def refine(course: Course, tell: Tell) -> None:
    """Sharpen the corners that somebody has shown, and begin with the lessons."""
    notes, plan = course.notes, course.board.plan
    assert notes.empty is not None
    tell(Text("teach.work.refine"), 0.2)
    taps = _pixels(notes.corners, notes.empty)
    # Whoever left the corners where they were proposed waits for nothing.
    pupil = notes.pupil or Pupil(plan, Shot(EMPTY, notes.empty), taps)
    try:
        vantage = pupil.meet().vantage
    except CannotLearn:
        with course.lock:
            notes.problem = Text("teach.problem.corners")
        return
    corners = {name: vantage.corners(name, size) for name, size in plan.surfaces.items()}
    with course.lock:
        notes.pupil, notes.ground = pupil, Ground(plan, pupil)
        notes.photos, notes.corners = Photos(notes.empty, corners), outlines(vantage, plan.surfaces)
        notes.taken, notes.pending, notes.marks, notes.problem = 0, None, (), None
        course.to(Step.LESSON)
    in_the_meantime(pupil.prepare)


def check_lesson(course: Course, tell: Tell) -> None:
    """Take a teaching photo; a good one is kept, and what is wrong with another is told."""
    notes = course.notes
    photo, told = course.fresh(), notes.layout
    assert notes.ground is not None
    tell(Text("teach.work.check"), 0.3)
    marks = notes.ground.judge(photo, notes.asked, course.words, notes.before)
    with course.lock:
        notes.pending, notes.marks = (photo, told), marks
    if is_good(marks):
        keep_lesson(course, tell)


def is_good(marks: Iterable[Mark]) -> bool:
    """Tell whether a photo can be kept as it is."""
    return not any(mark.name in REPEAT or mark.verdict == "bad" for mark in marks)


def keep_lesson(course: Course, tell: Tell) -> None:
    """Keep the photo that was taken last; after the last one of all, learn."""
    with course.lock:
        notes = course.notes
        assert notes.pending is not None
        assert notes.photos is not None
        assert notes.pupil is not None
        photo, told = notes.pending
        name = lesson_of(notes.piece) or lesson_name(notes.taken + 1)
        notes.photos = notes.photos.and_also(name, photo, told)
        notes.taken, notes.pending, notes.marks = notes.taken + 1, None, ()
        if notes.taken < len(notes.layouts):
            in_the_meantime(partial(notes.pupil.prepare, Taught(name, photo, told)))
            course.changed()
            return
        course.to(Step.LEARNING)
    _learn(course, tell)


def _learn(course: Course, tell: Tell) -> None:
    """Learn the table, keep what was learned, and see with it from now on."""
    photos, board, pupil = course.notes.photos, course.board, course.notes.pupil
    assert photos is not None
    empty, taught = photos.shots

    def progress(step: str, number: int, of: int) -> None:
        share = SHARES[step] + 0.15 * (number - 1) / of
        tell(Text(f"cli.calibrate.step.{step}", {"number": number, "of": of}), share)

    texts = Texts.load(course.language, board.kit.texts)
    taking = Taking(empty, taught, dict(photos.corners), photos.forgotten, pupil)
    try:
        out = learn_and_keep(board, taking, course.profile, texts, progress)
    except CannotLearn as problem:
        said = [text for refusal in problem.refusals for text in refused(course.words, refusal)]
        with course.lock:
            course.notes.taken, course.notes.problem = 0, said[0]
            course.to(Step.LESSON)
        return
    keep_photos(course.profile, photos, board.kit)
    # What play has added to the old teaching went with it.
    course.eyes.learn(Notebook(out.knowledge, lessons_folder(course.profile)))
    with course.lock:
        course.use_taught()
        notes = course.notes
        notes.warnings, notes.doubted = out.story.warnings, out.doubted
        notes.took_s = time.monotonic() - notes.begun_s
        notes.pupil = notes.ground = None  # they hold a lot
        course.to(Step.DONE)


def one_piece(course: Course, plan: Plan, piece: str, play: Play | None) -> Notes:
    """Begin to teach one piece once more; the photos of all others are learned from again."""
    told = course.board.kit.told
    kept = kept_photos(course.profile, lambda raw, file: told(raw, plan, file))
    if kept is None:
        return Notes(problem=Text("teach.problem.no-photos"), piece=piece)
    (empty,), taught = kept.shots
    pupil = Pupil(plan, empty, kept.corners)
    in_the_meantime(partial(pupil.prepare, *taught))
    return Notes(
        piece=piece,
        photos=kept,
        pupil=pupil,
        ground=Ground(plan, pupil),
        layouts=(with_piece(plan, piece, on_table(play, plan.printed)),),
    )


def read(course: Course, tell: Tell) -> None:
    """Read what lies on the table now."""
    knowledge, frame = course.eyes.knowledge, course.fresh()
    assert knowledge is not None
    looks = 1
    tell(Text("teach.work.read"), 0.3)
    post = Eye(knowledge).find(frame)
    if isinstance(post, NotFound):
        say_lost(course, post)
        return
    reading, printed = post.read(frame, anew=True), knowledge.plan.printed
    while reading.hidden and looks < _LOOKS:
        time.sleep(_HAND_S)
        reading, looks = post.read(course.fresh(), anew=True), looks + 1
    found = {p: each for p, each in reading.found.items() if each and each != (printed.get(p),)}
    with course.lock:
        notes = course.notes
        notes.reading, notes.shown, notes.problem = reading, found, None
        unsure, hidden = tuple(sorted(reading.unsure)), tuple(sorted(reading.hidden))
        notes.seen = Seen(sum(map(len, found.values())), unsure, hidden)


def _pixels(corners: Mapping[str, Corners], photo: Picture) -> dict[str, np.ndarray]:
    return {name: as_pixels(each, _size(photo)) for name, each in corners.items()}


def _size(photo: Picture) -> tuple[int, int]:
    return photo.shape[1], photo.shape[0]

"""Look for the boards anew in the middle of a game, and show what came of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

import numpy as np

from companion.app.teach_course import Course, Sighting
from companion.app.teach_hints import outlines
from companion.engine import Text
from vision.eye import Eye
from vision.geometry import Vantage
from vision.profile_table import BadProfile, read_table
from vision.register import Found, NotFound, find
from web.teach_port import Mark

_LOG = logging.getLogger(__name__)
#: What moved less than this lies where it was; what moved further somebody should look at.
_STILL_MM, _FAR_MM = 2.0, 40.0


def find_again(course: Course, tell: Callable[[Text, float], None]) -> None:
    """Look for the boards from nothing, look at the game from there, and say how far they moved."""
    knowledge, frame = course.eyes.knowledge, course.fresh()
    assert knowledge is not None
    before = _before(course)
    tell(Text("teach.work.find"), 0.3)
    found = find(frame, Eye(knowledge).landmarks)
    if isinstance(found, NotFound) or found.missing:
        say_lost(course, found)
        _note(course, "%s not found", ", ".join(found.missing))
        return
    course.eyes.look_again()
    sizes = knowledge.plan.surfaces
    moved = moved_mm(before, found.vantage, sizes)
    _note(course, "found, moved by %s mm", _in_words(moved))
    with course.lock:
        course.notes.problem = None
        course.notes.marks = (_verdict(course, moved),)
        was = {} if before is None else outlines(before, sizes)
        course.notes.sighting = Sighting(frame, outlines(found.vantage, sizes), was)


def _note(course: Course, what: str, detail: str) -> None:
    """Let the log of a running game tell what was done; elsewhere somebody is told already."""
    if course.eyes.plays:
        _LOG.warning(f"looked for the boards anew: {what}", detail)


def _before(course: Course) -> Vantage | None:
    """Return where the boards were: as the game saw them last, or when they were taught."""
    if course.eyes.vantage is not None:
        return course.eyes.vantage
    try:
        view = read_table(course.profile).story.view
    except BadProfile:
        return None
    return None if view is None else view.vantage()


def moved_mm(
    before: Vantage | None, now: Vantage, sizes_mm: Mapping[str, tuple[float, float]]
) -> dict[str, float]:
    """Return how far the farthest corner of each surface has moved in the picture."""
    if before is None or before.lens.size != now.lens.size:
        return {}
    moved = {}
    for name, size in sizes_mm.items():
        if name in before.poses and name in now.poses:
            was, is_ = before.corners(name, size), now.corners(name, size)
            px_per_mm = float(np.linalg.norm(is_[1] - is_[0])) / size[0]
            moved[name] = float(np.linalg.norm(is_ - was, axis=1).max()) / px_per_mm
    return moved


def _verdict(course: Course, moved: Mapping[str, float]) -> Mark:
    surface, far_mm = max(moved.items(), key=lambda one: one[1], default=("", 0.0))
    said = Text("teach.found.same" if moved else "teach.found-again")
    if far_mm >= _STILL_MM:
        name = course.words.surface(surface)
        said = Text("teach.found.moved", {"surface": name, "mm": round(far_mm)})
    if course.eyes.plays:
        said = Text("teach.found.playing", {"found": said})
    if far_mm < _FAR_MM:
        return Mark("found", "ok", said)
    return Mark("found", "poor", said, Text("teach.found.far"))


def say_lost(course: Course, found: Found | NotFound) -> None:
    """Say which surface cannot be found, and why."""
    with course.lock:
        surface, why = next(iter(found.missing.items()))
        notes = course.notes
        notes.seen, notes.shown, notes.marks, notes.sighting = None, {}, (), None
        notes.problem = course.words.missing(surface, why)


def _in_words(moved: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {far:.1f}" for name, far in moved.items()) or "an unknown number of"

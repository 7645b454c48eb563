"""What a table learns while people play at it: kept in its profile, and forgotten when they wish.

A lesson is for the eye as it was taught: it lies with the pictures of its profile, and whoever
teaches the table anew leaves it behind.

    notebook = Notebook.open(profile, knowledge, broken)
    notebook.study(seen, view)
    eye = Eye(notebook.knowledge)
    notebook.forget_last()
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from threading import Lock

from calibration.more_lessons import KEPT, Confirmed, PlayLesson, PlayLessons, take_lesson
from calibration.more_lessons_file import (
    FOLDER,
    drop_lesson,
    drop_lessons,
    load_lessons,
    save_lesson,
)
from companion.engine import Plan, View
from vision.eye import Knowledge
from vision.lookout_news import Stable
from vision.profile_table import read_table
from vision.reading import Reading

_LOG = logging.getLogger(__name__)
#: So many places are studied at once: the camera waits meanwhile, and there will be another turn.
_AT_ONCE = 4


class Notebook:
    """The lessons of play for one table; everything may be called from any thread.

    Without a folder they last as long as the program runs.
    """

    def __init__(
        self,
        taught: Knowledge,
        folder: Path | None = None,
        lessons: Mapping[str, PlayLesson] | None = None,
    ) -> None:
        """Begin with what was taught, and what play has added to it."""
        self._taught, self._folder = taught, folder
        self._lock = Lock()
        self._studied: set[tuple[str, tuple[str, ...]]] = set()
        self._keep(dict(lessons or {}))

    @classmethod
    def open(cls, profile: Path, taught: Knowledge, broken: Callable[[Path], object]) -> Notebook:
        """Open the notebook of a profile; ``broken`` hears of lessons that cannot be used."""
        folder, lessons = lessons_folder(profile), {}
        for name, lesson in load_lessons(folder, broken).items():
            if lesson.pieces <= taught.plan.pieces.keys():
                lessons[name] = lesson
            else:
                broken(folder / FOLDER / name)
        return cls(taught, folder, lessons)

    @property
    def knowledge(self) -> Knowledge:
        """Return all that is known; the same object until something is learned or forgotten."""
        return self._known.knowledge

    @property
    def lessons(self) -> tuple[PlayLesson, ...]:
        """Return the lessons, the oldest first."""
        return self._known.lessons

    def study(self, seen: Stable, view: View) -> PlayLesson | None:
        """Learn from what people have confirmed where the eye was not sure, if that can be true.

        The same piece on the same place teaches once: a doubt that stays must not drive out all
        other lessons, and what somebody let us forget must not come back by itself.
        """
        doubts = doubtful(self._taught.plan, seen.reading, view)
        told = dict(islice((doubt for doubt in doubts if doubt not in self._studied), _AT_ONCE))
        self._studied.update(told.items())
        if not told:
            return None
        confirmed = Confirmed(seen.frame.image, seen.vantage, seen.reading, told)
        lesson = take_lesson(self._taught, confirmed)
        if lesson is not None:
            lesson = replace(lesson, made=datetime.now(UTC))
            self._add(lesson)
        return lesson

    def _add(self, lesson: PlayLesson) -> None:
        with self._lock:
            last = int(max(self._lessons, default="0"))
            name = f"{last + 1:04d}" if self._folder is None else save_lesson(self._folder, lesson)
            self._keep({**self._lessons, name: lesson})
        _LOG.info("learned from play: %s", ", ".join(sorted(lesson.pieces)))

    def forget_last(self) -> None:
        """Know what was known before the last lesson."""
        with self._lock:
            if self._lessons:
                name = max(self._lessons)
                if self._folder is not None:
                    drop_lesson(self._folder, name)
                self._keep({n: lesson for n, lesson in self._lessons.items() if n != name})
        _LOG.info("forgot the last lesson of play")

    def forget_all(self) -> None:
        """Know what was taught, and no more."""
        with self._lock:
            if self._folder is not None:
                drop_lessons(self._folder)
            self._keep({})
        _LOG.info("forgot all lessons of play")

    def _keep(self, lessons: dict[str, PlayLesson]) -> None:
        self._lessons = dict(sorted(lessons.items())[-KEPT:])
        self._known = PlayLessons(self._taught, tuple(self._lessons.values()))


def lessons_folder(profile: Path) -> Path:
    """Return where a profile keeps lessons; a profile that replaces it has another folder."""
    return profile / read_table(profile).pictures


def doubtful(plan: Plan, reading: Reading, view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what stands alone, as people say, on places that were seen but not clearly.

    What lies flat is left out: one more picture of a tile, taken in passing and in another light,
    can make it harder to tell from the others.
    """
    names = {
        (place, piece): name
        for track in plan.tracks
        for place in track.places
        for piece, name in track.pieces.items()
    }
    counts = Counter(atom.place for atom in view.atoms)
    counts.update(atom.place for atom in view.twice)
    for place, piece in sorted((atom.place, str(atom.piece)) for atom in view.atoms):
        name = names.get((place, piece), place)
        covered = not reading.hidden.isdisjoint((name, place))
        alone = counts[place] == 1 and plan.pieces[piece].stands
        if name in reading.unsure and alone and not covered:
            yield place, (piece,)

"""Learn a little more while people play: what they confirmed where the eye was not sure.

What was taught in peace stays the ground of all knowledge. Play adds a small share to it, in
lessons that can be taken back one by one; the knowledge is then exactly what it was before.

    lessons = PlayLessons(knowledge)
    lesson = take_lesson(knowledge, Confirmed(frame, vantage, reading, pieces))
    if lesson is not None:
        lessons = lessons.and_also(lesson)
        eye = Eye(lessons.knowledge)
    lessons = lessons.without(lesson)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

import msgspec
import numpy as np

from calibration.lesson import Lesson
from calibration.more_lessons_doubt import alike, plausible
from calibration.teach_flats import learn_flats
from calibration.teach_solids import learn_solids
from companion.engine import Plan
from vision.eye import Knowledge
from vision.geometry import Vantage
from vision.glimpse import Glimpse
from vision.light import LightMeter
from vision.paint import Paint, thin_out
from vision.reading import Reading
from vision.reference import Picture
from vision.stands_site import Sites
from vision.tile_look import FlatModel, Look

#: Of the colours of a piece this share may come from play, half of it from one lesson.
SHARE = 0.2
#: A clearer reading than this has nothing to learn.
CLEAR = 1.5
#: More lessons than these are not kept; the oldest go first.
KEPT = 8


@dataclass(frozen=True, eq=False)
class Confirmed:
    """A frame, what the eye read there, and what the table agreed is really there."""

    frame: Picture
    vantage: Vantage
    reading: Reading
    pieces: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class PlayLesson:
    """What one confirmed reading adds: colours of standing pieces, looks of flat ones.

    ``made`` says when it was kept, if it was.
    """

    pixels: Mapping[str, Picture]
    looks: tuple[Look, ...]
    made: datetime | None = None

    @property
    def pieces(self) -> frozenset[str]:
        """Return the pieces it is about."""
        return frozenset(self.pixels) | {look.piece for look in self.looks}


@dataclass(frozen=True, eq=False)
class PlayLessons:
    """What was taught in peace, and the lessons of play, the oldest first."""

    taught: Knowledge
    lessons: tuple[PlayLesson, ...] = ()

    def and_also(self, lesson: PlayLesson) -> PlayLessons:
        """Return them with one lesson more; the oldest make room."""
        return replace(self, lessons=(*self.lessons, lesson)[-KEPT:])

    def without(self, lesson: PlayLesson) -> PlayLessons:
        """Return them as if this lesson had never been."""
        return replace(self, lessons=tuple(one for one in self.lessons if one is not lesson))

    @cached_property
    def knowledge(self) -> Knowledge:
        """Return all that is known."""
        if not self.lessons:
            return self.taught
        solids, flats = self.taught.solids, self.taught.flats
        paint = Paint({n: self._colours(n, taught) for n, taught in solids.paint.samples.items()})
        looks = tuple(self._newest_looks())
        if looks:
            flats = FlatModel((*flats.looks, *looks), flats.apart, flats.noise)
        return replace(self.taught, solids=replace(solids, paint=paint), flats=flats)

    def _colours(self, piece: str, taught: Picture) -> Picture:
        """Add the colours that play has shown, the newest first, up to their share."""
        room = int(len(taught) * SHARE / (1 - SHARE))
        new = [
            thin_out(one.pixels[piece], room // 2) for one in self.lessons if piece in one.pixels
        ]
        return np.concatenate([taught, *new[::-1]])[: len(taught) + room]

    def _newest_looks(self) -> Iterator[Look]:
        yield from {look.piece: look for one in self.lessons for look in one.looks}.values()


def take_lesson(knowledge: Knowledge, confirmed: Confirmed) -> PlayLesson | None:
    """Return what can be learned here; nothing if all was clear, hidden, or cannot be true."""
    told = dict(_worth_learning(knowledge.plan, confirmed))
    if not told:
        return None
    glimpse = Glimpse(confirmed.frame, LightMeter(knowledge.reference, confirmed.vantage))
    plan = _only(knowledge.plan, frozenset(told))
    sites = Sites(plan, knowledge.reference, confirmed.vantage)
    lesson = Lesson("play", glimpse, confirmed.vantage, sites, told)
    taken = PlayLesson(_new_pixels(knowledge, plan, lesson), _new_looks(knowledge, plan, lesson))
    return taken if taken.pieces else None


def _worth_learning(plan: Plan, confirmed: Confirmed) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the places that were seen but not clearly, and where one piece is alone."""
    reading = confirmed.reading
    names = {
        (place, piece): name
        for track in plan.tracks
        for place in track.places
        for piece, name in track.pieces.items()
    }
    for place, pieces in confirmed.pieces.items():
        if len(pieces) != 1 or plan.printed.get(place) == pieces[0]:
            continue
        about = {place, names.get((place, pieces[0]), place)} & reading.margins.keys()
        weak = any(name in reading.unsure or reading.margins[name] < CLEAR for name in about)
        if weak and not about & reading.hidden:
            yield place, pieces


def _only(plan: Plan, places: frozenset[str]) -> Plan:
    """Return a plan of these places alone, so that nothing else costs time."""
    here = tuple(place for place in plan.places if place.id in places)
    return msgspec.structs.replace(plan, places=here, tracks=(), printed={})


def _new_pixels(knowledge: Knowledge, plan: Plan, lesson: Lesson) -> dict[str, Picture]:
    if not any(plan.pieces[piece].stands for each in lesson.told.values() for piece in each):
        return {}
    paint = knowledge.solids.paint
    new = learn_solids(plan, knowledge.reference, [lesson]).paint.samples
    return {
        n: pixels for n, pixels in new.items() if n in paint.names and plausible(paint, n, pixels)
    }


def _new_looks(knowledge: Knowledge, plan: Plan, lesson: Lesson) -> tuple[Look, ...]:
    if all(plan.pieces[piece].stands for each in lesson.told.values() for piece in each):
        return ()
    new = learn_flats(plan, knowledge.reference, [lesson]).looks
    told = {piece for each in lesson.told.values() for piece in each}
    known = knowledge.flats.looks
    return tuple(look for look in new if look.piece in told and alike(known, look))

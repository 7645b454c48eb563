"""Learn a table: from a photo of it empty and a few with pieces on it, to an eye that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import RLock

import numpy as np

from calibration.first_sight import FirstSight
from calibration.lesson import Lesson
from calibration.primer import Primer
from calibration.proof import Proof, leave_out, read_back
from calibration.shot import CannotLearn, Refusal, Shot, Taught
from calibration.standpoint import Standpoint
from calibration.teach_flats import learn_flats, prepare_flats
from calibration.teach_solids import learn_solids, prepare_solids
from companion.engine import Plan
from vision.eye import Knowledge
from vision.health import Check
from vision.reference import Picture


@dataclass(frozen=True, eq=False)
class Learned:
    """What came of it: the knowledge itself, and how it was won.

    ``troubles`` says for each empty photo what is wrong with it; what the teaching photos say
    when they are read back stands in ``proofs``.
    """

    knowledge: Knowledge
    sight: FirstSight
    lessons: tuple[Lesson, ...]
    proofs: tuple[Proof, ...]
    troubles: Mapping[str, tuple[Check, ...]]

    @property
    def taught(self) -> dict[str, int]:
        """Return how often each piece was shown; what is printed there anyway does not count."""
        printed = self.knowledge.plan.printed
        told = (
            piece
            for lesson in self.lessons
            for place, pieces in lesson.told.items()
            for piece in pieces
            if piece != printed.get(place)
        )
        return dict(sorted(Counter(told).items()))


#: Hears which step begins, which of its kind it is, and how many there are.
Progress = Callable[[str, int, int], None]


def _silent(_step: str, _number: int, _of: int) -> None:
    """Tell nobody."""


def learn(
    plan: Plan,
    empty: Sequence[Shot],
    taught: Sequence[Taught],
    taps: Mapping[str, np.ndarray] | None = None,
    progress: Progress = _silent,
) -> Learned:
    """Learn a table from photos; the first empty one says where everything is."""
    return Pupil(plan, empty[0], taps).learn(taught, empty[1:], progress)


class Pupil:
    """Gets to know a table photo by photo, and works nothing out twice.

    What a photo tells by itself can be worked out as soon as it was taken, while hands lay out the
    next one; what is learned in the end is the same. Several threads may take turns.
    """

    def __init__(
        self, plan: Plan, empty: Shot, taps: Mapping[str, np.ndarray] | None = None
    ) -> None:
        """Take the photo of the empty table, and where its corners are if somebody knows."""
        self._plan, self._primer, self._lock = plan, Primer(plan, empty, taps), RLock()
        self._lessons: dict[int, Lesson] = {}

    def meet(self) -> FirstSight:
        """Return where the boards are; raise `CannotLearn` if that is not certain."""
        with self._lock:
            return self._primer.sight

    def prepare(self, *taught: Taught) -> None:
        """Work out what the empty photo and these tell by themselves."""
        with self._lock:
            primer, plan = self._primer, self._plan
            primer.standpoint.troubles(primer.shot.photo)
            _ = primer.corner_markers, primer.printed
            for each in taught:
                lesson = self._lesson(each)
                prepare_solids(plan, lesson)
                prepare_flats(plan, primer.reference, lesson, primer.printed)

    def look(self, photo: Picture) -> Standpoint | Refusal:
        """Return from where a photo was taken, or what of the table is not to be seen in it."""
        with self._lock:
            found = self._primer.locate(photo)
            return found if isinstance(found, Standpoint) else Refusal("", "", found.missing)

    def learn(
        self, taught: Sequence[Taught], empty: Sequence[Shot] = (), progress: Progress = _silent
    ) -> Learned:
        """Learn the table from all teaching photos; ``empty`` are more photos of it without pieces."""
        with self._lock:
            progress("find", 1, 1)
            primer, sight = self._primer, self._primer.sight
            spots = self._locate_all((*empty, *taught), progress)
            lessons = tuple(map(self._lesson, taught))
            progress("pieces", 1, 1)
            knowledge = self._study(lessons)
            progress("proof", 1, 1)
            proofs = read_back(knowledge, lessons)
            if _doubts(proofs):
                progress("again", 1, 1)
                knowledge, proofs = self._once_more(lessons, knowledge, proofs)
            shots = zip((primer.shot, *empty), (primer.standpoint, *spots), strict=False)
            troubles = {shot.name: spot.troubles(shot.photo) for shot, spot in shots}
            knowledge = replace(knowledge, markers=primer.corner_markers)
            return Learned(knowledge, sight, lessons, proofs, troubles)

    def _once_more(
        self, lessons: Sequence[Lesson], knowledge: Knowledge, proofs: tuple[Proof, ...]
    ) -> tuple[Knowledge, tuple[Proof, ...]]:
        """Learn again without what is in doubt; fewer lessons must be worth it to settle something."""
        second = self._study(leave_out(lessons, proofs))
        again = read_back(second, lessons)
        if (_doubts(again), -_slips(again)) < (_doubts(proofs), -_slips(proofs)):
            return second, again
        return knowledge, proofs

    def _study(self, lessons: Sequence[Lesson]) -> Knowledge:
        plan, reference = self._plan, self._primer.reference
        solids = learn_solids(plan, reference, lessons)
        flats = learn_flats(plan, reference, lessons, self._primer.printed)
        return Knowledge(plan, reference, solids, flats)

    def _lesson(self, taught: Taught) -> Lesson:
        """Return a photo ready to be learned from; what was told of it may be other than before."""
        known = self._lessons.get(id(taught.photo))
        if known is None:
            (spot,) = self._locate_all([taught], _silent)
            glimpse, troubles = spot.glimpse(taught.photo), spot.troubles(taught.photo)
            at = spot.vantage, spot.sites
            known = Lesson(taught.name, glimpse, *at, taught.told, troubles)
            self._lessons[id(taught.photo)] = known
        return replace(known, name=taught.name, told=taught.told)

    def _locate_all(self, shots: Sequence[Shot | Taught], progress: Progress) -> list[Standpoint]:
        """Find all surfaces in the other photos, or refuse those that do not show them."""
        spots, refusals = [], []
        for number, shot in enumerate(shots, 1):
            progress("photo", number, len(shots))
            found = self._primer.locate(shot.photo)
            if isinstance(found, Standpoint):
                spots.append(found)
            else:
                refusals.append(Refusal(shot.name, "not-found", found.missing))
        if refusals:
            raise CannotLearn(refusals)
        return spots


def _doubts(proofs: Sequence[Proof]) -> int:
    return sum(len(proof.doubted) for proof in proofs)


def _slips(proofs: Sequence[Proof]) -> int:
    return sum(len(proof.slips) for proof in proofs)

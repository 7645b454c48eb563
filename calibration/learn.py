"""Learn a table: from a photo of it empty and a few with pieces on it, to an eye that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.first_sight import FirstSight, TapsNeeded, first_sight
from calibration.lesson import Lesson
from calibration.proof import Proof, find_troubles, leave_out, read_back
from calibration.table_shape import shape_of
from calibration.teach_flats import learn_flats
from calibration.teach_solids import learn_solids
from companion.engine import Plan
from vision.eye import Knowledge
from vision.geometry import Array, Vantage
from vision.glimpse import Glimpse
from vision.health import Check
from vision.landmarks import Landmarks
from vision.light import LightMeter
from vision.markers import learn_markers
from vision.reference import Picture, Reference
from vision.register import Found, find
from vision.register_evidence import Missing

Told = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Refusal:
    """A photo that cannot be used: a word for the reason, and surfaces that are not to be seen."""

    photo: str
    reason: str
    missing: Mapping[str, Missing] = field(default_factory=dict)


class CannotLearn(Exception):
    """Photos that cannot be used, all of them."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        """Keep them."""
        super().__init__(*refusals)
        self.refusals = tuple(refusals)


@dataclass(frozen=True, eq=False)
class Shot:
    """A photo of the table without pieces."""

    name: str
    photo: Picture


@dataclass(frozen=True, eq=False)
class Taught:
    """A photo with pieces on the table, and what somebody said about it."""

    name: str
    photo: Picture
    told: Told


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
    progress("find", 1, 1)
    sight = _first_sight(plan, empty[0], taps)
    reference = Reference.of(empty[0].photo, sight.vantage, plan.surfaces)
    vantages = _locate_all((*empty[1:], *taught), plan, reference, progress)
    lessons = tuple(
        Lesson(each.name, Glimpse(each.photo, LightMeter(reference, vantage)), vantage, each.told)
        for each, vantage in zip(taught, vantages[len(empty) - 1 :], strict=True)
    )
    progress("pieces", 1, 1)
    knowledge = _study(plan, reference, lessons)
    progress("proof", 1, 1)
    proofs = read_back(knowledge, lessons)
    if _doubts(proofs):
        progress("again", 1, 1)
        second = _study(plan, reference, leave_out(lessons, proofs))
        again = read_back(second, lessons)
        # Fewer lessons are worth it only if they settle something.
        if (_doubts(again), -_slips(again)) < (_doubts(proofs), -_slips(proofs)):
            knowledge, proofs = second, again
    troubles = {
        shot.name: find_troubles(reference, vantage, shot.photo)
        for shot, vantage in zip(empty, (sight.vantage, *vantages), strict=False)
    }
    knowledge = replace(knowledge, markers=_corner_markers(plan, empty[0].photo, sight.vantage))
    return Learned(knowledge, sight, lessons, proofs, troubles)


def _corner_markers(plan: Plan, photo: Picture, vantage: Vantage) -> dict[str, dict[int, Array]]:
    """Return where printed corner markers lie; they go with the biggest surface."""
    biggest = max(plan.surfaces, key=lambda name: np.prod(plan.surfaces[name]))
    found = learn_markers(photo, vantage, biggest)
    return {biggest: found} if found else {}


def _first_sight(plan: Plan, shot: Shot, taps: Mapping[str, np.ndarray] | None) -> FirstSight:
    try:
        return first_sight(shot.photo, shape_of(plan.surfaces, plan.places), taps)
    except TapsNeeded as problem:
        reason = problem.code.replace("_", "-")
        raise CannotLearn([Refusal(shot.name, reason)]) from problem


def _doubts(proofs: Sequence[Proof]) -> int:
    return sum(len(proof.doubted) for proof in proofs)


def _slips(proofs: Sequence[Proof]) -> int:
    return sum(len(proof.slips) for proof in proofs)


def _study(plan: Plan, reference: Reference, lessons: Sequence[Lesson]) -> Knowledge:
    solids = learn_solids(plan, reference, lessons)
    return Knowledge(plan, reference, solids, learn_flats(plan, reference, lessons))


def _locate_all(
    shots: Sequence[Shot | Taught], plan: Plan, reference: Reference, progress: Progress
) -> list[Vantage]:
    """Find all surfaces in the other photos of the table, or refuse those that do not show them."""
    landmarks = {
        surface: Landmarks.learn([picture], plan.surfaces[surface])
        for surface, picture in reference.pictures.items()
    }
    vantages, refusals = [], []
    for number, shot in enumerate(shots, 1):
        progress("photo", number, len(shots))
        found = find(shot.photo, landmarks)
        if isinstance(found, Found) and not found.missing:
            vantages.append(found.vantage)
        else:
            refusals.append(Refusal(shot.name, "not-found", found.missing))
    if refusals:
        raise CannotLearn(refusals)
    return vantages

"""Read the teaching photos back, to see whether the eye sees what it was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.lesson import Lesson
from companion.engine import Plan
from vision.eye import Eye, Knowledge, Post
from vision.health import Check
from vision.reading import Reading
from vision.stands_site import Sites


@dataclass(frozen=True)
class Slip:
    """A place of a teaching photo where the eye sees other pieces than it was told."""

    photo: str
    place: str
    told: tuple[str, ...]
    seen: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Proof:
    """One photo read back: what was seen, what contradicts, and what is wrong with the picture.

    ``doubts`` names places where the eye is not sure of what it was told.
    """

    reading: Reading
    slips: tuple[Slip, ...]
    doubts: tuple[str, ...]
    troubles: tuple[Check, ...]

    @property
    def doubted(self) -> frozenset[str]:
        """Return all places where what was told and what is seen do not agree."""
        return frozenset((*self.doubts, *(slip.place for slip in self.slips)))


def read_back(knowledge: Knowledge, lessons: Iterable[Lesson]) -> tuple[Proof, ...]:
    """Read every teaching photo with what was learned from all of them."""
    proofs, eye = [], Eye(knowledge)
    posts: dict[Sites, Post] = {}
    for lesson in lessons:
        if lesson.sites not in posts:
            posts[lesson.sites] = Post(eye, lesson.vantage, lesson.sites)
        reading = posts[lesson.sites].read(lesson.glimpse.frame, anew=True)
        slips = tuple(find_slips(knowledge.plan, lesson, reading))
        doubts = tuple(find_doubts(knowledge.plan, lesson, reading))
        proofs.append(Proof(reading, slips, doubts, lesson.troubles))
    return tuple(proofs)


def find_slips(plan: Plan, lesson: Lesson, reading: Reading) -> Iterator[Slip]:
    """Compare what was told with what is seen, wherever the eye would swear to it."""
    doubts, walks = reading.unsure | reading.hidden, _walks(plan)
    for place in plan.places:

        def sworn(pieces: Sequence[str], place: str = place.id) -> tuple[str, ...]:
            return tuple(p for p in pieces if walks.get((place, p), place) not in doubts)

        told = sworn(lesson.told.get(place.id, ()))
        seen = sworn(reading.found.get(place.id, ()))
        silent = not told and seen == (plan.printed.get(place.id),)
        if not silent and _ordered(plan, told) != _ordered(plan, seen):
            yield Slip(lesson.name, place.id, told, seen)


def find_doubts(plan: Plan, lesson: Lesson, reading: Reading) -> Iterator[str]:
    """Return the places where the eye would not swear to what it was told."""
    doubts, walks = reading.unsure | reading.hidden, _walks(plan)
    for place, told in lesson.told.items():
        shown = [piece for piece in told if piece != plan.printed.get(place)]
        if any(walks.get((place, piece), place) in doubts for piece in shown):
            yield place


def _walks(plan: Plan) -> dict[tuple[str, str], str]:
    """Return the name under which a reading doubts a piece of a track at one of its places."""
    return {
        (place, piece): name
        for track in plan.tracks
        for place in track.places
        for piece, name in track.pieces.items()
    }


def _ordered(plan: Plan, pieces: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return flat pieces as they lie on one another, standing ones in any order."""
    flat = [piece for piece in pieces if not plan.pieces[piece].stands]
    return flat, sorted(piece for piece in pieces if plan.pieces[piece].stands)


def leave_out(lessons: Sequence[Lesson], proofs: Sequence[Proof]) -> tuple[Lesson, ...]:
    """Return the lessons without what is in doubt, so that a slip of the tongue teaches nothing.

    A piece that is shown nowhere else stays: a doubtful lesson is better than none.
    """
    trusted = Counter(
        piece
        for lesson, proof in zip(lessons, proofs, strict=True)
        for place, pieces in lesson.told.items()
        if place not in proof.doubted
        for piece in pieces
    )
    return tuple(
        replace(lesson, told=_trusted(lesson.told, proof.doubted, trusted))
        for lesson, proof in zip(lessons, proofs, strict=True)
    )


def _trusted(
    told: Mapping[str, tuple[str, ...]], doubted: frozenset[str], elsewhere: Mapping[str, int]
) -> dict[str, tuple[str, ...]]:
    return {
        place: pieces
        for place, pieces in told.items()
        if place not in doubted or not all(elsewhere[piece] for piece in pieces)
    }

"""The running eye of a table: takes in every frame, and speaks when it can swear to something.

Every frame passes the gate, which costs next to nothing. Only when the table has come to rest is
it looked at: is everything where it was, is the picture good enough, and what lies where. Time is
that of the frames; no clock is read.

    lookout = Lookout(Eye(knowledge))
    for frame in camera:
        for news in lookout.see(frame):
            session.hear(news)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import inf
from typing import TypeAlias

from companion.engine import Place
from companion.session.ports import Frame
from vision.eye import Eye, Knowledge, Post
from vision.gate import Gate, Motion
from vision.geometry import Vantage
from vision.health import Check, Verdict
from vision.lookout_crop import crop
from vision.lookout_firm import LOOKS, Firm
from vision.lookout_footing import Footing
from vision.lookout_news import Busy, News, Poor, Stable
from vision.reading import Reading
from vision.reference import Picture
from vision.stirred import Stirred

#: After something happened we look this often, at most this many times while places are unsure.
_PACE_S, _EAGER = 0.15, 4
#: When nothing happens we look all the same: something may have slipped past the gate.
_SAFETY_S = 5.0
#: A search takes long, and what hides the table rarely goes away at once.
_RETRY_S = 3.0
#: Pictures are judged after every change; people are told no more often than this, and of nothing
#: that has not lasted: an arm that rests on a board is no fault of the picture.
_JUDGE_S, _LASTS_S = 10.0, 4.0

#: What is wrong with a picture, and how much it worries.
Worries: TypeAlias = frozenset[tuple[str, Verdict]]
_NO_WORRIES: Worries = frozenset()


class Lookout:
    """Watches one table through one camera."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._gate, self._footing = Gate(), Footing(eye)
        self._stirred = Stirred()
        self._firm = Firm(eye.knowledge.plan)
        self._busy, self._eager = True, _EAGER
        self._looked_at_s = self._judged_at_s = self._worried_at_s = self._worse_at_s = -inf
        self._checks: tuple[Check, ...] = ()
        self._worries = self._noticed = _NO_WORRIES
        self._told: tuple[object, ...] | None = None

    def see(self, frame: Frame) -> tuple[News, ...]:
        """Take in the next frame; return what there is to tell, most of the time nothing."""
        return tuple(self._see(frame))

    @property
    def knowledge(self) -> Knowledge:
        """Return what it sees with."""
        return self._eye.knowledge

    def learn(self, knowledge: Knowledge) -> None:
        """See with this from now on; the table is the same, and looked at anew."""
        self._eye = Eye(knowledge, like=self._eye)
        self._footing.change(self._eye)
        self._firm.forget()
        self._eager = _EAGER

    def crop(self, frame: Frame, place_id: str) -> Picture | None:
        """Return a place as the frame shows it, or nothing before the table was found."""
        post = self._footing.post
        if post is None:
            return None
        return crop(frame.image, post.vantage, self._eye.knowledge.plan, self._places[place_id])

    @property
    def vantage(self) -> Vantage | None:
        """Return where the surfaces are, or nothing before the table was found."""
        post = self._footing.post
        return None if post is None else post.vantage

    def _see(self, frame: Frame) -> Iterator[News]:
        stillness = self._gate.look(frame.image, frame.taken_at_s, frame.small)
        if self._gate.stirred is not None:
            self._stirred.note(self._gate.stirred, frame.taken_at_s)
        if stillness.motion is not Motion.AT_REST:
            yield from self._wait(stillness.motion)
            return
        self._busy = False
        if stillness.worth_reading and self._firm.looks:
            self._firm.forget()
            self._eager = _EAGER
        if frame.taken_at_s - self._looked_at_s >= self._rhythm_s():
            self._looked_at_s = frame.taken_at_s
            self._gate.mark_read()
            yield from self._look(frame)

    def _wait(self, motion: Motion) -> Iterator[News]:
        """Let hands finish, and light settle; what was seen before no longer counts."""
        self._eager = _EAGER
        if motion is Motion.SETTLING:
            self._firm.doubt()
            return
        self._firm.forget()
        if not self._busy:
            self._busy, self._told = True, None
            yield Busy()

    def _rhythm_s(self) -> float:
        if self._eager:
            return _PACE_S
        return _RETRY_S if self._footing.lost else _SAFETY_S

    def _look(self, frame: Frame) -> Iterator[News]:
        yield from self._footing.check(frame.image, undisturbed=self._firm.looks > 0)
        post = self._footing.post
        if post is None or not self._footing.firm:
            self._firm.forget()
            self._eager *= not self._footing.lost
            return
        yield from self._judge(frame, post)
        if any(check.verdict is Verdict.BAD for check in self._checks):
            self._eager = 0
            return
        reading = self._firm.add(post.read(frame.image))
        yield from self._tell(reading, frame, post)

    def _judge(self, frame: Frame, post: Post) -> Iterator[News]:
        """Judge the picture itself, and tell people when the verdict is another."""
        now_s, pending = frame.taken_at_s, self._noticed != self._worries
        if self._firm.looks and now_s - self._judged_at_s < (_LASTS_S if pending else _JUDGE_S):
            return
        self._judged_at_s, self._checks = now_s, post.check(frame.image)
        worrying = tuple(check for check in self._checks if check.verdict is not Verdict.OK)
        worries = frozenset((check.name, check.verdict) for check in worrying)
        if worries != self._noticed:
            self._noticed, self._worse_at_s = worries, now_s
        lasts = now_s - self._worse_at_s >= _LASTS_S and now_s - self._worried_at_s >= _JUDGE_S
        if worries != self._worries and (lasts or _eases(self._worries, worries)):
            self._worries, self._worried_at_s = worries, now_s
            yield Poor(worrying)

    def _tell(self, reading: Reading, frame: Frame, post: Post) -> Iterator[News]:
        """Tell a reading once it stands, and again whenever it is another."""
        if self._firm.looks < LOOKS:
            return
        self._eager = max(self._eager - 1, 0) if reading.unsure else 0
        content = (
            reading.found, reading.either, reading.unsure, reading.hidden, reading.absent,
            reading.doubtful,
        )  # fmt: skip
        if content == self._told:
            return
        if self._told is not None:
            # Another answer, though nothing seemed to move: that deserves a closer look.
            self._eager = LOOKS
        self._told = content
        stirred = self._stirred.take(frame, post.vantage, self._places.values())
        yield Stable(reading, frame, post.vantage, stirred)

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {place.id: place for place in self._eye.knowledge.plan.places}


def _eases(before: Worries, now: Worries) -> bool:
    """Tell whether a picture can be read again, or worries less: nobody waits to hear that."""
    bad = [any(verdict is Verdict.BAD for _, verdict in worries) for worries in (before, now)]
    return now < before or bad == [True, False]

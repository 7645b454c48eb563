"""The gate before all other sight: it tells rest from motion, and when to look again.

It sees thumbnails only, an eighth of the picture each way, so that an idle table costs next to
nothing. Time is that of the frames; no clock is read.

    gate = Gate()
    for frame in camera:
        stillness = gate.look(frame.image, frame.taken_at_s)
        if stillness.worth_reading:
            read(frame)
            gate.mark_read()
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from vision.gate_picture import (
    AROUND,
    LEAST_NOISE,
    OUT_OF_NOISE,
    Bytes,
    Difference,
    Floats,
    Spots,
    difference,
    first_noise,
    grown,
    redrawn,
    same_drawing,
    thumbnail,
)

#: The table must be quiet for so long before it counts as at rest.
SETTLE_S = 0.4
#: At rest, the picture that the next ones are compared with is renewed this often.
_RENEW_S = 2.0
#: So many spots must change together; single ones are dead pixels, dust and JPEG blocks.
_SPOTS = 3
#: How fast the noise of each spot is learned, and by how much it grows where nothing but motion
#: is seen: a lamp that blinks for minutes is taken for noise in the end, a hand is not.
_LEARN, _GROW = 0.05, 1.4
#: When more than this share changes at once, the camera itself was pushed.
_ALL_NEW = 0.3
#: By light, something has become lighter or darker by this much.
_LIGHT_STEP = 0.04
#: An arm across half the picture shifts whole rows as light does; so many spots that show other
#: lines are no light.
_ARM = 20


class Motion(Enum):
    """What the table does."""

    MOVING = "moving"
    SETTLING = "settling"
    AT_REST = "at rest"


@dataclass(frozen=True)
class Stillness:
    """How the table is now, for how long, and since when it may differ from the last reading."""

    motion: Motion
    for_s: float
    changed_since_s: float | None

    @property
    def worth_reading(self) -> bool:
        """Return whether a reading now could tell something new."""
        return self.motion is Motion.AT_REST and self.changed_since_s is not None


class Gate:
    """Watches one table for motion; learns how grainy its pictures are."""

    def __init__(self, settle_s: float = SETTLE_S) -> None:
        self._settle_s = settle_s
        self._now: Floats | None = None
        self._calm: Floats | None = None
        self._read: Floats | None = None
        self._noise: Floats | None = None
        self._motion = Motion.MOVING
        self._motion_at_s = self._quiet_at_s = self._calm_at_s = 0.0
        self._changed_at_s: float | None = None
        #: Where the frame last looked at shows motion, if it does.
        self.stirred: Spots | None = None

    def look(self, image: Bytes, taken_at_s: float, small: Bytes | None = None) -> Stillness:
        """Take in the next frame; return how the table is.

        ``small`` is the same picture as the camera has shrunk it: it is less to go through, and
        less grainy.
        """
        before, self._now = self._now, thumbnail(image, image if small is None else small)
        if before is None or before.shape != self._now.shape:
            self._start(taken_at_s)
        else:
            self._compare(before, self._now, taken_at_s)
        return Stillness(self._motion, taken_at_s - self._motion_at_s, self._changed_at_s)

    def mark_read(self) -> None:
        """Note that the frame last looked at has been read: what changes from now on is news."""
        self._read, self._changed_at_s = self._now, None

    def _start(self, at_s: float) -> None:
        self._calm, self._read, self._noise = self._now, None, None
        self._quiet_at_s = self._calm_at_s = self._changed_at_s = at_s
        self.stirred = None
        self._turn(Motion.MOVING, at_s)

    def _compare(self, before: Floats, now: Floats, at_s: float) -> None:
        step = difference(before, now)
        if self._noise is None:
            self._noise = first_noise(step, now)
        spots = stirred = self._spots(step)
        change = _judge(step, spots, before, now)
        self._learn(step, spots)
        if change is None:
            # Something slow shows only against a picture taken a while ago.
            assert self._calm is not None
            slow = difference(self._calm, now)
            stirred = self._spots(slow)
            change = _judge(slow, stirred, self._calm, now)
        if change is Motion.SETTLING:
            assert self._noise is not None
            arm = spots & redrawn(before, now, self._noise)
            if np.count_nonzero(arm) >= _ARM:
                change, stirred = Motion.MOVING, spots & grown(arm, AROUND)
        self.stirred = stirred if change is Motion.MOVING else None
        if change is not None:
            self._calm, self._calm_at_s, self._quiet_at_s = now, at_s, at_s
            self._news(at_s)
            self._turn(change, at_s)
            if change is Motion.SETTLING or spots.mean() > _ALL_NEW:
                # In other light, or seen from elsewhere, the grain lies differently.
                self._noise = None
            else:
                # What has come may be darker, and so grainier, than what was there.
                self._noise = np.where(
                    spots, np.maximum(self._noise, first_noise(step, now)), self._noise
                )
        else:
            self._rest(now, at_s)

    def _spots(self, step: Difference) -> Spots:
        """Return where two thumbnails differ by more than noise."""
        assert self._noise is not None
        return np.asarray(cv2.blur(step.square / self._noise, (3, 3)) > OUT_OF_NOISE)

    def _change_since(self, before: Floats | None, now: Floats) -> Motion | None:
        if before is None:
            return None
        since = difference(before, now)
        return _judge(since, self._spots(since), before, now)

    def _rest(self, now: Floats, at_s: float) -> None:
        settled = at_s - self._quiet_at_s >= self._settle_s
        self._turn(Motion.AT_REST if settled else Motion.SETTLING, at_s)
        if settled and at_s - self._calm_at_s >= _RENEW_S:
            self._calm, self._calm_at_s = now, at_s
            if self._change_since(self._read, now) is Motion.MOVING:
                self._news(at_s)

    def _learn(self, step: Difference, spots: Spots) -> None:
        """Follow the noise of each spot; it changes with the light and the sensor's warmth."""
        assert self._noise is not None
        seen = step.square
        if spots.any():
            seen = np.where(spots, self._noise * np.float32(_GROW), seen)
        cv2.accumulateWeighted(seen, self._noise, _LEARN)
        np.maximum(self._noise, np.float32(LEAST_NOISE**2), out=self._noise)

    def _news(self, at_s: float) -> None:
        if self._changed_at_s is None:
            self._changed_at_s = at_s

    def _turn(self, motion: Motion, at_s: float) -> None:
        if motion is not self._motion:
            self._motion, self._motion_at_s = motion, at_s


def _judge(step: Difference, spots: Spots, before: Floats, now: Floats) -> Motion | None:
    """Return MOVING for motion, SETTLING for a change of the light, nothing for noise."""
    if np.count_nonzero(spots) < _SPOTS:
        return None
    lit = step.light_step > _LIGHT_STEP and same_drawing(before, now, spots)
    return Motion.SETTLING if lit else Motion.MOVING

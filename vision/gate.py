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
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Spots = NDArray[np.bool_]

#: One pixel of the thumbnail stands for so many of the camera's, each way.
SHRINK = 8
#: The table must be quiet for so long before it counts as at rest.
SETTLE_S = 0.4
#: At rest, the picture that the next ones are compared with is renewed this often.
_RENEW_S = 2.0
#: A spot has changed when its mean square difference is this many times that of noise alone.
_OUT_OF_NOISE = 8.0
#: So many spots must change together; single ones are dead pixels, dust and JPEG blocks.
_SPOTS = 3
#: Noise below this (in logarithms of bytes) is not believed.
_LEAST_NOISE = 0.012
#: How fast the noise of each spot is learned, and by how much it grows where nothing but motion
#: is seen: a lamp that blinks for minutes is taken for noise in the end, a hand is not.
_LEARN, _GROW = 0.05, 1.4
#: Before anything is learned, noise is judged by brightness, in so many classes.
_CLASSES = 8
#: When more than this share changes at once, the camera itself was pushed.
_ALL_NEW = 0.3
#: What changes by light keeps its drawing, and the light has moved somewhere by this much.
_SAME_DRAWING, _LIGHT_STEP = 0.6, 0.04


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


@dataclass(frozen=True, eq=False)
class _Difference:
    """How two thumbnails differ once the light is taken out."""

    square: Floats
    light_step: float


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
        before, self._now = self._now, _thumbnail(image, image if small is None else small)
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
        step = _difference(before, now)
        if self._noise is None:
            self._noise = _first_noise(step, now)
        spots = stirred = self._spots(step)
        change = _judge(step, spots, before, now)
        self._learn(step, spots)
        if change is None:
            # Something slow shows only against a picture taken a while ago.
            assert self._calm is not None
            slow = _difference(self._calm, now)
            stirred = self._spots(slow)
            change = _judge(slow, stirred, self._calm, now)
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
                    spots, np.maximum(self._noise, _first_noise(step, now)), self._noise
                )
        else:
            self._rest(now, at_s)

    def _spots(self, difference: _Difference) -> Spots:
        """Return where two thumbnails differ by more than noise."""
        assert self._noise is not None
        return np.asarray(cv2.blur(difference.square / self._noise, (3, 3)) > _OUT_OF_NOISE)

    def _change_since(self, before: Floats | None, now: Floats) -> Motion | None:
        if before is None:
            return None
        difference = _difference(before, now)
        return _judge(difference, self._spots(difference), before, now)

    def _rest(self, now: Floats, at_s: float) -> None:
        settled = at_s - self._quiet_at_s >= self._settle_s
        self._turn(Motion.AT_REST if settled else Motion.SETTLING, at_s)
        if settled and at_s - self._calm_at_s >= _RENEW_S:
            self._calm, self._calm_at_s = now, at_s
            if self._change_since(self._read, now) is Motion.MOVING:
                self._news(at_s)

    def _learn(self, step: _Difference, spots: Spots) -> None:
        """Follow the noise of each spot; it changes with the light and the sensor's warmth."""
        assert self._noise is not None
        seen = step.square
        if spots.any():
            seen = np.where(spots, self._noise * np.float32(_GROW), seen)
        cv2.accumulateWeighted(seen, self._noise, _LEARN)
        np.maximum(self._noise, np.float32(_LEAST_NOISE**2), out=self._noise)

    def _news(self, at_s: float) -> None:
        if self._changed_at_s is None:
            self._changed_at_s = at_s

    def _turn(self, motion: Motion, at_s: float) -> None:
        if motion is not self._motion:
            self._motion, self._motion_at_s = motion, at_s


_LOGS = np.log(np.arange(256) + 12.0).astype(np.float32)


def _thumbnail(image: Bytes, source: Bytes) -> Floats:
    """Return the logarithm of the brightness, at an eighth of the size, from four pixels each."""
    height, width = image.shape[0] // SHRINK, image.shape[1] // SHRINK
    small = cv2.resize(source, (width, height), interpolation=cv2.INTER_LINEAR)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    return np.asarray(cv2.LUT(grey, _LOGS))


def _difference(before: Floats, now: Floats) -> _Difference:
    """Compare two thumbnails without what the light does.

    Lamps, flicker and daylight act along whole rows and columns, in logarithms by adding to them;
    so what a row or a column has in common is not motion.
    """
    change = now - before
    rows = np.median(change[:, ::9], axis=1).astype(np.float32)
    change -= rows[:, None]
    columns = np.median(change[::7], axis=0).astype(np.float32)
    change -= columns
    step = max(float(np.abs(rows).max()), float(np.abs(columns).max()))
    return _Difference(np.asarray(cv2.multiply(change, change)), step)


def _judge(difference: _Difference, spots: Spots, before: Floats, now: Floats) -> Motion | None:
    """Return MOVING for motion, SETTLING for a change of the light, nothing for noise."""
    if np.count_nonzero(spots) < _SPOTS:
        return None
    lit = difference.light_step > _LIGHT_STEP and _same_drawing(before, now, spots)
    return Motion.SETTLING if lit else Motion.MOVING


def _first_noise(step: _Difference, now: Floats) -> Floats:
    """Guess the noise from two frames: in each class of brightness, half at least does not move.

    The median of squares is 0.455 of their mean, where differences are as noise makes them. Some
    spots of a class are worse than most: the guess is doubled, and learning brings it down.
    """
    edges = np.quantile(now[::4, ::4], np.linspace(0, 1, _CLASSES + 1)[1:-1])
    classes = np.searchsorted(edges, now)
    noise = np.empty_like(now)
    for number in range(_CLASSES):
        here = classes == number
        if here.any():
            typical = float(np.median(step.square[here])) / 0.455
            noise[here] = 2 * max(typical, _LEAST_NOISE**2)
    return noise


def _same_drawing(before: Floats, now: Floats, spots: Spots) -> bool:
    """Return whether the changed spots still show the same lines, only lit in another way."""
    around = cv2.dilate(spots.view(np.uint8), np.ones((3, 3), np.uint8)) > 0
    old, new = ((p - cv2.blur(p, (7, 7)))[around] for p in (before, now))
    both = float(np.sqrt((old @ old) * (new @ new)))
    return both > 0 and float(old @ new) > _SAME_DRAWING * both
